#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "devicemodel/allocation.hpp"
#include "devicemodel/life_cycle.hpp"

/// How Catch2 prints model values in a failed comparison.
namespace Catch {

template <>
struct StringMaker<berth::devicemodel::shares> {
    static std::string convert(const berth::devicemodel::shares& s) {
        return std::to_string(s.memory.value()) + " MiB/" + std::to_string(s.cores.value()) + " %/" +
               std::to_string(s.slots.value()) + " slots";
    }
};

template <>
struct StringMaker<berth::devicemodel::usage> {
    static std::string convert(const berth::devicemodel::usage& use) {
        return "peak " + Detail::stringify(use.peak) + ", steady " + Detail::stringify(use.steady);
    }
};

template <>
struct StringMaker<berth::devicemodel::card_usage> {
    static std::string convert(const berth::devicemodel::card_usage& use) {
        return use.uuid + ": " + Detail::stringify(use.need);
    }
};

template <>
struct StringMaker<berth::devicemodel::card_share> {
    static std::string convert(const berth::devicemodel::card_share& share) {
        return share.uuid + "," + std::to_string(share.memory.value()) + "," +
               std::to_string(share.cores.value());
    }
};

template <>
struct StringMaker<berth::devicemodel::stage> {
    static std::string convert(berth::devicemodel::stage s) {
        return std::string(berth::devicemodel::name_of(s));
    }
};

}  // namespace Catch
