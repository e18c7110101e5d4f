#pragma once

#include <cstdint>
#include <limits>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "scoring/node_fit.hpp"

namespace berth::verbs {

/// A result and the node revision it is true for.
struct remembered_fit {
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

    std::uint64_t revision = never;
    scoring::node_fit fit;
};

/// What each kind of pod found on each node when it was last looked at, so that a call costs work only for
/// nodes that changed since. Exact: an entry counts only while the node has the same revision.
///
/// Bounded: when a new kind would pass `entries_max`, the kinds unused for longest are forgotten.
class result_memory {
public:
    /// 0 switches the memory off: every call works everything out.
    explicit result_memory(std::size_t entries_max) : entries_max_(entries_max) {}

    /// The entries of a kind by ledger slot, at least `slots` of them, valid until the next call; null when
    /// the memory is off or one kind alone would pass the bound.
    std::vector<remembered_fit>* of_kind(std::string_view kind, std::size_t slots);

    std::size_t kinds() const { return by_kind_.size(); }
    std::size_t entries() const { return entries_; }

private:
    struct kind_entries {
        std::string kind;
        std::vector<remembered_fit> fits;
    };
    using order = std::list<kind_entries>;  // last used first

    std::size_t entries_max_;
    std::size_t entries_ = 0;
    order kinds_;
    std::unordered_map<std::string_view, order::iterator> by_kind_;  // keys live in kinds_
};

}  // namespace berth::verbs
