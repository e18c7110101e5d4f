#include "extender/replay/cluster_state.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <string>

#include "devicemodel/ledger.hpp"
#include "extender/replay/card_audit.hpp"
#include "extender/wire/state.hpp"

using namespace berth::replay;

namespace {

/// A state with one node of cards of 1000 MiB, 100 cores, 10 slots; `used` is charged on the only card "u".
std::string state_of(const std::string& used, const std::string& pods = "") {
    return R"({"schema":"berth-state/1","nodes":[{"name":"n","cards":[{"uuid":"u","capacity":)"
           R"({"memory_mib":1000,"cores":100,"slots":10},"used":)" +
           used + R"(}]}],"pods":[)" + pods + "]}";
}

std::string amounts(int memory, int cores, int slots) {
    return fmt::format(R"({{"memory_mib":{},"cores":{},"slots":{}}})", memory, cores, slots);
}

std::string container_of(const char* role, int memory, const char* uuid = "u") {
    return fmt::format(R"({{"name":"c","role":"{}","cards":[{{"uuid":"{}","memory_mib":{},"cores":1}}]}})",
                       role, uuid, memory);
}

std::string pod_of(const char* stage, const std::string& containers) {
    return fmt::format(R"({{"name":"p","stage":"{}","containers":[{}]}})", stage, containers);
}

card_audit audit_of(std::string text) { return audit(read_cluster_state(text).value()); }

}  // namespace

TEST_CASE("cards are counted as idle, in part and full, and what carries too much is named",
          "[replay][state]") {
    struct row {
        std::string used;
        std::size_t idle, partly, full, over;
    };
    const auto c = GENERATE(values<row>({
        {amounts(0, 0, 0), 1, 0, 0, 0},
        {amounts(999, 99, 10), 0, 1, 0, 0},
        {amounts(0, 0, 1), 0, 1, 0, 0},
        {amounts(1000, 1, 1), 0, 0, 1, 0},
        {amounts(1, 100, 1), 0, 0, 1, 0},
        {amounts(1001, 1, 1), 0, 0, 1, 1},
        {amounts(1, 101, 1), 0, 0, 1, 1},
        {amounts(1, 1, 11), 0, 0, 1, 1},
    }));
    const auto found = audit_of(state_of(c.used));
    CHECK(found.idle == c.idle);
    CHECK(found.partly == c.partly);
    CHECK(found.full == c.full);
    CHECK(found.over_commits.size() == c.over);
    CHECK(found.cards() == 1);
    CHECK(found.memory_mib == 1000);
    CHECK(found.cores == 100);
}

TEST_CASE("the audit adds up the pods' own cards in start order and does not believe a total that is too low",
          "[replay][state]") {
    struct row {
        const char* name;
        std::string pods;
        std::string want;  ///< Empty: nothing is over.
    };
    const auto c = GENERATE(values<row>({
        {"apps together", pod_of("STEADY", container_of("app", 600) + "," + container_of("app", 400)), ""},
        {"apps beyond", pod_of("STEADY", container_of("app", 600) + "," + container_of("app", 401)),
         "its pods take 1001/1000 MiB, 2/100 cores, 2/10 slots"},
        {"an init container on a sidecar",
         pod_of("INIT", container_of("sidecar", 600) + "," + container_of("init", 401) + "," +
                            container_of("app", 1)),
         "its pods take 1001/1000 MiB, 2/100 cores, 2/10 slots"},
        {"an init container before the sidecar",
         pod_of("INIT", container_of("init", 401) + "," + container_of("sidecar", 600) + "," +
                            container_of("app", 1)),
         ""},
        {"the same pod after its start",
         pod_of("STEADY", container_of("sidecar", 600) + "," + container_of("init", 401) + "," +
                              container_of("app", 1)),
         ""},
        {"an ended pod", pod_of("ZERO", container_of("app", 5000)), ""},
        {"two pods",
         pod_of("STEADY", container_of("app", 600)) + "," + pod_of("STEADY", container_of("app", 600)),
         "its pods take 1200/1000 MiB, 2/100 cores, 2/10 slots"},
    }));
    DYNAMIC_SECTION(c.name) {
        const auto found = audit_of(state_of(amounts(1, 1, 1), c.pods));
        REQUIRE(found.over_commits.size() == (c.want.empty() ? 0 : 1));
        if (!c.want.empty()) {
            CHECK(found.over_commits.front() == over_commit{"card u", c.want});
        }
    }
}

TEST_CASE("a share on a card that no node has is an over-commit", "[replay][state]") {
    const auto found =
        audit_of(state_of(amounts(0, 0, 0), pod_of("STEADY", container_of("app", 1, "elsewhere"))));
    CHECK(found.over_commits == std::vector<over_commit>{{"card elsewhere", "on no node, but pods hold it"}});
}

TEST_CASE("a state that cannot be read says where and why", "[replay][state]") {
    const auto problem_of = [](std::string text) { return sentence(read_cluster_state(text).error()); };
    CHECK(problem_of("{}") == "state.schema: must be berth-state/1, not \"\"");
    CHECK(problem_of(R"({"schema":"berth-state/2"})") ==
          "state.schema: must be berth-state/1, not \"berth-state/2\"");
    CHECK(problem_of(R"({"schema":"berth-state/1","nodes":[{"name":"n","cards":[{"uuid":"u"}]}]})") ==
          "state.nodes[0].cards[0]: must have uuid, capacity and used");
    CHECK(problem_of(state_of(amounts(-1, 0, 0))) ==
          "state.nodes[0].cards[0].used.memory_mib: is negative: -1");
    CHECK(problem_of(state_of(amounts(0, 0, 0), pod_of("LATE", ""))) ==
          "state.pods[0].stage: must be INIT, STEADY or ZERO, not \"LATE\"");
    CHECK(problem_of(state_of(amounts(0, 0, 0), pod_of("INIT", container_of("main", 1)))) ==
          "state.pods[0].containers[0].role: must be init, sidecar or app, not \"main\"");
    CHECK(problem_of(R"({"nodes":)").find("state.nodes: is not JSON") == 0);
}

TEST_CASE("a saved state becomes a trace with its nodes emptied and its pods arriving again",
          "[replay][state]") {
    std::string text =
        R"({"schema":"berth-state/1","nodes":[{"name":"n","allocatable":{"cpu_milli":64000,"memory_bytes":2097152,)"
        R"("gpus":20},"requested":{"cpu_milli":1},"cards":[{"uuid":"u","index":0,"model":"A10","mode":"mig","numa":1,)"
        R"("healthy":true,"cordoned":true,"capacity":{"memory_mib":1000,"cores":100,"slots":7},)"
        R"("used":{"memory_mib":1,"cores":1,"slots":1}}]}],)"
        R"("pods":[{"uid":"x","namespace":"team","name":"p","node":"n","stage":"INIT","since":77,)"
        R"("requests":{"cpu_milli":500,"memory_bytes":1048577},"containers":[)"
        R"({"position":0,"name":"side","role":"sidecar","request":{"cards":1,"memory_mib":300,"memory_percent":0,"cores":0},)"
        R"("cards":[]},{"name":"main","role":"app","request":{"cards":2,"memory_mib":0,"memory_percent":40,"cores":30}}]},)"
        R"({"namespace":"team","name":"ended","stage":"ZERO","containers":[]}]})";
    const auto t = as_trace(read_cluster_state(text).value());

    REQUIRE(t.nodes.size() == 1);
    CHECK(t.nodes.front() == node{"n", 64000, 2, 20, {{"u", "A10", 1000, 100, 7, 1, "mig", false}}});
    REQUIRE(t.pods.size() == 1);
    CHECK(t.pods.front() == pod{"team.p",
                                {{"side", container_role::sidecar, 0, 0, 1, 0, 300, 0},
                                 {"main", container_role::app, 500, 2, 2, 300, 0, 40}},
                                {},
                                77,
                                {}});
}

TEST_CASE("the state that the service writes is read", "[replay][state]") {
    using namespace berth::devicemodel;
    ledger books;
    node_info info;
    info.name = "n";
    info.allocatable = {milli_cpu{1000}, host_bytes{1 << 20}};
    info.allocatable_gpus = 10;
    berth::devicemodel::card c;
    c.uuid = "u";
    c.model = "T4";
    c.mode = "hami-core";
    c.healthy = true;
    c.capacity = {mebibytes{15360}, core_percent{100}, slot_count{10}};
    info.cards = {c};
    books.put_node(info);
    std::string text;
    berth::wire::write_state(text, books.publish(), {"1", 0, ledger_rules{}, {}});
    INFO(text);
    const auto state = read_cluster_state(text);
    REQUIRE(state.has_value());
    CHECK(state->nodes == std::vector<state_node>{
                              {"n", 1000, 1, 10, {{{"u", "T4", 15360, 100, 10, 0, "hami-core", true}, {}}}}});
}
