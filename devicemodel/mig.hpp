#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "devicemodel/amounts.hpp"

namespace berth::devicemodel {

/// A run of memory slices of one card that a MIG instance takes.
struct mig_placement {
    std::uint32_t start = 0;
    std::uint32_t size = 0;

    friend bool operator==(const mig_placement&, const mig_placement&) = default;
};

/// One kind of MIG instance that a card can be cut into, as its node registers it.
struct mig_profile {
    std::string name;  ///< "1g.5gb", "3g.20gb", ...
    mebibytes memory;
    core_percent cores;
    std::uint32_t slice_count = 0;
    std::vector<mig_placement> placements;  ///< Where on the card it may stand.

    friend bool operator==(const mig_profile&, const mig_profile&) = default;
};

/// The instance to cut: an index into the profiles, and where.
struct mig_choice {
    std::size_t profile = 0;
    mig_placement placement;

    friend bool operator==(const mig_choice&, const mig_choice&) = default;
};

/// The instance for a demand of memory on a card with these slices taken; nothing when none can be cut.
///
/// The smallest profile that is large enough and has a free placement: least memory, then least slices.
/// Profiles of 1 and 3 compute slices (`1g.`, `3g.`) stand as high as they can, the others as low. Greedy,
/// as HAMi is: what is chosen may block what a later demand needs.
std::optional<mig_choice> choose_instance(std::span<const mig_profile> profiles,
                                          std::span<const mig_placement> taken, mebibytes asked);

}  // namespace berth::devicemodel
