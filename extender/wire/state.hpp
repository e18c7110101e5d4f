#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "devicemodel/ledger.hpp"
#include "devicemodel/snapshot.hpp"
#include "extender/api/result.hpp"

namespace berth::wire {

/// The `schema` of `/debug/state`. A reader refuses any other.
inline constexpr std::string_view state_schema = "berth-state/1";

/// What stands beside the books in a state document.
struct state_context {
    std::string version;
    std::int64_t now = 0;  ///< Unix seconds; ages count from here.
    devicemodel::ledger_rules rules;
    std::vector<std::pair<std::string_view, std::uint64_t>> counters;
};

/// Which part of the state is wanted; empty texts want everything.
struct state_filter {
    std::string node;  ///< Name of one node, with the pods on it.
    std::string pod;   ///< "namespace/name" or UID of one pod, with its node.
};

/// Writes the state document:
///
/// {"schema", "version", "revision", "now", "accounting", "shrink", "counters": {name: n},
///  "nodes": [{"name", "register_problem"?, "allocatable": {"cpu_milli", "memory_bytes", "gpus"},
///             "requested": {"cpu_milli", "memory_bytes"}, "unreadable_pods",
///             "cards": [{"uuid", "index", "model", "mode", "numa", "healthy", "cordoned",
///                        "capacity", "used", "free": {"memory_mib", "cores", "slots"}, "over_commit"?}]}],
///  "pods": [{"uid", "namespace", "name", "node", "stage", "state", "source", "since", "age_seconds",
///            "allocation_problem"?, "requests": {"cpu_milli", "memory_bytes"},
///            "containers": [{"position", "name", "role",
///                            "request": {"cards", "memory_mib", "memory_percent", "cores"},
///                            "cards": [{"uuid", "memory_mib", "cores"}]}],
///            "cards": [{"uuid", "peak", "steady", "charge": {"memory_mib", "cores", "slots"}}]}]}
///
/// Nodes are sorted by name, pods by namespace, name and UID: equal books give equal bytes.
void write_state(std::string& out, const devicemodel::snapshot& books, const state_context& context,
                 const state_filter& filter = {});

/// What a saved state gives back: enough for a ledger with the same charges.
struct saved_state {
    std::vector<devicemodel::node_info> nodes;
    std::vector<devicemodel::pod_record> pods;
    std::vector<api::bad_input> problems;  ///< Not empty: do not use the rest.
};

/// Reads what write_state wrote. Changes `text`. What follows from the rest (used, free, over_commit,
/// requested, peak, steady, charge, ages, counters) is not read.
///
/// Errors, all of them at once: not JSON; another schema; a member that write_state writes is absent, has
/// another type, a number out of range, a word of no meaning; a name, UID or UUID that is empty; a container
/// out of its position.
saved_state read_state(std::string& text);

/// Whether a text looks like a state document of some version, however it is laid out; not parsed.
bool is_state(std::string_view text);

}  // namespace berth::wire
