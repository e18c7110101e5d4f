#include "extender/verbs/judge.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "extender/verbs/observe.hpp"
#include "extender/verbs/refresh.hpp"

#include "test/support/api_pods.hpp"

namespace {

using namespace berth;
using test::an_app;

constexpr scoring::search_limits limits;

scoring::pod_request asking(std::int64_t memory, std::int64_t gpus = 1, std::int64_t cores = 0) {
    return verbs::request_of(test::a_pod("p", {an_app("main", memory, gpus, cores)}), {}).value();
}

TEST_CASE("node_judge: results with the memory on are those with it off, whatever happens between calls",
          "[verbs][memory][property]") {
    const auto seed = GENERATE(range(0U, 40U));
    CAPTURE(seed);
    std::mt19937 rng(seed);
    const auto draw = [&](int most) { return std::uniform_int_distribution<int>(0, most)(rng); };
    verbs::books known;
    const verbs::demand_rules rules;
    verbs::result_memory on(60), off(0);  // room for six kinds of ten nodes: some are forgotten on the way
    verbs::refresher between(known.ledger, on, limits);
    for (int i = 0; i < 10; ++i) {
        known.ledger.put_node(test::a_gpu_node("node-" + std::to_string(i), 1 + draw(2), 1000));
    }
    for (int step = 0; step < 120; ++step) {
        const std::string node = "node-" + std::to_string(draw(step < 60 ? 9 : 12));  // later new ones come
        const std::string uid = "pod-" + std::to_string(draw(30));
        switch (draw(4)) {
            case 0: verbs::observe_pod_gone(known, uid); break;
            case 1: known.ledger.remove_node(node); break;
            case 2: known.ledger.put_node(test::a_gpu_node(node, 1 + draw(2), 1000)); break;
            default: {
                auto pod = test::a_pod(uid, {an_app("main", 100)});
                pod.node_name = node;
                pod.allocated =
                    api::annotated_allocation{{{{node + "-0", devicemodel::mebibytes{100 * draw(8)},
                                                 devicemodel::core_percent{draw(100)}}}},
                                              draw(9) == 0 ? "cannot be read" : ""};
                verbs::observe_pod(known, rules, pod, 0);
            }
        }
        for (int runs = draw(2); runs > 0; --runs) {
            between.run();
        }
        auto request = asking(100 * (1 + draw(6)), 1 + draw(1), 50 * draw(2));
        request.nodes = draw(3) == 0 ? scoring::node_policy::binpack : scoring::node_policy::stock;
        const std::string asker = draw(1) == 0 ? "somebody" : uid;
        verbs::node_judge with(known.ledger, on, request, asker, limits);
        verbs::node_judge without(known.ledger, off, request, asker, limits);
        for (std::uint32_t slot = 0; slot < known.ledger.slots().size() + 1; ++slot) {
            CAPTURE(step, slot);
            const auto expected = without.fit_of(slot);
            REQUIRE(with.fit_of(slot) == expected);
        }
    }
    CHECK(on.entries() <= 60);
    CHECK(off.entries() == 0);
    CHECK(known.ledger.audit().empty());
}

TEST_CASE("refresher: works out between calls what changed, and no more", "[verbs][memory]") {
    verbs::books known;
    for (int i = 0; i < 100; ++i) {
        known.ledger.put_node(test::a_gpu_node("node-" + std::to_string(i), 1, 1000));
    }
    verbs::result_memory memory(1000);
    verbs::refresher between(known.ledger, memory, limits);
    const auto request = asking(300);
    const auto call = [&] {
        verbs::node_judge judge(known.ledger, memory, request, "somebody", limits);
        for (std::uint32_t slot = 0; slot < 100; ++slot) {
            judge.fit_of(slot);
        }
    };
    const auto change = [&](int from, int to) {
        for (int i = from; i < to; ++i) {
            auto pod = test::a_pod("pod-" + std::to_string(i), {an_app("main", 800)});
            pod.node_name = "node-" + std::to_string(i);
            pod.allocated =
                api::annotated_allocation{{{{pod.node_name + "-0", devicemodel::mebibytes{800}, {}}}}, ""};
            verbs::observe_pod(known, {}, pod, 0);
        }
    };
    const auto ready = [&] {  // without the marking that a call does first
        const verbs::known_fits::view fits(memory.by_last_use().front().fits);
        int count = 0;
        for (std::uint32_t slot = 0; slot < 100; ++slot) {
            count += fits.is_known(slot) ? 1 : 0;
        }
        return memory.by_last_use().front().fits.revision() == known.ledger.revision() ? count : 0;
    };

    between.run();
    call();
    CHECK_FALSE(between.has_work());
    CHECK(ready() == 100);
    change(0, 10);
    CHECK(between.has_work());
    CHECK(ready() == 0);
    between.run();
    CHECK_FALSE(between.has_work());
    CHECK(ready() == 100);

    change(10, 90);  // many at once are left to the call
    between.run();
    CHECK_FALSE(between.has_work());
    CHECK(ready() == 0);
    change(90, 91);
    between.run();
    CHECK(ready() == 0);  // it would not be right without the ones left out
    call();
    CHECK(ready() == 100);

    for (int i = 0; i < 200; ++i) {  // a kind nobody asks about any more costs no more than a call
        known.ledger.remove_pod("pod-" + std::to_string(i % 90));
        change(i % 90, i % 90 + 1);
        between.run();
    }
    CHECK(ready() == 0);
}

TEST_CASE("node_judge: a pod does not compete with itself", "[verbs][judge]") {
    verbs::books known;
    known.ledger.put_node(test::a_gpu_node("node-a", 1, 1000));
    auto pod = test::a_pod("p", {an_app("main", 800)});
    pod.node_name = "node-a";
    pod.allocated = api::annotated_allocation{{{{"node-a-0", devicemodel::mebibytes{800}, {}}}}, ""};
    verbs::observe_pod(known, {}, pod, 0);
    verbs::result_memory memory(1000);
    const auto request = asking(800);
    CHECK(verbs::node_judge(known.ledger, memory, request, "p", limits).fit_of(0).fits());
    CHECK_FALSE(verbs::node_judge(known.ledger, memory, request, "q", limits).fit_of(0).fits());
    CHECK(verbs::node_judge(known.ledger, memory, request, "p", limits).fit_of(0).fits());
}

TEST_CASE("node_judge: what no room on the node can change is unresolvable", "[verbs][judge]") {
    verbs::books known;
    known.ledger.put_node(test::a_gpu_node("node-a", 1, 1000));
    auto pod = test::a_pod("p", {an_app("main", 800)});
    pod.node_name = "node-a";
    pod.allocated = api::annotated_allocation{{{{"node-a-0", devicemodel::mebibytes{800}, {}}}}, ""};
    verbs::observe_pod(known, {}, pod, 0);
    verbs::result_memory memory(1000);
    const auto fit = [&](std::int64_t memory_mib, std::int64_t gpus) {
        const auto request = asking(memory_mib, gpus);
        return verbs::node_judge(known.ledger, memory, request, "q", limits).fit_of(0);
    };
    CHECK_FALSE(fit(800, 1).unresolvable());
    CHECK(fit(1001, 1).unresolvable());
    CHECK(fit(100, 2).unresolvable());
    CHECK(fit(100, 2).reasons() == scoring::reason_set(scoring::refusal_reason::node_insufficient_device));
}

TEST_CASE("node_judge: a call's search budget is one for all nodes, and what it cut short is not remembered",
          "[verbs][judge]") {
    verbs::books known;
    for (const char* name : {"node-a", "node-b"}) {
        known.ledger.put_node(test::a_gpu_node(name, 1, 1000));
    }
    verbs::result_memory memory(1000);
    const auto request = asking(800);
    verbs::node_judge short_of_steps(known.ledger, memory, request, "q", {20'000, 1});
    CHECK(short_of_steps.fit_of(0).fits());
    CHECK(short_of_steps.fit_of(1).reasons() ==
          scoring::reason_set(scoring::refusal_reason::search_exhausted));
    CHECK(short_of_steps.searches_exhausted() == 1);
    CHECK(verbs::node_judge(known.ledger, memory, request, "q", limits).fit_of(1).fits());
}

}  // namespace
