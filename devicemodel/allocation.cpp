#include "devicemodel/allocation.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <string_view>

namespace berth::devicemodel {

std::vector<card_usage> usage_of(const std::vector<container>& containers, const allocation& chosen,
                                 accounting rule) {
    assert(containers.size() == chosen.size() && "an allocation has an entry for every container");
    std::map<std::string_view, usage_walk> walks;
    for (const std::size_t position : charge_order(containers, rule)) {
        for (const auto& share : chosen[position]) {
            walks[share.uuid].start(containers[position].role, {share.memory, share.cores, slot_count{1}});
        }
    }
    std::vector<card_usage> result;
    result.reserve(walks.size());
    for (const auto& [uuid, walk] : walks) {
        result.push_back({std::string(uuid), walk.result()});
    }
    return result;
}

}  // namespace berth::devicemodel
