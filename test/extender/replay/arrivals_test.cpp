#include "extender/replay/arrivals.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

using namespace berth::replay;

namespace {

pod of_share(std::string name, std::int64_t gpus, std::int64_t milli, std::int64_t created = 0) {
    return {
        std::move(name), {{"main", container_role::app, 1, 1, gpus, milli, 0, 0}}, {}, created, created + 1};
}

trace four_pods() {
    return {"t",
            {{"a", 1, 1, 10, std::vector<card>(1)}},
            {of_share("p0", 1, 500, 30), of_share("p1", 0, 0, 10), of_share("p2", 1, 300, 10),
             of_share("p3", 1, 100, 0)}};
}

std::int64_t demand_of(const trace& t, const std::vector<arrival>& order) {
    std::int64_t sum = 0;
    for (const auto& a : order) {
        sum += needs_of(t.pods[a.pod]).gpu_milli;
    }
    return sum;
}

std::vector<std::uint32_t> pods_of(const std::vector<arrival>& order) {
    std::vector<std::uint32_t> pods;
    for (const auto& a : order) {
        pods.push_back(a.pod);
    }
    return pods;
}

}  // namespace

TEST_CASE("pods arrive once in the order of the file, by creation with departures, cut by first",
          "[replay][arrivals]") {
    options o;
    CHECK(pods_of(plan_arrivals(four_pods(), o)) == std::vector<std::uint32_t>{0, 1, 2, 3});
    o.leaving = departures::by_trace;
    CHECK(pods_of(plan_arrivals(four_pods(), o)) == std::vector<std::uint32_t>{3, 1, 2, 0});
    o.first = 2;
    CHECK(pods_of(plan_arrivals(four_pods(), o)) == std::vector<std::uint32_t>{3, 1});
}

TEST_CASE("a shuffle is a permutation, fixed by its seed", "[replay][arrivals]") {
    std::set<std::vector<std::uint32_t>> orders;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        options o;
        o.shuffle = seed;
        auto order = pods_of(plan_arrivals(four_pods(), o));
        CHECK(order == pods_of(plan_arrivals(four_pods(), o)));
        orders.insert(order);
        std::sort(order.begin(), order.end());
        CHECK(order == std::vector<std::uint32_t>{0, 1, 2, 3});
    }
    CHECK(orders.size() == 24);
}

TEST_CASE("until draws pods again until the demand has arrived, under names of their own",
          "[replay][arrivals]") {
    const auto t = four_pods();  // 900 of 1000
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        options o;
        o.seed = seed;
        o.until = 130;
        const auto order = plan_arrivals(t, o);
        CHECK(order == plan_arrivals(t, o));
        CHECK(demand_of(t, order) >= 1'300);
        CHECK(demand_of(t, {order.begin(), order.end() - 1}) < 1'300);
        std::set<std::string> names;
        for (const auto& a : order) {
            CHECK(names.insert(name_of(t, a)).second);
        }
    }
    CHECK(name_of(t, {1, 0}) == "p1");
    CHECK(name_of(t, {1, 2}) == "p1-copy-2");
}

TEST_CASE("until leaves out the end of a trace that asks for more already, and ends without any GPU demand",
          "[replay][arrivals]") {
    auto t = four_pods();
    options o;
    o.until = 60;
    CHECK(pods_of(plan_arrivals(t, o)) == std::vector<std::uint32_t>{0, 1, 2});
    t.pods = {of_share("p", 0, 0)};
    CHECK(plan_arrivals(t, o).size() == 1);
}

TEST_CASE("uids have the usual form and differ by position and seed", "[replay][arrivals]") {
    CHECK(uid_of(5, 42) == "0000002a-0000-4000-8000-000000000005");
    CHECK(uid_of(6, 42) != uid_of(5, 42));
    CHECK(uid_of(5, 43) != uid_of(5, 42));
}
