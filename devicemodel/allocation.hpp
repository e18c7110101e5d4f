#pragma once

#include <string>
#include <vector>

#include "devicemodel/amounts.hpp"
#include "devicemodel/demand.hpp"
#include "devicemodel/effective_demand.hpp"

namespace berth::devicemodel {

/// What one container was given on one card.
struct card_share {
    std::string uuid;
    mebibytes memory;
    core_percent cores;

    friend bool operator==(const card_share&, const card_share&) = default;
};

/// The cards of one container; empty for one without GPU.
using container_allocation = std::vector<card_share>;

/// For every position of a pod the cards and amounts chosen. Always as long as the pod has containers.
using allocation = std::vector<container_allocation>;

/// What a pod needs on one card, by UUID.
struct card_usage {
    std::string uuid;
    usage need;

    friend bool operator==(const card_usage&, const card_usage&) = default;
};

/// Per card the peak and steady use of a pod with this allocation, cards sorted by UUID.
///
/// Requires: `chosen` has one entry per container. A card named twice by one container counts twice.
std::vector<card_usage> usage_of(const std::vector<container>& containers, const allocation& chosen,
                                 accounting rule);

}  // namespace berth::devicemodel
