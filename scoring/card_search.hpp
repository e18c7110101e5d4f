#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "devicemodel/allocation.hpp"
#include "devicemodel/card.hpp"
#include "devicemodel/effective_demand.hpp"
#include "scoring/refusal.hpp"
#include "scoring/request.hpp"

namespace berth::scoring {

/// The cards of one node and what others hold of them, in the same order.
struct card_view {
    std::span<const devicemodel::card> cards;
    std::span<const devicemodel::shares> used;
};

/// Steps a search may still take. One step tries one set of cards for one container.
struct search_budget {
    std::uint64_t left = 0;
};

/// Why one card refused the container at which the search first stood still.
struct card_refusal {
    std::size_t card = 0;  ///< Index into card_view::cards.
    refusal why;

    friend bool operator==(const card_refusal&, const card_refusal&) = default;
};

/// How a search ended.
struct search_result {
    bool found = false;
    reason_set reasons;               ///< Of the first dead end; empty when found.
    std::size_t stuck_position = 0;   ///< The container that found no cards; meaning only when not found.
    std::int32_t cards_that_fit = 0;  ///< How many cards would have taken that container.
    std::vector<card_refusal> cards;  ///< Per refusing card, with numbers.
};

/// Looks for cards for all containers of a pod together.
///
/// A node fits when some assignment of containers to cards keeps every card within its capacity at every
/// moment of the start order. Containers are placed in charge order, cards tried in the order the policy
/// prefers, so the first assignment tried is the one a container-by-container choice would make; when it
/// leads nowhere, depth-first search with backtracking goes on until one is found, none exists or the budget
/// is spent (then `refusal_reason::search_exhausted` is among the reasons). Cards in the same state are
/// tried once.
///
/// Preference among the cards for one container, each only breaking ties of the one before:
/// pack and best fit first take a card on which the container adds nothing to the pod's charge; then
/// the keys of `card_order`; then a card this pod uses already; then the highest NUMA node, index and UUID.
///
/// Holds scratch memory: make one per call and use it for all nodes. Not for two threads at once.
class card_search {
public:
    /// Keeps a reference: `request` has to outlive the search.
    explicit card_search(const pod_request& request);

    /// Finds cards on one node. Details per card are filled only when asked for: they cost memory.
    search_result run(const card_view& node, search_budget& budget, bool with_details = false);

    /// The assignment of the last run that found one.
    devicemodel::allocation allocation() const;

    /// What the pod adds to all cards together with that assignment.
    devicemodel::shares total_effective() const;

private:
    struct card_state {
        const devicemodel::card* card = nullptr;
        devicemodel::shares base;
        devicemodel::usage_walk walk;
        std::optional<refusal> never;
        bool used_by_pod = false;
    };
    struct candidate {
        std::size_t card = 0;
        bool grows = true;
        std::array<std::int64_t, 4> keys{};
    };
    struct level {
        std::vector<candidate> candidates;
        std::vector<std::size_t> chosen;                               // indices into candidates, rising
        std::vector<std::pair<devicemodel::usage_walk, bool>> before;  // of the chosen, to undo
        bool tried = false;  // some choice of cards was taken and went on
    };
    using amount_in = std::int64_t (*)(const devicemodel::shares&);

    bool place(std::size_t depth);
    bool choose(std::size_t depth, std::size_t from);
    bool take_and_go_on(std::size_t depth);
    void list_candidates(std::size_t depth);
    candidate rate(std::size_t card, devicemodel::container_role role,
                   const devicemodel::shares& asked) const;
    bool better(const candidate& a, const candidate& b) const;
    bool same_state(std::size_t a, std::size_t b) const;
    bool twin_left_out(const level& at, std::size_t next) const;
    bool each_finds_cards(std::size_t depth, std::size_t end);
    bool rest_may_fit(std::size_t depth);
    bool together(amount_in amount);
    std::int64_t most_on(const card_state& state, std::size_t few, amount_in amount);
    std::optional<refusal> refuse(const card_state& state, const devicemodel::container& c) const;
    void note_dead_end(std::size_t depth, std::size_t fitting);

    const pod_request& request_;
    std::vector<std::size_t> order_;  // positions that want cards, in charge order
    std::vector<card_state> states_;
    std::vector<level> levels_;
    std::vector<const devicemodel::container*> rest_;  // scratch of rest_may_fit
    std::vector<std::int64_t> asked_;                  // scratch of most_on
    search_budget* budget_ = nullptr;
    search_result result_;
    bool with_details_ = false;
    bool dead_end_noted_ = false;
};

}  // namespace berth::scoring
