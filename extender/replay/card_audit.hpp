#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "extender/replay/cluster_state.hpp"

namespace berth::replay {

/// Something that carries more than it has.
struct over_commit {
    std::string where;  ///< "card UUID", "node NAME".
    std::string what;

    friend bool operator==(const over_commit&, const over_commit&) = default;
};

/// How full the cards of a cluster are, and which carry too much.
struct card_audit {
    std::size_t idle = 0;         ///< Nothing is charged.
    std::size_t partly = 0;       ///< Something is charged, and there are cores and memory left.
    std::size_t full = 0;         ///< No cores or no memory left, or more charged than there is.
    std::int64_t memory_mib = 0;  ///< Of all cards.
    std::int64_t cores = 0;
    std::int64_t used_memory_mib = 0;
    std::int64_t used_cores = 0;
    std::vector<over_commit> over_commits;  ///< One for each card with too much of anything.

    std::size_t cards() const { return idle + partly + full; }
    friend bool operator==(const card_audit&, const card_audit&) = default;
};

/// Looks at every card twice: at what the extender says is charged, and at what the pods were given on it,
/// added up here from the pods' containers in their start order (start_walk; an extender that counts less
/// than that over-commits the card whatever its own total says). Shares on cards nobody knows are
/// over-commits too.
card_audit audit(const cluster_state& state);

}  // namespace berth::replay
