#include "scoring/refusal.hpp"

#include <algorithm>
#include <vector>

namespace berth::scoring {
namespace {

std::string_view unit_of(refusal_reason reason) {
    switch (reason) {
        case refusal_reason::insufficient_memory: return " MiB";
        case refusal_reason::insufficient_cores:
        case refusal_reason::cores_sold_out: return " % cores";
        case refusal_reason::slots_exhausted: return " slots";
        case refusal_reason::node_insufficient_device:
        case refusal_reason::allocated_insufficient: return " cards";
        case refusal_reason::node_unregistered:
        case refusal_reason::allocation_undecodable:
        case refusal_reason::card_not_healthy:
        case refusal_reason::card_cordoned:
        case refusal_reason::card_type_mismatch:
        case refusal_reason::card_uuid_mismatch:
        case refusal_reason::mig_infeasible:
        case refusal_reason::exclusive_conflict:
        case refusal_reason::quota_not_fit:
        case refusal_reason::search_exhausted: break;
    }
    return "";
}

}  // namespace

std::string_view name_of(refusal_reason reason) {
    switch (reason) {
        case refusal_reason::node_unregistered: return "NodeUnregistered";
        case refusal_reason::allocation_undecodable: return "AllocationUndecodable";
        case refusal_reason::node_insufficient_device: return "NodeInsufficientDevice";
        case refusal_reason::card_not_healthy: return "CardNotHealth";
        case refusal_reason::card_cordoned: return "CardCordoned";
        case refusal_reason::card_type_mismatch: return "CardTypeMismatch";
        case refusal_reason::card_uuid_mismatch: return "CardUuidMismatch";
        case refusal_reason::mig_infeasible: return "CardMigTopologyInfeasible";
        case refusal_reason::slots_exhausted: return "CardTimeSlicingExhausted";
        case refusal_reason::exclusive_conflict: return "ExclusiveDeviceAllocateConflict";
        case refusal_reason::insufficient_memory: return "CardInsufficientMemory";
        case refusal_reason::insufficient_cores: return "CardInsufficientCore";
        case refusal_reason::cores_sold_out: return "CardComputeUnitsExhausted";
        case refusal_reason::allocated_insufficient: return "AllocatedCardsInsufficientRequest";
        case refusal_reason::quota_not_fit: return "ResourceQuotaNotFit";
        case refusal_reason::search_exhausted: return "SearchExhausted";
    }
    return "";
}

std::string sentence(const refusal& why) {
    std::string text(name_of(why.reason));
    if (why.reason == refusal_reason::exclusive_conflict) {
        return text + ": wants the card alone, sharers " + std::to_string(why.available);
    }
    if (const auto unit = unit_of(why.reason); !unit.empty()) {
        text += ": asks " + std::to_string(why.requested) + std::string(unit) + ", free " +
                std::to_string(why.available) + std::string(unit);
    }
    return text;
}

std::string text_of(reason_set reasons) {
    std::vector<std::string_view> names;
    for (int i = 0; i < refusal_reason_count; ++i) {
        if (const auto reason = static_cast<refusal_reason>(i); reasons.contains(reason)) {
            names.push_back(name_of(reason));
        }
    }
    std::sort(names.begin(), names.end());
    std::string text;
    for (const auto name : names) {
        text += text.empty() ? "" : ", ";
        text += name;
    }
    return text;
}

}  // namespace berth::scoring
