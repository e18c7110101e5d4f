#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "extender/api/calls.hpp"
#include "extender/wire/node_index.hpp"

namespace berth::wire {

/// Which list of an ExtenderFilterResult carries the answer: the one in which the question came.
enum class answer_list : std::uint8_t { node_names, nodes };

/// Writes the reply of filter, ExtenderFilterResult of k8s.io/kube-scheduler/extender/v1. All keys always, in
/// this order, whatever the order of the calls:
///
///     { "Nodes": null | { "metadata": {}, "items": [ ... ] }, "NodeNames": [ "a", ... ] | null,
///       "FailedNodes": { "b": "reason", ... }, "FailedAndUnresolvableNodes": { ... }, "Error": "" }
///
/// Nodes stand in each list in the order they were told. Keeps its buffers from reply to reply: copying
/// prepared names is all that a node costs.
class filter_result_writer {
public:
    /// Starts a reply. `known` gave the slots of the nodes that follow.
    void begin(const node_index& known, answer_list list);

    void fits(const api::named_node& node);
    void failed(const api::named_node& node, std::string_view reason);
    void unresolvable(const api::named_node& node, std::string_view reason);

    void fits(const api::carried_node& node);
    void failed(const api::carried_node& node, std::string_view reason);
    void unresolvable(const api::carried_node& node, std::string_view reason);

    /// Appends the reply to `out`.
    void end(std::string& out) const;

private:
    void append_key(std::string& list, const api::named_node& node) const;
    void append_reason(std::string& list, std::string_view reason);

    const node_index* known_ = nullptr;
    answer_list list_ = answer_list::node_names;
    std::string fitting_;  ///< Each list with a comma behind every entry.
    std::string failed_;
    std::string unresolvable_;
    std::string last_reason_;
    std::string last_entry_;  ///< The last reason as it was written.
};

/// Appends an ExtenderFilterResult that carries nothing but `error`.
void append_filter_error(std::string& out, std::string_view error);

/// Appends the reply of prioritize to `out`, HostPriorityList: `[{"Host":"gpu-a","Score":3},...]`.
class host_priority_writer {
public:
    host_priority_writer(const node_index& known, std::string& out);

    /// `level` is 0..10; kube-scheduler takes integers only.
    void add(const api::named_node& node, std::int64_t level);
    void add(const api::carried_node& node, std::int64_t level);
    void end();

private:
    void append_score(std::int64_t level);

    const node_index& known_;
    std::string& out_;
};

/// Appends an ExtenderBindingResult; an empty `error` says that the pod is bound.
void append_binding_result(std::string& out, std::string_view error);

}  // namespace berth::wire
