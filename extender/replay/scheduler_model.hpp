#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extender/replay/draws.hpp"
#include "extender/replay/extender_calls.hpp"
#include "extender/replay/node_books.hpp"

namespace berth::replay {

/// How one scheduling attempt ended.
enum class attempt_result : std::uint8_t {
    placed,
    refused,       ///< No node would take it; kube-scheduler would wait for a change.
    filter_error,  ///< Error, bad reply or no reply from filter: the pod goes back to the queue.
    bind_error,    ///< The same from bind, or bind refused.
};

struct attempt {
    attempt_result result = attempt_result::refused;
    std::uint32_t node = node_books::unknown;  ///< Where it was placed.
    std::string problem;                       ///< What went wrong, for both errors.
    node_reasons reasons;                      ///< How many nodes said what, when refused.
};

/// A pod in the queue.
struct pending_pod {
    const pod& what;
    pod_needs needs;
    pod_identity who;
};

/// What kube-scheduler does around an extender, one pod after another.
///
/// Its own fit check (CPU, memory, pods, nvidia.com/gpu replicas for life); the extender's filter with the
/// names that are left; with one node left it is taken without asking further; else NodeResourcesFit plus
/// NodeResourcesBalancedAllocation plus the extender's score x weight x 10, the highest wins and ties are
/// drawn; bind. Every node is looked at (percentageOfNodesToScore 100). The other stock plugins would give
/// these pods equal scores. A pod without GPU resources is placed by the stock scores alone and never
/// shown to the extender's verbs (managedResources).
/// Source: kube-scheduler 1.29 and later, default profile.
class scheduler_model {
public:
    scheduler_model(node_books& books, extender_calls& calls, std::int64_t weight, std::uint64_t seed)
        : books_(books), calls_(calls), weight_(weight), ties_(seed) {}

    /// One attempt. A placed pod is in the books; a pod without GPU resources is told to the extender's
    /// cluster when it is placed.
    attempt try_place(const pending_pod& pending);

    /// A placed pod is gone.
    void remove(const pending_pod& pending, std::uint32_t node);

private:
    bool keep_fitting(const pending_pod& pending, attempt& tried);
    bool keep_accepted(std::string_view pod_object, attempt& tried);
    std::uint32_t choose(const pending_pod& pending, std::string_view pod_object, bool asks_extender);

    node_books& books_;
    extender_calls& calls_;
    std::int64_t weight_;
    draws ties_;
    std::vector<std::uint32_t> candidates_;
    std::vector<std::uint32_t> best_;
};

}  // namespace berth::replay
