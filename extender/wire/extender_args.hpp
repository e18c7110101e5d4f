#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extender/api/calls.hpp"
#include "extender/api/result.hpp"
#include "extender/wire/json_cursor.hpp"
#include "extender/wire/node_index.hpp"

namespace berth::wire {

/// Reads the body of filter and prioritize, ExtenderArgs of k8s.io/kube-scheduler/extender/v1:
///
///     { "Pod": Pod, "Nodes": null | { "items": [ Node, ... ] }, "NodeNames": null | [ "name", ... ] }
///
/// These three keys in any letter case, since the Go types carry no JSON tags; inside Pod and Nodes as usual.
/// Absent and null are the same. Keeps its storage from call to call; a list of 5,000 names costs no
/// allocation.
class extender_args_parser {
public:
    explicit extender_args_parser(api::resource_names names) : resources_(std::move(names)) {}

    /// The first thing in `body` that cannot be taken, or nothing; then args() has all of it. Changes `body`,
    /// which has to stay as it is while args() is in use.
    ///
    /// Errors: not JSON, no Pod, one of the three keys twice, and what read_pod, read_node and names of
    /// another type give. Neither Nodes nor NodeNames is no error here.
    std::optional<api::bad_input> parse(std::string& body, const node_index& known);

    /// The names point into `body` or `known`, the texts of nodes into this parser.
    const api::extender_args& args() const { return args_; }

private:
    std::size_t read_raw(std::string_view key, std::string_view rest, std::size_t offset,
                         const node_index& known);
    void read(const json_cursor& root, const node_index& known);
    void read_nodes(const json_cursor& list);

    api::resource_names resources_;
    json_document document_;
    api::extender_args args_;
    bool names_scanned_ = false;
    std::string nodes_source_;  ///< The body from the value of Nodes on, as sent.
    std::size_t nodes_begin_ = 0;
};

/// Reads the body of bind, ExtenderBindingArgs: PodName, PodNamespace, PodUID and Node, all needed, in any
/// letter case. Changes `body`.
api::result<api::binding_args> parse_binding_args(std::string& body);

}  // namespace berth::wire
