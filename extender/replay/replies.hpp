#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "extender/replay/extender_port.hpp"
#include "extender/replay/node_books.hpp"

namespace berth::replay {

/// How many nodes gave a reason, by its text.
using reason_counts = std::map<std::string, std::size_t, std::less<>>;

/// Why the nodes of one attempt would not take the pod.
struct node_reasons {
    reason_counts for_now;   ///< FailedNodes: with fewer pods there the node might take it.
    reason_counts for_good;  ///< FailedAndUnresolvableNodes: nothing on the node ever will.

    friend bool operator==(const node_reasons&, const node_reasons&) = default;
};

/// What an extender said to filter. Nodes are indices of node_books.
struct filter_answer {
    std::string problem;              ///< Not empty: the attempt is an error, and why; the rest is empty.
    std::vector<std::uint32_t> kept;  ///< Nodes that fit, each once, in the order of the reply.
    node_reasons refused;
};

/// The nodes of a call and the books that name them.
struct asked_nodes {
    const node_books& books;
    std::span<const std::uint32_t> nodes;  ///< Ascending.
};

/// Readers of the three replies, as strict as kube-scheduler: the status must be 200, the body JSON, keys
/// in any case, null the same as absent. They take `reply.body` apart in place.

/// ExtenderFilterResult. A name that was not asked about makes the attempt an error; a node in no list at
/// all counts as refused for good, as kube-scheduler takes it, for "no reason given".
filter_answer read_filter_reply(response& reply, const asked_nodes& asked);

/// HostPriorityList. `scores[i]` becomes the score of `asked.nodes[i]`, 0 for a node left out. Returns what
/// was wrong, in which case all scores are 0 (kube-scheduler goes on without them).
std::string read_prioritize_reply(response& reply, const asked_nodes& asked,
                                  std::vector<std::int64_t>& scores);

/// ExtenderBindingResult. Returns its Error or what else went wrong; empty: bound.
std::string read_bind_reply(response& reply);

}  // namespace berth::replay
