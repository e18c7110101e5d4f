#include "extender/verbs/request_of.hpp"

#include <catch2/catch.hpp>

#include "test/support/api_pods.hpp"

namespace {

using namespace berth;
using devicemodel::core_percent;
using devicemodel::mebibytes;
using scoring::card_order_key;

struct row {
    const char* name;
    api::container_resources asked;
    devicemodel::container_demand want;
    verbs::demand_rules rules = {};
};

devicemodel::container_demand demand(std::int32_t cards, std::int64_t memory, std::int32_t percent,
                                     std::int64_t cores) {
    return {cards, mebibytes{memory}, percent, core_percent{cores}};
}

verbs::demand_rules defaults(std::int64_t memory, std::int64_t cores, std::int64_t factor) {
    verbs::demand_rules rules;
    rules.default_memory_mib = memory;
    rules.default_cores = cores;
    rules.memory_factor = factor;
    return rules;
}

/// A pod whose only container asks for one card, with one annotation.
api::pod annotated(const char* key, std::string value) {
    auto pod = test::a_pod("p", {test::an_app("main", 1000)});
    pod.annotations.emplace(key, std::move(value));
    return pod;
}

TEST_CASE("request_of: what a container asks for, as HAMi's users expect", "[verbs][request]") {
    const std::vector<row> rows = {
        {"no count, no GPU", {.memory = 3000}, demand(0, 0, 0, 0)},
        {"count 0 is no GPU", {.gpus = 0, .memory = 3000}, demand(0, 0, 0, 0)},
        {"a count alone takes whole cards", {.gpus = 2}, demand(2, 0, 100, 0)},
        {"memory in MiB", {.gpus = 1, .memory = 3000}, demand(1, 3000, 0, 0)},
        {"memory 0 is not said", {.gpus = 1, .memory = 0}, demand(1, 0, 100, 0)},
        {"memory wins over percent",
         {.gpus = 1, .memory = 2000, .memory_percent = 30},
         demand(1, 2000, 0, 0)},
        {"percent", {.gpus = 1, .memory_percent = 30}, demand(1, 0, 30, 0)},
        {"percent above 100 is 100", {.gpus = 1, .memory_percent = 120}, demand(1, 0, 100, 0)},
        {"percent 0 is not said", {.gpus = 1, .memory_percent = 0}, demand(1, 0, 100, 0)},
        {"percent below 0 is not said", {.gpus = 1, .memory_percent = -3}, demand(1, 0, 100, 0)},
        {"cores", {.gpus = 1, .memory = 1, .cores = 30}, demand(1, 1, 0, 30)},
        {"cores above 100 are 100", {.gpus = 1, .memory = 1, .cores = 120}, demand(1, 1, 0, 100)},
        {"default memory", {.gpus = 1}, demand(1, 512, 0, 0), defaults(512, 0, 1)},
        {"percent wins over default memory",
         {.gpus = 1, .memory_percent = 7},
         demand(1, 0, 7, 0),
         defaults(512, 0, 1)},
        {"default cores", {.gpus = 1}, demand(1, 0, 100, 25), defaults(0, 25, 1)},
        {"cores 0 win over default cores", {.gpus = 1, .cores = 0}, demand(1, 0, 100, 0), defaults(0, 25, 1)},
        {"memory factor", {.gpus = 1, .memory = 3}, demand(1, 3072, 0, 0), defaults(0, 0, 1024)},
        {"a factor below 1 acts as 1", {.gpus = 1, .memory = 3}, demand(1, 3, 0, 0), defaults(0, 0, -5)},
    };
    for (const auto& r : rows) {
        DYNAMIC_SECTION(r.name) {
            auto pod = test::a_pod("p", {test::an_app("main", 0, 0)});
            pod.containers[0].resources = r.asked;
            const auto containers = verbs::containers_of(pod, r.rules);
            REQUIRE(containers.has_value());
            CHECK(containers->at(0).demand == r.want);
        }
    }
}

TEST_CASE("request_of: amounts past any card are errors that name container and resource",
          "[verbs][request]") {
    auto pod = test::a_pod("p", {test::an_app("main", 0)});
    auto& asked = pod.containers[0].resources;
    SECTION("memory times its factor") {
        asked.memory = devicemodel::amount_limit / 1024 + 1;
        const auto got = verbs::containers_of(pod, defaults(0, 0, 1024));
        REQUIRE_FALSE(got.has_value());
        CHECK(got.error().field == "container main, nvidia.com/gpumem");
    }
    SECTION("a count of cards") {
        asked.gpus = 1'000'001;
        const auto got = verbs::containers_of(pod, {});
        REQUIRE_FALSE(got.has_value());
        CHECK(got.error().field == "container main, nvidia.com/gpu");
    }
}

TEST_CASE("request_of: annotations narrow the cards and choose the policy", "[verbs][request]") {
    using names = std::vector<std::string>;
    const auto of = [](const char* key, std::string value) {
        return verbs::request_of(annotated(key, std::move(value)), {}).value();
    };
    CHECK(of("nvidia.com/use-gpuuuid", " a , ,b,").rules.use_uuids == names{"a", "b"});
    CHECK(of("nvidia.com/nouse-gpuuuid", "a").rules.avoid_uuids == names{"a"});
    CHECK(of("nvidia.com/use-gputype", "A100,,").rules.use_models == names{"A100"});
    CHECK(of("nvidia.com/use-gputype", " ").rules.use_models.empty());
    CHECK(of("nvidia.com/nouse-gputype", "T4, P4").rules.avoid_models == names{"T4", "P4"});
    CHECK(of("nvidia.com/vgpu-mode", "mig").rules.modes == "mig");

    using keys = std::vector<card_order_key>;
    CHECK(of("hami.io/gpu-scheduler-policy", "binpack").card_order == keys{card_order_key::binpack});
    CHECK(of("hami.io/gpu-scheduler-policy", "numa, spread,numa").card_order ==
          keys{card_order_key::numa, card_order_key::spread});
    CHECK(of("hami.io/gpu-scheduler-policy", "numa").card_order == keys{card_order_key::spread});
    CHECK(of("hami.io/gpu-scheduler-policy", "best").card_order == keys{card_order_key::best_fit});
    CHECK(of("hami.io/gpu-scheduler-policy", "mutex").rules.idle_cards_only);
    CHECK(of("hami.io/node-scheduler-policy", "spread").nodes == scoring::node_policy::spread);
    CHECK(of("hami.io/node-scheduler-policy", "typo").nodes == scoring::node_policy::stock);

    CHECK(of("hami.io/device-scoring-weights", "slot=1, core=0,memory=3").weights ==
          scoring::load_weights{1, 0, 3});
    for (const char* bad :
         {"slot=1,core=1", "slot=1,core=1,memory=x", "slot=1,core=1,memory=-1", "slot=0,core=0,memory=0",
          "slot=1,slot=1,memory=1", "slot=1,core=1,memory=1,slot=2", "slot"}) {
        CAPTURE(bad);
        const auto got = verbs::request_of(annotated("hami.io/device-scoring-weights", bad), {});
        REQUIRE_FALSE(got.has_value());
        CHECK(got.error().field == "Pod.metadata.annotations[hami.io/device-scoring-weights]");
    }
    CHECK_FALSE(verbs::request_of(annotated("nvidia.com/numa-bind", "true"), {}).has_value());
    CHECK(verbs::request_of(annotated("nvidia.com/numa-bind", "maybe"), {}).has_value());
}

TEST_CASE("request_of: annotations about cards do not touch a pod without cards", "[verbs][request]") {
    auto pod = annotated("hami.io/device-scoring-weights", "nonsense");
    pod.containers[0].resources = {};
    CHECK(verbs::request_of(pod, {}).has_value());
}

TEST_CASE("host_requests_of: sidecars add up, an init container stands on those before it",
          "[verbs][request]") {
    using devicemodel::container_role;
    const auto needs = [](container_role role, std::int64_t cpu) {
        api::container_spec c;
        c.role = role;
        c.resources.cpu_milli = cpu;
        c.resources.memory_bytes = 10 * cpu;
        return c;
    };
    const auto host = verbs::host_requests_of(
        test::a_pod("p", {needs(container_role::init, 900), needs(container_role::sidecar, 100),
                          needs(container_role::init, 700), needs(container_role::app, 300)}));
    CHECK(host == devicemodel::host_resources{devicemodel::milli_cpu{900}, devicemodel::host_bytes{9000}});
}

}  // namespace
