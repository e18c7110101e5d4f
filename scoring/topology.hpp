#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace berth::scoring {

/// How well every two of some cards are connected, more is better, 0 when the node did not say.
struct pair_scores {
    std::size_t cards = 0;
    std::span<const std::int64_t> scores;  ///< `cards` rows of `cards`, symmetric, in the order of trial.

    std::int64_t between(std::size_t a, std::size_t b) const { return scores[a * cards + b]; }
};

/// The cards a topology-aware choice takes out of those that fit, by their place in the order of trial,
/// rising; empty when there are too few.
///
/// One card: the one that is least connected to the others, so that the well connected stay together.
/// More: the set with the highest sum over its pairs. The first in the order of trial wins a tie, so equal
/// scores give the order of trial itself. At most `sets_limit` sets are looked at (16 cards have 12,870
/// sets of 8); beyond it the best of those seen is taken.
std::vector<std::size_t> best_connected(const pair_scores& pairs, std::size_t wanted,
                                        std::size_t sets_limit = 20'000);

}  // namespace berth::scoring
