#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "devicemodel/node.hpp"
#include "extender/api/pod.hpp"
#include "extender/api/result.hpp"

namespace berth::wire {

/// One of the API objects berth follows.
using api_object = std::variant<api::pod, devicemodel::node_info>;

/// One line of a watch.
struct watch_event {
    enum class change : std::uint8_t { added, modified, deleted };

    change what = change::added;
    api_object object;
};

/// Reads `{ "type": "ADDED" | "MODIFIED" | "DELETED", "object": { "kind": "Pod" | "Node", ... } }`, keys in
/// any order. Changes `text`.
///
/// Errors: those of read_pod and read_node; another type or kind; a pod without metadata.name or
/// metadata.uid. Source: metav1.WatchEvent.
api::result<watch_event> parse_watch_event(std::string& text, const api::resource_names& names);

/// An object of a document, and where it stands there for messages about it ("items[3]").
struct listed_object {
    std::string path;
    api_object object;
};

struct object_list {
    std::vector<listed_object> objects;    ///< In the order of the document, those with problems left out.
    std::vector<api::bad_input> problems;  ///< All of them, not the first only.
};

/// Reads a document that is one Pod or Node, or a List, PodList or NodeList of them; items of the latter two
/// need no kind. Changes `text`. `root` starts all paths.
///
/// Errors: as for a watch event, but a uid may be absent; `items` may be, too.
object_list parse_object_list(std::string& text, const api::resource_names& names, std::string root = {});

}  // namespace berth::wire
