#include "extender/wire/objects.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "extender/wire/json_cursor.hpp"
#include "extender/wire/node.hpp"
#include "extender/wire/pod.hpp"

namespace berth::wire {
namespace {

/// The object's own kind, or `implied` when it says none.
std::string kind_of(const json_cursor& value, std::string_view implied) {
    std::string kind(implied);
    value.members({{"kind", [&](const json_cursor& v) { kind = v.text().value_or(implied); }}});
    return kind;
}

/// What is wrong is noted in the document; nothing only when that is the kind.
std::optional<api_object> read_object(const json_cursor& value, std::string_view kind,
                                      const api::resource_names& names) {
    if (kind == "Pod") {
        api::pod pod;
        read_pod(value, names, pod);
        if (pod.name.empty()) {
            value.complain_missing("metadata.name");
        }
        return pod;
    }
    if (kind == "Node") {
        devicemodel::node_info node;
        read_node(value, names, node);
        return node;
    }
    if (kind.empty()) {
        value.complain_missing("kind");
    } else {
        value.complain("is a " + shown(kind) + ", neither a Pod nor a Node");
    }
    return std::nullopt;
}

std::optional<watch_event::change> change_of(std::string_view type) {
    using change = watch_event::change;
    if (type == "ADDED") {
        return change::added;
    }
    if (type == "MODIFIED") {
        return change::modified;
    }
    return type == "DELETED" ? std::optional(change::deleted) : std::nullopt;
}

void read_event_object(const json_cursor& value, const api::resource_names& names,
                       std::optional<api_object>& object) {
    if (!value.must_be(json_kind::object)) {
        return;
    }
    object = read_object(value, kind_of(value, ""), names);
    if (const auto* pod = object ? std::get_if<api::pod>(&*object) : nullptr;
        pod != nullptr && pod->uid.empty()) {
        value.complain_missing("metadata.uid");
    }
}

void read_event_type(const json_cursor& value, std::optional<watch_event::change>& what) {
    const auto type = value.text();
    what = change_of(type.value_or(""));
    if (type && !what) {
        value.complain("is none of ADDED, MODIFIED, DELETED: " + shown(*type));
    }
}

void read_listed(const json_document& document, const json_cursor& value, std::string_view implied_kind,
                 const api::resource_names& names, object_list& list) {
    if (!value.must_be(json_kind::object)) {
        return;
    }
    const auto before = document.problems().size();
    auto object = read_object(value, kind_of(value, implied_kind), names);
    if (document.problems().size() == before) {
        list.objects.push_back({value.path(), std::move(*object)});
    }
}

}  // namespace

api::result<watch_event> parse_watch_event(std::string& text, const api::resource_names& names) {
    json_document document;
    std::optional<watch_event::change> what;
    std::optional<api_object> object;
    if (document.parse(text)) {
        const auto root = document.root();
        root.members({
            {"type", [&](const json_cursor& value) { read_event_type(value, what); }},
            {"object", [&](const json_cursor& value) { read_event_object(value, names, object); }},
        });
        if (document.problems().empty() && !what) {
            root.complain_missing("type");
        }
        if (document.problems().empty() && !object) {
            root.complain_missing("object");
        }
    }
    if (!document.problems().empty()) {
        return document.problems().front();
    }
    return watch_event{*what, std::move(*object)};
}

object_list parse_object_list(std::string& text, const api::resource_names& names, std::string root) {
    object_list list;
    json_document document(json_document::any_values);
    if (document.parse(text, std::move(root)) && document.root().must_be(json_kind::object)) {
        const auto value = document.root();
        const auto kind = kind_of(value, "");
        if (kind == "List" || kind == "PodList" || kind == "NodeList") {
            const auto implied =
                std::string_view(kind).substr(0, kind.size() - std::string_view("List").size());
            value.members({{"items", [&](const json_cursor& items) {
                                items.elements([&](const json_cursor& item) {
                                    read_listed(document, item, implied, names, list);
                                });
                            }}});
        } else {
            read_listed(document, value, "", names, list);
        }
    }
    list.problems = document.problems();
    return list;
}

}  // namespace berth::wire
