#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

namespace berth::devicemodel {

/// A count of one unit. Units never mix, and no bare integer becomes one by accident.
///
/// Sums do not overflow: wire/ bounds every single amount by `amount_limit` and the containers of a
/// pod by `containers_limit`, so a card would need millions of pods to reach 2^63.
template <class Unit>
class amount {
public:
    constexpr amount() = default;
    constexpr explicit amount(std::int64_t value) : value_(value) {}

    constexpr std::int64_t value() const { return value_; }

    friend constexpr auto operator<=>(const amount&, const amount&) = default;
    friend constexpr amount operator+(amount a, amount b) { return amount{a.value_ + b.value_}; }
    friend constexpr amount operator-(amount a, amount b) { return amount{a.value_ - b.value_}; }
    constexpr amount& operator+=(amount other) { return *this = *this + other; }
    constexpr amount& operator-=(amount other) { return *this = *this - other; }

private:
    std::int64_t value_ = 0;
};

using mebibytes = amount<struct mebibyte_unit>;         ///< Device memory, in 2^20 bytes.
using core_percent = amount<struct core_percent_unit>;  ///< Share of one card's cores; 100 is one whole card.
using slot_count = amount<struct slot_unit>;            ///< Containers sharing one card.
using milli_cpu = amount<struct milli_cpu_unit>;        ///< Node CPU, thousandths of one core.
using host_bytes = amount<struct host_byte_unit>;       ///< Node memory, bytes.

/// The largest single amount taken from outside (2^50: a petabyte of MiB).
inline constexpr std::int64_t amount_limit = std::int64_t{1} << 50;
/// The most containers one pod may have.
inline constexpr std::size_t containers_limit = 1000;

/// What a card has, what is charged on it, or what is asked of it: the three resources counted per card.
struct shares {
    mebibytes memory;
    core_percent cores;
    slot_count slots;

    friend constexpr bool operator==(const shares&, const shares&) = default;
    friend constexpr shares operator+(const shares& a, const shares& b) {
        return {a.memory + b.memory, a.cores + b.cores, a.slots + b.slots};
    }
    friend constexpr shares operator-(const shares& a, const shares& b) {
        return {a.memory - b.memory, a.cores - b.cores, a.slots - b.slots};
    }
    constexpr shares& operator+=(const shares& other) { return *this = *this + other; }
    constexpr shares& operator-=(const shares& other) { return *this = *this - other; }
};

/// The larger of each resource on its own: two phases of one pod never run at the same time.
constexpr shares max_of_each(const shares& a, const shares& b) {
    return {std::max(a.memory, b.memory), std::max(a.cores, b.cores), std::max(a.slots, b.slots)};
}

/// CPU and memory of the machine itself, as kube-scheduler counts them.
struct host_resources {
    milli_cpu cpu;
    host_bytes memory;

    friend constexpr bool operator==(const host_resources&, const host_resources&) = default;
    friend constexpr host_resources operator+(const host_resources& a, const host_resources& b) {
        return {a.cpu + b.cpu, a.memory + b.memory};
    }
    friend constexpr host_resources operator-(const host_resources& a, const host_resources& b) {
        return {a.cpu - b.cpu, a.memory - b.memory};
    }
};

}  // namespace berth::devicemodel
