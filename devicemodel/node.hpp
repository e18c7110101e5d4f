#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "devicemodel/card.hpp"
#include "devicemodel/pod_record.hpp"

namespace berth::devicemodel {

/// What a node said of itself. Changes only when the node object does.
struct node_info {
    std::string name;
    std::vector<card> cards;  ///< Sorted by index, then UUID: the order a node lists them in has no meaning.
    std::string register_problem;       ///< Not empty: no usable register data, and why.
    host_resources allocatable;         ///< CPU and memory from status.allocatable.
    std::int64_t allocatable_gpus = 0;  ///< status.allocatable of the GPU count resource.

    friend bool operator==(const node_info&, const node_info&) = default;
};

/// One node at one moment: what it has and who holds what. Immutable once published.
struct node_state {
    std::shared_ptr<const node_info> info;
    std::vector<shares> used;         ///< Charged per card, in the order of info->cards.
    host_resources requested;         ///< CPU and memory of all its live pods, GPU or not.
    std::vector<pod_ptr> pods;        ///< In order of arrival.
    std::uint32_t unreadable = 0;     ///< Live pods whose allocation cannot be read.
    std::uint64_t revision = 0;       ///< Of the last change; unique over all nodes of the ledger.
    std::uint64_t info_revision = 0;  ///< Of the last change of `info`.
};

/// The node with nothing on it.
node_state empty_node(node_info info);

using node_ptr = std::shared_ptr<const node_state>;

}  // namespace berth::devicemodel
