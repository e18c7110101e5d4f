#include "extender/replay/card_audit.hpp"

#include <fmt/format.h>
#include <map>
#include <string>
#include <string_view>

namespace berth::replay {
namespace {

/// What one pod takes of one card through its start.
struct card_walk {
    start_walk memory;
    start_walk cores;
    start_walk slots;

    void start(container_role role, const card_share& share) {
        memory.start(role, share.memory_mib);
        cores.start(role, share.cores);
        slots.start(role, 1);
    }

    card_amounts charge(state_stage stage) const {
        switch (stage) {
            case state_stage::init: return {memory.most(), cores.most(), slots.most()};
            case state_stage::steady: return {memory.steady(), cores.steady(), slots.steady()};
            case state_stage::zero: return {};
        }
        return {};
    }
};

using charges = std::map<std::string_view, card_amounts>;

void add_charges(const state_pod& pod, charges& sums) {
    std::map<std::string_view, card_walk> walks;
    for (const auto& c : pod.containers) {
        for (const auto& share : c.given) {
            walks[share.uuid].start(c.asked.role, share);
        }
    }
    for (const auto& [uuid, walk] : walks) {
        const auto charge = walk.charge(pod.stage);
        card_amounts& sum = sums[uuid];
        sum.memory_mib += charge.memory_mib;
        sum.cores += charge.cores;
        sum.slots += charge.slots;
    }
}

bool exceeds(const card_amounts& amounts, const card& c) {
    return amounts.memory_mib > c.memory_mib || amounts.cores > c.cores || amounts.slots > c.slots;
}

over_commit too_much(const card& c, std::string_view who, const card_amounts& amounts) {
    return {"card " + c.uuid, fmt::format("{} {}/{} MiB, {}/{} cores, {}/{} slots", who, amounts.memory_mib,
                                          c.memory_mib, amounts.cores, c.cores, amounts.slots, c.slots)};
}

void count(const charged_card& charged, card_audit& found) {
    const auto& [what, used] = charged;
    found.memory_mib += what.memory_mib;
    found.cores += what.cores;
    found.used_memory_mib += used.memory_mib;
    found.used_cores += used.cores;
    if (used == card_amounts{}) {
        ++found.idle;
    } else if (used.memory_mib >= what.memory_mib || used.cores >= what.cores || exceeds(used, what)) {
        ++found.full;
    } else {
        ++found.partly;
    }
}

}  // namespace

card_audit audit(const cluster_state& state) {
    charges sums;
    for (const auto& pod : state.pods) {
        add_charges(pod, sums);
    }
    card_audit found;
    for (const auto& node : state.nodes) {
        for (const auto& c : node.cards) {
            count(c, found);
            const auto sum = sums.find(c.what.uuid);
            if (sum != sums.end() && exceeds(sum->second, c.what)) {
                found.over_commits.push_back(too_much(c.what, "its pods take", sum->second));
            } else if (exceeds(c.used, c.what)) {
                found.over_commits.push_back(too_much(c.what, "charged", c.used));
            }
            if (sum != sums.end()) {
                sums.erase(sum);
            }
        }
    }
    for (const auto& [uuid, amounts] : sums) {
        found.over_commits.push_back({"card " + std::string(uuid), "on no node, but pods hold it"});
    }
    return found;
}

}  // namespace berth::replay
