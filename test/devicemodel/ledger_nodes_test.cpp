#include <catch2/catch.hpp>
#include <string>

#include "devicemodel/ledger.hpp"

#include "test/support/builders.hpp"
#include "test/support/model_printers.hpp"

namespace {

using namespace berth::devicemodel;
using namespace berth::test;

node_info two_cards(std::string name = "n1") {
    return a_node(std::move(name), {a_card("G0").index(0), a_card("G1").index(1)});
}

const node_state& node_of(const ledger& books, const std::string& name) {
    return *books.slots().at(books.slot_of(name).value());
}

pod_record with_requests(pod_record pod, std::int64_t cpu, std::int64_t memory) {
    pod.requests = {milli_cpu{cpu}, host_bytes{memory}};
    return pod;
}

std::vector<std::string> uids_of(const std::vector<pod_ptr>& pods) {
    std::vector<std::string> uids;
    for (const auto& pod : pods) {
        uids.push_back(pod->uid);
    }
    return uids;
}

}  // namespace

TEST_CASE("pods of a node that is gone come back with it", "[devicemodel]") {
    ledger books;
    books.put_node(two_cards());
    books.put_pod(one_app_pod("b", "n1", "G0", 5'000));
    books.put_pod(one_app_pod("a", "n1", "G1", 6'000));
    books.remove_node("n1");
    CHECK_FALSE(books.slot_of("n1"));
    CHECK(books.publish().nodes.empty());
    CHECK(uids_of(books.publish().homeless) == std::vector<std::string>{"a", "b"});

    claim ticket;
    CHECK(books.reserve(one_app_pod("p1", "n1", "G0", 1), ticket) == reserve_refusal::node_unknown);
    books.put_pod(one_app_pod("late", "n1", "G0", 1'000));  // events go on while the node is away
    books.remove_pod("a");
    CHECK(books.audit().empty());

    books.put_node(two_cards());
    CHECK(node_of(books, "n1").used == std::vector<shares>{shares_of(6'000, 0, 2), {}});
    CHECK(books.publish().homeless.empty());
    CHECK(books.audit().empty());
}

TEST_CASE("pods that arrive before their node are charged when it comes", "[devicemodel]") {
    ledger books;
    books.put_pod(one_app_pod("p1", "n1", "G0", 5'000));
    books.put_pod(one_app_pod("p2", "n2", "G0", 7'000));
    CHECK(books.pod_count() == 2);
    books.put_node(two_cards());
    CHECK(node_of(books, "n1").used == std::vector<shares>{shares_of(5'000), {}});
    CHECK(uids_of(books.publish().homeless) == std::vector<std::string>{"p2"});
    CHECK(books.audit().empty());
}

TEST_CASE("a live node may change its cards", "[devicemodel]") {
    ledger books;
    books.put_node(two_cards());
    books.put_pod(
        a_pod("p1", "n1", {app_of(1'000, 10, 2)}, {{share_of("G0", 1'000, 10), share_of("G1", 1'000, 10)}}));
    books.put_pod(one_app_pod("p2", "n1", "G1", 5'000));

    books.put_node(a_node("n1", {a_card("G2").index(0), a_card("G1").index(1).memory(4'000)}));
    CHECK(node_of(books, "n1").used == std::vector<shares>{{}, shares_of(6'000, 10, 2)});
    CHECK(books.audit().empty());
    books.put_pod(one_app_pod("p3", "n1", "G0", 9'000));  // a card the node has not (any more): no books
    books.remove_pod("p2");
    CHECK(node_of(books, "n1").used == std::vector<shares>{{}, shares_of(1'000, 10)});
    CHECK(books.audit().empty());

    books.put_node(two_cards());
    CHECK(node_of(books, "n1").used == std::vector<shares>{shares_of(10'000, 10, 2), shares_of(1'000, 10)});
    CHECK(books.audit().empty());
}

TEST_CASE("cards stand by index, then UUID, however the node lists them", "[devicemodel]") {
    ledger books;
    books.put_node(a_node("n1", {a_card("B").index(1), a_card("C").index(0), a_card("A").index(1)}));
    std::vector<std::string> uuids;
    for (const auto& c : node_of(books, "n1").info->cards) {
        uuids.push_back(c.uuid);
    }
    CHECK(uuids == std::vector<std::string>{"C", "A", "B"});
}

TEST_CASE("an allocation that cannot be read blocks the node until its pod is gone", "[devicemodel]") {
    ledger books;
    books.put_node(two_cards());
    auto pod = a_pod("p1", "n1", {app_of(1'000)}, {{}});
    pod.allocation_problem = "three fields instead of four";
    books.put_pod(pod);
    CHECK(node_of(books, "n1").unreadable == 1);

    SECTION("deleted") { books.remove_pod("p1"); }
    SECTION("finished") {
        pod.now = stage::zero;
        books.put_pod(pod);
        CHECK_FALSE(blocks_node(*books.find_pod("p1")));
    }
    SECTION("readable after all") {
        books.put_pod(one_app_pod("p1", "n1", "G0", 1'000));
        CHECK(node_of(books, "n1").used[0] == shares_of(1'000));
    }
    SECTION("moved") {
        pod.node = "n2";
        books.put_pod(pod);
    }
    CHECK(node_of(books, "n1").unreadable == 0);
    CHECK(books.audit().empty());
}

TEST_CASE("an unreadable allocation still blocks a node that went and came back", "[devicemodel]") {
    ledger books;
    auto pod = a_pod("p1", "n1", {app_of(1'000)}, {{}});
    pod.allocation_problem = "no annotation";
    books.put_pod(pod);
    books.put_node(two_cards());
    CHECK(node_of(books, "n1").unreadable == 1);
    books.remove_node("n1");
    books.put_node(two_cards());
    CHECK(node_of(books, "n1").unreadable == 1);
}

TEST_CASE("CPU and memory of the machine count for every live pod, with a GPU or without", "[devicemodel]") {
    ledger books;
    books.put_node(two_cards());
    const auto plain = a_pod("cpu", "n1", {without_gpu(container_role::app)}, {{}});
    books.put_pod(with_requests(plain, 500, 1'000));
    books.put_pod(with_requests(one_app_pod("gpu", "n1", "G0", 1), 2'000, 3'000));
    CHECK(node_of(books, "n1").requested == host_resources{milli_cpu{2'500}, host_bytes{4'000}});
    CHECK(node_of(books, "n1").used[1] == shares{});

    auto done = with_requests(one_app_pod("gpu", "n1", "G0", 1), 2'000, 3'000);
    done.now = stage::zero;
    books.put_pod(done);
    CHECK(node_of(books, "n1").requested == host_resources{milli_cpu{500}, host_bytes{1'000}});
    books.remove_pod("gpu");
    books.remove_pod("cpu");
    CHECK(node_of(books, "n1").requested == host_resources{});

    claim ticket;
    REQUIRE_FALSE(books.reserve(with_requests(plain, 500, 1'000), ticket));
    CHECK(node_of(books, "n1").requested == host_resources{milli_cpu{500}, host_bytes{1'000}});
    CHECK(books.forget(ticket));
    CHECK(node_of(books, "n1").requested == host_resources{});
}

TEST_CASE("a published snapshot stays as it was whatever happens later", "[devicemodel]") {
    ledger books;
    books.put_node(two_cards("b"));
    books.put_node(two_cards("a"));
    books.put_pod(init_app_pod("p1", "a", "G0", 5'000, 1'000));
    books.put_pod(one_app_pod("lost", "c", "G0", 1));
    const snapshot view = books.publish();
    REQUIRE(view.nodes.size() == 2);
    CHECK(view.revision == books.revision());
    CHECK(view.nodes[0]->info->name == "a");  // sorted by name, not by arrival
    CHECK(view.nodes[1]->info->name == "b");

    claim ticket;
    books.put_pod(one_app_pod("p2", "a", "G0", 2'000));
    REQUIRE_FALSE(books.reserve(one_app_pod("p3", "a", "G1", 2'000), ticket));
    auto shrunk = init_app_pod("p1", "a", "G0", 5'000, 1'000);
    shrunk.now = stage::steady;
    books.put_pod(shrunk);
    books.put_node(a_node("b", {a_card("X")}));
    books.remove_node("a");
    books.remove_pod("p1");
    books.remove_pod("lost");
    books.put_node(two_cards("c"));

    CHECK(view.nodes[0]->used == std::vector<shares>{shares_of(5'000), {}});
    CHECK(uids_of(view.nodes[0]->pods) == std::vector<std::string>{"p1"});
    CHECK(view.nodes[0]->pods[0]->now == stage::init);
    CHECK(view.nodes[1]->info->cards.size() == 2);
    CHECK(uids_of(view.homeless) == std::vector<std::string>{"lost"});
}

TEST_CASE("every change of a node gives it a revision above all before, and no other node one",
          "[devicemodel]") {
    ledger books;
    books.put_node(two_cards("a"));
    books.put_node(two_cards("b"));
    const auto untouched = node_of(books, "b").revision;
    auto last = std::max(node_of(books, "a").revision, untouched);
    claim ticket;
    const auto moved_on = [&] {
        const auto now = node_of(books, "a").revision;
        CHECK(now > last);
        CHECK(books.slot_revisions()[*books.slot_of("a")] == now);
        last = now;
    };

    books.put_pod(one_app_pod("p1", "a", "G0", 1));
    moved_on();
    REQUIRE_FALSE(books.reserve(one_app_pod("p2", "a", "G0", 1), ticket));
    moved_on();
    books.bound(ticket);
    moved_on();
    books.remove_pod("p1");
    moved_on();
    books.put_node(a_node("a", {a_card("G0").cordoned()}));
    moved_on();
    CHECK(node_of(books, "b").revision == untouched);

    const auto names = books.names_revision(), slot = books.slot_of("a").value();
    books.remove_node("a");
    CHECK(books.slot_revisions()[slot] > last);
    books.put_node(two_cards("c"));  // takes the empty slot, under another name
    CHECK(books.slot_of("c") == slot);
    CHECK(books.slot_revisions()[slot] > last);
    CHECK(books.names_revision() >= names + 2);
}
