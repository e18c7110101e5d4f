#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "devicemodel/amounts.hpp"

namespace berth::devicemodel {

/// One physical GPU as its node registered it. What pods hold of it is in node_state::used.
struct card {
    std::string uuid;         ///< As the driver prints it ("GPU-..."); unique on its node.
    std::uint32_t index = 0;  ///< NVML index; breaks ties of the card order.
    std::string model;        ///< Product name ("NVIDIA A100-SXM4-80GB").
    std::string mode;         ///< "hami-core", "mig", "mps"; empty from odd plugins.
    std::int32_t numa = 0;    ///< NUMA node, 0 when unknown.
    bool healthy = false;     ///< What the plugin said; not saying is not healthy.
    bool cordoned = false;    ///< Listed in the node's cordon annotation: keeps what runs, takes nothing new.
    shares capacity;          ///< MiB, percent (100, or more with core scaling), sharers.

    friend bool operator==(const card&, const card&) = default;
};

/// What is left to give, never below zero: a deficit is an over-commit and shows in `over_commit`.
constexpr shares free_of(const shares& capacity, const shares& used) {
    return {std::max(mebibytes{}, capacity.memory - used.memory),
            std::max(core_percent{}, capacity.cores - used.cores),
            std::max(slot_count{}, capacity.slots - used.slots)};
}

/// By how much more is charged than the card has; all zero on a card within its capacity.
constexpr shares over_commit(const shares& capacity, const shares& used) { return free_of(used, capacity); }

}  // namespace berth::devicemodel
