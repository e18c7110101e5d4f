#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "devicemodel/allocation.hpp"
#include "devicemodel/life_cycle.hpp"
#include "devicemodel/position.hpp"

namespace berth::api {

/// The resource names that make a container's request (HAMi's device configuration).
struct resource_names {
    std::string gpus = "nvidia.com/gpu";
    std::string memory = "nvidia.com/gpumem";
    std::string memory_percent = "nvidia.com/gpumem-percentage";
    std::string cores = "nvidia.com/gpucores";

    friend bool operator==(const resource_names&, const resource_names&) = default;
};

/// The annotation keys berth reads or writes on pods. HAMi's, letter by letter.
namespace pod_annotation {
inline constexpr const char* node = "hami.io/vgpu-node";
inline constexpr const char* time = "hami.io/vgpu-time";
inline constexpr const char* allocated = "hami.io/vgpu-devices-allocated";
inline constexpr const char* to_allocate = "hami.io/vgpu-devices-to-allocate";
inline constexpr const char* bind_phase = "hami.io/bind-phase";
inline constexpr const char* bind_time = "hami.io/bind-time";
inline constexpr const char* use_uuid = "nvidia.com/use-gpuuuid";
inline constexpr const char* avoid_uuid = "nvidia.com/nouse-gpuuuid";
inline constexpr const char* use_type = "nvidia.com/use-gputype";
inline constexpr const char* avoid_type = "nvidia.com/nouse-gputype";
inline constexpr const char* numa_bind = "nvidia.com/numa-bind";
inline constexpr const char* mode = "nvidia.com/vgpu-mode";
inline constexpr const char* card_policy = "hami.io/gpu-scheduler-policy";
inline constexpr const char* node_policy = "hami.io/node-scheduler-policy";
inline constexpr const char* weights = "hami.io/device-scoring-weights";
}  // namespace pod_annotation

/// What one container of a pod spec asks for, limits before requests, as exact integers in the units the
/// user wrote. Absent and null are nothing; bounds beyond sign and amount_limit are the verb's business.
struct container_resources {
    std::optional<std::int64_t> gpus = std::nullopt;    ///< Cards.
    std::optional<std::int64_t> memory = std::nullopt;  ///< Times the memory factor: MiB per card.
    std::optional<std::int64_t> memory_percent =
        std::nullopt;                                  ///< Percent of each card; may be out of 1..100.
    std::optional<std::int64_t> cores = std::nullopt;  ///< Percent of one card; may be above 100.
    std::int64_t cpu_milli = 0;                        ///< requests before limits, as kube-scheduler counts.
    std::int64_t memory_bytes = 0;                     ///< The same.

    friend bool operator==(const container_resources&, const container_resources&) = default;
};

struct container_spec {
    std::string name;
    devicemodel::container_role role = devicemodel::container_role::app;
    container_resources resources;

    friend bool operator==(const container_spec&, const container_spec&) = default;
};

/// What a pod's allocation annotation says.
struct annotated_allocation {
    devicemodel::allocation slots;  ///< One entry per `;`-ended part; trailing empty parts are cut off.
    std::string problem;            ///< Not empty: the text cannot be read, and why; `slots` is empty.

    friend bool operator==(const annotated_allocation&, const annotated_allocation&) = default;
};

/// What berth reads of a core/v1 Pod.
struct pod {
    std::string uid;
    std::string name_space;
    std::string name;
    std::string node_name;                   ///< spec.nodeName; empty while unscheduled.
    std::vector<container_spec> containers;  ///< By position: initContainers, then containers.
    devicemodel::pod_status status;
    bool deleting = false;                                        ///< metadata.deletionTimestamp is set.
    std::map<std::string, std::string, std::less<>> annotations;  ///< Only the keys of pod_annotation.
    std::optional<annotated_allocation> allocated;  ///< Decoded pod_annotation::allocated, when present.

    friend bool operator==(const pod&, const pod&) = default;
};

}  // namespace berth::api
