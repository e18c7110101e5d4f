#include "scoring/load.hpp"

namespace berth::scoring {
namespace {

__extension__ using wide = __int128;  // a limit-sized amount times load_unit passes 64 bits

/// Millionths of `whole`.
std::int64_t part(std::int64_t used, std::int64_t whole) {
    return static_cast<std::int64_t>(wide{used} * load_unit / whole);
}

}  // namespace

std::int64_t load_of(const devicemodel::shares& capacity, const devicemodel::shares& used,
                     const load_weights& weights) {
    const auto slots = capacity.slots.value(), cores = capacity.cores.value(),
               memory = capacity.memory.value();
    if (slots == 0 || cores == 0 || memory == 0) {
        return 0;
    }
    return weights.slots * part(used.slots.value(), slots) + weights.cores * part(used.cores.value(), cores) +
           weights.memory * part(used.memory.value(), memory);
}

}  // namespace berth::scoring
