#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "devicemodel/node.hpp"
#include "devicemodel/pod_record.hpp"
#include "extender/api/pod.hpp"
#include "extender/api/result.hpp"
#include "extender/verbs/observe.hpp"

namespace berth::standalone {

/// A cluster as a file describes it.
struct cluster {
    std::vector<devicemodel::node_info> nodes;
    std::vector<api::pod> pods;                    ///< From Kubernetes objects.
    std::vector<devicemodel::pod_record> records;  ///< From a saved state: charges as they were.
    std::vector<api::bad_input> problems;          ///< All of them; not empty: do not use the rest.
};

/// Reads a cluster from a text that is one of
/// - Kubernetes objects in YAML (one or several documents) or JSON: Node, Pod, or a List of them. A pod
/// without
///   a UID gets "namespace/name";
/// - a state document, as `/debug/state` and `--state-out` write it.
cluster read_cluster(std::string text, const api::resource_names& names);

/// Puts the cluster into empty books.
void load(verbs::books& books, const verbs::demand_rules& rules, const cluster& source, std::int64_t now);

}  // namespace berth::standalone
