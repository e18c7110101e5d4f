#include "extender/verbs/bind.hpp"

#include <catch2/catch.hpp>
#include <optional>

#include "test/support/api_pods.hpp"
#include "test/support/scripted_bind.hpp"

namespace {

using namespace std::chrono_literals;
using namespace berth;
using test::an_app;
using test::bind_step;

constexpr std::int64_t noon = 1'893'499'200;

/// A node with one card of 1000 MiB, and pods that want it.
struct bench {
    verbs::books known;
    verbs::demand_rules rules;
    test::fake_time time;
    test::scripted_bind api{time};
    verbs::binder binder{known, api, time, [] { return noon; }, {}};

    bench() { known.ledger.put_node(test::a_gpu_node("node-a", 1, 1000)); }

    void pending(const std::string& name, std::int64_t memory) {
        verbs::observe_pod(known, rules, test::a_pod(name, {an_app("main", memory)}), noon);
    }

    /// The reply of a bind call, once it has come.
    std::shared_ptr<std::optional<std::string>> bind(const std::string& name,
                                                     const std::string& node = "node-a") {
        auto reply = std::make_shared<std::optional<std::string>>();
        binder.bind({name, "team-a", name, node}, 1, [reply](std::string error) {
            REQUIRE_FALSE(*reply);  // exactly once
            *reply = std::move(error);
        });
        return reply;
    }

    std::int64_t used() const { return known.ledger.slots()[0]->used[0].memory.value(); }
};

TEST_CASE("bind: reserves while the write is under way, then it is bound", "[verbs][bind]") {
    bench b;
    b.pending("p", 600);
    b.api.then({bind_step::kind::commit, 50ms, 0ms});
    const auto reply = b.bind("p");
    CHECK(b.used() == 600);
    CHECK_FALSE(*reply);
    CHECK(b.known.ledger.find_pod("p")->state == devicemodel::claim_state::reserved);

    b.time.advance(50ms);
    CHECK(*reply == "");
    CHECK(b.known.ledger.find_pod("p")->state == devicemodel::claim_state::bound);
    CHECK(b.time.waiting() == 0);
}

TEST_CASE("bind: a refused write gives the cards back", "[verbs][bind]") {
    bench b;
    b.pending("p", 600);
    b.api.then({bind_step::kind::refuse, 10ms, 0ms});
    const auto reply = b.bind("p");
    b.time.advance(10ms);
    REQUIRE(*reply);
    CHECK(reply->value().find("409") != std::string::npos);
    CHECK(b.used() == 0);
    const auto again = b.bind("p");  // still pending, may be bound by the next call
    b.time.advance(0ms);
    CHECK(*again == "");
}

TEST_CASE("bind: no two pods get the same room while a write is under way", "[verbs][bind]") {
    bench b;
    b.pending("one", 600);
    b.pending("two", 600);
    b.api.then({bind_step::kind::commit, 50ms, 0ms});
    const auto first = b.bind("one");
    const auto second = b.bind("two");
    REQUIRE(*second);
    CHECK(second->value() ==
          "node-a refuses the pod at container main: node-a-0 CardInsufficientMemory: asks 600 MiB, free 400 "
          "MiB");
    b.time.advance(50ms);
    CHECK(*first == "");
    CHECK(b.used() == 600);
}

TEST_CASE("bind: a lost answer keeps the cards and is settled by asking again", "[verbs][bind]") {
    bench b;
    b.pending("p", 600);
    SECTION("the API had it at once") {
        b.api.then({bind_step::kind::lose_answer, 10ms, 0ms});
        const auto reply = b.bind("p");
        b.time.advance(10ms);
        CHECK_FALSE(*reply);
        CHECK(b.used() == 600);
        b.time.advance(1s);
        CHECK(*reply == "");
        CHECK(b.api.writes == 2);
    }
    SECTION("the API has it much later: no trace yet does not mean no trace later") {
        b.api.then({bind_step::kind::lose_answer, 10ms, 30s});
        for (int i = 0; i < 10; ++i) {
            b.api.then({bind_step::kind::lose_request, 1ms, 0ms});
        }
        const auto reply = b.bind("p");
        b.time.advance(10s);
        REQUIRE(*reply);  // the deadline
        CHECK(reply->value().find("not known yet") != std::string::npos);
        CHECK(b.used() == 600);
        CHECK(b.binder.unsettled() == 1);
        b.time.advance(60s);
        CHECK(b.binder.unsettled() == 0);
        CHECK(b.known.ledger.find_pod("p")->state == devicemodel::claim_state::bound);
        CHECK(b.used() == 600);
    }
    SECTION("the pod is deleted meanwhile") {
        b.api.then({bind_step::kind::lose_request, 10ms, 0ms});
        const auto reply = b.bind("p");
        b.time.advance(20ms);
        verbs::observe_pod_gone(b.known, "p");
        b.time.advance(1s);
        REQUIRE(*reply);
        CHECK_FALSE(reply->value().empty());
        CHECK(b.used() == 0);
        CHECK(b.binder.unsettled() == 0);
    }
    SECTION("a watch event shows it bound before the next try") {
        b.api.then({bind_step::kind::lose_request, 10ms, 0ms});
        const auto reply = b.bind("p");
        b.time.advance(20ms);
        auto seen = test::a_pod("p", {an_app("main", 600)});
        seen.node_name = "node-a";
        verbs::observe_pod(b.known, b.rules, seen, noon);
        b.time.advance(1s);
        CHECK(*reply == "");
        CHECK(b.used() == 600);
    }
}

TEST_CASE("bind: repeating is safe", "[verbs][bind]") {
    bench b;
    b.pending("p", 600);
    b.known.ledger.put_node(test::a_gpu_node("node-b", 1, 1000));
    b.api.then({bind_step::kind::commit, 50ms, 0ms});
    const auto first = b.bind("p");
    const auto joined = b.bind("p");
    const auto elsewhere = b.bind("p", "node-b");
    REQUIRE(*elsewhere);
    CHECK(elsewhere->value() == "team-a/p (p) is being bound to node-a");
    b.time.advance(50ms);
    CHECK(*first == "");
    CHECK(*joined == "");
    CHECK(b.api.writes == 1);
    CHECK(*b.bind("p") == "");
    CHECK(*b.bind("p", "node-b") == "team-a/p (p) is bound to node-a");
    CHECK(b.api.writes == 1);
}

TEST_CASE("bind: says what is wrong with the call", "[verbs][bind]") {
    bench b;
    b.pending("p", 600);
    CHECK(*b.bind("ghost") == "team-a/ghost (ghost) has not been seen without a node: filter it first");
    CHECK(*b.bind("p", "node-x") == "NodeUnregistered: the node is not known");
    CHECK(b.used() == 0);
}

TEST_CASE("bind: a quota is charged with the cards and given back with them", "[verbs][bind]") {
    std::int64_t charged = 0;
    const std::int64_t limit = 1000;
    devicemodel::quota_hook quota;
    quota.admits = [&](std::string_view, const devicemodel::shares& more) {
        return charged + more.memory.value() <= limit;
    };
    quota.charged = [&](std::string_view name_space, const devicemodel::shares& before,
                        const devicemodel::shares& after) {
        CHECK(name_space == "team-a");
        charged += after.memory.value() - before.memory.value();
    };
    bench b;
    b.known.ledger = devicemodel::ledger({}, quota);
    b.known.ledger.put_node(test::a_gpu_node("node-a", 2, 1000));
    b.pending("one", 700);
    b.pending("two", 700);
    b.api.then({bind_step::kind::refuse, 10ms, 0ms});
    const auto first = b.bind("one");
    CHECK(charged == 700);
    CHECK(b.bind("two")->value().find("ResourceQuotaNotFit") == 0);
    b.time.advance(10ms);
    CHECK(charged == 0);
    const auto second = b.bind("two");
    b.time.advance(10ms);
    CHECK(*second == "");
    CHECK(charged == 700);
    verbs::observe_pod_gone(b.known, "two");
    CHECK(charged == 0);
}

}  // namespace
