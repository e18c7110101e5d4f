#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "extender/api/calls.hpp"
#include "extender/wire/block_text.hpp"

namespace berth::wire {

/// Which list of an ExtenderFilterResult carries the answer: the one in which the question came.
enum class answer_list : std::uint8_t { node_names, nodes };

/// Appends the name as a JSON string, and `behind`.
void append_escaped(block_buffer& out, std::string_view name, block_text behind);

inline void append_name(block_buffer& out, const api::named_node& node, api::name_texts names_are,
                        block_text behind) {
    if (names_are == api::name_texts::as_sent) {
        out.append(block_text{node.text - 1, std::size_t{node.length} + 2}, behind);
    } else {
        append_escaped(out, node.name(), behind);
    }
}

/// What a filter reply says of a node: in which list it stands, and the text behind its name there. Prepared
/// once, as nodes are thousands and reasons few.
class node_verdict {
public:
    node_verdict() : node_verdict(0, ",") {}  ///< The same as fits().
    static node_verdict fits() { return {}; }
    static node_verdict failed(std::string_view reason);
    static node_verdict unresolvable(std::string_view reason);

private:
    friend class filter_result_writer;
    node_verdict(std::size_t list, std::string behind) : list_(list), behind_(padded(std::move(behind))) {}

    std::size_t list_;
    std::string behind_;
};

/// Writes the reply of filter, ExtenderFilterResult of k8s.io/kube-scheduler/extender/v1. All keys always, in
/// this order, whatever the order of the calls:
///
///     { "Nodes": null | { "metadata": {}, "items": [ ... ] }, "NodeNames": [ "a", ... ] | null,
///       "FailedNodes": { "b": "reason", ... }, "FailedAndUnresolvableNodes": { ... }, "Error": "" }
///
/// Nodes stand in each list in the order they were told. Keeps its buffers from reply to reply: copying
/// prepared texts is all that a node costs.
class filter_result_writer {
public:
    /// Starts a reply.
    void begin(answer_list list, api::name_texts names_are = api::name_texts::unescaped);

    void add(const api::named_node& node, const node_verdict& verdict) {
        append_name(lists_[verdict.list_], node, names_are_, as_blocks(verdict.behind_));
    }
    void add(const api::carried_node& node, const node_verdict& verdict);

    /// Appends the reply to `out`.
    void end(std::string& out) const;

private:
    answer_list list_ = answer_list::node_names;
    api::name_texts names_are_ = api::name_texts::unescaped;
    std::array<block_buffer, 3> lists_;  ///< Fitting, failed, unresolvable; a comma behind every entry.
};

/// Appends an ExtenderFilterResult that carries nothing but `error`.
void append_filter_error(std::string& out, std::string_view error);

/// Writes the reply of prioritize, HostPriorityList: `[{"Host":"gpu-a","Score":3},...]`. Keeps its buffer.
class host_priority_writer {
public:
    static constexpr std::size_t highest = 10;  ///< MaxExtenderPriority; kube-scheduler takes integers only.

    host_priority_writer();

    /// Starts a reply.
    void begin(api::name_texts names_are = api::name_texts::unescaped);

    /// Requires: `level` is 0..highest.
    void add(const api::named_node& node, std::int64_t level) {
        append_name(entries_, node, names_are_, behind(level));
    }
    void add(const api::carried_node& node, std::int64_t level) {
        append_escaped(entries_, node.info.name, behind(level));
    }

    /// Appends the reply to `out`.
    void end(std::string& out) const;

private:
    block_text behind(std::int64_t level) const {
        return as_blocks(behind_[static_cast<std::size_t>(level)]);
    }

    api::name_texts names_are_ = api::name_texts::unescaped;
    block_buffer entries_;  ///< The start of an entry behind every entry.
    std::array<std::string, highest + 1>
        behind_;  ///< What follows a name: its level, the next entry's start.
};

/// Appends an ExtenderBindingResult; an empty `error` says that the pod is bound.
void append_binding_result(std::string& out, std::string_view error);

}  // namespace berth::wire
