#include "scoring/levels.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "scoring/load.hpp"

#include "test/support/builders.hpp"

namespace {

using namespace berth::scoring;
using berth::devicemodel::amount_limit;
using berth::devicemodel::shares;
using berth::test::shares_of;

node_fit fits(std::int64_t measure) { return node_fit::fitting(measure); }

std::vector<std::int64_t> levels(node_policy policy, const std::vector<node_fit>& call) {
    level_scale scale(policy);
    for (const auto& fit : call) {
        scale.see(fit);
    }
    std::vector<std::int64_t> result;
    for (const auto& fit : call) {
        result.push_back(scale.level_of(fit));
    }
    return result;
}

using numbers = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("levels lie on a line from the worst fitting node of the call to the best", "[scoring]") {
    const std::vector<node_fit> call{fits(200), fits(100), fits(300), fits(105), fits(109), fits(110)};
    CHECK(levels(node_policy::binpack, call) == numbers{5, 0, 10, 0, 0, 1});    // .25 and .45 go down, .5 up
    CHECK(levels(node_policy::spread, call) == numbers{5, 10, 0, 10, 10, 10});  // 9.5 goes up
    CHECK(levels(node_policy::stock, call) == numbers(6, 10));
}

TEST_CASE("halves of a level are rounded away from zero", "[scoring]") {
    CHECK(levels(node_policy::binpack, {fits(0), fits(20), fits(1), fits(3), fits(19)}) ==
          numbers{0, 10, 1, 2, 10});
    CHECK(levels(node_policy::spread, {fits(0), fits(20), fits(1), fits(3), fits(19)}) ==
          numbers{10, 0, 10, 9, 1});
}

TEST_CASE("a node that does not fit is level 0 and moves no other", "[scoring]") {
    const auto refused = node_fit::of(node_fit::refused({}, false).outcome(), 1'000'000);
    for (const auto policy : {node_policy::stock, node_policy::binpack, node_policy::spread}) {
        CHECK(levels(policy, {refused}) == numbers{0});
        CHECK(levels(policy, {refused, fits(5)}) == numbers{0, 10});
        CHECK(levels(policy, {fits(5), refused, fits(5)}) == numbers{10, 0, 10});
    }
    CHECK(levels(node_policy::binpack, {fits(5), refused, fits(6)}) == numbers{0, 0, 10});
}

TEST_CASE("every level is within the extender's range, the best node of a call at its top", "[scoring]") {
    for (std::int64_t a = -7; a < 40; a += 3) {
        for (std::int64_t b = -5; b < 40; ++b) {
            const auto got = levels(node_policy::spread, {fits(a), fits(b), fits(17)});
            CHECK(*std::min_element(got.begin(), got.end()) >= lowest_level);
            CHECK(*std::max_element(got.begin(), got.end()) == highest_level);
        }
    }
}

TEST_CASE("a load is the used part of slots, cores and memory in millionths", "[scoring]") {
    // HAMi's node score of its four-card example is 3.9166667; without the factor 10, cut to millionths.
    const shares four_cards = shares_of(4 * 24'576, 400, 40), used = shares_of(12'288 + 4'096, 60, 3);
    CHECK(load_of(four_cards, used) == 391'666);
    CHECK(load_of(shares_of(24'576, 100, 10), shares_of(12'288, 50, 2)) == 1'200'000);
    CHECK(load_of(shares_of(24'576, 100, 10), shares_of(4'096, 10, 1)) == 366'666);
    CHECK(load_of(four_cards, {}) == 0);
    CHECK(load_of(shares_of(100, 100, 10), shares_of(50, 50, 20)) == 3'000'000);  // over-committed slots
}

TEST_CASE("weights turn a comparison of loads round", "[scoring]") {
    const shares capacity = shares_of(100, 100, 10), a = shares_of(10, 90, 1), b = shares_of(20, 10, 7);
    CHECK(load_of(capacity, a, {1, 1, 1}) == 1'100'000);
    CHECK(load_of(capacity, b, {1, 1, 1}) == 1'000'000);
    CHECK(load_of(capacity, a, {1, 1, 3}) == 1'300'000);
    CHECK(load_of(capacity, b, {1, 1, 3}) == 1'400'000);
}

TEST_CASE("a load without some capacity is 0, and the largest amounts do not wrap", "[scoring]") {
    CHECK(load_of(shares_of(0, 100, 10), shares_of(0, 50, 5)) == 0);
    CHECK(load_of(shares_of(100, 0, 10), shares_of(50, 0, 5)) == 0);
    CHECK(load_of(shares_of(100, 100, 0), shares_of(50, 50, 0)) == 0);
    CHECK(load_of(shares_of(amount_limit, 100, 10), shares_of(amount_limit, 0, 0)) == load_unit);
}
