#pragma once

#include <cstdint>
#include <vector>

#include "devicemodel/node.hpp"

namespace berth::devicemodel {

/// An immutable view of the ledger at one revision. Cheap to copy (a pointer per node), safe to read on
/// any thread: a later event replaces the node it touches and leaves this view alone.
struct snapshot {
    std::uint64_t revision = 0;
    std::vector<node_ptr> nodes;    ///< Known nodes, sorted by name.
    std::vector<pod_ptr> homeless;  ///< Pods charged on a node that is not known, sorted by UID.
};

}  // namespace berth::devicemodel
