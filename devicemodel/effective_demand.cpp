#include "devicemodel/effective_demand.hpp"

#include <algorithm>
#include <numeric>

namespace berth::devicemodel {

std::string_view name_of(accounting rule) { return rule == accounting::exact ? "exact" : "hami"; }

std::vector<std::size_t> charge_order(const std::vector<container>& containers, accounting rule) {
    std::vector<std::size_t> order(containers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (rule == accounting::hami) {
        std::stable_partition(order.begin(), order.end(), [&](std::size_t position) {
            return containers[position].role == container_role::sidecar;
        });
    }
    return order;
}

}  // namespace berth::devicemodel
