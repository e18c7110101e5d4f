#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "extender/wire/quantity.hpp"

namespace berth::test {

/// What a quantity is, by a fraction of whole numbers of any size: the steps of Kubernetes' ParseQuantity
/// written down one after the other. Nothing where parse_quantity has to refuse.
/// Requires: `text` has the form of a quantity.
inline std::optional<std::int64_t> exact_quantity(std::string_view text, wire::quantity_reading reading) {
    using boost::multiprecision::cpp_int;
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto power = [](int base, std::int64_t to) -> cpp_int {
        return boost::multiprecision::pow(cpp_int(base), static_cast<unsigned>(to));
    };

    cpp_int numerator = 0;
    cpp_int denominator = 1;
    const auto number_end = std::min(text.find_first_not_of("0123456789.+-"), text.size());
    bool past_point = false;
    for (const char c : text.substr(0, number_end)) {
        past_point = past_point || c == '.';
        if (is_digit(c)) {
            numerator = numerator * 10 + (c - '0');
            denominator *= past_point ? 10 : 1;
        }
    }

    const auto suffix = text.substr(number_end);
    const bool binary = suffix.size() == 2 && suffix[1] == 'i';
    if (binary) {
        numerator *= power(1024, std::int64_t(std::string_view("KMGTPE").find(suffix[0])) + 1);
    } else if (suffix.size() == 1 && std::string_view("mun").find(suffix[0]) != std::string_view::npos) {
        denominator *= power(1000, std::int64_t(std::string_view("mun").find(suffix[0])) + 1);
    } else if (suffix.size() == 1) {
        numerator *= power(1000, std::int64_t(std::string_view("kMGTPE").find(suffix[0])) + 1);
    } else if (!suffix.empty()) {
        // More than all digits and the range of the result: anything above makes no difference.
        const auto cut = static_cast<std::int64_t>(number_end) + 40;
        std::int64_t exponent = 0;
        for (const char c : suffix) {
            exponent = is_digit(c) ? std::min(exponent * 10 + (c - '0'), cut) : exponent;
        }
        (suffix[1] == '-' ? denominator : numerator) *= power(10, exponent);
    }

    cpp_int nanos = (numerator * power(10, 9) + denominator - 1) / denominator;
    if (binary) {
        nanos = std::min<cpp_int>(nanos, cpp_int(largest) * power(10, 9));
    }
    const cpp_int per_amount = power(10, reading == wire::quantity_reading::milli ? 6 : 9);
    const cpp_int amount = (nanos + per_amount - 1) / per_amount;
    if (amount > largest || (reading == wire::quantity_reading::whole && amount * per_amount != nanos)) {
        return std::nullopt;
    }
    const auto magnitude = amount.convert_to<std::int64_t>();
    return text.front() == '-' ? -magnitude : magnitude;
}

}  // namespace berth::test
