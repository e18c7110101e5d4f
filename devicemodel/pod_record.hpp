#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "devicemodel/allocation.hpp"
#include "devicemodel/life_cycle.hpp"

namespace berth::devicemodel {

/// Where the ledger's knowledge of a pod comes from.
enum class record_source : std::uint8_t {
    bind,        ///< Our own bind verb; the API has not shown it yet.
    annotation,  ///< Read from the pod's allocation annotation.
    none,        ///< The pod holds no card: charged for CPU and memory only.
};

/// Whether the write behind an allocation is known to have happened.
enum class claim_state : std::uint8_t {
    reserved,  ///< Held while its write is under way, or annotated but not on a node yet.
    bound,     ///< Seen in the API, or its write was acknowledged.
};

std::string_view name_of(record_source source);
std::string_view name_of(claim_state state);

/// Everything the ledger knows of one pod. Immutable once published; identified by `uid`.
struct pod_record {
    std::string uid;
    std::string name_space;
    std::string name;
    std::string node;  ///< Name of the node it is charged on.
    std::vector<container> containers;
    allocation chosen;               ///< One entry per container.
    std::vector<card_usage> usage;   ///< Derived from the two above by the ledger.
    std::string allocation_problem;  ///< Not empty: the allocation cannot be read, the node takes no pods.
    host_resources requests;         ///< CPU and memory of the pod, effective over its life.
    stage now = stage::init;
    claim_state state = claim_state::bound;
    record_source source = record_source::none;
    std::uint64_t generation = 0;  ///< Of the claim; set by the ledger, grows with every reserve.
    std::int64_t since = 0;        ///< Unix seconds of the first charge; for the age in `/debug/state`.

    friend bool operator==(const pod_record&, const pod_record&) = default;
};

using pod_ptr = std::shared_ptr<const pod_record>;

/// What the ledger counts for the pod on one of its cards now. A reservation counts in full: nothing of the
/// pod has started.
shares charge_of(const card_usage& use, const pod_record& pod, shrink_rule shrink);

/// True when the allocation cannot be read and the pod may still be running.
bool blocks_node(const pod_record& pod);

}  // namespace berth::devicemodel
