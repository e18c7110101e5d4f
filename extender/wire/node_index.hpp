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
    /// table and a comparison. Both are far from the processor: many names are looked up side by side.
    void find_all(std::span<api::named_node> names) const;

private:
    static constexpr std::size_t group_size = 4;

    /// Places of the hash table that lie in one cache line and are looked at together.
    struct alignas(64) group {
        std::array<std::uint32_t, group_size> tags{};  ///< More of the hash: few names are compared in vain.
        std::array<std::uint32_t, group_size> slots{unknown, unknown, unknown, unknown};  ///< Taken in order.
        std::array<std::uint32_t, group_size> begins{};  ///< Of the name in texts_.
        std::array<std::uint32_t, group_size> lengths{};
    };

    std::uint32_t find(std::string_view name, std::uint64_t hash) const;

    std::string texts_;
    std::vector<group> groups_{2};  ///< A power of two of them; a full one is followed by the next.
    std::uint64_t mask_ = 1;
    int shift_ = 63;  ///< What leaves a group's number of a hash.
};

}  // namespace berth::wire
