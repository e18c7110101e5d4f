#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "extender/replay/trace.hpp"

namespace berth::replay {

/// Kubernetes objects as JSON text, from the values of a trace. The same values give the same bytes.

/// A core/v1 Node with `kind`: allocatable cpu, memory, pods (110, kubelet's default) and, with cards,
/// `nvidia.com/gpu` = gpu_replicas and HAMi's register annotation (JSON form) with all of them.
std::string as_node_object(const node& n);

/// Who a pod is when it arrives.
struct pod_identity {
    std::string name;
    std::string uid;
    std::string name_space;
    std::string node_name;  ///< spec.nodeName; empty while it is unscheduled.

    friend bool operator==(const pod_identity&, const pod_identity&) = default;
};

/// Whether the object says what it is. Objects inside kube-scheduler's own requests do not.
enum class type_meta : std::uint8_t { absent, present };

/// A core/v1 Pod, Pending without a node and Running with one. A container with cards asks
/// `nvidia.com/gpu`, `nvidia.com/gpucores` = ceil(gpu_milli / 10), and `nvidia.com/gpumem` when its memory
/// is given, else `nvidia.com/gpumem-percentage`, the same share as its cores unless given. Limited models
/// become the annotation `nvidia.com/use-gputype`.
std::string as_pod_object(const pod& p, const pod_identity& identity, type_meta meta);

/// Pods that may run on one node: kubelet's default, in the node object and in the stock fit check.
inline constexpr std::int64_t pods_per_node = 110;

}  // namespace berth::replay
