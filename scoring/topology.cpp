#include "scoring/topology.hpp"

#include <numeric>

namespace berth::scoring {
namespace {

std::int64_t sum_with(const pair_scores& pairs, const std::vector<std::size_t>& set, std::size_t card) {
    std::int64_t sum = 0;
    for (const std::size_t other : set) {
        sum += other == card ? 0 : pairs.between(card, other);
    }
    return sum;
}

std::int64_t sum_of_pairs(const pair_scores& pairs, const std::vector<std::size_t>& set) {
    std::int64_t twice = 0;
    for (const std::size_t card : set) {
        twice += sum_with(pairs, set, card);
    }
    return twice / 2;
}

/// The set after this one in the order of trial; false after the last.
bool next_set(std::vector<std::size_t>& set, std::size_t cards) {
    for (std::size_t i = set.size(); i-- > 0;) {
        if (set[i] < cards - (set.size() - i)) {
            std::iota(set.begin() + static_cast<std::ptrdiff_t>(i), set.end(), set[i] + 1);
            return true;
        }
    }
    return false;
}

}  // namespace

std::vector<std::size_t> best_connected(const pair_scores& pairs, std::size_t wanted,
                                        std::size_t sets_limit) {
    if (wanted == 0 || wanted > pairs.cards) {
        return {};
    }
    std::vector<std::size_t> everybody(pairs.cards), set(wanted);
    std::iota(everybody.begin(), everybody.end(), std::size_t{0});
    std::iota(set.begin(), set.end(), std::size_t{0});
    const auto worth = [&](const std::vector<std::size_t>& some) {
        return wanted == 1 ? -sum_with(pairs, everybody, some.front()) : sum_of_pairs(pairs, some);
    };
    auto best = set;
    auto most = worth(set);
    for (std::size_t seen = 1; seen < sets_limit && next_set(set, pairs.cards); ++seen) {
        if (const auto now = worth(set); now > most) {
            most = now;
            best = set;
        }
    }
    return best;
}

}  // namespace berth::scoring
