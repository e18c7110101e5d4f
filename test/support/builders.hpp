#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "devicemodel/allocation.hpp"
#include "devicemodel/card.hpp"
#include "devicemodel/demand.hpp"
#include "devicemodel/node.hpp"
#include "devicemodel/pod_record.hpp"

/// Builders of model values for tests. They fill in what a test does not care about, so that a test names
/// only what it is about.
namespace berth::test {

inline devicemodel::shares shares_of(std::int64_t memory, std::int64_t cores = 0, std::int64_t slots = 1) {
    return {devicemodel::mebibytes{memory}, devicemodel::core_percent{cores}, devicemodel::slot_count{slots}};
}

/// A healthy idle card of 24576 MiB, 100 % and 10 slots, unless said otherwise.
class a_card {
public:
    explicit a_card(std::string uuid = "G0") {
        card_.uuid = std::move(uuid);
        card_.model = "NVIDIA A10";
        card_.mode = "hami-core";
        card_.healthy = true;
        card_.capacity = shares_of(24'576, 100, 10);
    }

    a_card& memory(std::int64_t mib) { return card_.capacity.memory = devicemodel::mebibytes{mib}, *this; }
    a_card& cores(std::int64_t percent) {
        return card_.capacity.cores = devicemodel::core_percent{percent}, *this;
    }
    a_card& slots(std::int64_t sharers) {
        return card_.capacity.slots = devicemodel::slot_count{sharers}, *this;
    }
    a_card& index(std::uint32_t nvml) { return card_.index = nvml, *this; }
    a_card& numa(std::int32_t node) { return card_.numa = node, *this; }
    a_card& model(std::string product) { return card_.model = std::move(product), *this; }
    a_card& mode(std::string text) { return card_.mode = std::move(text), *this; }
    a_card& unhealthy() { return card_.healthy = false, *this; }
    a_card& cordoned() { return card_.cordoned = true, *this; }

    operator devicemodel::card() const { return card_; }  // NOLINT: a list of builders is a list of cards

private:
    devicemodel::card card_;
};

inline devicemodel::container container_of(devicemodel::container_role role, std::int64_t memory,
                                           std::int64_t cores = 0, std::int32_t cards = 1) {
    return {"", role, {cards, devicemodel::mebibytes{memory}, 0, devicemodel::core_percent{cores}}};
}
inline devicemodel::container init_of(std::int64_t memory, std::int64_t cores = 0, std::int32_t cards = 1) {
    return container_of(devicemodel::container_role::init, memory, cores, cards);
}
inline devicemodel::container sidecar_of(std::int64_t memory, std::int64_t cores = 0,
                                         std::int32_t cards = 1) {
    return container_of(devicemodel::container_role::sidecar, memory, cores, cards);
}
inline devicemodel::container app_of(std::int64_t memory, std::int64_t cores = 0, std::int32_t cards = 1) {
    return container_of(devicemodel::container_role::app, memory, cores, cards);
}
inline devicemodel::container without_gpu(devicemodel::container_role role) {
    return container_of(role, 0, 0, 0);
}
inline devicemodel::container named(std::string name, devicemodel::container c) {
    c.name = std::move(name);
    return c;
}

inline devicemodel::card_share share_of(std::string uuid, std::int64_t memory, std::int64_t cores = 0) {
    return {std::move(uuid), devicemodel::mebibytes{memory}, devicemodel::core_percent{cores}};
}

/// A node with room for everything but what its cards refuse.
inline devicemodel::node_info a_node(std::string name, std::vector<devicemodel::card> cards) {
    devicemodel::node_info node;
    node.name = std::move(name);
    node.cards = std::move(cards);
    node.allocatable = {devicemodel::milli_cpu{64'000}, devicemodel::host_bytes{std::int64_t{1} << 38}};
    return node;
}

/// A bound pod as the API shows it, with the cards of every container.
inline devicemodel::pod_record a_pod(std::string uid, std::string node,
                                     std::vector<devicemodel::container> containers,
                                     devicemodel::allocation chosen) {
    devicemodel::pod_record pod;
    pod.uid = std::move(uid);
    pod.name_space = "team";
    pod.name = "pod-" + pod.uid;
    pod.node = std::move(node);
    pod.now = devicemodel::first_stage(containers);
    pod.containers = std::move(containers);
    pod.chosen = std::move(chosen);
    pod.source = devicemodel::record_source::annotation;
    return pod;
}

/// A pod of one app on one card.
inline devicemodel::pod_record one_app_pod(std::string uid, std::string node, std::string uuid,
                                           std::int64_t memory, std::int64_t cores = 0) {
    return a_pod(std::move(uid), std::move(node), {app_of(memory, cores)},
                 {{share_of(std::move(uuid), memory, cores)}});
}

/// A pod of one init container and one app, both on the same card.
inline devicemodel::pod_record init_app_pod(std::string uid, std::string node, const std::string& uuid,
                                            std::int64_t init_memory, std::int64_t app_memory) {
    return a_pod(std::move(uid), std::move(node), {named("init", init_of(init_memory)), app_of(app_memory)},
                 {{share_of(uuid, init_memory)}, {share_of(uuid, app_memory)}});
}

}  // namespace berth::test
