#pragma once

#include <string>

#include "extender/api/pod.hpp"
#include "extender/api/result.hpp"
#include "extender/wire/json_cursor.hpp"

namespace berth::wire {

/// Reads what berth needs of a core/v1 Pod. What cannot be taken is noted in the cursor's document, and
/// `pod` then holds what could be: not for use.
///
/// Read are metadata (name, namespace, uid, deletionTimestamp, the annotations of api::pod_annotation), spec
/// (nodeName, both container lists with name, restartPolicy and the six resources) and status (phase,
/// AllContainersRestarting, both status lists). Every other field may hold anything.
/// Defaults: a namespace that is absent or empty is `default`, as the API server has it; name, uid and
/// everything else that is absent is empty.
/// Limits win over requests for the GPU resources, requests over limits for cpu and memory, name by name.
/// Errors: other JSON type; a quantity that cannot be read, is no whole number (GPU resources), is negative
/// (except the memory percentage, where 0 or less means none) or above devicemodel::amount_limit; more than
/// that of CPU or memory in all; a container without a name; two containers of one name; more than
/// devicemodel::containers_limit containers.
void read_pod(const json_cursor& value, const api::resource_names& names, api::pod& pod);

/// A whole text that is one Pod. `root` starts the paths of errors. Changes `text`.
api::result<api::pod> parse_pod(std::string& text, const api::resource_names& names, std::string root = {});

}  // namespace berth::wire
