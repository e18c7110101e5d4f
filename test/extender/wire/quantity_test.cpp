#include "extender/wire/quantity.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

using namespace berth;
using wire::parse_quantity;
using wire::quantity_reading;

namespace {

__extension__ using wide = __int128;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

struct quantity_case {
    const char* text;
    quantity_reading reading;
    std::int64_t want;
};

struct bad_quantity {
    const char* text;
    quantity_reading reading;
    const char* want;
};

}  // namespace

TEST_CASE("parse_quantity: every unit, exactly", "[wire][quantity]") {
    using enum quantity_reading;
    const auto c = GENERATE(values<quantity_case>({
        {"0", whole, 0},
        {"-0", whole, 0},
        {"0.000", whole, 0},
        {"0e999999999999", whole, 0},
        {"1", whole, 1},
        {"+7", whole, 7},
        {"-7", whole, -7},
        {"007", whole, 7},
        {"5.", whole, 5},
        {".5k", whole, 500},
        {"5k", whole, 5'000},
        {"1M", whole, 1'000'000},
        {"1G", whole, 1'000'000'000},
        {"1T", whole, 1'000'000'000'000},
        {"1P", whole, 1'000'000'000'000'000},
        {"1E", whole, 1'000'000'000'000'000'000},
        {"24Ki", whole, 24'576},
        {"1Mi", whole, 1'048'576},
        {"16Gi", whole, 17'179'869'184},
        {"1Ti", whole, 1'099'511'627'776},
        {"1Pi", whole, 1'125'899'906'842'624},
        {"7Ei", whole, 8'070'450'532'247'928'832},
        {"1e3", whole, 1'000},
        {"1E3", whole, 1'000},
        {"1e+3", whole, 1'000},
        {"1.5e1", whole, 15},
        {"5000e-3", whole, 5},
        {"0.05e10", whole, 500'000'000},
        {"1000m", whole, 1},
        {"3000000u", whole, 3},
        {"2000000000n", whole, 2},
        {"0.5Ki", whole, 512},
        {"0.0009765625Ki", whole, 1},
        {"1.5Gi", whole, 1'610'612'736},
        {"9223372036854775807", whole, largest},
        {"-9223372036854775807", whole, -largest},
        {"9223372036854775807.000", whole, largest},
        {"0.1", rounded_up, 1},
        {"1n", rounded_up, 1},
        {"1e-999999999999", rounded_up, 1},
        {"-1500m", rounded_up, -2},
        {"1.00000000000000000000000000000000000001", rounded_up, 2},
        {"0.1Ki", rounded_up, 103},
        {"0.0005Ki", rounded_up, 1},
        {"7.9999999999999999991326382620115Ei", rounded_up, largest},  // just below 8Ei - 1
        {"500m", milli, 500},
        {"2", milli, 2'000},
        {"0.1", milli, 100},
        {"100u", milli, 1},
        {"1.0005", milli, 1'001},
        {"0.0005Ki", milli, 512},
        {"2Ki", milli, 2'048'000},
        {"9223372036854775807m", milli, largest},
    }));

    DYNAMIC_SECTION(c.text) {
        const auto got = parse_quantity(c.text, c.reading);
        REQUIRE(got.has_value());
        CHECK(*got == c.want);
    }
}

TEST_CASE("parse_quantity: what is no quantity says why", "[wire][quantity]") {
    using enum quantity_reading;
    const auto c = GENERATE(values<bad_quantity>({
        {"", whole, "is empty, not a quantity"},
        {"7.9999999999999999991326382620116Ei", rounded_up,
         "is larger than 2^63-1: \"7.9999999999999999991326382620116Ei\""},
        {"abc", whole, "is not a quantity: \"abc\""},
        {"-", whole, "is not a quantity: \"-\""},
        {".", whole, "is not a quantity: \".\""},
        {"Ki", whole, "is not a quantity: \"Ki\""},
        {"--1", whole, "is not a quantity: \"--1\""},
        {" 1", whole, "is not a quantity: \" 1\""},
        {"0x10", whole, "has an unknown unit: \"0x10\""},
        {"1 ", whole, "has an unknown unit: \"1 \""},
        {"1.2.3", whole, "has an unknown unit: \"1.2.3\""},
        {"1K", whole, "has an unknown unit: \"1K\""},
        {"1ki", whole, "has an unknown unit: \"1ki\""},
        {"1GB", whole, "has an unknown unit: \"1GB\""},
        {"1Q", whole, "has an unknown unit: \"1Q\""},
        {"1e", whole, "has an unknown unit: \"1e\""},
        {"1e+", whole, "has an unknown unit: \"1e+\""},
        {"1e3k", whole, "has an unknown unit: \"1e3k\""},
        {"1,000", whole, "has an unknown unit: \"1,000\""},
        {"0.5", whole, "is not a whole number: \"0.5\""},
        {"1500m", whole, "is not a whole number: \"1500m\""},
        {"1e-1", whole, "is not a whole number: \"1e-1\""},
        {"0.001Ki", whole, "is not a whole number: \"0.001Ki\""},
        {"9223372036854775808", whole, "is larger than 2^63-1: \"9223372036854775808\""},
        {"9223372036854775807.1", rounded_up, "is larger than 2^63-1: \"9223372036854775807.1\""},
        {"-9223372036854775808", whole, "is larger than 2^63-1: \"-9223372036854775808\""},
        {"8Ei", whole, "is larger than 2^63-1: \"8Ei\""},
        {"10E", whole, "is larger than 2^63-1: \"10E\""},
        {"1e19", whole, "is larger than 2^63-1: \"1e19\""},
        {"1e999999999999", whole, "is larger than 2^63-1: \"1e999999999999\""},
        {"9223372036854775807", milli, "is larger than 2^63-1: \"9223372036854775807\""},
    }));

    DYNAMIC_SECTION(c.text) {
        const auto got = parse_quantity(c.text, c.reading);
        REQUIRE(got.has_error());
        CHECK(got.error() == api::bad_input{"", c.want});
    }
    CHECK(parse_quantity(std::string(65, '1'), whole).has_error());
    CHECK(parse_quantity("1." + std::string(62, '0'), whole).value() == 1);
}

TEST_CASE("parse_quantity: agrees with 128-bit arithmetic", "[wire][quantity]") {
    constexpr auto seed = 20'300'101U;
    std::mt19937_64 random(seed);
    struct scaled {
        const char* suffix;
        wide factor;
    };
    const scaled units[] = {
        {"", 1},           {"k", 1'000},      {"M", 1'000'000},        {"G", 1'000'000'000},
        {"Ki", 1LL << 10}, {"Mi", 1LL << 20}, {"Gi", 1LL << 30},       {"Ti", 1LL << 40},
        {"e4", 10'000},    {"E2", 100},       {"T", 1'000'000'000'000}};
    for (int round = 0; round < 20'000; ++round) {
        const std::int64_t mantissa = static_cast<std::int64_t>(random() >> (random() % 60 + 4));
        const int decimals = static_cast<int>(random() % 7);
        const auto& unit = units[random() % std::size(units)];
        wide scale = 1;
        for (int i = 0; i < decimals; ++i) {
            scale *= 10;
        }
        std::string digits = std::to_string(mantissa);
        digits.insert(0,
                      digits.size() <= static_cast<std::size_t>(decimals)
                          ? static_cast<std::size_t>(decimals) + 1 - digits.size()
                          : 0,
                      '0');
        const std::string text =
            digits.substr(0, digits.size() - static_cast<std::size_t>(decimals)) + (decimals > 0 ? "." : "") +
            digits.substr(digits.size() - static_cast<std::size_t>(decimals)) + unit.suffix;
        CAPTURE(seed, round, text);

        const wide numerator = wide{mantissa} * unit.factor;
        const wide up = (numerator + scale - 1) / scale;
        const auto rounded = parse_quantity(text, quantity_reading::rounded_up);
        REQUIRE(rounded.has_value() == (up <= largest));
        if (rounded) {
            REQUIRE(*rounded == static_cast<std::int64_t>(up));
            REQUIRE(parse_quantity(text, quantity_reading::whole).has_value() == (numerator % scale == 0));
        }
        const auto in_milli = parse_quantity(text, quantity_reading::milli);
        const wide milli_up = (numerator * 1000 + scale - 1) / scale;
        REQUIRE(in_milli.has_value() == (milli_up <= largest));
        REQUIRE((!in_milli || *in_milli == static_cast<std::int64_t>(milli_up)));
    }
}
