#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "devicemodel/allocation.hpp"
#include "devicemodel/node.hpp"
#include "scoring/card_search.hpp"
#include "scoring/refusal.hpp"
#include "scoring/request.hpp"

namespace berth::scoring {

/// How long a call may search. Beyond it nodes are refused with `search_exhausted`.
struct search_limits {
    std::uint64_t steps_per_node = 20'000;
    std::uint64_t steps_per_call = 2'000'000;
};

/// What one kind of pod finds on one node.
struct node_fit {
    bool fits = false;
    bool unresolvable = false;  ///< Refused, and it would not fit if every pod left the node either.
    bool cut_short = false;     ///< The call's budget ended here: not a fact about the node.
    reason_set reasons;         ///< Empty when it fits.
    std::int64_t measure = 0;   ///< What `levels` compares; meaning depends on the node policy.

    friend bool operator==(const node_fit&, const node_fit&) = default;
};

/// What a refused pod lacks on a node, for people.
struct node_refusal {
    node_fit fit;
    std::vector<refusal> node;        ///< Reasons of the node as a whole, with numbers.
    std::string container;            ///< The container that found no cards.
    std::vector<card_refusal> cards;  ///< Per refusing card.
};

/// Fits one pod against many nodes under one budget. Pure but for its scratch memory.
class node_fitter {
public:
    node_fitter(const pod_request& request, search_limits limits);

    /// Fits against the node as it is. `used` replaces node.used where the pod's own charge has to be
    /// left out (a pod filtered again while it holds cards).
    node_fit fit(const devicemodel::node_state& node, std::span<const devicemodel::shares> used);
    node_fit fit(const devicemodel::node_state& node) { return fit(node, node.used); }

    /// The cards for this pod on this node now, or what is missing.
    std::variant<devicemodel::allocation, node_refusal> choose(const devicemodel::node_state& node,
                                                               std::span<const devicemodel::shares> used);

private:
    search_result search(const devicemodel::node_info& info, std::span<const devicemodel::shares> used,
                         bool with_details, bool& cut_short);
    node_fit judge(const devicemodel::node_state& node, std::span<const devicemodel::shares> used,
                   const search_result& result, bool cut_short);

    const pod_request& request_;
    search_limits limits_;
    std::uint64_t call_left_;
    card_search cards_;
    std::vector<devicemodel::shares> nothing_;
};

}  // namespace berth::scoring
