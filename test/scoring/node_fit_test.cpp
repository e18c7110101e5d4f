#include "scoring/node_fit.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "scoring/levels.hpp"

#include "test/support/builders.hpp"
#include "test/support/model_printers.hpp"
#include "test/support/scoring_printers.hpp"

namespace {

using namespace berth::scoring;
using namespace berth::test;
using berth::devicemodel::allocation;
using berth::devicemodel::card;
using berth::devicemodel::container;
using berth::devicemodel::node_state;
using berth::devicemodel::shares;
using enum refusal_reason;

node_state node_with(std::vector<card> cards, std::vector<shares> used = {}) {
    node_state node;
    node.info = std::make_shared<const berth::devicemodel::node_info>(a_node("n1", std::move(cards)));
    node.used = std::move(used);
    node.used.resize(node.info->cards.size());
    return node;
}

pod_request asking(std::vector<container> containers) {
    pod_request request;
    request.containers = std::move(containers);
    return request;
}

node_fit fit(const node_state& node, const pod_request& request, search_limits limits = {}) {
    return node_fitter(request, limits).fit(node);
}

}  // namespace

TEST_CASE("a node as a whole may refuse, and nothing on it is asked then", "[scoring]") {
    const auto request = asking({app_of(1)});
    auto broken = node_with({a_card()});
    auto odd = *broken.info;
    odd.register_problem = "not JSON";
    broken.info = std::make_shared<const berth::devicemodel::node_info>(odd);
    auto blocked = node_with({a_card()});
    blocked.unreadable = 1;

    CHECK(fit(broken, request).reasons() == reason_set(node_unregistered));
    CHECK(fit(broken, request).unresolvable());
    CHECK(fit(node_with({}), request).reasons() == reason_set(node_unregistered));
    CHECK(fit(node_with({}), request).unresolvable());
    CHECK(fit(blocked, request).reasons() == reason_set(allocation_undecodable));
    CHECK_FALSE(fit(blocked, request).unresolvable());  // removing that pod helps
    CHECK_FALSE(fit(blocked, request).fits());

    node_fitter fitter(request, {});
    const auto why = std::get<node_refusal>(fitter.choose(blocked, blocked.used));
    CHECK(why.node == std::vector<refusal>{{allocation_undecodable, 0, 0}});
    CHECK(why.fit == fit(blocked, request));
}

TEST_CASE("a refusal is final exactly when an empty node would refuse, too", "[scoring]") {
    struct row {
        std::string name;
        node_state node;
        pod_request pod;
        bool unresolvable;
        refusal_reason reason;
    };
    auto wrong_type = asking({app_of(1)}), wrong_uuid = asking({app_of(1)}), idle = asking({app_of(1, 0, 2)});
    wrong_type.rules.use_models = {"H100"};
    wrong_uuid.rules.avoid_uuids = {"G0"};
    idle.rules.idle_cards_only = true;
    const card a = a_card("A").index(0), b = a_card("B").index(1);
    const auto c = GENERATE_COPY(values<row>({
        {"memory in use", node_with({a}, {shares_of(24'000)}), asking({app_of(1'000)}), false,
         insufficient_memory},
        {"more memory than a card has", node_with({a}, {shares_of(24'000)}), asking({app_of(24'577)}), true,
         insufficient_memory},
        {"cores in use", node_with({a}, {shares_of(1, 60)}), asking({app_of(1, 50)}), false,
         insufficient_cores},
        {"all cores sold", node_with({a}, {shares_of(1, 100)}), asking({app_of(1)}), false, cores_sold_out},
        {"slots in use", node_with({a}, {shares_of(1, 1, 10)}), asking({app_of(1)}), false, slots_exhausted},
        {"no slots at all", node_with({a_card("A").slots(0)}), asking({app_of(1)}), true, slots_exhausted},
        {"somebody on the card", node_with({a}, {shares_of(1)}), asking({app_of(1, 100)}), false,
         exclusive_conflict},
        {"too few cards", node_with({a, b}), asking({app_of(1, 0, 3)}), true, node_insufficient_device},
        {"too few free cards", node_with({a, b}, {shares_of(24'576)}), asking({app_of(1, 0, 2)}), false,
         allocated_insufficient},
        {"too few healthy cards", node_with({a, a_card("B").unhealthy()}), asking({app_of(1, 0, 2)}), true,
         allocated_insufficient},
        {"cordoned", node_with({a_card().cordoned()}), asking({app_of(1)}), true, card_cordoned},
        {"wrong type", node_with({a}), wrong_type, true, card_type_mismatch},
        {"wrong UUID", node_with({a_card("G0")}), wrong_uuid, true, card_uuid_mismatch},
        {"too few idle cards", node_with({a, b}, {shares_of(1)}), idle, false, exclusive_conflict},
        {"two apps that share no card, one card free", node_with({a, b}, {shares_of(9'000)}),
         asking({app_of(20'000), app_of(20'000)}), false, insufficient_memory},
        {"two apps that share no card, one card there", node_with({a}),
         asking({app_of(20'000), app_of(20'000)}), true, insufficient_memory},
        {"an over-committed card", node_with({a}, {shares_of(30'000)}), asking({app_of(1)}), false,
         insufficient_memory},
    }));
    CAPTURE(c.name);
    const auto got = fit(c.node, c.pod);
    CHECK_FALSE(got.fits());
    CHECK(got.reasons().contains(c.reason));
    CHECK(got.unresolvable() == c.unresolvable);
    CHECK_FALSE(got.cut_short());
    CHECK(got.measure() == 0);
}

TEST_CASE("a node is fitted against other books than its own when told so", "[scoring]") {
    const auto node = node_with({a_card("A")}, {shares_of(24'000)});
    const auto request = asking({app_of(10'000)});
    const std::vector<shares> without_me{shares_of(4'000)};
    node_fitter fitter(request, {});
    CHECK_FALSE(fitter.fit(node).fits());
    CHECK(fitter.fit(node, without_me).fits());
    CHECK(std::get<allocation>(fitter.choose(node, without_me)) == allocation{{share_of("A", 10'000)}});
}

TEST_CASE("a refused choice tells the container, the node's reasons and the numbers of every card",
          "[scoring]") {
    const auto node =
        node_with({a_card("A").index(0), a_card("B").index(1), a_card("C").index(2).unhealthy()},
                  {shares_of(20'000, 10), shares_of(0), {}});
    const auto request = asking({named("copy", init_of(1'000)), named("train", app_of(8'000, 0, 2))});
    node_fitter fitter(request, {});
    const auto why = std::get<node_refusal>(fitter.choose(node, node.used));
    CHECK(why.container == "train");
    CHECK(why.node == std::vector<refusal>{{allocated_insufficient, 2, 1}});
    CHECK(why.cards ==
          std::vector<card_refusal>{{0, {insufficient_memory, 8'000, 4'576}}, {2, {card_not_healthy, 0, 0}}});
    CHECK(why.fit == fitter.fit(node));
    CHECK(text_of(why.fit.reasons()) ==
          "AllocatedCardsInsufficientRequest, CardInsufficientMemory, CardNotHealth");

    const auto more = asking({named("train", app_of(1, 0, 4))});
    const auto few = std::get<node_refusal>(node_fitter(more, {}).choose(node, node.used));
    CHECK(few.node == std::vector<refusal>{{node_insufficient_device, 4, 2}});
    CHECK(few.cards.empty());
}

TEST_CASE("the search on a node is bounded, and then nothing is said to be impossible", "[scoring]") {
    // Spread likes the large card for the small container: three steps.
    const auto node = node_with({a_card("small").index(0).memory(10), a_card("large").index(1).memory(20)});
    auto request = asking({app_of(10), app_of(20)});
    request.card_order = {card_order_key::spread};

    CHECK(fit(node, request, {3, 100}).fits());
    const auto bounded = fit(node, request, {2, 100});
    CHECK_FALSE(bounded.fits());
    CHECK(bounded.reasons().contains(search_exhausted));
    CHECK_FALSE(bounded.unresolvable());
    CHECK_FALSE(bounded.cut_short());  // it would be bounded in the next call, too

    node_fitter fitter(request, {2, 100});
    const auto why = std::get<node_refusal>(fitter.choose(node, node.used));
    CHECK(why.node == std::vector<refusal>{{search_exhausted, 0, 0}});

    // With the small card in use one step shows that nothing fits now; whether it would on an empty node
    // takes three.
    const auto busy =
        node_with({a_card("small").index(0).memory(10), a_card("large").index(1).memory(20)}, {shares_of(1)});
    CHECK(fit(busy, request, {2, 100}).reasons() == reason_set(insufficient_memory));
    CHECK_FALSE(fit(busy, request, {2, 100}).unresolvable());
}

TEST_CASE("the search of a call is bounded, and what ended there is no fact about the node", "[scoring]") {
    const auto node = node_with({a_card("small").index(0).memory(10), a_card("large").index(1).memory(20)});
    auto request = asking({app_of(10), app_of(20)});
    request.card_order = {card_order_key::spread};
    node_fitter fitter(request, {3, 8});

    CHECK(fitter.fit(node).fits());
    CHECK(fitter.fit(node).fits());
    const auto cut = fitter.fit(node);
    CHECK_FALSE(cut.fits());
    CHECK(cut.cut_short());
    CHECK(cut.reasons().contains(search_exhausted));
    CHECK_FALSE(cut.unresolvable());
    CHECK(fitter.fit(node).cut_short());  // nothing left at all
}

TEST_CASE("a refusal that needs no steps stays a fact when the call has none left", "[scoring]") {
    const auto request = asking({app_of(30)});
    const auto full = node_with({a_card().memory(20)});
    node_fitter fitter(request, {10, 0});
    const auto got = fitter.fit(full);
    CHECK(got.reasons() == reason_set(insufficient_memory));
    CHECK(got.unresolvable());
    CHECK_FALSE(got.cut_short());

    // Here the empty node could take it, but there is no step left to see that.
    const auto undecided =
        node_fitter(request, {10, 0}).fit(node_with({a_card().memory(40)}, {shares_of(20)}));
    CHECK(undecided.reasons() == reason_set(insufficient_memory));
    CHECK(undecided.cut_short());
}

TEST_CASE("a search that ends with the last step of the call is complete", "[scoring]") {
    const auto request = asking({app_of(20), app_of(20)});
    const auto node = node_with({a_card("small").memory(10), a_card("large").memory(20)});
    const auto got = node_fitter(request, {100, 2}).fit(node);  // one step as it is, one when emptied
    CHECK(got.reasons() == reason_set(insufficient_memory));
    CHECK(got.unresolvable());
    CHECK_FALSE(got.cut_short());
}

TEST_CASE("binpack and spread compare the load of the whole node with the pod on it", "[scoring]") {
    const shares busy = shares_of(12'288, 50, 1);
    const auto a = node_with({a_card("a0"), a_card("a1"), a_card("a2"), a_card("a3")}, {busy});
    const auto b = node_with({a_card("b0"), a_card("b1")}, {busy});
    auto request = asking({init_of(6'144, 10), app_of(3'072, 20)});
    const auto level_of_a_and_b = [&](node_policy policy) {
        request.nodes = policy;
        node_fitter fitter(request, {});
        const auto on_a = fitter.fit(a), on_b = fitter.fit(b);
        level_scale scale(policy);
        scale.see(on_a);
        scale.see(on_b);
        return std::pair(scale.level_of(on_a), scale.level_of(on_b));
    };
    CHECK(level_of_a_and_b(node_policy::binpack) == std::pair<std::int64_t, std::int64_t>{0, 10});
    CHECK(level_of_a_and_b(node_policy::spread) == std::pair<std::int64_t, std::int64_t>{10, 0});
    CHECK(level_of_a_and_b(node_policy::stock) == std::pair<std::int64_t, std::int64_t>{10, 10});

    // 0.55 before the pod (HAMi's 5.5); its effective demand is 6144 MiB, 20 % and one slot.
    request.nodes = node_policy::binpack;
    CHECK(fit(b, request).measure() ==
          2 * 1'000'000 / 20 + 70 * 1'000'000 / 200 + 18'432 * 1'000'000LL / 49'152);
    request.nodes = node_policy::stock;
    CHECK(fit(b, request).measure() == 0);
}
