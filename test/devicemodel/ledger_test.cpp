#include "devicemodel/ledger.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "test/support/builders.hpp"
#include "test/support/model_printers.hpp"

namespace {

using namespace berth::devicemodel;
using namespace berth::test;

/// Charged per card of a node, in the order of its cards.
std::vector<shares> used_on(const ledger& books, const std::string& node) {
    return books.slots().at(books.slot_of(node).value())->used;
}

ledger with_node(ledger_rules rules = {}, quota_hook quota = {}) {
    ledger books(rules, std::move(quota));
    books.put_node(a_node("n1", {a_card("G0").index(0), a_card("G1").index(1)}));
    return books;
}

pod_record at_stage(pod_record pod, stage now) {
    pod.now = now;
    return pod;
}

/// A namespace's quota of device memory, as the hook sees it.
struct quota_of_memory {
    std::int64_t limit = 0;
    std::map<std::string, shares, std::less<>> charged;

    quota_hook hook() {
        return {[this](std::string_view name_space, const shares& more) {
                    return (charged[std::string(name_space)] + more).memory <= mebibytes{limit};
                },
                [this](std::string_view name_space, const shares& before, const shares& after) {
                    auto& sum = charged[std::string(name_space)];
                    sum = sum - before + after;
                }};
    }
};

}  // namespace

TEST_CASE("a reservation is charged before its write and gives way to what becomes of it", "[devicemodel]") {
    auto books = with_node();
    claim ticket;
    REQUIRE_FALSE(books.reserve(init_app_pod("p1", "n1", "G0", 20'000, 8'000), ticket));
    CHECK(used_on(books, "n1") == std::vector<shares>{shares_of(20'000), {}});
    CHECK(books.find_pod("p1")->state == claim_state::reserved);
    CHECK(books.find_pod("p1")->source == record_source::bind);

    SECTION("acknowledged: bound, with the same charge") {
        CHECK(books.bound(ticket));
        CHECK(books.find_pod("p1")->state == claim_state::bound);
        CHECK(used_on(books, "n1") == std::vector<shares>{shares_of(20'000), {}});
        CHECK_FALSE(books.forget(ticket));
        CHECK(books.pod_count() == 1);
    }
    SECTION("refused: forgotten, once") {
        CHECK(books.forget(ticket));
        CHECK(books.find_pod("p1") == nullptr);
        CHECK(used_on(books, "n1") == std::vector<shares>(2));
        CHECK_FALSE(books.forget(ticket));
        CHECK_FALSE(books.bound(ticket));
    }
    SECTION("seen in the API before the answer came: one charge, and the answer changes nothing") {
        books.put_pod(at_stage(init_app_pod("p1", "n1", "G0", 20'000, 8'000), stage::steady));
        CHECK(used_on(books, "n1") == std::vector<shares>{shares_of(8'000), {}});
        const auto revision = books.revision();
        CHECK(books.bound(ticket));
        CHECK_FALSE(books.forget(ticket));
        CHECK(books.revision() == revision);
        CHECK(used_on(books, "n1") == std::vector<shares>{shares_of(8'000), {}});
    }
    SECTION("deleted while under way: the late answers change nothing") {
        books.remove_pod("p1");
        CHECK_FALSE(books.bound(ticket));
        CHECK_FALSE(books.forget(ticket));
        CHECK(used_on(books, "n1") == std::vector<shares>(2));
    }
    CHECK(books.audit().empty());
}

TEST_CASE("a completion of an older generation changes nothing", "[devicemodel]") {
    auto books = with_node();
    claim first, second;
    REQUIRE_FALSE(books.reserve(one_app_pod("p1", "n1", "G0", 5'000), first));
    REQUIRE(books.forget(first));
    REQUIRE_FALSE(books.reserve(one_app_pod("p1", "n1", "G1", 6'000), second));
    REQUIRE(second.generation > first.generation);

    CHECK_FALSE(books.bound(first));
    CHECK_FALSE(books.forget(first));
    CHECK_FALSE(books.forget({"p1", second.generation + 1}));
    CHECK_FALSE(books.forget({"p2", second.generation}));
    CHECK(books.find_pod("p1")->state == claim_state::reserved);
    CHECK(used_on(books, "n1") == std::vector<shares>{{}, shares_of(6'000)});
    CHECK(books.bound(second));
}

TEST_CASE("a reservation is refused as a whole and leaves the ledger as it was", "[devicemodel]") {
    quota_of_memory quota{60'000, {}};
    auto books = with_node({}, quota.hook());
    books.put_pod(one_app_pod("old", "n1", "G1", 20'000, 50));
    const auto two_cards = [](std::string uid, std::int64_t memory, std::int64_t cores) {
        return a_pod(std::move(uid), "n1", {app_of(memory, cores, 2)},
                     {{share_of("G0", memory, cores), share_of("G1", memory, cores)}});
    };
    struct row {
        std::string name;
        pod_record pod;
        reserve_refusal want;
    };
    const auto c = GENERATE_COPY(values<row>({
        {"unknown node", one_app_pod("p1", "n2", "G0", 1), reserve_refusal::node_unknown},
        {"a card the node does not have", one_app_pod("p1", "n1", "G2", 1), reserve_refusal::card_unknown},
        {"one MiB too many on the second card", two_cards("p1", 4'577, 0), reserve_refusal::over_commit},
        {"one percent too many", two_cards("p1", 1, 51), reserve_refusal::over_commit},
        {"one slot too many",
         a_pod("p1", "n1", std::vector(11, app_of(1)), allocation(11, {share_of("G0", 1)})),
         reserve_refusal::over_commit},
        {"two containers that fit one by one",
         a_pod("p1", "n1", {app_of(20'000), app_of(5'000)},
               {{share_of("G0", 20'000)}, {share_of("G0", 5'000)}}),
         reserve_refusal::over_commit},
        {"an init peak that does not fit", init_app_pod("p1", "n1", "G1", 4'577, 1),
         reserve_refusal::over_commit},
        {"bound already", one_app_pod("old", "n1", "G0", 1), reserve_refusal::already_held},
        {"the quota says no", one_app_pod("p1", "n1", "G0", 5'000), reserve_refusal::quota},
    }));
    DYNAMIC_SECTION(c.name) {
        quota.limit = c.want == reserve_refusal::quota ? 24'999 : 60'000;
        const auto revision = books.revision();
        const auto charged = quota.charged;
        claim ticket{"untouched", 7};

        CHECK(books.reserve(c.pod, ticket) == c.want);

        CHECK(ticket == claim{"untouched", 7});
        CHECK(books.revision() == revision);
        CHECK(books.pod_count() == 1);
        CHECK(used_on(books, "n1") == std::vector<shares>{{}, shares_of(20'000, 50)});
        CHECK(quota.charged == charged);
    }
}

TEST_CASE("what is left on a card can be reserved to the last MiB, percent and slot", "[devicemodel]") {
    ledger books;
    books.put_node(a_node("n1", {a_card("G0").slots(2)}));
    books.put_pod(one_app_pod("old", "n1", "G0", 20'000, 50));
    claim ticket;
    CHECK_FALSE(books.reserve(one_app_pod("p1", "n1", "G0", 4'576, 50), ticket));
    CHECK(used_on(books, "n1") == std::vector<shares>{shares_of(24'576, 100, 2)});
}

TEST_CASE("a reservation of the same pod gives way to a newer one", "[devicemodel]") {
    quota_of_memory quota{24'576, {}};
    auto books = with_node({}, quota.hook());
    books.put_node(a_node("n2", {a_card("H0")}));
    claim first, second;
    REQUIRE_FALSE(books.reserve(one_app_pod("p1", "n1", "G0", 20'000), first));

    SECTION("on the same card, which could not hold both, under a quota that could not either") {
        REQUIRE_FALSE(books.reserve(one_app_pod("p1", "n1", "G0", 22'000), second));
        CHECK(used_on(books, "n1") == std::vector<shares>{shares_of(22'000), {}});
    }
    SECTION("on another node") {
        REQUIRE_FALSE(books.reserve(one_app_pod("p1", "n2", "H0", 22'000), second));
        CHECK(used_on(books, "n1") == std::vector<shares>(2));
        CHECK(used_on(books, "n2") == std::vector<shares>{shares_of(22'000)});
    }
    SECTION("and stays when the newer one is refused") {
        CHECK(books.reserve(one_app_pod("p1", "n2", "H0", 24'577), second) == reserve_refusal::over_commit);
        CHECK(books.reserve(one_app_pod("p1", "n9", "H0", 1), second) == reserve_refusal::node_unknown);
        CHECK(used_on(books, "n1") == std::vector<shares>{shares_of(20'000), {}});
        CHECK(books.bound(first));
        return;
    }
    CHECK(quota.charged["team"] == shares_of(22'000));
    CHECK_FALSE(books.forget(first));
    CHECK(books.forget(second));
    CHECK(quota.charged["team"] == shares{});
    CHECK(books.audit().empty());
}

TEST_CASE("an over-committed card takes no reservation, whatever is asked", "[devicemodel]") {
    auto books = with_node();
    books.put_pod(one_app_pod("a", "n1", "G0", 100, 80));
    books.put_pod(one_app_pod("b", "n1", "G0", 100, 80));
    claim ticket;
    CHECK(used_on(books, "n1")[0] == shares_of(200, 160, 2));
    CHECK(books.reserve(one_app_pod("p1", "n1", "G0", 1, 0), ticket) == reserve_refusal::over_commit);
    CHECK_FALSE(books.reserve(one_app_pod("p1", "n1", "G1", 1, 0), ticket));
}

TEST_CASE("the charge follows the stage of the pod", "[devicemodel]") {
    const auto pod = init_app_pod("p1", "n1", "G0", 20'000, 8'000);
    const auto charged = [](const ledger& books) { return used_on(books, "n1")[0]; };

    SECTION("peak, steady, peak again, nothing") {
        auto books = with_node();
        for (const auto& [now, want] :
             {std::pair{stage::init, shares_of(20'000)}, std::pair{stage::steady, shares_of(8'000)},
              std::pair{stage::init, shares_of(20'000)}, std::pair{stage::zero, shares{}}}) {
            books.put_pod(at_stage(pod, now));
            CHECK(charged(books) == want);
            CHECK(books.audit().empty());
        }
        CHECK(books.pod_count() == 1);
    }
    SECTION("I12: after the init phase a pod comes in that had no room before") {
        auto books = with_node();
        claim ticket;
        books.put_pod(init_app_pod("i3", "n1", "G0", 20'480, 10'240));
        CHECK(books.reserve(one_app_pod("late", "n1", "G0", 12'288), ticket) == reserve_refusal::over_commit);
        books.put_pod(at_stage(init_app_pod("i3", "n1", "G0", 20'480, 10'240), stage::steady));
        CHECK_FALSE(books.reserve(one_app_pod("late", "n1", "G0", 12'288), ticket));

        // Start-up is repeated: what was given away shows as over-commit and nobody else comes in.
        books.put_pod(init_app_pod("i3", "n1", "G0", 20'480, 10'240));
        CHECK(over_commit(shares_of(24'576, 100, 10), charged(books)).memory == mebibytes{8'192});
        CHECK(books.reserve(one_app_pod("later", "n1", "G0", 1), ticket) == reserve_refusal::over_commit);
    }
    SECTION("I7: a failed init container releases nothing") {
        auto books = with_node();
        auto failed = pod;
        failed.now =
            next_stage(stage::init, pod.containers,
                       {"Pending", false, {{"init", container_status::state::terminated, "", 1, false}}, {}});
        books.put_pod(failed);
        CHECK(charged(books) == shares_of(20'000));
    }
    SECTION("never shrinking") {
        auto books = with_node({accounting::exact, shrink_rule::never});
        books.put_pod(at_stage(pod, stage::steady));
        CHECK(charged(books) == shares_of(20'000));
        books.put_pod(at_stage(pod, stage::zero));
        CHECK(charged(books) == shares{});
    }
    SECTION("a reservation is charged in full whatever its stage") {
        auto books = with_node();
        auto annotated = at_stage(pod, stage::steady);
        annotated.state = claim_state::reserved;
        books.put_pod(annotated);
        CHECK(charged(books) == shares_of(20'000));
        annotated.now = stage::zero;
        books.put_pod(annotated);
        CHECK(charged(books) == shares{});
    }
    SECTION("by the rule of the ledger") {
        const auto late_sidecar =
            a_pod("p1", "n1", {init_of(20'480), sidecar_of(2'048), app_of(10'240)},
                  {{share_of("G0", 20'480)}, {share_of("G0", 2'048)}, {share_of("G0", 10'240)}});
        auto exact = with_node(), hami = with_node({accounting::hami, shrink_rule::after_init});
        exact.put_pod(late_sidecar);
        hami.put_pod(late_sidecar);
        CHECK(charged(exact) == shares_of(20'480, 0, 2));
        CHECK(charged(hami) == shares_of(22'528, 0, 2));
    }
}

TEST_CASE("quota is charged and given back in the same step as the cards", "[devicemodel]") {
    quota_of_memory quota{100'000, {}};
    auto books = with_node({}, quota.hook());
    const auto charged = [&] { return quota.charged["team"]; };
    const auto pod = init_app_pod("p1", "n1", "G0", 20'000, 8'000);
    claim ticket;
    REQUIRE_FALSE(books.reserve(pod, ticket));
    CHECK(charged() == shares_of(20'000));

    SECTION("given back when forgotten") {
        books.forget(ticket);
        CHECK(charged() == shares{});
    }
    SECTION("given back when shrunk, taken again when start-up is repeated, given back when deleted") {
        books.bound(ticket);
        CHECK(charged() == shares_of(20'000));
        books.put_pod(at_stage(pod, stage::steady));
        CHECK(charged() == shares_of(8'000));
        books.put_pod(pod);
        CHECK(charged() == shares_of(20'000));
        books.remove_node("n1");
        CHECK(charged() == shares_of(20'000));
        books.remove_pod("p1");
        CHECK(charged() == shares{});
        books.remove_pod("p1");
        CHECK(charged() == shares{});
    }
    SECTION("given back once when finished and then deleted") {
        books.put_pod(at_stage(pod, stage::zero));
        CHECK(charged() == shares{});
        books.remove_pod("p1");
        CHECK(charged() == shares{});
    }
    SECTION("summed over the cards, each namespace on its own") {
        auto other = a_pod("p2", "n1", {app_of(1'000, 10, 2)},
                           {{share_of("G0", 1'000, 10), share_of("G1", 1'000, 10)}});
        other.name_space = "other";
        books.put_pod(other);
        CHECK(quota.charged["other"] == shares_of(2'000, 20, 2));
        CHECK(charged() == shares_of(20'000));
    }
}

TEST_CASE("the deletion of a predecessor with another UID touches nothing", "[devicemodel]") {
    auto books = with_node();
    auto old = one_app_pod("old", "n1", "G0", 5'000), successor = one_app_pod("new", "n1", "G1", 6'000);
    old.name = successor.name = "db-0";
    books.put_pod(old);
    books.put_pod(successor);
    books.remove_pod("old");
    books.remove_pod("old");
    CHECK(books.find_pod("new") != nullptr);
    CHECK(used_on(books, "n1") == std::vector<shares>{{}, shares_of(6'000)});
}

TEST_CASE("a pod seen on another node is charged there and no longer here", "[devicemodel]") {
    auto books = with_node();
    books.put_node(a_node("n2", {a_card("H0")}));
    claim ticket;
    REQUIRE_FALSE(books.reserve(one_app_pod("p1", "n1", "G0", 5'000), ticket));
    books.put_pod(one_app_pod("p1", "n2", "H0", 6'000));
    CHECK(used_on(books, "n1") == std::vector<shares>(2));
    CHECK(used_on(books, "n2") == std::vector<shares>{shares_of(6'000)});
    CHECK_FALSE(books.forget(ticket));
    CHECK(books.audit().empty());
}

TEST_CASE("saying the same again changes nothing, no revision either", "[devicemodel]") {
    auto books = with_node();
    auto pod = one_app_pod("p1", "n1", "G0", 5'000);
    pod.since = 100;
    books.put_pod(pod);
    const auto revision = books.revision();

    books.put_pod(pod);
    books.put_node(a_node("n1", {a_card("G1").index(1), a_card("G0").index(0)}));  // another order of cards
    pod.since = 200;  // the first charge keeps its time
    books.put_pod(pod);
    books.remove_pod("nobody");
    books.remove_node("nowhere");

    CHECK(books.revision() == revision);
    CHECK(books.find_pod("p1")->since == 100);
}

TEST_CASE("used_without leaves out one pod and nothing else", "[devicemodel]") {
    auto books = with_node();
    books.put_pod(one_app_pod("a", "n1", "G0", 1'000, 10));
    books.put_pod(init_app_pod("b", "n1", "G0", 8'000, 2'000));
    const auto& node = *books.slots()[*books.slot_of("n1")];
    CHECK(books.used_without(node, *books.find_pod("b")) == std::vector<shares>{shares_of(1'000, 10), {}});
    CHECK(node.used == std::vector<shares>{shares_of(9'000, 10, 2), {}});
}
