#pragma once

#include <string>

#include "devicemodel/node.hpp"
#include "extender/api/pod.hpp"
#include "extender/api/result.hpp"
#include "extender/wire/json_cursor.hpp"

namespace berth::wire {

/// Reads what berth needs of a core/v1 Node: name, cards (register_annotation.hpp), cordon, and the
/// allocatable cpu, memory and GPU count. Every other field may hold anything.
///
/// What the node's operator or plugin wrote and berth cannot use (the register annotation, an allocatable
/// quantity) is no error of the document but `register_problem`, with the field in front: such a node stays
/// known and takes no pods. Without a usable annotation it has no cards. Errors, noted in the cursor's
/// document: other JSON type; no metadata.name.
void read_node(const json_cursor& value, const api::resource_names& names, devicemodel::node_info& node);

/// A whole text that is one Node. `root` starts the paths of errors. Changes `text`.
api::result<devicemodel::node_info> parse_node(std::string& text, const api::resource_names& names,
                                               std::string root = {});

}  // namespace berth::wire
