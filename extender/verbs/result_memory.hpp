#pragma once

#include <cstdint>
#include <list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "devicemodel/ledger.hpp"
#include "scoring/node_fit.hpp"
#include "scoring/request.hpp"

namespace berth::verbs {

/// What one kind of pod found on every node when it was last looked at.
///
/// Four bytes a node where no measures are compared: dozens of kinds meet thousands of nodes, and what a call
/// reads of them must not come from far away.
class known_fits {
public:
    /// With or without measures, the same for all pods of a kind.
    explicit known_fits(bool with_measures) : with_measures_(with_measures) {}

    /// Makes room for every slot and marks what changed since the last call of this.
    void catch_up(const devicemodel::ledger& books);
    /// The same when it is known which slots those are, or more of them. Requires: there is room.
    void catch_up(const devicemodel::ledger& books, std::span<const std::uint32_t> changed_slots);

    /// Of the ledger, when it was caught up with.
    std::uint64_t revision() const { return revision_; }

    void put(std::size_t slot, const scoring::node_fit& fit) {
        outcomes_[slot] = fit.outcome();
        if (with_measures_) {
            measures_[slot] = fit.measure();
        }
    }
    void forget(std::size_t slot) { outcomes_[slot] = unknown; }

    /// The fits by slot, to be read while nothing but `put` and `forget` is called.
    class view {
    public:
        view() = default;
        explicit view(const known_fits& fits) : outcomes_(fits.outcomes_), measures_(fits.measures_) {}

        bool is_known(std::uint32_t slot) const { return was_known(slot) && outcomes_[slot] < changed; }

        /// Whether something is known from before the pods of the node changed; nothing is when the node
        /// itself did.
        bool was_known(std::uint32_t slot) const {
            return slot < outcomes_.size() && outcomes_[slot] != unknown;
        }

        /// Asks for all of it to come near while something else is done.
        void fetch() const {
            constexpr std::size_t a_line = 64 / sizeof(std::uint32_t);
            for (std::size_t slot = 0; slot < outcomes_.size(); slot += a_line) {
                __builtin_prefetch(&outcomes_[slot]);
            }
        }

        /// Requires: it is or was known.
        scoring::node_fit at(std::uint32_t slot) const {
            return scoring::node_fit::of(outcomes_[slot] & ~changed, measures_.empty() ? 0 : measures_[slot]);
        }

    private:
        std::span<const std::uint32_t> outcomes_;
        std::span<const std::int64_t> measures_;
    };

    std::size_t slots() const { return outcomes_.size(); }

private:
    static constexpr std::uint32_t unknown = 0, changed = 1U << 31;

    void mark(const devicemodel::ledger& books, std::size_t slot);

    bool with_measures_;
    std::vector<std::uint32_t> outcomes_;  ///< By slot: unknown, or node_fit::outcome, `changed` added to it.
    std::vector<std::int64_t> measures_;   ///< By slot; empty where none are compared.
    std::uint64_t revision_ = 0;
};

struct remembered_kind {
    std::string key;               ///< scoring::kind_of the request.
    scoring::pod_request request;  ///< Of one of its pods; any other finds the same.
    known_fits fits;
    std::size_t refreshes_left = 0;  ///< How many fits the refresher may work out before the next call.
};

/// The known fits of each kind of pod, so that a call costs work only for nodes that changed since the last
/// of its kind. Exact: whoever asks gets what a new search would say.
///
/// Bounded: when a new kind would pass `entries_max`, the kinds unused for longest are forgotten.
class result_memory {
public:
    /// 0 switches the memory off: every call works everything out.
    explicit result_memory(std::size_t entries_max) : entries_max_(entries_max) {}

    /// The fits of the request's kind, caught up with the ledger, valid until the next call; null when the
    /// memory is off or one kind alone would pass the bound.
    known_fits* of_kind(const scoring::pod_request& request, const devicemodel::ledger& books);

    std::list<remembered_kind>& by_last_use() { return kinds_; }  ///< The last used first.

    std::size_t kinds() const { return by_kind_.size(); }
    std::size_t entries() const { return entries_; }

private:
    std::size_t entries_max_;
    std::size_t entries_ = 0;
    std::list<remembered_kind> kinds_;
    std::unordered_map<std::string_view, std::list<remembered_kind>::iterator>
        by_kind_;  // keys live in kinds_
};

}  // namespace berth::verbs
