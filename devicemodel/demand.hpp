#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "devicemodel/amounts.hpp"
#include "devicemodel/card.hpp"
#include "devicemodel/position.hpp"

namespace berth::devicemodel {

/// What one container asks for: `cards` distinct cards, and on each of them the same memory and cores.
struct container_demand {
    std::int32_t cards = 0;           ///< Distinct cards; 0 asks for no GPU and the rest has no meaning.
    mebibytes memory;                 ///< Per card. Zero: `memory_percent` of the card says it.
    std::int32_t memory_percent = 0;  ///< 1..100 when `memory` is zero, else 0.
    core_percent cores;               ///< Per card, 0..100.

    friend bool operator==(const container_demand&, const container_demand&) = default;
};

/// What the container takes on this card: a percentage resolves to floor(capacity * percent / 100), and
/// the container fills one slot.
shares share_on(const container_demand& demand, const card& c);

/// A container at its position in the pod.
struct container {
    std::string name;
    container_role role = container_role::app;
    container_demand demand;

    friend bool operator==(const container&, const container&) = default;
};

/// True when some container asks for a card; false means the pod is none of our business.
bool wants_cards(const std::vector<container>& containers);

}  // namespace berth::devicemodel
