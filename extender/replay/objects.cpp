#include "extender/replay/objects.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>

#include "extender/wire/json_writer.hpp"

namespace berth::replay {
namespace {

using wire::json_writer;

void member(json_writer& json, std::string_view key, std::string_view value) {
    json.key(key);
    json.text(value);
}

void member(json_writer& json, std::string_view key, std::int64_t value) {
    json.key(key);
    json.number(value);
}

std::string register_annotation(const node& n) {
    std::string text;
    wire::json_writer json(text);
    json.begin_array();
    for (std::size_t index = 0; index < n.cards.size(); ++index) {
        const card& c = n.cards[index];
        json.begin_object();
        member(json, "id", c.uuid);
        member(json, "index", static_cast<std::int64_t>(index));
        member(json, "count", c.slots);
        member(json, "devmem", c.memory_mib);
        member(json, "devcore", c.cores);
        member(json, "type", c.model);
        member(json, "numa", c.numa);
        member(json, "mode", c.mode);
        json.key("health");
        json.truth(c.is_healthy);
        json.end_object();
    }
    json.end_array();
    return text;
}

void append_quantities(json_writer& json, const node& n) {
    json.begin_object();
    member(json, "cpu", fmt::format("{}m", n.cpu_milli));
    member(json, "memory", fmt::format("{}Mi", n.memory_mib));
    member(json, "pods", fmt::format("{}", pods_per_node));
    if (!n.cards.empty()) {
        member(json, "nvidia.com/gpu", fmt::format("{}", n.gpu_replicas));
    }
    json.end_object();
}

void append_gpu_quantities(json_writer& json, const container& c) {
    const std::int64_t percent = (c.gpu_milli + 9) / 10;
    member(json, "nvidia.com/gpu", fmt::format("{}", c.gpus));
    member(json, "nvidia.com/gpucores", fmt::format("{}", percent));
    if (c.gpu_memory_mib > 0) {
        member(json, "nvidia.com/gpumem", fmt::format("{}", c.gpu_memory_mib));
    } else {
        member(json, "nvidia.com/gpumem-percentage",
               fmt::format("{}", c.gpu_memory_percent > 0 ? c.gpu_memory_percent : percent));
    }
}

void append_resources(json_writer& json, const container& c) {
    json.begin_object();
    if (c.gpus > 0) {
        json.key("limits");
        json.begin_object();
        append_gpu_quantities(json, c);
        json.end_object();
    }
    json.key("requests");
    json.begin_object();
    if (c.cpu_milli > 0) {
        member(json, "cpu", fmt::format("{}m", c.cpu_milli));
    }
    if (c.memory_mib > 0) {
        member(json, "memory", fmt::format("{}Mi", c.memory_mib));
    }
    if (c.gpus > 0) {  // the API server copies limits of extended resources to requests
        append_gpu_quantities(json, c);
    }
    json.end_object();
    json.end_object();
}

void append_container(json_writer& json, const container& c) {
    json.begin_object();
    member(json, "name", c.name);
    member(json, "image", "registry.invalid/replay");
    json.key("resources");
    append_resources(json, c);
    if (c.role == container_role::sidecar) {
        member(json, "restartPolicy", "Always");
    }
    json.end_object();
}

/// The containers of one of a pod's two lists; nothing at all for an empty one.
template <class Belongs>
void append_containers(json_writer& json, std::string_view list, const pod& p, Belongs belongs) {
    if (std::none_of(p.containers.begin(), p.containers.end(), belongs)) {
        return;
    }
    json.key(list);
    json.begin_array();
    for (const auto& c : p.containers) {
        if (belongs(c)) {
            append_container(json, c);
        }
    }
    json.end_array();
}

void append_spec(json_writer& json, const pod& p, const std::string& node_name) {
    json.key("spec");
    json.begin_object();
    append_containers(json, "initContainers", p,
                      [](const container& c) { return c.role != container_role::app; });
    append_containers(json, "containers", p,
                      [](const container& c) { return c.role == container_role::app; });
    member(json, "restartPolicy", "Always");
    if (!node_name.empty()) {
        member(json, "nodeName", node_name);
    }
    json.end_object();
}

void append_type(json_writer& json, std::string_view kind) {
    member(json, "apiVersion", "v1");
    member(json, "kind", kind);
}

}  // namespace

std::string as_node_object(const node& n) {
    std::string out;
    json_writer json(out);
    json.begin_object();
    append_type(json, "Node");
    json.key("metadata");
    json.begin_object();
    member(json, "name", n.name);
    if (!n.cards.empty()) {
        json.key("annotations");
        json.begin_object();
        member(json, "hami.io/node-nvidia-register", register_annotation(n));
        json.end_object();
    }
    json.end_object();
    json.key("status");
    json.begin_object();
    json.key("capacity");
    append_quantities(json, n);
    json.key("allocatable");
    append_quantities(json, n);
    json.end_object();
    json.end_object();
    return out;
}

std::string as_pod_object(const pod& p, const pod_identity& identity, type_meta meta) {
    std::string out;
    json_writer json(out);
    json.begin_object();
    if (meta == type_meta::present) {
        append_type(json, "Pod");
    }
    json.key("metadata");
    json.begin_object();
    member(json, "name", identity.name);
    member(json, "namespace", identity.name_space);
    member(json, "uid", identity.uid);
    if (!p.models.empty()) {
        json.key("annotations");
        json.begin_object();
        member(json, "nvidia.com/use-gputype", fmt::format("{}", fmt::join(p.models, ",")));
        json.end_object();
    }
    json.end_object();
    append_spec(json, p, identity.node_name);
    json.key("status");
    json.begin_object();
    member(json, "phase", identity.node_name.empty() ? "Pending" : "Running");
    json.end_object();
    json.end_object();
    return out;
}

}  // namespace berth::replay
