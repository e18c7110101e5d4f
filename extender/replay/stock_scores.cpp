#include "extender/replay/stock_scores.hpp"

#include <algorithm>
#include <cmath>

namespace berth::replay {
namespace {

constexpr std::int64_t highest_score = 100;

std::int64_t free_score(std::int64_t asked, std::int64_t allocatable) {
    return asked > allocatable ? 0 : (allocatable - asked) * highest_score / allocatable;
}

double fraction(std::int64_t asked, std::int64_t allocatable) {
    return std::min(1.0, static_cast<double>(asked) / static_cast<double>(allocatable));
}

}  // namespace

std::int64_t least_allocated(const cpu_and_memory& asked, const cpu_and_memory& allocatable) {
    std::int64_t sum = 0;
    std::int64_t resources = 0;
    if (allocatable.cpu > 0) {
        sum += free_score(asked.cpu, allocatable.cpu);
        ++resources;
    }
    if (allocatable.memory > 0) {
        sum += free_score(asked.memory, allocatable.memory);
        ++resources;
    }
    return resources == 0 ? 0 : sum / resources;
}

std::int64_t balanced_allocation(const cpu_and_memory& asked, const cpu_and_memory& allocatable) {
    double deviation = 0;
    if (allocatable.cpu > 0 && allocatable.memory > 0) {
        deviation =
            std::abs((fraction(asked.cpu, allocatable.cpu) - fraction(asked.memory, allocatable.memory)) / 2);
    }
    // Floating point on purpose: this is kube-scheduler's own arithmetic, cut the same way.
    return static_cast<std::int64_t>((1 - deviation) * static_cast<double>(highest_score));
}

}  // namespace berth::replay
