#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace berth::replay {

/// When a container runs: Kubernetes' three kinds, in the order they start.
enum class container_role : std::uint8_t { init, sidecar, app };

/// One container of a pod in the stream, in start order (initContainers, then containers).
struct container {
    std::string name;
    container_role role = container_role::app;
    std::int64_t cpu_milli = 0;
    std::int64_t memory_mib = 0;
    std::int64_t gpus = 0;                ///< Cards; 0: the container names no GPU resource.
    std::int64_t gpu_milli = 0;           ///< Share of each card's cores, 0..1000 (1000: the card alone).
    std::int64_t gpu_memory_mib = 0;      ///< Memory on each card; 0: a share of it.
    std::int64_t gpu_memory_percent = 0;  ///< That share; 0: the same as `gpu_milli`.

    friend bool operator==(const container&, const container&) = default;
};

/// One pod of the stream.
struct pod {
    std::string name;
    std::vector<container> containers;
    std::vector<std::string> models;      ///< Card models it may use; empty: any.
    std::int64_t created = 0;             ///< Seconds on the trace's clock.
    std::optional<std::int64_t> deleted;  ///< The same; absent: it stays, or the trace does not say.

    friend bool operator==(const pod&, const pod&) = default;
};

/// How many containers share one card unless a trace says otherwise (HAMi's default).
inline constexpr std::int64_t slots_per_card = 10;
inline constexpr std::int64_t card_milli = 1000;  ///< A whole card in thousandths.

/// One card of a node.
struct card {
    std::string uuid;
    std::string model;
    std::int64_t memory_mib = 0;
    std::int64_t cores = 100;  ///< Percent of a card.
    std::int64_t slots = slots_per_card;
    std::int64_t numa = 0;
    std::string mode = "hami-core";
    bool is_healthy = true;

    friend bool operator==(const card&, const card&) = default;
};

/// One node.
struct node {
    std::string name;
    std::int64_t cpu_milli = 0;
    std::int64_t memory_mib = 0;
    std::int64_t gpu_replicas = 0;  ///< Allocatable nvidia.com/gpu.
    std::vector<card> cards;

    friend bool operator==(const node&, const node&) = default;
};

/// What is replayed: a cluster and the pods that arrive on it.
struct trace {
    std::string title;  ///< For people: where it came from.
    std::vector<node> nodes;
    std::vector<pod> pods;

    friend bool operator==(const trace&, const trace&) = default;
};

/// One amount followed through the start of a pod, by Kubernetes' order-aware rule (KEP-753): a sidecar
/// stays from its start, an init container stands on top of the sidecars before it, the apps on top of
/// all sidecars. The replay's own, so that it does not repeat the mistakes of whom it checks.
class start_walk {
public:
    constexpr void start(container_role role, std::int64_t amount) {
        if (role == container_role::app) {
            apps_ += amount;
            return;
        }
        peak_ = std::max(peak_, sidecars_ + amount);
        sidecars_ += role == container_role::sidecar ? amount : 0;
    }

    constexpr std::int64_t steady() const { return sidecars_ + apps_; }
    constexpr std::int64_t most() const { return std::max(peak_, steady()); }

private:
    std::int64_t sidecars_ = 0;
    std::int64_t apps_ = 0;
    std::int64_t peak_ = 0;
};

/// What kube-scheduler counts for a pod: the most that runs at once.
struct pod_needs {
    std::int64_t cpu_milli = 0;
    std::int64_t memory_mib = 0;
    std::int64_t scored_cpu_milli =
        0;  ///< As NodeResourcesFit scores it: 100 m for a container that asks for none.
    std::int64_t scored_memory_mib = 0;  ///< The same: 200 MiB.
    std::int64_t replicas = 0;           ///< nvidia.com/gpu.
    std::int64_t gpu_milli = 0;          ///< Thousandths of cards over all cards at the busiest moment.

    friend bool operator==(const pod_needs&, const pod_needs&) = default;
};

pod_needs needs_of(const pod& p);

/// True when a container names a GPU resource: the pods an extender with `managedResources` is asked about.
bool wants_gpu(const pod& p);

/// Thousandths of cards on the node, and in the cluster.
std::int64_t gpu_capacity_milli(const node& n);
std::int64_t gpu_capacity_milli(const std::vector<node>& nodes);

}  // namespace berth::replay
