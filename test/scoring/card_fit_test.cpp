#include "scoring/card_fit.hpp"

#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "test/support/builders.hpp"
#include "test/support/model_printers.hpp"
#include "test/support/scoring_printers.hpp"

namespace {

using namespace berth::scoring;
using namespace berth::test;
using berth::devicemodel::card;
using berth::devicemodel::shares;
using enum refusal_reason;

card_rules rules(void (*set)(card_rules&)) {
    card_rules r;
    set(r);
    return r;
}

}  // namespace

TEST_CASE("whether a card may ever carry a pod, and the first reason why not", "[scoring]") {
    struct row {
        std::string name;
        card on;
        card_rules pod;
        std::optional<refusal_reason> want;
    };
    const card a10 = a_card("GPU-a").model("NVIDIA A10");
    const auto c = GENERATE_COPY(values<row>({
        {"no rule at all", a10, {}, {}},
        {"unhealthy", a_card().unhealthy(), {}, card_not_healthy},
        {"cordoned", a_card().cordoned(), {}, card_cordoned},
        {"unhealthy comes before cordoned", a_card().unhealthy().cordoned(), {}, card_not_healthy},
        {"model wanted",
         a10,
         rules([](auto& r) {
             r.use_models = {"H100", "a10"};
         }),
         {}},
        {"model wanted, in any case",
         a_card().model("nvidia a10"),
         rules([](auto& r) { r.use_models = {"A10"}; }),
         {}},
        {"part of a longer model",
         a_card().model("NVIDIA A100"),
         rules([](auto& r) { r.use_models = {"A10"}; }),
         {}},
        {"model not wanted", a10, rules([](auto& r) {
             r.use_models = {"H100", "A100"};
         }),
         card_type_mismatch},
        {"model avoided", a10, rules([](auto& r) {
             r.avoid_models = {"T4", "nvidia"};
         }),
         card_type_mismatch},
        {"another model avoided", a10, rules([](auto& r) { r.avoid_models = {"T4"}; }), {}},
        {"wanted and avoided", a10, rules([](auto& r) { r.use_models = {"A10"}, r.avoid_models = {"A10"}; }),
         card_type_mismatch},
        {"mode allowed", a10, rules([](auto& r) { r.modes = "hami-core"; }), {}},
        {"mode in a list", a10, rules([](auto& r) { r.modes = "mig,hami-core"; }), {}},
        {"mode not allowed", a10, rules([](auto& r) { r.modes = "mig"; }), card_type_mismatch},
        {"part of a mode", a10, rules([](auto& r) { r.modes = "hami"; }), card_type_mismatch},
        {"UUID wanted",
         a10,
         rules([](auto& r) {
             r.use_uuids = {"GPU-b", "GPU-a"};
         }),
         {}},
        {"UUID not wanted", a10, rules([](auto& r) { r.use_uuids = {"x"}; }), card_uuid_mismatch},
        {"UUIDs compare exactly", a10, rules([](auto& r) {
             r.use_uuids = {"gpu-a", "GPU-", "GPU-aa"};
         }),
         card_uuid_mismatch},
        {"UUID avoided", a10, rules([](auto& r) {
             r.avoid_uuids = {"GPU-b", "GPU-a"};
         }),
         card_uuid_mismatch},
        {"UUID wanted and avoided", a10, rules([](auto& r) { r.use_uuids = r.avoid_uuids = {"GPU-a"}; }),
         card_uuid_mismatch},
        {"model comes before UUID", a10, rules([](auto& r) { r.use_models = {"T4"}, r.use_uuids = {"x"}; }),
         card_type_mismatch},
        {"cut into MIG instances", a_card().mode("mig"), {}, mig_infeasible},
        {"UUID comes before MIG", a_card().mode("mig"), rules([](auto& r) { r.use_uuids = {"x"}; }),
         card_uuid_mismatch},
        {"idle cards only is no matter of the card itself",
         a10,
         rules([](auto& r) { r.idle_cards_only = true; }),
         {}},
    }));
    CAPTURE(c.name);
    const auto got = refuse_card(c.on, c.pod);
    REQUIRE(got.has_value() == c.want.has_value());
    if (got) {
        CHECK(*got == refusal{*c.want, 0, 0});
    }
}

TEST_CASE("whether a share fits beside what runs on a card, and the first reason why not", "[scoring]") {
    struct row {
        std::string name;
        shares capacity, in_use, asked;
        bool idle_only;
        std::optional<refusal> want;
    };
    const shares whole = shares_of(1'000, 100, 10), nothing = {};
    const auto c = GENERATE_COPY(values<row>({
        {"an idle card takes all of itself", whole, nothing, shares_of(1'000, 100), false, {}},
        {"the last MiB, percent and slot", whole, shares_of(400, 30, 9), shares_of(600, 70), false, {}},
        {"one MiB too many", whole, shares_of(400, 30, 9), shares_of(601, 70), false,
         refusal{insufficient_memory, 601, 600}},
        {"one percent too many", whole, shares_of(400, 30, 9), shares_of(600, 71), false,
         refusal{insufficient_cores, 71, 70}},
        {"no slot left", whole, shares_of(0, 0, 10), shares_of(1), false, refusal{slots_exhausted, 1, 0}},
        {"no slot left, by far", whole, shares_of(0, 0, 12), shares_of(1), false,
         refusal{slots_exhausted, 1, -2}},
        {"slots come before memory", whole, shares_of(1'000, 100, 10), shares_of(1, 1), false,
         refusal{slots_exhausted, 1, 0}},
        {"memory comes before cores", whole, shares_of(1'000, 100, 1), shares_of(1, 1), false,
         refusal{insufficient_memory, 1, 0}},
        {"memory comes before sold-out cores", whole, shares_of(1'000, 100, 1), shares_of(1), false,
         refusal{insufficient_memory, 1, 0}},
        {"an over-committed card has nothing", whole, shares_of(1'200, 0, 1), shares_of(0), false,
         refusal{insufficient_memory, 0, -200}},
        {"over-committed cores refuse zero cores, too", whole, shares_of(0, 130, 2), shares_of(1), false,
         refusal{insufficient_cores, 0, -30}},
        {"all cores beside another share", whole, shares_of(1, 0, 1), shares_of(1, 100), false,
         refusal{exclusive_conflict, 0, 1}},
        {"all cores beside cores", whole, shares_of(1, 1, 1), shares_of(1, 100), false,
         refusal{insufficient_cores, 100, 99}},
        {"99 % beside another share", whole, shares_of(1, 0, 1), shares_of(1, 99), false, {}},
        {"100 % of a scaled card are shared",
         shares_of(1'000, 200, 10),
         shares_of(1, 100, 1),
         shares_of(1, 100),
         false,
         {}},
        {"zero cores beside sold-out cores", whole, shares_of(1, 100, 1), shares_of(1), false,
         refusal{cores_sold_out, 0, 0}},
        {"zero cores beside one percent left", whole, shares_of(1, 99, 1), shares_of(1), false, {}},
        {"zero cores on a card without cores",
         shares_of(1'000, 0, 10),
         shares_of(1, 0, 1),
         shares_of(1),
         false,
         {}},
        {"idle cards only, and it is", whole, nothing, shares_of(1), true, {}},
        {"idle cards only, and it is not", whole, shares_of(0, 0, 2), shares_of(1), true,
         refusal{exclusive_conflict, 0, 2}},
        {"idle cards only comes before memory", whole, shares_of(1'000, 0, 1), shares_of(1), true,
         refusal{exclusive_conflict, 0, 1}},
        {"slots come before idle cards only", whole, shares_of(0, 0, 10), shares_of(1), true,
         refusal{slots_exhausted, 1, 0}},
    }));
    CAPTURE(c.name);
    CHECK(refuse_share(c.capacity, c.in_use, c.asked, c.idle_only) == c.want);
}
