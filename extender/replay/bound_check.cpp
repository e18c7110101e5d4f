#include "extender/replay/bound_check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace berth::replay {
namespace {

using cards_by_uuid = std::map<std::string_view, const card*>;

/// The cards of every node, and the pods by namespace and name.
struct state_index {
    std::map<std::string_view, cards_by_uuid> nodes;
    std::map<std::pair<std::string_view, std::string_view>, const state_pod*> pods;

    explicit state_index(const cluster_state& state) {
        for (const auto& node : state.nodes) {
            for (const auto& c : node.cards) {
                nodes[node.name].emplace(c.what.uuid, &c.what);
            }
        }
        for (const auto& p : state.pods) {
            pods.emplace(std::pair{std::string_view(p.name_space), std::string_view(p.name)}, &p);
        }
    }
};

/// True when `share` is at least what the container asks of this card.
bool is_enough(const card_share& share, const container& asked, const card& of) {
    constexpr std::int64_t milli_per_percent = card_milli / 100;
    const std::int64_t percent =
        asked.gpu_memory_percent > 0 ? asked.gpu_memory_percent : asked.gpu_milli / milli_per_percent;
    const std::int64_t memory =
        asked.gpu_memory_mib > 0 ? asked.gpu_memory_mib : of.memory_mib * percent / 100;
    return share.memory_mib >= memory && share.cores * milli_per_percent >= asked.gpu_milli;
}

/// What is wrong with the cards of one container; empty: nothing.
std::string_view cards_problem(const state_container& shown, const container& asked,
                               const cards_by_uuid& of_node) {
    if (shown.asked.role != asked.role) {
        return "is shown in another role";
    }
    cards_by_uuid given;
    for (const auto& share : shown.given) {
        const auto found = of_node.find(share.uuid);
        if (found == of_node.end()) {
            return "is shown with a card that the node does not have";
        }
        if (!is_enough(share, asked, *found->second)) {
            return "is shown with less of a card than it asks for";
        }
        given.insert(*found);
    }
    return given.size() == static_cast<std::size_t>(asked.gpus)
               ? std::string_view{}
               : "is shown with another number of cards than it asks for";
}

std::string containers_problem(const state_pod& shown, const pod& asked, const cards_by_uuid& of_node) {
    for (const auto& c : asked.containers) {
        const auto found = std::find_if(shown.containers.begin(), shown.containers.end(),
                                        [&](const state_container& s) { return s.asked.name == c.name; });
        if (c.gpus > 0 && found == shown.containers.end()) {
            return fmt::format("container {} is not shown", c.name);
        }
        const auto problem = c.gpus > 0 ? cards_problem(*found, c, of_node) : std::string_view{};
        if (!problem.empty()) {
            return fmt::format("container {} {}", c.name, problem);
        }
    }
    return {};
}

bool has_gpu_init(const pod& p) {
    return std::any_of(p.containers.begin(), p.containers.end(),
                       [](const container& c) { return c.role == container_role::init && c.gpus > 0; });
}

std::string contradiction(const state_index& index, const bound_pod& bound) {
    const auto found = index.pods.find({bound.name_space, bound.name});
    if (found == index.pods.end()) {
        return fmt::format("bound to {}, but not shown", bound.node);
    }
    const state_pod& shown = *found->second;
    if (shown.node != bound.node) {
        return fmt::format("bound to {}, but shown on \"{}\"", bound.node, shown.node);
    }
    if (shown.stage == state_stage::zero) {
        return "counts as ended, but has not";
    }
    if (shown.stage == state_stage::steady && has_gpu_init(bound.what)) {
        return "counts as past its init containers, but has not started";
    }
    const auto cards = index.nodes.find(bound.node);
    return containers_problem(shown, bound.what,
                              cards == index.nodes.end() ? cards_by_uuid{} : cards->second);
}

}  // namespace

std::vector<over_commit> contradictions(const cluster_state& state, std::span<const bound_pod> bound) {
    const state_index index(state);
    std::vector<over_commit> found;
    for (const auto& b : bound) {
        if (auto what = contradiction(index, b); !what.empty()) {
            found.push_back({fmt::format("pod {}/{}", b.name_space, b.name), std::move(what)});
        }
    }
    return found;
}

}  // namespace berth::replay
