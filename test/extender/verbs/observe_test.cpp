#include "extender/verbs/observe.hpp"

#include <catch2/catch.hpp>

#include "test/support/api_pods.hpp"

namespace {

using namespace berth;
using devicemodel::container_role;
using devicemodel::stage;
using test::a_container;
using test::an_app;

constexpr std::int64_t noon = 1'893'499'200;

devicemodel::container_allocation on(const std::string& uuid, std::int64_t memory) {
    return {{uuid, devicemodel::mebibytes{memory}, {}}};
}

struct cluster {
    verbs::books known;
    verbs::demand_rules rules;

    cluster() { known.ledger.put_node(test::a_gpu_node("node-a", 2, 1000)); }

    void see(const api::pod& pod) { verbs::observe_pod(known, rules, pod, noon); }
    std::int64_t used(std::size_t card = 0) const {
        return known.ledger.slots()[0]->used[card].memory.value();
    }
    bool blocked() const { return known.ledger.slots()[0]->unreadable > 0; }
};

/// A pod on node-a with an init container of 800 MiB and an app of 300 MiB on the first card.
api::pod placed(const std::string& name = "p") {
    auto pod = test::a_pod(name, {a_container("prep", container_role::init, 800), an_app("serve", 300)});
    pod.node_name = "node-a";
    pod.allocated = api::annotated_allocation{{on("node-a-0", 800), on("node-a-0", 300)}, ""};
    return pod;
}

devicemodel::container_status done(std::string name) {
    devicemodel::container_status status;
    status.name = std::move(name);
    status.now = devicemodel::container_status::state::terminated;
    return status;
}

TEST_CASE("observe: a pod is charged by its annotation, its stage and its UID", "[verbs][observe]") {
    cluster c;
    auto pod = placed();
    c.see(pod);
    CHECK(c.used() == 800);
    const auto revision = c.known.ledger.revision();
    c.see(pod);
    CHECK(c.known.ledger.revision() == revision);  // the same again changes nothing

    pod.status.init_containers = {done("prep")};
    c.see(pod);
    CHECK(c.used() == 300);

    pod.deleting = true;
    c.see(pod);
    CHECK(c.used() == 300);

    verbs::observe_pod_gone(c.known, "another-uid");
    CHECK(c.used() == 300);
    verbs::observe_pod_gone(c.known, "p");
    CHECK(c.used() == 0);
    CHECK(c.known.ledger.pod_count() == 0);
}

TEST_CASE("observe: a finished pod is charged nothing, and stays finished", "[verbs][observe]") {
    cluster c;
    auto pod = placed();
    c.see(pod);
    pod.status.phase = "Failed";
    c.see(pod);
    CHECK(c.used() == 0);
    pod.status.phase = "Running";  // a late event from before
    c.see(pod);
    CHECK(c.used() == 0);
}

TEST_CASE("observe: an allocation nobody can read closes the node", "[verbs][observe]") {
    cluster c;
    auto pod = placed();
    SECTION("broken text") { pod.allocated = api::annotated_allocation{{}, "part 0 has 3 fields"}; }
    SECTION("missing") { pod.allocated.reset(); }
    SECTION("more parts than containers") { pod.allocated->slots.resize(3, on("node-a-0", 1)); }
    SECTION("a part for one of two containers that ask") { pod.allocated->slots.pop_back(); }
    c.see(pod);
    CHECK(c.blocked());
    pod.status.phase = "Succeeded";
    c.see(pod);
    CHECK_FALSE(c.blocked());
}

TEST_CASE("observe: what is known of a pod survives an erased annotation, and a broken one in part",
          "[verbs][observe]") {
    cluster c;
    auto pod = placed();
    c.see(pod);
    SECTION("erased: nothing changes") {
        pod.allocated.reset();
        c.see(pod);
        CHECK_FALSE(c.blocked());
    }
    SECTION("broken: the charge stays, the node takes nothing new") {
        pod.allocated = api::annotated_allocation{{}, "garbage"};
        c.see(pod);
        CHECK(c.blocked());
    }
    CHECK(c.used() == 800);
}

TEST_CASE("observe: parts that leave out containers without GPU are put back in place", "[verbs][observe]") {
    cluster c;
    auto pod = test::a_pod(
        "p", {a_container("migrate", container_role::init, 0, 0), an_app("one", 250), an_app("two", 250)});
    pod.node_name = "node-a";
    pod.allocated = api::annotated_allocation{{on("node-a-0", 250), on("node-a-0", 250)}, ""};
    c.see(pod);
    CHECK(c.used() == 500);
    CHECK(c.known.ledger.find_pod("p")->chosen[0].empty());
    pod.status.init_containers = {done("migrate")};
    c.see(pod);
    CHECK(c.used() == 500);
}

TEST_CASE("observe: another scheduler's reservation counts in full until it is gone", "[verbs][observe]") {
    cluster c;
    auto pod = placed();
    pod.node_name.clear();
    c.see(pod);
    CHECK(c.used() == 0);  // an allocation without a node says nothing
    pod.annotations.emplace(api::pod_annotation::node, "node-a");
    c.see(pod);
    CHECK(c.used() == 800);
    pod.annotations.clear();
    pod.allocated.reset();
    c.see(pod);
    CHECK(c.used() == 0);
}

TEST_CASE("observe: an event from before our bind does not take its cards away", "[verbs][observe]") {
    cluster c;
    const auto pending = test::a_pod("p", {an_app("serve", 300)});
    c.see(pending);
    REQUIRE(c.known.pending.find("p") != nullptr);
    devicemodel::pod_record record;
    record.uid = "p";
    record.name = "p";
    record.name_space = "team-a";
    record.node = "node-a";
    record.containers = c.known.pending.find("p")->request.containers;
    record.chosen = {on("node-a-1", 300)};
    devicemodel::claim ticket;
    REQUIRE_FALSE(c.known.ledger.reserve(record, ticket));
    c.see(pending);
    CHECK(c.used(1) == 300);

    auto seen = pending;
    seen.node_name = "node-a";
    seen.allocated = api::annotated_allocation{{on("node-a-1", 300)}, ""};
    c.see(seen);
    CHECK(c.used(1) == 300);
    CHECK(c.known.pending.find("p") == nullptr);
    CHECK(c.known.ledger.bound(ticket));
    CHECK(c.used(1) == 300);
}

TEST_CASE("observe: pods without GPU are known for their CPU and memory", "[verbs][observe]") {
    cluster c;
    auto pod = test::a_pod("web", {an_app("web", 0, 0)});
    pod.containers[0].resources.cpu_milli = 1500;
    pod.node_name = "node-a";
    c.see(pod);
    CHECK(c.known.ledger.slots()[0]->requested.cpu.value() == 1500);
    pod.status.phase = "Succeeded";
    c.see(pod);
    CHECK(c.known.ledger.slots()[0]->requested.cpu.value() == 0);
}

}  // namespace
