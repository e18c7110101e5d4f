#include "scoring/card_search.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "scoring/card_fit.hpp"
#include "scoring/load.hpp"

namespace berth::scoring {

using devicemodel::container_role;
using devicemodel::shares;

namespace {

constexpr std::size_t look_ahead = 16;  // later containers a step looks at, so that a step has a bounded cost

std::int64_t memory_in(const shares& some) { return some.memory.value(); }
std::int64_t cores_in(const shares& some) { return some.cores.value(); }

}  // namespace

card_search::card_search(const pod_request& request) : request_(request) {
    assert(request.card_order.size() <= std::size(candidate{}.keys) && "four keys exist");
    for (const std::size_t position : devicemodel::charge_order(request.containers, request.rule)) {
        if (request.containers[position].demand.cards > 0) {
            order_.push_back(position);
        }
    }
    levels_.resize(order_.size());
}

search_result card_search::run(const card_view& node, search_budget& budget, bool with_details) {
    budget_ = &budget;
    with_details_ = with_details;
    dead_end_noted_ = false;
    result_ = {};
    states_.resize(node.cards.size());
    for (std::size_t i = 0; i < states_.size(); ++i) {
        states_[i] = {&node.cards[i], node.used[i], {}, refuse_card(node.cards[i], request_.rules), false};
    }
    // A container that finds too few cards even alone is the plainest reason there is.
    result_.found = (order_.size() < 2 || each_finds_cards(0, order_.size())) && place(0);
    if (result_.found) {
        result_.reasons = {};
        result_.cards.clear();
    }
    return result_;
}

devicemodel::allocation card_search::allocation() const {
    devicemodel::allocation chosen(request_.containers.size());
    for (std::size_t depth = 0; depth < order_.size(); ++depth) {
        const auto& demand = request_.containers[order_[depth]].demand;
        for (const std::size_t pick : levels_[depth].chosen) {
            const auto& card = *states_[levels_[depth].candidates[pick].card].card;
            const shares share = share_on(demand, card);
            chosen[order_[depth]].push_back({card.uuid, share.memory, share.cores});
        }
    }
    return chosen;
}

shares card_search::total_effective() const {
    shares total;
    for (const auto& state : states_) {
        total += state.walk.result().effective();
    }
    return total;
}

bool card_search::place(std::size_t depth) {
    if (depth == order_.size()) {
        return true;
    }
    const auto wanted = static_cast<std::size_t>(request_.containers[order_[depth]].demand.cards);
    list_candidates(depth);
    if (levels_[depth].candidates.size() < wanted) {
        note_dead_end(depth, levels_[depth].candidates.size());
        return false;
    }
    levels_[depth].chosen.clear();
    levels_[depth].tried = false;
    return choose(depth, 0);
}

bool card_search::choose(std::size_t depth, std::size_t from) {
    const auto& container = request_.containers[order_[depth]];
    const auto wanted = static_cast<std::size_t>(container.demand.cards);
    level& at = levels_[depth];
    if (at.chosen.size() == wanted) {
        return take_and_go_on(depth);
    }
    const std::size_t missing = wanted - at.chosen.size();
    for (std::size_t next = from; next + missing <= at.candidates.size(); ++next) {
        if (twin_left_out(at, next)) {
            continue;
        }
        at.chosen.push_back(next);
        if (choose(depth, next + 1)) {
            return true;
        }
        at.chosen.pop_back();
        // An init container leaves nothing behind: on other cards the rest would find the same.
        const bool settled = at.tried && container.role == container_role::init;
        if (settled || result_.reasons.contains(refusal_reason::search_exhausted)) {
            return false;
        }
    }
    return false;
}

bool card_search::take_and_go_on(std::size_t depth) {
    if (budget_->left == 0) {
        result_.reasons.add(refusal_reason::search_exhausted);
        return false;
    }
    --budget_->left;
    const auto& container = request_.containers[order_[depth]];
    level& at = levels_[depth];
    at.tried = true;
    at.before.clear();
    for (const std::size_t pick : at.chosen) {
        card_state& state = states_[at.candidates[pick].card];
        at.before.emplace_back(state.walk, state.used_by_pod);
        state.walk.start(container.role, share_on(container.demand, *state.card));
        state.used_by_pod = true;
    }
    // The first way down is not looked ahead of: it mostly gets there, and where it does not it says why.
    if ((!dead_end_noted_ || rest_may_fit(depth + 1)) && place(depth + 1)) {
        return true;
    }
    for (std::size_t i = 0; i < at.chosen.size(); ++i) {
        card_state& state = states_[at.candidates[at.chosen[i]].card];
        std::tie(state.walk, state.used_by_pod) = at.before[i];
    }
    return false;
}

void card_search::list_candidates(std::size_t depth) {
    const auto& container = request_.containers[order_[depth]];
    auto& candidates = levels_[depth].candidates;
    candidates.clear();
    for (std::size_t i = 0; i < states_.size(); ++i) {
        if (!refuse(states_[i], container)) {
            candidates.push_back(rate(i, container.role, share_on(container.demand, *states_[i].card)));
        }
    }
    std::sort(candidates.begin(), candidates.end(),
              [this](const candidate& a, const candidate& b) { return better(a, b); });
}

card_search::candidate card_search::rate(std::size_t card, container_role role, const shares& asked) const {
    const card_state& state = states_[card];
    const shares& capacity = state.card->capacity;
    auto after = state.walk;
    after.start(role, asked);
    const shares charge = state.walk.result().effective();
    candidate rated{card, after.result().effective() != charge, {}};
    for (std::size_t i = 0; i < request_.card_order.size(); ++i) {
        switch (request_.card_order[i]) {
            case card_order_key::best_fit:
                rated.keys[i] = -load_of(capacity, state.base + after.result().effective());
                break;
            case card_order_key::binpack:
                rated.keys[i] = -load_of(capacity, state.base + charge, request_.weights);
                break;
            case card_order_key::spread:
                rated.keys[i] =
                    load_of(capacity, state.base + state.walk.before_start(role), request_.weights);
                rated.grows = true;  // what runs beside it counts, not what is charged
                break;
            case card_order_key::numa: rated.keys[i] = -state.card->numa; break;
        }
    }
    return rated;
}

bool card_search::better(const candidate& a, const candidate& b) const {
    if (a.grows != b.grows) {
        return !a.grows;
    }
    if (const auto c = a.keys <=> b.keys; c != 0) {
        return c < 0;
    }
    const card_state &one = states_[a.card], &two = states_[b.card];
    if (one.used_by_pod != two.used_by_pod) {
        return one.used_by_pod;
    }
    return std::tie(one.card->numa, one.card->index, one.card->uuid) >
           std::tie(two.card->numa, two.card->index, two.card->uuid);
}

/// Whether every later container finds the same on both: what runs counts, a peak that is over does not.
bool card_search::same_state(std::size_t a, std::size_t b) const {
    const card_state &one = states_[a], &two = states_[b];
    const auto runs_the_same = [&](container_role role) {
        return one.walk.before_start(role) == two.walk.before_start(role);
    };
    return one.base == two.base && one.card->capacity == two.card->capacity &&
           runs_the_same(container_role::sidecar) && runs_the_same(container_role::app);
}

/// A card in the same state stands before this one and was not taken: taking this one instead is the same
/// assignment under another name.
bool card_search::twin_left_out(const level& at, std::size_t next) const {
    for (std::size_t earlier = 0; earlier < next; ++earlier) {
        const bool taken = std::find(at.chosen.begin(), at.chosen.end(), earlier) != at.chosen.end();
        if (!taken && same_state(at.candidates[earlier].card, at.candidates[next].card)) {
            return true;
        }
    }
    return false;
}

/// What runs on a card only grows along the start order, so a later container that finds too few cards
/// now finds too few then.
bool card_search::each_finds_cards(std::size_t depth, std::size_t end) {
    for (; depth < end; ++depth) {
        const auto& later = request_.containers[order_[depth]];
        const auto fitting = std::count_if(states_.begin(), states_.end(),
                                           [&](const card_state& state) { return !refuse(state, later); });
        if (fitting < later.demand.cards) {
            note_dead_end(depth, static_cast<std::size_t>(fitting));
            return false;
        }
    }
    return true;
}

/// False when the containers from `depth` on certainly do not fit any more; looks at the next few only.
bool card_search::rest_may_fit(std::size_t depth) {
    const std::size_t end = std::min(order_.size(), depth + look_ahead);
    if (!each_finds_cards(depth, end)) {
        return false;
    }
    rest_.clear();
    for (std::size_t next = depth; next < end; ++next) {
        if (const auto& c = request_.containers[order_[next]]; c.role != container_role::init) {
            rest_.push_back(&c);
        }
    }
    return rest_.size() < 2 || (together(memory_in) && together(cores_in));
}

/// All sidecars and apps run together in the end. So of the few that ask most of a resource, no card takes
/// more than have room beside each other, the smallest first; the cards together have to take them all.
bool card_search::together(amount_in amount) {
    std::sort(rest_.begin(), rest_.end(), [&](const auto* a, const auto* b) {
        const auto& any_card = *states_.front().card;
        return amount(share_on(a->demand, any_card)) > amount(share_on(b->demand, any_card));
    });
    std::int64_t wanted = 0;
    for (std::size_t few = 1; few <= rest_.size(); ++few) {
        wanted += rest_[few - 1]->demand.cards;
        std::int64_t taken = 0;
        for (const auto& state : states_) {
            taken += most_on(state, few, amount);
        }
        if (taken < wanted) {
            return false;
        }
    }
    return true;
}

/// No more than this many of the first `few` of the rest fit on the card beside each other.
std::int64_t card_search::most_on(const card_state& state, std::size_t few, amount_in amount) {
    asked_.clear();
    for (std::size_t i = 0; i < few; ++i) {
        if (!refuse(state, *rest_[i])) {
            asked_.push_back(amount(share_on(rest_[i]->demand, *state.card)));
        }
    }
    std::sort(asked_.begin(), asked_.end());
    const shares left = state.card->capacity - state.base - state.walk.before_start(container_role::app);
    std::int64_t room = amount(left), count = 0;
    for (const std::int64_t one : asked_) {
        if (one > room || count == left.slots.value()) {
            break;
        }
        room -= one;
        ++count;
    }
    return count;
}

std::optional<refusal> card_search::refuse(const card_state& state, const devicemodel::container& c) const {
    return state.never ? state.never
                       : refuse_share(state.card->capacity, state.base + state.walk.before_start(c.role),
                                      share_on(c.demand, *state.card), request_.rules.idle_cards_only);
}

void card_search::note_dead_end(std::size_t depth, std::size_t fitting) {
    if (dead_end_noted_) {
        return;
    }
    dead_end_noted_ = true;
    const auto& container = request_.containers[order_[depth]];
    result_.stuck_position = order_[depth];
    result_.cards_that_fit = static_cast<std::int32_t>(fitting);
    if (states_.size() < static_cast<std::size_t>(container.demand.cards)) {
        result_.reasons.add(refusal_reason::node_insufficient_device);
        return;
    }
    for (std::size_t i = 0; i < states_.size(); ++i) {
        if (const auto why = refuse(states_[i], container)) {
            result_.reasons.add(why->reason);
            if (with_details_) {
                result_.cards.push_back({i, *why});
            }
        }
    }
    if (fitting > 0) {
        result_.reasons.add(refusal_reason::allocated_insufficient);
    }
}

}  // namespace berth::scoring
