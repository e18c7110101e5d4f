#include "scoring/node_fit.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "scoring/load.hpp"

namespace berth::scoring {
namespace {

using devicemodel::shares;

std::optional<refusal_reason> refuse_whole_node(const devicemodel::node_state& node) {
    if (!node.info->register_problem.empty() || node.info->cards.empty()) {
        return refusal_reason::node_unregistered;
    }
    if (node.unreadable > 0) {
        return refusal_reason::allocation_undecodable;
    }
    return std::nullopt;
}

shares total_capacity(const devicemodel::node_info& info) {
    return std::accumulate(info.cards.begin(), info.cards.end(), shares{},
                           [](const shares& sum, const devicemodel::card& c) { return sum + c.capacity; });
}

node_fit refused(refusal_reason why) {
    return node_fit::refused(reason_set(why), why == refusal_reason::node_unregistered);
}

}  // namespace

node_fitter::node_fitter(const pod_request& request, search_limits limits)
    : request_(request), limits_(limits), call_left_(limits.steps_per_call), cards_(request) {}

node_fit node_fitter::fit(const devicemodel::node_state& node, std::span<const shares> used,
                          std::optional<bool> unresolvable) {
    if (const auto why = refuse_whole_node(node)) {
        return refused(*why);
    }
    bool cut_short = false;
    const auto result = search(*node.info, used, false, cut_short);
    return judge(node, used, result, cut_short, unresolvable);
}

std::variant<devicemodel::allocation, node_refusal> node_fitter::choose(const devicemodel::node_state& node,
                                                                        std::span<const shares> used) {
    node_refusal missing;
    if (const auto why = refuse_whole_node(node)) {
        missing.fit = refused(*why);
        missing.node.push_back({*why, 0, 0});
        return missing;
    }
    bool cut_short = false;
    auto result = search(*node.info, used, true, cut_short);
    if (result.found) {
        return cards_.allocation();
    }
    missing.fit = judge(node, used, result, cut_short, std::nullopt);
    const auto& stuck = request_.containers[result.stuck_position];
    missing.container = stuck.name;
    for (const auto reason :
         {refusal_reason::node_insufficient_device, refusal_reason::allocated_insufficient}) {
        if (result.reasons.contains(reason)) {
            missing.node.push_back({reason, stuck.demand.cards, result.cards_that_fit});
        }
    }
    if (result.reasons.contains(refusal_reason::search_exhausted)) {
        missing.node.push_back({refusal_reason::search_exhausted, 0, 0});
    }
    missing.cards = std::move(result.cards);
    return missing;
}

search_result node_fitter::search(const devicemodel::node_info& info, std::span<const shares> used,
                                  bool with_details, bool& cut_short) {
    search_budget budget{std::min(limits_.steps_per_node, call_left_)};
    const auto granted = budget.left;
    auto result = cards_.run({info.cards, used}, budget, with_details);
    call_left_ -= granted - budget.left;
    const bool unfinished = result.reasons.contains(refusal_reason::search_exhausted);
    cut_short = cut_short || (unfinished && granted < limits_.steps_per_node);
    return result;
}

node_fit node_fitter::judge(const devicemodel::node_state& node, std::span<const shares> used,
                            const search_result& result, bool cut_short, std::optional<bool> unresolvable) {
    if (result.found) {
        if (request_.nodes == node_policy::stock) {
            return node_fit::fitting(0);
        }
        const auto all_used = std::accumulate(used.begin(), used.end(), shares{}) + cards_.total_effective();
        return node_fit::fitting(load_of(total_capacity(*node.info), all_used));
    }
    if (result.reasons.contains(refusal_reason::search_exhausted)) {
        return node_fit::refused(result.reasons, false, cut_short);
    }
    if (!unresolvable) {
        nothing_.assign(node.info->cards.size(), shares{});
        const auto emptied = search(*node.info, nothing_, false, cut_short);
        unresolvable = !emptied.found && !emptied.reasons.contains(refusal_reason::search_exhausted);
    }
    return node_fit::refused(result.reasons, *unresolvable, cut_short);
}

}  // namespace berth::scoring
