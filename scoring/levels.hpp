#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "scoring/node_fit.hpp"
#include "scoring/request.hpp"

namespace berth::scoring {

/// The range of extender scores (k8s.io/kube-scheduler/extender/v1 MinExtenderPriority, MaxExtenderPriority).
inline constexpr std::int64_t lowest_level = 0;
inline constexpr std::int64_t highest_level = 10;

/// Turns the measures of one call into levels 0..10, the best node of the call at 10.
///
/// `stock` gives every node that fits 10. `binpack` and `spread` place the measures (load after the pod
/// has landed) on a straight line from the worst fitting node of the call, 0, to the best, 10, halves
/// rounded away from zero; with equal measures all get 10. A node that does not fit gets 0.
class level_scale {
public:
    explicit level_scale(node_policy policy) : policy_(policy) {}

    void see(node_fit fit) {
        if (policy_ == node_policy::stock) {
            return;
        }
        least_ = std::min(least_, fit.fits() ? fit.measure() : least_);
        most_ = std::max(most_, fit.fits() ? fit.measure() : most_);
    }

    std::int64_t level_of(node_fit fit) const {
        const bool all_best = policy_ == node_policy::stock || most_ <= least_;
        return (fit.fits() ? 1 : 0) *
               (all_best ? highest_level : placed(fit.measure()));  // few branches: half fit
    }

private:
    std::int64_t placed(std::int64_t measure) const;

    node_policy policy_;
    std::int64_t least_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t most_ = std::numeric_limits<std::int64_t>::min();
};

}  // namespace berth::scoring
