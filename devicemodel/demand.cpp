#include "devicemodel/demand.hpp"

#include <algorithm>

namespace berth::devicemodel {

shares share_on(const container_demand& demand, const card& c) {
    const mebibytes memory = demand.memory > mebibytes{}
                                 ? demand.memory
                                 : mebibytes{c.capacity.memory.value() * demand.memory_percent / 100};
    return {memory, demand.cores, slot_count{1}};
}

bool wants_cards(const std::vector<container>& containers) {
    return std::any_of(containers.begin(), containers.end(),
                       [](const container& c) { return c.demand.cards > 0; });
}

}  // namespace berth::devicemodel
