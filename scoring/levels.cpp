#include "scoring/levels.hpp"

namespace berth::scoring {

std::int64_t level_scale::placed(std::int64_t measure) const {
    const std::int64_t range = most_ - least_;
    const std::int64_t above_worst = policy_ == node_policy::binpack ? measure - least_ : most_ - measure;
    return (2 * highest_level * above_worst + range) / (2 * range);
}

}  // namespace berth::scoring
