#include "devicemodel/amounts.hpp"

#include <catch2/catch.hpp>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "devicemodel/card.hpp"

#include "test/support/builders.hpp"
#include "test/support/model_printers.hpp"

namespace {

using namespace berth::devicemodel;
using berth::test::shares_of;

template <class A, class B>
concept addable = requires(A a, B b) {
    a + b;
};
template <class A, class B>
concept subtractable = requires(A a, B b) {
    a - b;
};
template <class A, class B>
concept orderable = requires(A a, B b) {
    a < b;
};

template <class A, class B>
constexpr bool never_mix = !addable<A, B> && !subtractable<A, B> && !orderable<A, B> &&
                           !std::is_assignable_v<A&, B> && !std::is_constructible_v<A, B>;

static_assert(addable<mebibytes, mebibytes> && subtractable<mebibytes, mebibytes>);
static_assert(never_mix<mebibytes, core_percent> && never_mix<core_percent, mebibytes>);
static_assert(never_mix<mebibytes, slot_count> && never_mix<slot_count, core_percent>);
static_assert(never_mix<milli_cpu, core_percent> && never_mix<mebibytes, host_bytes>);
static_assert(never_mix<milli_cpu, host_bytes>);
static_assert(!addable<shares, host_resources> && !addable<shares, mebibytes>);

// A bare integer says no unit: neither does one become an amount unasked, nor an amount one.
static_assert(!std::is_convertible_v<std::int64_t, mebibytes> && !addable<mebibytes, int>);
static_assert(!std::is_convertible_v<mebibytes, std::int64_t> && !std::is_assignable_v<mebibytes&, int>);
static_assert(std::is_constructible_v<mebibytes, std::int64_t>);

// The bound that wire/ holds amounts to leaves room for a thousand containers of millions of cards.
static_assert(amount_limit <= INT64_MAX / static_cast<std::int64_t>(containers_limit) / 8);

}  // namespace

TEST_CASE("max_of_each takes the larger of every resource on its own", "[devicemodel]") {
    CHECK(max_of_each(shares_of(10, 5, 1), shares_of(2, 50, 3)) == shares_of(10, 50, 3));
    CHECK(max_of_each(shares_of(2, 50, 3), shares_of(10, 5, 1)) == shares_of(10, 50, 3));
}

TEST_CASE("free is never below zero and the deficit shows as over-commit", "[devicemodel]") {
    const auto capacity = shares_of(100, 100, 4);
    CHECK(free_of(capacity, shares_of(30, 100, 1)) == shares_of(70, 0, 3));
    CHECK(over_commit(capacity, shares_of(30, 100, 1)) == shares{});
    CHECK(free_of(capacity, shares_of(130, 20, 7)) == shares_of(0, 80, 0));
    CHECK(over_commit(capacity, shares_of(130, 20, 7)) == shares_of(30, 0, 3));
}

TEST_CASE("a percentage of memory is cut down to whole MiB of the card it lands on", "[devicemodel]") {
    struct row {
        std::int64_t capacity;
        std::int32_t percent;
        std::int64_t want;
    };
    const auto c = GENERATE(values<row>({{24'564, 33, 8'106},
                                         {15'360, 40, 6'144},
                                         {81'559, 7, 5'709},
                                         {16'376, 1, 163},
                                         {24'576, 100, 24'576}}));

    const container_demand demand{1, {}, c.percent, core_percent{20}};
    const card card = berth::test::a_card().memory(c.capacity);
    CHECK(share_on(demand, card) == shares_of(c.want, 20));
}

TEST_CASE("memory in MiB wins over a percentage", "[devicemodel]") {
    const card card = berth::test::a_card().memory(1'000);
    CHECK(share_on({2, mebibytes{300}, 50, {}}, card) == shares_of(300));
}
