#pragma once

#include <cstdint>

namespace berth::replay {

/// CPU and memory of a node, as asked for by its pods with the new one among them, and as it has.
struct cpu_and_memory {
    std::int64_t cpu = 0;     ///< Thousandths of a core.
    std::int64_t memory = 0;  ///< MiB (the formulas are ratios, so the unit cancels out).
};

/// kube-scheduler's NodeResourcesFit score with strategy LeastAllocated: for each resource
/// (allocatable - asked) * 100 / allocatable, 0 when more is asked than there is, and the mean of both.
/// Integer divisions, as there. `asked` counts 100 m and 200 MiB for containers that ask for none.
std::int64_t least_allocated(const cpu_and_memory& asked, const cpu_and_memory& allocatable);

/// kube-scheduler's NodeResourcesBalancedAllocation score: with f the asked fraction of each resource, at
/// most 1, (1 - |f_cpu - f_memory| / 2) * 100, which is one minus their standard deviation, cut to an
/// integer. `asked` counts real requests only. A resource the node does not have is left out.
std::int64_t balanced_allocation(const cpu_and_memory& asked, const cpu_and_memory& allocatable);

/// Points of an extender on kube-scheduler's scale: score * weight * (100 / 10).
constexpr std::int64_t extender_points(std::int64_t score, std::int64_t weight) {
    return score * weight * 10;
}

}  // namespace berth::replay
