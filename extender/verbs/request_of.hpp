#pragma once

#include <cstdint>
#include <vector>

#include "devicemodel/effective_demand.hpp"
#include "extender/api/pod.hpp"
#include "extender/api/result.hpp"
#include "scoring/request.hpp"

namespace berth::verbs {

/// What the configuration adds to what a pod says.
struct demand_rules {
    devicemodel::accounting rule = devicemodel::accounting::exact;
    api::resource_names names;            ///< For the field names in errors.
    std::int64_t default_memory_mib = 0;  ///< When a container names no memory; 0: the whole card.
    std::int64_t default_cores = 0;       ///< When a container names no cores; percent.
    std::int64_t memory_factor = 1;       ///< MiB per unit of the memory resource; below 1 acts as 1.
    std::vector<scoring::card_order_key> card_order{scoring::card_order_key::best_fit};
    scoring::node_policy nodes = scoring::node_policy::stock;
};

/// What the containers of a pod ask for, by position, or the container and field that cannot be.
///
/// Rules: no count or 0 means no GPU, whatever else the container names. Memory counts when positive, else
/// the percentage (above 100 counts as 100, 0 or less as absent), else the default, else the whole card.
/// Cores above 100 count as 100.
api::result<std::vector<devicemodel::container>> containers_of(const api::pod& pod,
                                                               const demand_rules& rules);

/// The pod's containers with the rules of its annotations: everything that decides where it may go.
///
/// A policy annotation berth does not know leaves the configured policy in force.
api::result<scoring::pod_request> request_of(const api::pod& pod, const demand_rules& rules);

/// CPU and memory the pod needs over its whole life (KEP-753), as kube-scheduler counts it.
devicemodel::host_resources host_requests_of(const api::pod& pod);

}  // namespace berth::verbs
