#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extender/api/calls.hpp"

namespace berth::wire {

/// The names of all nodes berth knows, ready to be met in requests and written in replies.
///
/// Built anew when the ledger's names_revision() changes. Learns in which order a scheduler lists the names,
/// so that most of them are met by one comparison; what it has learned never changes an answer. One event
/// loop owns it. Names it gives out stay valid until it is built anew.
class node_index {
public:
    static constexpr std::uint32_t unknown = api::named_node::unknown;

    node_index() = default;
    /// Requires: names and slots are unique.
    explicit node_index(std::span<const api::named_node> nodes);

    /// The slot of a name, or `unknown`.
    std::uint32_t find(std::string_view name) const;
    std::string_view name(std::uint32_t slot) const;

    /// The name as a JSON string with its quotes, and the same with a colon behind it.
    std::string_view quoted(std::uint32_t slot) const;
    std::string_view as_key(std::uint32_t slot) const;

    /// The slot whose quoted name `text` begins with, if it is the one that last followed `previous`
    /// (`unknown`: came first); else `unknown`. Exact: the bytes have been compared.
    std::uint32_t follower(std::uint32_t previous, std::string_view text) const;
    /// Remembers that `slot` came after `previous`; either may be `unknown`.
    void learn_follower(std::uint32_t previous, std::uint32_t slot);

private:
    struct entry {
        std::uint32_t name_begin = 0;  ///< In names_.
        std::uint32_t name_length = 0;
        std::uint32_t key_begin = 0;   ///< In keys_.
        std::uint32_t key_length = 0;  ///< 0: no node in this slot.
        std::uint32_t follower = unknown;
    };

    struct bucket {
        std::uint32_t slot = unknown;  ///< `unknown`: free.
        std::uint32_t tag = 0;         ///< More of the hash, so that few names are compared in vain.
    };

    std::string names_;
    std::string keys_;  ///< `"name":` of every node.
    std::vector<entry> slots_;
    std::vector<bucket> buckets_;  ///< By hash, open addressing; a power of two, at most half full.
    std::uint32_t first_ = unknown;
};

}  // namespace berth::wire
