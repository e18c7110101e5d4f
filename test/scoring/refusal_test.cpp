#include "scoring/refusal.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "test/support/scoring_printers.hpp"

namespace {

using namespace berth::scoring;
using enum refusal_reason;

refusal_reason at(int i) { return static_cast<refusal_reason>(i); }

}  // namespace

TEST_CASE("a refusal says its reason and the numbers in the reason's unit", "[scoring]") {
    struct row {
        refusal why;
        std::string want;
    };
    const auto c = GENERATE(values<row>({
        {{insufficient_memory, 9'217, 9'216}, "CardInsufficientMemory: asks 9217 MiB, free 9216 MiB"},
        {{insufficient_memory, 1, -4}, "CardInsufficientMemory: asks 1 MiB, free -4 MiB"},
        {{insufficient_cores, 30, 20}, "CardInsufficientCore: asks 30 % cores, free 20 % cores"},
        {{cores_sold_out, 0, 0}, "CardComputeUnitsExhausted: asks 0 % cores, free 0 % cores"},
        {{slots_exhausted, 1, 0}, "CardTimeSlicingExhausted: asks 1 slots, free 0 slots"},
        {{exclusive_conflict, 0, 3}, "ExclusiveDeviceAllocateConflict: wants the card alone, sharers 3"},
        {{node_insufficient_device, 4, 2}, "NodeInsufficientDevice: asks 4 cards, free 2 cards"},
        {{allocated_insufficient, 2, 1}, "AllocatedCardsInsufficientRequest: asks 2 cards, free 1 cards"},
        {{card_not_healthy, 0, 0}, "CardNotHealth"},
        {{card_cordoned, 0, 0}, "CardCordoned"},
        {{card_type_mismatch, 0, 0}, "CardTypeMismatch"},
        {{card_uuid_mismatch, 0, 0}, "CardUuidMismatch"},
        {{mig_infeasible, 0, 0}, "CardMigTopologyInfeasible"},
        {{node_unregistered, 0, 0}, "NodeUnregistered"},
        {{allocation_undecodable, 0, 0}, "AllocationUndecodable"},
        {{quota_not_fit, 0, 0}, "ResourceQuotaNotFit"},
        {{search_exhausted, 0, 0}, "SearchExhausted"},
    }));
    CHECK(sentence(c.why) == c.want);
}

TEST_CASE("every reason has a name of its own and a place in a set", "[scoring]") {
    std::set<std::string_view> names;
    reason_set all;
    for (int i = 0; i < refusal_reason_count; ++i) {
        CHECK(names.insert(name_of(at(i))).second);
        CHECK_FALSE(name_of(at(i)).empty());
        CHECK_FALSE(all.contains(at(i)));
        all.add(at(i));
        CHECK(all.contains(at(i)));
    }
    CHECK(reason_set::from_bits(all.bits()) == all);
    CHECK(refusal_reason_count <= 32);
}

TEST_CASE("the text of a set is its names in alphabetical order, whatever the order of adding", "[scoring]") {
    CHECK(text_of({}).empty());
    CHECK(text_of(reason_set(insufficient_memory)) == "CardInsufficientMemory");

    reason_set one(slots_exhausted), two(allocated_insufficient);
    for (const auto reason : {insufficient_memory, card_not_healthy, allocated_insufficient}) {
        one.add(reason);
    }
    for (const auto reason : {card_not_healthy, slots_exhausted, insufficient_memory, insufficient_memory}) {
        two.add(reason);
    }
    CHECK(one == two);
    CHECK(
        text_of(one) ==
        "AllocatedCardsInsufficientRequest, CardInsufficientMemory, CardNotHealth, CardTimeSlicingExhausted");
}
