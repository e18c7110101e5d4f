#pragma once

#include <cstdint>

#include "devicemodel/amounts.hpp"
#include "scoring/request.hpp"

namespace berth::scoring {

/// One whole resource in a load: loads are millionths, so that equal loads are equal numbers.
inline constexpr std::int64_t load_unit = 1'000'000;

/// HAMi's card score without its factor 10: the used part of slots, cores and memory, each times its
/// weight, added. 0 when any capacity is 0. The same over a whole node is HAMi's node score.
std::int64_t load_of(const devicemodel::shares& capacity, const devicemodel::shares& used,
                     const load_weights& weights = {});

}  // namespace berth::scoring
