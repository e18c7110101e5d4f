#include "devicemodel/mig.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace berth::devicemodel {
namespace {

bool overlap(const mig_placement& a, const mig_placement& b) {
    return a.start < b.start + b.size && b.start < a.start + a.size;
}

bool stands_high(const mig_profile& profile) {
    return profile.name.starts_with("1g.") || profile.name.starts_with("3g.");
}

std::optional<mig_placement> free_placement(const mig_profile& profile,
                                            std::span<const mig_placement> taken) {
    std::optional<mig_placement> best;
    for (const auto& one : profile.placements) {
        const bool free =
            std::none_of(taken.begin(), taken.end(), [&](const auto& other) { return overlap(one, other); });
        if (free && (!best || (stands_high(profile) ? one.start > best->start : one.start < best->start))) {
            best = one;
        }
    }
    return best;
}

}  // namespace

std::optional<mig_choice> choose_instance(std::span<const mig_profile> profiles,
                                          std::span<const mig_placement> taken, mebibytes asked) {
    std::vector<std::size_t> smallest_first(profiles.size());
    std::iota(smallest_first.begin(), smallest_first.end(), std::size_t{0});
    std::stable_sort(smallest_first.begin(), smallest_first.end(), [&](std::size_t a, std::size_t b) {
        return std::tie(profiles[a].memory, profiles[a].slice_count) <
               std::tie(profiles[b].memory, profiles[b].slice_count);
    });
    for (const std::size_t i : smallest_first) {
        if (profiles[i].memory < asked) {
            continue;
        }
        if (const auto placement = free_placement(profiles[i], taken)) {
            return mig_choice{i, *placement};
        }
    }
    return std::nullopt;
}

}  // namespace berth::devicemodel
