// Any text: never throws, never crashes; an amount that was taken is the exact one, by schoolbook arithmetic
// on digits.
#include <algorithm>
#include <cctype>
#include <vector>

#include "extender/wire/quantity.hpp"

#include "test/fuzz/fuzz_input.hpp"

namespace {

using namespace berth;

/// A whole number of any size, lowest decimal digit first.
using digits = std::vector<unsigned>;

digits of(std::string text) {
    std::reverse(text.begin(), text.end());
    digits number;
    for (const char c : text) {
        number.push_back(static_cast<unsigned>(c - '0'));
    }
    return number;
}

void times(digits& number, unsigned factor) {
    unsigned carry = 0;
    for (auto& digit : number) {
        carry += digit * factor;
        digit = carry % 10;
        carry /= 10;
    }
    for (; carry != 0; carry /= 10) {
        number.push_back(carry % 10);
    }
}

void times_power(digits& number, unsigned base, int power) {
    for (int i = 0; i < power; ++i) {
        times(number, base);
    }
}

/// Below, equal or above zero as a is to b.
int compare(digits a, digits b) {
    const auto length = std::max(a.size(), b.size());
    a.resize(length);
    b.resize(length);
    std::reverse(a.begin(), a.end());
    std::reverse(b.begin(), b.end());
    return a == b ? 0 : (a < b ? -1 : 1);
}

struct parts {
    std::string mantissa = "0";
    int power_of_ten = 0;
    int power_of_two = 0;
};

/// Takes a text apart that the parser has taken; the exponent is cut at 500 either way.
parts take_apart(std::string_view text) {
    parts p;
    std::size_t at = text.find_first_not_of("+-");
    bool past_point = false;
    for (; at < text.size() && (std::isdigit(static_cast<unsigned char>(text[at])) != 0 || text[at] == '.');
         ++at) {
        if (text[at] == '.') {
            past_point = true;
        } else {
            p.mantissa += text[at];
            p.power_of_ten -= past_point ? 1 : 0;
        }
    }
    const auto suffix = text.substr(at);
    static constexpr std::string_view small = "num";
    static constexpr std::string_view large = "kMGTPE";
    static constexpr std::string_view binary = "KMGTPE";
    if (suffix.size() == 1 && small.find(suffix[0]) != std::string_view::npos) {
        p.power_of_ten += -9 + 3 * static_cast<int>(small.find(suffix[0]));
    } else if (suffix.size() == 1) {
        p.power_of_ten += 3 + 3 * static_cast<int>(large.find(suffix[0]));
    } else if (suffix.size() == 2 && suffix[1] == 'i') {
        p.power_of_two = 10 + 10 * static_cast<int>(binary.find(suffix[0]));
    } else if (!suffix.empty()) {
        const auto first = suffix.find_first_of("0123456789");
        int exponent = 0;
        for (const char c : suffix.substr(first)) {
            exponent = std::min(exponent * 10 + (c - '0'), 500);
        }
        p.power_of_ten += suffix[1] == '-' ? -exponent : exponent;
    }
    return p;
}

/// How the text's value, times `scale` powers of ten, compares with `amount`.
int compare_exactly(const parts& p, int scale, std::int64_t amount) {
    auto left = of(p.mantissa);
    auto right = of(std::to_string(amount));
    times_power(left, 2, p.power_of_two);
    times_power(left, 10, std::max(0, p.power_of_ten + scale));
    times_power(right, 10, std::max(0, -(p.power_of_ten + scale)));
    return compare(left, right);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = test::text_of(data, size);
    for (const auto reading :
         {wire::quantity_reading::whole, wire::quantity_reading::rounded_up, wire::quantity_reading::milli}) {
        const auto amount = wire::parse_quantity(text, reading);
        if (!amount) {
            test::must(!amount.error().problem.empty());
            continue;
        }
        const auto p = take_apart(text);
        const int scale = reading == wire::quantity_reading::milli ? 3 : 0;
        const auto magnitude = *amount < 0 ? -*amount : *amount;
        const int against = compare_exactly(p, scale, magnitude);
        if (reading == wire::quantity_reading::whole) {
            test::must(against == 0);
        } else {
            test::must(against <= 0 && (magnitude == 0 || compare_exactly(p, scale, magnitude - 1) > 0));
        }
        test::must(*amount == 0 || (*amount < 0) == (text.front() == '-'));
        const auto again = wire::parse_quantity(std::to_string(*amount), wire::quantity_reading::whole);
        test::must(again && *again == *amount);
    }
    return 0;
}
