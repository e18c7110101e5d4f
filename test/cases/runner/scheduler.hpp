#pragma once

#include <memory>
#include <string>
#include <vector>

#include "test/cases/runner/cluster.hpp"

/// What kube-scheduler sends, in the shapes of its extender client.
namespace berth::cases {

/// The body of filter and prioritize with names.
std::string names_body(const json_value& pod, const std::vector<std::string>& nodes);

filter_answer send_filter(cluster& at, const json_value& pod, const std::vector<std::string>& nodes);

/// The best of the nodes by prioritize, the first of equals.
struct best_node {
    std::string name;
    std::string problem;  ///< Not empty: the answer is no HostPriorityList over these nodes.
};
best_node send_prioritize(cluster& at, const json_value& pod, const std::vector<std::string>& nodes);

/// A bind call of the stored pod of that name.
std::shared_ptr<cluster::pending> start_bind(cluster& at, const std::string& pod_name,
                                             const std::string& node);
bind_result end_bind(const cluster& at, const cluster::pending& call, const std::string& pod_name,
                     std::size_t accepted_before);
bind_result send_bind(cluster& at, const std::string& pod_name, const std::string& node);

/// Prioritize over the answer's nodes, then bind to the best of them.
scheduled go_on(cluster& at, const json_value& pod, const filter_answer& answer);

}  // namespace berth::cases
