#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extender/api/calls.hpp"

namespace berth::wire {

/// The names of all nodes berth knows, ready to be met in requests.
///
/// A name is known by 64 bits of hash. No two known names share them. One that berth does not know passes for
/// a known one about once in 10^15 times with 5,000 nodes; filter would answer for the wrong node then, and
/// bind, which compares names, would refuse. In return a look-up reads one cache line and no text.
///
/// Built anew when the ledger's names_revision() changes. One event loop owns it.
class node_index {
public:
    static constexpr std::uint32_t unknown = api::named_node::unknown;

    node_index() = default;
    /// Requires: names and slots are unique.
    explicit node_index(std::span<const api::named_node> nodes);

    /// The slot of a name, or `unknown`.
    std::uint32_t find(std::string_view name) const;

    /// Sets the slot of every name, `unknown` where it is.
    ///
    /// kube-scheduler's workers list nodes in another order every time, so a name costs a probe of a hash
    /// table. It is far from the processor: many names are looked up side by side.
    void find_all(std::span<api::named_node> names) const;

private:
    static constexpr std::size_t group_size = 4;

    /// Places of the hash table that lie in one cache line and are looked at together.
    struct alignas(64) group {
        std::array<std::uint32_t, group_size> low_halves{};  ///< Of the hash.
        std::array<std::uint32_t, group_size> high_halves{};
        std::array<std::uint32_t, group_size> slots{unknown, unknown, unknown, unknown};  ///< Taken in order.
    };

    /// False when two of them have the same hash.
    bool add_all(std::span<const api::named_node> nodes);
    std::uint32_t find(std::uint64_t hash) const;

    std::vector<group> groups_{2};  ///< A power of two of them; a full one is followed by the next.
    std::uint64_t mask_ = 1;
    int shift_ = 63;          ///< What leaves a group's number of a hash.
    std::uint64_t seed_ = 0;  ///< Of the hash.
};

}  // namespace berth::wire
