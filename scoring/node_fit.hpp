#pragma once

#include <cstdint>
#include <optional>
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

/// What one kind of pod finds on one node. All but the measure stands in one word, so that many can be kept
/// and compared; no word is 0 or has the highest bit set.
class node_fit {
public:
    static node_fit fitting(std::int64_t measure) { return {known_bit | fits_bit, measure}; }
    static node_fit refused(reason_set reasons, bool unresolvable, bool cut_short = false) {
        return {known_bit | (unresolvable ? unresolvable_bit : 0U) | (cut_short ? cut_short_bit : 0U) |
                    reasons.bits(),
                0};
    }
    static node_fit of(std::uint32_t outcome, std::int64_t measure) { return {outcome, measure}; }

    bool fits() const { return (outcome_ & fits_bit) != 0; }
    /// Refused, and it would not fit if every pod left the node either.
    bool unresolvable() const { return (outcome_ & unresolvable_bit) != 0; }
    /// The call's budget ended here: not a fact about the node.
    bool cut_short() const { return (outcome_ & cut_short_bit) != 0; }
    /// Empty when it fits.
    reason_set reasons() const { return reason_set::from_bits(static_cast<std::uint16_t>(outcome_)); }
    /// What `levels` compares; meaning depends on the node policy.
    std::int64_t measure() const { return measure_; }
    std::uint32_t outcome() const { return outcome_; }

    /// Whether an emptied node would refuse too, as far as this fit shows it: it shows nothing when a search
    /// ended early or the node was refused unseen.
    std::optional<bool> shows_unresolvable() const {
        const bool shown = fits() || !(cut_short() || reasons().contains(refusal_reason::search_exhausted) ||
                                       reasons().contains(refusal_reason::allocation_undecodable));
        return shown ? std::optional(unresolvable()) : std::nullopt;
    }

    friend bool operator==(const node_fit&, const node_fit&) = default;

private:
    static constexpr std::uint32_t cut_short_bit = 1U << 16, unresolvable_bit = 1U << 17, fits_bit = 1U << 18,
                                   known_bit = 1U << 19;  // reasons below

    node_fit(std::uint32_t outcome, std::int64_t measure) : outcome_(outcome), measure_(measure) {}

    std::uint32_t outcome_;
    std::int64_t measure_;
};

/// What a refused pod lacks on a node, for people.
struct node_refusal {
    node_fit fit = node_fit::refused({}, false);
    std::vector<refusal> node;        ///< Reasons of the node as a whole, with numbers.
    std::string container;            ///< The container that found no cards.
    std::vector<card_refusal> cards;  ///< Per refusing card.
};

/// Fits one pod against many nodes under one budget. Pure but for its scratch memory.
class node_fitter {
public:
    node_fitter(const pod_request& request, search_limits limits);

    /// Fits against the node as it is. `used` replaces node.used where the pod's own charge has to be
    /// left out (a pod filtered again while it holds cards). `unresolvable` is what an earlier fit against
    /// the same node_info showed of it: it depends on nothing else and costs a second search.
    node_fit fit(const devicemodel::node_state& node, std::span<const devicemodel::shares> used,
                 std::optional<bool> unresolvable = std::nullopt);
    node_fit fit(const devicemodel::node_state& node) { return fit(node, node.used); }

    /// The cards for this pod on this node now, or what is missing.
    std::variant<devicemodel::allocation, node_refusal> choose(const devicemodel::node_state& node,
                                                               std::span<const devicemodel::shares> used);

private:
    search_result search(const devicemodel::node_info& info, std::span<const devicemodel::shares> used,
                         bool with_details, bool& cut_short);
    node_fit judge(const devicemodel::node_state& node, std::span<const devicemodel::shares> used,
                   const search_result& result, bool cut_short, std::optional<bool> unresolvable);

    const pod_request& request_;
    search_limits limits_;
    std::uint64_t call_left_;
    card_search cards_;
    std::vector<devicemodel::shares> nothing_;
};

}  // namespace berth::scoring
