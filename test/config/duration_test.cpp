#include "config/duration.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <optional>
#include <string>

using namespace berth;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

struct duration_case {
    std::string text;
    std::optional<milliseconds> want;
};

}  // namespace

TEST_CASE("duration: a whole number and one unit, nothing else", "[config]") {
    const auto c = GENERATE(values<duration_case>({
        {"0ms", 0ms},
        {"500ms", 500ms},
        {"10s", 10s},
        {"5m", 5min},
        {"24h", 24h},
        {"007s", 7s},
        {"8784h", 8784h},  // 366 days
        {"", {}},
        {"10", {}},
        {"s", {}},
        {"-1s", {}},
        {"+1s", {}},
        {"1.5s", {}},
        {" 1s", {}},
        {"1 s", {}},
        {"1s ", {}},
        {"1S", {}},
        {"1d", {}},
        {"1m30s", {}},
        {"0x10s", {}},
        {"8785h", {}},
        {"18446744073709551615ms", {}},
        {"18446744073709551616ms", {}},
        {"9223372036854775807h", {}},
    }));

    DYNAMIC_SECTION("\"" << c.text << "\"") { CHECK(config::parse_duration(c.text) == c.want); }
}

TEST_CASE("duration: is written in the largest unit that divides it, and read back as the same", "[config]") {
    CHECK(config::text_of(0ms) == "0s");
    CHECK(config::text_of(999ms) == "999ms");
    CHECK(config::text_of(90s) == "90s");
    CHECK(config::text_of(120s) == "2m");
    CHECK(config::text_of(24h) == "24h");

    const auto some = GENERATE(values<milliseconds>({0ms, 1ms, 1000ms, 61s, 60min, 59min, 8784h}));
    CHECK(config::parse_duration(config::text_of(some)) == some);
}
