#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "devicemodel/node.hpp"
#include "extender/api/pod.hpp"

namespace berth::test {

/// A container of an api::pod asking for cards of `memory` MiB.
inline api::container_spec a_container(std::string name, devicemodel::container_role role,
                                       std::int64_t memory, std::int64_t gpus = 1, std::int64_t cores = 0) {
    api::container_spec c;
    c.name = std::move(name);
    c.role = role;
    if (gpus > 0) {
        c.resources.gpus = gpus;
        c.resources.memory = memory;
        c.resources.cores = cores;
    }
    return c;
}

inline api::container_spec an_app(std::string name, std::int64_t memory, std::int64_t gpus = 1,
                                  std::int64_t cores = 0) {
    return a_container(std::move(name), devicemodel::container_role::app, memory, gpus, cores);
}

/// A pending pod of namespace team-a whose UID is its name.
inline api::pod a_pod(const std::string& name, std::vector<api::container_spec> containers) {
    api::pod pod;
    pod.uid = name;
    pod.name = name;
    pod.name_space = "team-a";
    pod.containers = std::move(containers);
    pod.status.phase = "Pending";
    return pod;
}

/// A node with `cards` healthy cards of `memory` MiB, 100 cores and ten slots: UUIDs "<name>-0" and on.
inline devicemodel::node_info a_gpu_node(const std::string& name, int cards, std::int64_t memory) {
    devicemodel::node_info node;
    node.name = name;
    for (int i = 0; i < cards; ++i) {
        devicemodel::card c;
        c.uuid = name + "-" + std::to_string(i);
        c.index = static_cast<std::uint32_t>(i);
        c.model = "NVIDIA A10";
        c.mode = "hami-core";
        c.healthy = true;
        c.capacity = {devicemodel::mebibytes{memory}, devicemodel::core_percent{100},
                      devicemodel::slot_count{10}};
        node.cards.push_back(std::move(c));
    }
    return node;
}

}  // namespace berth::test
