#include "scoring/card_fit.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace berth::scoring {
namespace {

using devicemodel::core_percent;

constexpr core_percent whole_card{100};

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool contains_any_case(std::string_view text, std::string_view part) {
    return std::search(text.begin(), text.end(), part.begin(), part.end(),
                       [](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

bool listed(const std::vector<std::string>& uuids, const std::string& uuid) {
    return std::find(uuids.begin(), uuids.end(), uuid) != uuids.end();
}

bool model_listed(const std::vector<std::string>& models, std::string_view model) {
    return std::any_of(models.begin(), models.end(),
                       [&](const std::string& part) { return contains_any_case(model, part); });
}

}  // namespace

std::optional<refusal> refuse_card(const devicemodel::card& c, const card_rules& rules) {
    const auto because = [](refusal_reason reason) { return refusal{reason, 0, 0}; };
    if (!c.healthy) {
        return because(refusal_reason::card_not_healthy);
    }
    if (c.cordoned) {
        return because(refusal_reason::card_cordoned);
    }
    if ((!rules.use_models.empty() && !model_listed(rules.use_models, c.model)) ||
        model_listed(rules.avoid_models, c.model) ||
        (!rules.modes.empty() && rules.modes.find(c.mode) == std::string::npos)) {
        return because(refusal_reason::card_type_mismatch);
    }
    if ((!rules.use_uuids.empty() && !listed(rules.use_uuids, c.uuid)) || listed(rules.avoid_uuids, c.uuid)) {
        return because(refusal_reason::card_uuid_mismatch);
    }
    if (c.mode == "mig") {
        return because(refusal_reason::mig_infeasible);
    }
    return std::nullopt;
}

std::optional<refusal> refuse_share(const devicemodel::shares& capacity, const devicemodel::shares& in_use,
                                    const devicemodel::shares& asked, bool idle_cards_only) {
    const devicemodel::shares left = capacity - in_use;  // negative on an over-committed card
    if (left.slots < asked.slots) {
        return refusal{refusal_reason::slots_exhausted, asked.slots.value(), left.slots.value()};
    }
    const bool in_company = in_use.slots > devicemodel::slot_count{};
    if (idle_cards_only && in_company) {
        return refusal{refusal_reason::exclusive_conflict, 0, in_use.slots.value()};
    }
    if (left.memory < asked.memory) {
        return refusal{refusal_reason::insufficient_memory, asked.memory.value(), left.memory.value()};
    }
    if (left.cores < asked.cores) {
        return refusal{refusal_reason::insufficient_cores, asked.cores.value(), left.cores.value()};
    }
    if (asked.cores == whole_card && capacity.cores == whole_card && in_company) {
        return refusal{refusal_reason::exclusive_conflict, 0, in_use.slots.value()};
    }
    if (asked.cores == core_percent{} && left.cores <= core_percent{} && capacity.cores > core_percent{}) {
        return refusal{refusal_reason::cores_sold_out, 0, left.cores.value()};
    }
    return std::nullopt;
}

}  // namespace berth::scoring
