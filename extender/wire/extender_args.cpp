#include "extender/wire/extender_args.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "extender/wire/name_list.hpp"
#include "extender/wire/node.hpp"
#include "extender/wire/pod.hpp"

namespace berth::wire {
namespace {

constexpr std::string_view pod_key = "Pod";
constexpr std::string_view nodes_key = "Nodes";
constexpr std::string_view names_key = "NodeNames";

}  // namespace

std::optional<api::bad_input> extender_args_parser::parse(std::string& body, const node_index& known) {
    args_.has_names = args_.has_nodes = false;
    args_.names.clear();
    args_.names_are = api::name_texts::unescaped;
    args_.nodes.clear();
    names_scanned_ = false;
    nodes_source_ = {};  // Large and rare: not kept.
    const auto raw = [&, size = body.size()](std::string_view key, std::string_view rest) {
        return read_raw(key, rest, size - rest.size(), known);
    };
    if (document_.parse(body, {}, std::cref(raw))) {
        read(document_.root(), known);
    }
    if (!document_.problems().empty()) {
        return document_.problems().front();
    }
    return std::nullopt;
}

/// Called while the bytes of `rest`, which begin at `offset`, are as sent: RapidJSON has not unescaped them
/// yet.
std::size_t extender_args_parser::read_raw(std::string_view key, std::string_view rest, std::size_t offset,
                                           const node_index& known) {
    if (equal_in_any_case(key, nodes_key) && nodes_source_.empty()) {
        nodes_source_ = rest;
        nodes_begin_ = offset;
        return 0;
    }
    if (!equal_in_any_case(key, names_key)) {
        return 0;
    }
    const auto length = scan_names(rest, known, args_.names);
    names_scanned_ = length != 0;
    args_.names_are = names_scanned_ ? api::name_texts::as_sent : api::name_texts::unescaped;
    return length;
}

void extender_args_parser::read(const json_cursor& root, const node_index& known) {
    bool has_pod = false;
    root.members(
        {
            {pod_key,
             [&](const json_cursor& pod) {
                 has_pod = true;
                 read_pod(pod, resources_, args_.candidate);
             }},
            {nodes_key,
             [&](const json_cursor& list) {
                 args_.has_nodes = true;
                 read_nodes(list);
             }},
            {names_key,
             [&](const json_cursor& list) {
                 args_.has_names = true;
                 if (!names_scanned_) {
                     read_names(list, known, args_.names);
                 }
             }},
        },
        key_case::any);
    if (!has_pod && root.kind() == json_kind::object) {
        root.complain_missing(pod_key);
    }
}

void extender_args_parser::read_nodes(const json_cursor& list) {
    list.members({{"items", [&](const json_cursor& items) {
                       items.elements([&](const json_cursor& item) {
                           auto& node = args_.nodes.emplace_back();
                           read_node(item, resources_, node.info);
                           node.text = std::string_view(nodes_source_)
                                           .substr(item.source_begin() - nodes_begin_, item.source_length());
                       });
                   }}});
}

api::result<api::binding_args> parse_binding_args(std::string& body) {
    json_document document;
    if (!document.parse(body)) {
        return document.problems().front();
    }
    const auto root = document.root();
    api::binding_args args;
    const auto into = [](std::string& out) {
        return [&out](const json_cursor& value) {
            if (const auto text = value.text()) {
                out = *text;
            }
        };
    };
    root.members(
        {
            {"PodName", into(args.pod_name)},
            {"PodNamespace", into(args.pod_namespace)},
            {"PodUID", into(args.pod_uid)},
            {"Node", into(args.node)},
        },
        key_case::any);
    if (!document.problems().empty()) {
        return document.problems().front();
    }
    const std::array<std::pair<std::string_view, std::string_view>, 4> needed{{
        {"PodName", args.pod_name},
        {"PodNamespace", args.pod_namespace},
        {"PodUID", args.pod_uid},
        {"Node", args.node},
    }};
    for (const auto& [name, text] : needed) {
        if (text.empty()) {
            return api::bad_input{std::string(name), "is missing"};
        }
    }
    return args;
}

}  // namespace berth::wire
