#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace berth::replay {

/// Seeded random draws that are the same with every compiler and library: only the engine comes from the
/// standard library, whose distributions and std::shuffle are not fixed.
class draws {
public:
    explicit draws(std::uint64_t seed) : engine_(seed) {}

    /// Evenly from 0 .. bound - 1. Requires: bound > 0.
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t uneven_tail = (0 - bound) % bound;  // 2^64 mod bound
        std::uint64_t drawn = engine_();
        while (drawn < uneven_tail) {
            drawn = engine_();
        }
        return drawn % bound;
    }

    /// Evenly from `low` .. `high`, both included. Requires: low <= high.
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
    }

    template <class Value>
    const Value& one_of(const std::vector<Value>& values) {
        return values[static_cast<std::size_t>(below(values.size()))];
    }

    /// Fisher and Yates.
    template <class Value>
    void shuffle(std::vector<Value>& values) {
        for (std::size_t left = values.size(); left > 1; --left) {
            std::swap(values[left - 1], values[static_cast<std::size_t>(below(left))]);
        }
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace berth::replay
