#include "scoring/card_search.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "test/support/builders.hpp"
#include "test/support/model_printers.hpp"
#include "test/support/scoring_printers.hpp"

namespace {

using namespace berth::scoring;
using namespace berth::test;
using berth::devicemodel::accounting;
using berth::devicemodel::allocation;
using berth::devicemodel::card;
using berth::devicemodel::container;
using berth::devicemodel::core_percent;
using berth::devicemodel::shares;
using enum card_order_key;
using enum refusal_reason;

/// A card and what others hold of it.
struct shared_card {
    card here;
    shares used;
};

struct found_cards {
    search_result result;
    allocation chosen;
    shares total;
    std::uint64_t steps = 0;
};

found_cards search(const std::vector<shared_card>& node, const pod_request& request,
                   std::uint64_t budget = 1'000) {
    std::vector<card> cards;
    std::vector<shares> used;
    for (const auto& one : node) {
        cards.push_back(one.here);
        used.push_back(one.used);
    }
    card_search looking(request);
    search_budget left{budget};
    found_cards found{looking.run({cards, used}, left, true), {}, {}, 0};
    found.steps = budget - left.left;
    if (found.result.found) {
        found.chosen = looking.allocation();
        found.total = looking.total_effective();
    }
    return found;
}

pod_request asking(std::vector<container> containers, std::vector<card_order_key> order = {best_fit}) {
    pod_request request;
    request.containers = std::move(containers);
    request.card_order = std::move(order);
    return request;
}

std::string uuids_of(const berth::devicemodel::container_allocation& chosen) {
    std::string text;
    for (const auto& share : chosen) {
        text += (text.empty() ? "" : " ") + share.uuid;
    }
    return text;
}

/// The way HAMi writes it: how many of how many cards refuse for which reason.
std::string hami_text(const search_result& result, std::size_t cards) {
    std::map<refusal_reason, std::size_t> counts;
    for (const auto& one : result.cards) {
        ++counts[one.why.reason];
    }
    if (result.reasons.contains(allocated_insufficient)) {
        counts[allocated_insufficient] = static_cast<std::size_t>(result.cards_that_fit);
    }
    std::set<std::string> texts;
    for (const auto& [reason, count] : counts) {
        texts.insert(std::to_string(count) + "/" + std::to_string(cards) + " " +
                     std::string(name_of(reason)));
    }
    if (result.reasons.contains(node_insufficient_device)) {
        texts.insert(std::string(name_of(node_insufficient_device)));
    }
    std::string all;
    for (const auto& text : texts) {
        all += (all.empty() ? "" : ", ") + text;
    }
    return all;
}

card small(std::string uuid, std::int64_t memory, std::int64_t slots = 10) {
    return a_card(std::move(uuid)).memory(memory).slots(slots);
}

/// HAMi's node of four cards, in the order of their indices.
std::vector<shared_card> four_cards() {
    return {{a_card("G0").index(0).numa(0), shares_of(12'288, 50, 2)},
            {a_card("G1").index(1).numa(0), shares_of(4'096, 10, 1)},
            {a_card("G2").index(2).numa(1), {}},
            {a_card("G3").index(3).numa(1), {}}};
}

}  // namespace

TEST_CASE("one container finds its cards, or every card's reason is told", "[scoring]") {
    struct row {
        std::string name;
        std::vector<shared_card> node;
        container asks;
        std::string want;  // cards, or HAMi's text
        void (*rules)(card_rules&) = [](card_rules&) {};
        std::vector<card_order_key> order{spread};
    };
    const auto idle_only = [](card_rules& r) { r.idle_cards_only = true; };
    const auto c = GENERATE_COPY(values<row>({
        {"F1",
         {{a_card("a").memory(128).index(0), {}}, {a_card("b").memory(128).index(1), {}}},
         app_of(64, 50),
         "b"},
        {"F2", {{small("a", 128), {}}}, app_of(512, 50), "1/1 CardInsufficientMemory"},
        {"F3", {{small("a", 1'024), shares_of(0, 100, 0)}}, app_of(512, 50), "1/1 CardInsufficientCore"},
        {"F4",
         {{small("a", 1'280), {}}},
         app_of(1),
         "1/1 CardUuidMismatch",
         [](auto& r) { r.use_uuids = {"x"}; }},
        {"F5", {{small("a", 1'280), shares_of(0, 0, 10)}}, app_of(1), "1/1 CardTimeSlicingExhausted"},
        {"F6",
         {{small("a", 1'280, 100), shares_of(0, 0, 20)}},
         app_of(1, 100),
         "1/1 ExclusiveDeviceAllocateConflict"},
        {"F7", {{small("a", 1'280, 100), shares_of(0, 100, 20)}}, app_of(1), "1/1 CardComputeUnitsExhausted"},
        // HAMi's Fit alone would say 1/1 AllocatedCardsInsufficientRequest; its node check, which comes first
        // in the product and is the only one here, says it without a count. The same in F9.
        {"F8",
         {{small("a", 1'280, 100), shares_of(0, 10, 20)}},
         app_of(512, 20, 2),
         "NodeInsufficientDevice"},
        {"F9", {{small("a", 1'280), {}}, {small("b", 1'280), {}}}, app_of(1, 0, 3), "NodeInsufficientDevice"},
        {"F10",
         {{a_card("a"), {}},
          {a_card("b"), shares_of(24'576, 0, 1)},
          {a_card("c"), shares_of(0, 0, 10)},
          {a_card("d").unhealthy(), {}}},
         app_of(3'000, 30, 2),
         "1/4 AllocatedCardsInsufficientRequest, 1/4 CardInsufficientMemory, 1/4 CardNotHealth, "
         "1/4 CardTimeSlicingExhausted"},
        {"F11", {{a_card("a"), shares_of(24'576, 100, 1)}}, app_of(1'000), "1/1 CardInsufficientMemory"},
        {"F12", {{a_card("a").cores(200), shares_of(1'000, 100, 1)}}, app_of(1'000, 100), "a"},
        // F13 asks for 120 % of the cores: what makes a demand of a request caps it at 100, so none comes
        // here.
        {"F13", {{a_card("a"), {}}}, app_of(1'000, 100), "a"},
        {"F14", {{a_card("a").cordoned(), {}}, {a_card("b").cordoned(), {}}}, app_of(1), "2/2 CardCordoned"},
        {"F15", {{a_card("a"), {}}}, app_of(30'000), "1/1 CardInsufficientMemory"},
        {"F16, one card", {{a_card("a"), shares_of(1)}, {a_card("b"), {}}}, app_of(1), "b", idle_only},
        {"F16, two cards",
         {{a_card("a"), shares_of(1)}, {a_card("b"), {}}},
         app_of(1, 0, 2),
         "1/2 AllocatedCardsInsufficientRequest, 1/2 ExclusiveDeviceAllocateConflict",
         idle_only},
        {"the policy does not overrule idle cards only",
         {{a_card("a"), shares_of(1)}, {a_card("b"), {}}},
         app_of(1),
         "b",
         idle_only,
         {binpack}},
        {"a node without cards", {}, app_of(1), "NodeInsufficientDevice"},
    }));
    CAPTURE(c.name);
    auto request = asking({c.asks}, c.order);
    c.rules(request.rules);
    const auto found = search(c.node, request);
    CHECK((found.result.found ? uuids_of(found.chosen[0]) : hami_text(found.result, c.node.size())) ==
          c.want);
    CHECK(found.result.found == found.result.reasons.empty());
}

TEST_CASE("the policy decides which of the cards that fit are taken", "[scoring]") {
    struct row {
        std::string name;
        std::vector<card_order_key> order;
        std::int32_t cards;
        std::string want;
    };
    // Asked for four cards, the order of the result is the order of trial.
    const auto c = GENERATE(values<row>({
        {"spread, one", {spread}, 1, "G3"},
        {"spread, three", {spread}, 3, "G3 G2 G1"},
        {"binpack, one", {binpack}, 1, "G0"},
        {"binpack, three", {binpack}, 3, "G0 G1 G3"},
        {"binpack,numa", {binpack, numa}, 4, "G0 G1 G3 G2"},
        {"spread,numa", {spread, numa}, 4, "G3 G2 G1 G0"},
        {"numa,spread", {numa, spread}, 4, "G3 G2 G1 G0"},
        {"numa", {numa}, 4, "G3 G2 G1 G0"},
        {"numa,binpack", {numa, binpack}, 4, "G3 G2 G0 G1"},
        {"best fit: least room left", {best_fit}, 4, "G0 G1 G3 G2"},
    }));
    CAPTURE(c.name);
    const auto found = search(four_cards(), asking({app_of(4'000, 20, c.cards)}, c.order));
    REQUIRE(found.result.found);
    CHECK(uuids_of(found.chosen[0]) == c.want);
    CHECK(found.steps == 1);
}

TEST_CASE("weights decide which card is the fuller one", "[scoring]") {
    const std::vector<shared_card> node{{a_card("A").memory(100), shares_of(10, 90, 1)},
                                        {a_card("B").memory(100), shares_of(20, 10, 7)}};
    auto request = asking({app_of(1, 1)}, {binpack});
    const auto first = [&](card_order_key order, load_weights weights) {
        request.card_order = {order};
        request.weights = weights;
        return uuids_of(search(node, request).chosen.at(0));
    };
    CHECK(first(binpack, {1, 1, 1}) == "A");
    CHECK(first(spread, {1, 1, 1}) == "B");
    CHECK(first(binpack, {1, 1, 3}) == "B");
    CHECK(first(spread, {1, 1, 3}) == "A");
}

TEST_CASE("best fit looks at the card after the container, not before", "[scoring]") {
    // The larger card is the fuller one now, the smaller one has less room afterwards.
    const std::vector<shared_card> node{{a_card("large").memory(80'000), shares_of(30'000, 0, 1)},
                                        {a_card("small").memory(20'000), shares_of(6'000, 0, 1)}};
    CHECK(uuids_of(search(node, asking({app_of(14'000)}, {best_fit})).chosen.at(0)) == "small");
    CHECK(uuids_of(search(node, asking({app_of(14'000)}, {binpack})).chosen.at(0)) == "large");
}

TEST_CASE("containers share a card where that adds nothing to the charge", "[scoring]") {
    const std::vector<shared_card> node{{a_card("G0").index(0), shares_of(4'096)},
                                        {a_card("G1").index(1), shares_of(6'000, 0, 2)}};
    SECTION("the app goes where the init container has been") {
        const auto order = GENERATE(best_fit, binpack);
        const auto found = search(node, asking({init_of(20'000), app_of(8'000)}, {order}));
        REQUIRE(found.result.found);
        CHECK(uuids_of(found.chosen[0]) == "G0");
        CHECK(uuids_of(found.chosen[1]) == "G0");
        CHECK(found.total == shares_of(20'000));
    }
    SECTION("a later init container, too") {
        const auto found = search(node, asking({init_of(9'000), init_of(7'000), app_of(8'000)}));
        CHECK(found.total == shares_of(9'000));
    }
    SECTION("spread takes the emptiest card at the moment the container starts") {
        const auto found = search(node, asking({init_of(9'000), app_of(8'000), app_of(1'000)}, {spread}));
        REQUIRE(found.result.found);
        CHECK(uuids_of(found.chosen[0]) == "G0");
        CHECK(uuids_of(found.chosen[1]) == "G0");  // the init container is over: still the emptiest
        CHECK(uuids_of(found.chosen[2]) == "G1");
    }
}

TEST_CASE("each policy counts what this pod has on a card in its own way", "[scoring]") {
    SECTION("binpack: what it is charged there, its init phase included") {
        const std::vector<shared_card> node{{a_card("G0").index(0), {}},
                                            {a_card("G1").index(1), shares_of(15'000)}};
        const auto first = GENERATE(init_of(18'000), app_of(18'000));  // has room on G0 only
        CHECK(uuids_of(search(node, asking({first, app_of(2'000)}, {binpack})).chosen.at(1)) == "G0");
    }
    SECTION("spread: what runs there, even where the container would add nothing to the charge") {
        const std::vector<shared_card> node{{a_card("G0").index(1), {}},
                                            {a_card("G1").index(0), shares_of(5'000, 0, 0)}};
        const auto found =
            search(node, asking({sidecar_of(4'000), init_of(9'000), init_of(8'000)}, {spread}));
        REQUIRE(found.result.found);
        CHECK(uuids_of(found.chosen[1]) == "G1");  // 4000 and a slot run on G0
        CHECK(uuids_of(found.chosen[2]) == "G1");
        const auto again =
            search({{a_card("G0").index(1), {}}, {a_card("G1").index(0), shares_of(6'000, 0, 0)}},
                   asking({sidecar_of(1'000), init_of(9'000), sidecar_of(5'000), init_of(2'000)}, {spread}));
        REQUIRE(again.result.found);
        CHECK(uuids_of(again.chosen[0]) == "G0");
        CHECK(uuids_of(again.chosen[1]) == "G0");
        CHECK(uuids_of(again.chosen[2]) == "G0");
        CHECK(uuids_of(again.chosen[3]) == "G1");  // beside 6000 on G0 it would add nothing to the 10000
    }
    SECTION("in a tie a card that the pod uses already") {
        const std::vector<shared_card> node{{a_card("G0").index(0), {}},
                                            {a_card("G1").index(1), shares_of(15'000)}};
        const auto found = search(node, asking({app_of(18'000), app_of(2'000)}, {numa}));
        REQUIRE(found.result.found);
        CHECK(uuids_of(found.chosen[1]) == "G0");  // else the higher index
    }
}

TEST_CASE("a choice that leads nowhere is taken back", "[scoring]") {
    // Spread likes the last card for the small container, which the large one needs.
    const std::vector<shared_card> node{{a_card("small").index(0).memory(10), {}},
                                        {a_card("large").index(1).memory(20), {}}};
    const auto request = asking({app_of(10), app_of(20)}, {spread});
    const auto found = search(node, request);
    REQUIRE(found.result.found);
    CHECK(uuids_of(found.chosen[0]) == "small");
    CHECK(uuids_of(found.chosen[1]) == "large");
    CHECK(found.steps == 3);
    CHECK(found.result.cards.empty());

    SECTION("and with fewer steps than that the search says that it was cut short") {
        const auto steps = GENERATE(range(std::uint64_t{0}, std::uint64_t{3}));
        CAPTURE(steps);
        const auto cut = search(node, request, steps);
        CHECK_FALSE(cut.result.found);
        CHECK(cut.result.reasons.contains(search_exhausted));
        CHECK(cut.steps == steps);
    }
    SECTION("and steps that just suffice do") { CHECK(search(node, request, 3).result.found); }
}

TEST_CASE("a search that ends with its last step is no search cut short", "[scoring]") {
    const std::vector<shared_card> node{{a_card("small").memory(10), {}}, {a_card("large").memory(20), {}}};
    const auto none = search(node, asking({app_of(20), app_of(20)}), 1);
    CHECK_FALSE(none.result.found);
    CHECK(none.steps == 1);
    CHECK(none.result.reasons == reason_set(insufficient_memory));

    const auto at_once = search(node, asking({app_of(21)}), 0);
    CHECK(at_once.result.reasons == reason_set(insufficient_memory));
}

TEST_CASE("the first dead end is told with its container and numbers", "[scoring]") {
    const std::vector<shared_card> node{{a_card("a").memory(1'000).index(0), shares_of(100)},
                                        {a_card("b").memory(2'000).index(1), shares_of(1'500)}};
    const auto found = search(node, asking({sidecar_of(600), app_of(500, 0, 2)}));
    REQUIRE_FALSE(found.result.found);
    CHECK(found.result.stuck_position == 1);
    CHECK(found.result.cards_that_fit == 1);
    REQUIRE(found.result.cards.size() == 1);
    CHECK(found.result.cards[0] == card_refusal{0, {insufficient_memory, 500, 300}});
}

TEST_CASE("cards in the same state are tried once", "[scoring]") {
    std::vector<shared_card> node;
    for (std::uint32_t i = 0; i < 8; ++i) {
        node.push_back({a_card("G" + std::to_string(i)).index(i).memory(10), {}});
    }
    // Nine containers that want a card each: 8! orders, one of which is enough to know.
    const auto found = search(node, asking(std::vector<container>(9, app_of(10))), 100);
    CHECK_FALSE(found.result.found);
    CHECK_FALSE(found.result.reasons.contains(search_exhausted));
    CHECK(found.steps <= 8);
}

TEST_CASE("the start order decides what has room beside what", "[scoring]") {
    const std::vector<shared_card> node{{a_card("G0").memory(24'576), {}}};
    const std::vector<container> init_first{init_of(20'480), sidecar_of(4'096), app_of(10'240)};
    const std::vector<container> sidecar_first{sidecar_of(4'097), init_of(20'480), app_of(10'240)};
    const std::vector<container> late_sidecar{init_of(20'480), sidecar_of(4'097), app_of(10'240)};
    CHECK(search(node, asking(init_first)).result.found);
    CHECK(search(node, asking(late_sidecar)).result.found);
    CHECK_FALSE(search(node, asking(sidecar_first)).result.found);

    auto hami = asking(late_sidecar);  // HAMi's rule takes every init container to run beside all sidecars
    hami.rule = accounting::hami;
    CHECK_FALSE(search(node, hami).result.found);
    hami.containers = init_first;
    const auto found = search(node, hami);
    CHECK(found.result.found);
    CHECK(found.total == shares_of(24'576, 0, 2));
}

TEST_CASE("exclusive use is judged at the moment a container starts", "[scoring]") {
    const std::vector<shared_card> one_card{{a_card("G0"), {}}};
    CHECK(search(one_card, asking({init_of(100, 100), app_of(100, 100)})).result.found);
    CHECK(search(one_card, asking({init_of(100, 100), sidecar_of(100), app_of(100, 30)})).result.found);
    CHECK_FALSE(search(one_card, asking({sidecar_of(100), init_of(100, 100), app_of(100)})).result.found);
    CHECK_FALSE(search(one_card, asking({app_of(100), app_of(100, 100)})).result.found);
    CHECK_FALSE(search(one_card, asking({app_of(100, 100), app_of(100)})).result.found);
}

TEST_CASE("a pod without containers that want cards is found everywhere with nothing", "[scoring]") {
    const auto found = search({}, asking({without_gpu(berth::devicemodel::container_role::app)}), 0);
    CHECK(found.result.found);
    CHECK(found.chosen == allocation(1));
    CHECK(found.total == shares{});
}

TEST_CASE("percentages resolve on every card by itself", "[scoring]") {
    auto half = app_of(0, 10, 2);
    half.demand.memory_percent = 50;
    const auto found =
        search({{a_card("a").memory(1'001).index(0), {}}, {a_card("b").memory(2'000).index(1), {}}},
               asking({half}, {spread}));
    REQUIRE(found.result.found);
    CHECK(found.chosen[0] == std::vector{share_of("b", 1'000, 10), share_of("a", 500, 10)});
}

TEST_CASE("a search may be used for one node after the other", "[scoring]") {
    const auto request = asking({app_of(10), app_of(20)}, {spread});
    card_search looking(request);
    search_budget budget{100};
    const std::vector<card> tight{a_card("x").memory(15)}, wide{a_card("y").memory(30)};
    const std::vector<shares> idle(1);
    CHECK_FALSE(looking.run({tight, idle}, budget).found);
    const auto found = looking.run({wide, idle}, budget);
    CHECK(found.found);
    CHECK(found.reasons.empty());
    CHECK(uuids_of(looking.allocation()[1]) == "y");
    CHECK_FALSE(looking.run({tight, idle}, budget).found);
    CHECK(looking.run({wide, idle}, budget).found);
    CHECK(budget.left == 100 - 2 * 2);  // the tight card is seen to be too small before a step is taken
}
