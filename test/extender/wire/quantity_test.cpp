#include "extender/wire/quantity.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <iterator>
#include <limits>
#include <random>
#include <string>

#include "test/support/exact_quantity.hpp"

using namespace berth;
using wire::parse_quantity;
using wire::quantity_reading;

namespace {

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
        {"8Ei", whole, largest},  // more than 2^63-1 in a binary unit is 2^63-1
        {"-9999999Ei", whole, -largest},
        {"7.9999999999999999991326382620115Ei", rounded_up, largest},  // just below 2^63-1
        {"7.9999999999999999991326382620116Ei", rounded_up, largest},  // and just above
        {"0.9999999999999", whole, 1},                                 // a nano-unit is the finest
        {"-0.9999999999999", whole, -1},
        {"0.000000000000000000867361737988403547205962240695953369140625Ei", whole, 1},
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
        {"8Ei", milli, "is larger than 2^63-1: \"8Ei\""},
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
}

TEST_CASE("parse_quantity: any number of digits", "[wire][quantity]") {
    using enum quantity_reading;
    const std::string zeros(100'000, '0');
    CHECK(parse_quantity("1." + zeros, whole) == 1);
    CHECK(parse_quantity("1." + zeros + "1", rounded_up) == 2);
    CHECK(parse_quantity(zeros + "7k", whole) == 7'000);
    CHECK(parse_quantity("0." + zeros + "12e100005", whole) == 12'000);
    CHECK(parse_quantity("3" + zeros + "e-100000", whole) == 3);
    CHECK(parse_quantity("3" + zeros, rounded_up).has_error());
    CHECK(parse_quantity("3" + zeros + "Ki", rounded_up) == largest);
}

TEST_CASE("parse_quantity: agrees with exact fractions", "[wire][quantity]") {
    constexpr auto seed = 20'300'101U;
    std::mt19937_64 random(seed);
    const char* const units[] = {"",   "n",  "u",  "m",  "k",  "M",  "G",  "T",   "P",  "E",
                                 "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e4", "E19", "e-7"};
    const char* const near[] = {"9223372036854775807", "9223372036854775808", "8",
                                "7.999999999999999999132638262011",
                                "0.00000000000000000086736173798840354720596224"};
    for (int round = 0; round < 20'000; ++round) {
        std::string text = random() % 8 == 0 ? "-" : "";
        if (random() % 4 == 0) {
            text += near[random() % std::size(near)];
            text += text.find('.') == std::string::npos ? "." : "";
        }
        for (auto digits = random() % 40; digits > 0; --digits) {
            text += static_cast<char>('0' + random() % 10);
            text += text.find('.') == std::string::npos && random() % 8 == 0 ? "." : "";
        }
        text += "0";
        text += units[random() % std::size(units)];
        CAPTURE(seed, round, text);

        for (const auto reading :
             {quantity_reading::whole, quantity_reading::rounded_up, quantity_reading::milli}) {
            const auto got = parse_quantity(text, reading);
            const auto want = test::exact_quantity(text, reading);
            REQUIRE(got.has_value() == want.has_value());
            REQUIRE((!got || *got == *want));
        }
    }
}
