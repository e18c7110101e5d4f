#include "extender/replay/stock_scores.hpp"

#include <catch2/catch.hpp>

#include "extender/replay/node_books.hpp"

using namespace berth::replay;

namespace {

struct score_case {
    const char* name;
    cpu_and_memory asked;
    cpu_and_memory allocatable;
    std::int64_t want_least;
    std::int64_t want_balanced;
};

}  // namespace

TEST_CASE("the stock scores are kube-scheduler's, cut to integers where it cuts them", "[replay][scores]") {
    const auto c = GENERATE(values<score_case>({
        {"idle node, nothing asked", {0, 0}, {4000, 10000}, 100, 100},
        {"the same fraction of both", {1000, 2500}, {4000, 10000}, 75, 100},
        // cpu (4000-3000)*100/4000 = 25, memory (10000-5000)*100/10000 = 50, mean 37.5 cut; std |0.75-0.5|/2
        // = 0.125
        {"means are cut", {3000, 5000}, {4000, 10000}, 37, 87},
        // cpu 1/3 free: 33.3 cut to 33; memory 100: mean 66.5 cut; 1 - 1/3 = 0.6666
        {"parts are cut before the mean", {2, 0}, {3, 10000}, 66, 66},
        {"full", {4000, 10000}, {4000, 10000}, 0, 100},
        {"one full, one idle", {4000, 0}, {4000, 10000}, 50, 50},
        {"more asked than there is scores 0 and is a fraction of 1", {8000, 5000}, {4000, 10000}, 25, 75},
        {"a resource the node lacks is left out", {0, 5000}, {0, 10000}, 50, 100},
        {"no resource at all", {0, 0}, {0, 0}, 0, 100},
    }));
    DYNAMIC_SECTION(c.name) {
        CHECK(least_allocated(c.asked, c.allocatable) == c.want_least);
        CHECK(balanced_allocation(c.asked, c.allocatable) == c.want_balanced);
    }
}

TEST_CASE("extender scores are multiplied by ten and the weight", "[replay][scores]") {
    CHECK(extender_points(10, 1) == 100);
    CHECK(extender_points(3, 5) == 150);
    CHECK(extender_points(10, 0) == 0);
}

TEST_CASE(
    "the books score a pod with what its node already carries; unasked CPU and memory count for one score",
    "[replay][scores]") {
    const std::vector<node> nodes{{"a", 4000, 8000, 0, {}}};
    node_books books(nodes);
    const pod asking{"p", {{"main", container_role::app, 1000, 2000, 0, 0, 0, 0}}, {}, 0, {}};
    const pod silent{"q", {{"main", container_role::app, 0, 0, 0, 0, 0, 0}}, {}, 0, {}};

    CHECK(books.stock_score(0, needs_of(asking)) == 75 + 100);
    books.add(0, needs_of(asking));
    CHECK(books.stock_score(0, needs_of(asking)) == 50 + 100);
    // Least allocated sees 1100 m and 2200 MiB: (72 + 72) / 2; balanced sees 1000 and 2000 only.
    CHECK(books.stock_score(0, needs_of(silent)) == 72 + 100);
    books.remove(0, needs_of(asking));
    CHECK(books.stock_score(0, needs_of(asking)) == 75 + 100);
}

TEST_CASE("a node takes 110 pods, and a pod that asks for none of a resource passes where it ran out",
          "[replay][scores]") {
    const std::vector<node> nodes{{"a", 1000, 1000, 0, {}}};
    node_books books(nodes);
    const pod whole{"p", {{"main", container_role::app, 1000, 1000, 0, 0, 0, 0}}, {}, 0, {}};
    const pod nothing{"q", {{"main", container_role::app, 0, 0, 0, 0, 0, 0}}, {}, 0, {}};
    std::vector<std::uint32_t> passing;
    node_books::refusal_counts refused{};

    books.add(0, needs_of(whole));
    books.fitting(needs_of(whole), passing, refused);
    CHECK(passing.empty());
    CHECK(refused == node_books::refusal_counts{0, 1, 1, 0});
    for (int pods = 1; pods < 110; ++pods) {
        books.fitting(needs_of(nothing), passing, refused);
        REQUIRE(passing.size() == 1);
        books.add(0, needs_of(nothing));
    }
    books.fitting(needs_of(nothing), passing, refused);
    CHECK(refused == node_books::refusal_counts{1, 0, 0, 0});
}

TEST_CASE("needs follow the start order: a sidecar stays, an init container stands on the sidecars before it",
          "[replay][scores]") {
    using enum container_role;
    const auto gpu_need = [](std::vector<std::pair<container_role, std::int64_t>> containers) {
        pod p;
        for (const auto& [role, milli] : containers) {
            p.containers.push_back({"c", role, milli, milli, 1, milli, 0, 0});
        }
        const auto needs = needs_of(p);
        CHECK(needs.cpu_milli == needs.gpu_milli);
        return needs.gpu_milli;
    };
    CHECK(gpu_need({{app, 300}, {app, 200}}) == 500);
    CHECK(gpu_need({{init, 700}, {app, 200}}) == 700);
    CHECK(gpu_need({{sidecar, 200}, {init, 500}, {app, 100}}) == 700);
    CHECK(gpu_need({{init, 500}, {sidecar, 200}, {app, 100}}) == 500);
    CHECK(gpu_need({{init, 100}, {sidecar, 200}, {app, 400}}) == 600);
    CHECK(gpu_need({{sidecar, 100}, {init, 300}, {sidecar, 350}, {app, 10}}) == 460);
}
