#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "scoring/refusal.hpp"

/// How Catch2 prints reasons in a failed comparison.
namespace Catch {

template <>
struct StringMaker<berth::scoring::refusal> {
    static std::string convert(const berth::scoring::refusal& why) { return berth::scoring::sentence(why); }
};

template <>
struct StringMaker<berth::scoring::reason_set> {
    static std::string convert(berth::scoring::reason_set reasons) {
        return "{" + berth::scoring::text_of(reasons) + "}";
    }
};

}  // namespace Catch
