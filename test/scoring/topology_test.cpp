#include "scoring/topology.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace {

using berth::scoring::best_connected;
using berth::scoring::pair_scores;
using places = std::vector<std::size_t>;

/// Three cards by their pairs 0-1, 0-2, 1-2.
std::vector<std::int64_t> three(std::int64_t a, std::int64_t b, std::int64_t c) {
    return {0, a, b, a, 0, c, b, c, 0};
}

}  // namespace

TEST_CASE("topology: one card leaves the best connected together, more are the best connected", "[scoring]") {
    struct row {
        std::string name;
        std::vector<std::int64_t> scores;
        std::size_t wanted;
        places want;
    };
    const auto c = GENERATE(values<row>({
        {"least sum of pairs", three(100, 200, 150), 1, {1}},
        {"highest pair", three(100, 200, 150), 2, {0, 2}},
        {"as many as there are", three(100, 200, 150), 3, {0, 1, 2}},
        {"more than there are", three(100, 200, 150), 4, {}},
        {"none asked", three(100, 200, 150), 0, {}},
        {"no scores: the first in the order of trial", three(0, 0, 0), 1, {0}},
        {"no scores: the first two", three(0, 0, 0), 2, {0, 1}},
        {"scores below zero: least sum", three(-5, -3, -1), 1, {0}},
        {"scores below zero: highest pair", three(-5, -3, -1), 2, {1, 2}},
        {"a tie goes to the first", three(7, 1, 7), 2, {0, 1}},
    }));
    CAPTURE(c.name);
    CHECK(best_connected({3, c.scores}, c.wanted) == c.want);
}

TEST_CASE("topology: a set of four is the one with the highest sum over all its pairs", "[scoring]") {
    // Two islands of four cards with links of 50, one of them with a link of 60; 10 across.
    constexpr std::size_t cards = 8;
    std::vector<std::int64_t> scores(cards * cards, 0);
    for (std::size_t a = 0; a < cards; ++a) {
        for (std::size_t b = 0; b < cards; ++b) {
            scores[a * cards + b] = a == b ? 0 : a % 2 == b % 2 ? 50 : 10;
        }
    }
    CHECK(best_connected({cards, scores}, 4) == places{0, 2, 4, 6});
    scores[3 * cards + 7] = scores[7 * cards + 3] = 60;
    CHECK(best_connected({cards, scores}, 4) == places{1, 3, 5, 7});
    CHECK(best_connected({cards, scores}, 2) == places{3, 7});
}

TEST_CASE("topology: the sets looked at are bounded, the best of those seen is taken", "[scoring]") {
    CHECK(best_connected({3, three(100, 200, 300)}, 2, 3) == places{1, 2});
    CHECK(best_connected({3, three(100, 200, 300)}, 2, 2) == places{0, 2});
    CHECK(best_connected({3, three(100, 200, 300)}, 2, 1) == places{0, 1});
}
