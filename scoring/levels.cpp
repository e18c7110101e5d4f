#include "scoring/levels.hpp"

#include <algorithm>

namespace berth::scoring {

void level_scale::see(const node_fit& fit) {
    if (!fit.fits) {
        return;
    }
    least_ = any_ ? std::min(least_, fit.measure) : fit.measure;
    most_ = any_ ? std::max(most_, fit.measure) : fit.measure;
    any_ = true;
}

std::int64_t level_scale::level_of(const node_fit& fit) const {
    if (!fit.fits) {
        return lowest_level;
    }
    if (policy_ == node_policy::stock || most_ == least_) {
        return highest_level;
    }
    const std::int64_t range = most_ - least_;
    const std::int64_t above_worst =
        policy_ == node_policy::binpack ? fit.measure - least_ : most_ - fit.measure;
    return (2 * highest_level * above_worst + range) / (2 * range);
}

}  // namespace berth::scoring
