#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extender/api/calls.hpp"

namespace berth::wire {

/// The names of all nodes berth knows, ready to be met in requests.
///
/// Built anew when the ledger's names_revision() changes. One event loop owns it.
///
/// kube-scheduler's workers list nodes in another order every time, so a name costs one probe of a hash table
/// and one comparison. Both miss the nearest cache: who looks for many names asks for hashes of several,
/// calls `prefetch` and only then `find`.
class node_index {
public:
    static constexpr std::uint32_t unknown = api::named_node::unknown;

    node_index() = default;
    /// Requires: names and slots are unique.
    explicit node_index(std::span<const api::named_node> nodes);

    /// The slot of a name, or `unknown`.
    std::uint32_t find(std::string_view name) const { return find(name, hash_of(name)); }
    std::uint32_t find(std::string_view name, std::uint64_t hash) const {
        for (auto at = hash & mask_;; at = (at + 1) & mask_) {
            const auto& candidate = buckets_[at];
            if (candidate.slot == unknown ||
                (candidate.tag == tag_of(hash) && has_name(candidate.slot, name))) {
                return candidate.slot;
            }
        }
    }

    /// Eight bytes a step, the last step overlapping the one before; node names are short and differ at the
    /// end, so every byte counts.
    static std::uint64_t hash_of(std::string_view name) {
        constexpr std::uint64_t odd = 0x9E37'79B9'7F4A'7C15;
        std::uint64_t hash = name.size() * odd;
        const auto mix = [&hash](std::uint64_t word) {
            hash = (hash ^ word) * odd;
            hash ^= hash >> 32;
        };
        if (name.size() < 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, name.data(), name.size());
            mix(word);
            return hash;
        }
        const char* const last = name.data() + name.size() - 8;
        for (const char* at = name.data(); at < last; at += 8) {
            mix(word_at(at));
        }
        mix(word_at(last));
        return hash;
    }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&buckets_[hash & mask_]); }

private:
    struct text {
        std::uint32_t begin = 0;  ///< In texts_.
        std::uint32_t length = 0;
    };

    struct bucket {
        std::uint32_t slot = unknown;  ///< `unknown`: free.
        std::uint32_t tag = 0;         ///< More of the hash, so that few names are compared in vain.
    };

    static std::uint64_t word_at(const char* bytes) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, sizeof word);
        return word;
    }
    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

    /// A call to memcmp costs more than comparing a few words.
    bool has_name(std::uint32_t slot, std::string_view wanted) const {
        const auto& name = names_[slot];
        const char* const known = texts_.data() + name.begin;
        if (name.length != wanted.size() || wanted.size() < 8) {
            return std::string_view(known, name.length) == wanted;
        }
        const std::size_t last = wanted.size() - 8;
        std::uint64_t differ = word_at(known + last) ^ word_at(wanted.data() + last);
        for (std::size_t at = 0; at < last; at += 8) {
            differ |= word_at(known + at) ^ word_at(wanted.data() + at);
        }
        return differ == 0;
    }

    std::string texts_;
    std::vector<text> names_;         ///< By slot.
    std::vector<bucket> buckets_{1};  ///< By hash, open addressing; a power of two, at most half full.
    std::uint64_t mask_ = 0;
};

}  // namespace berth::wire
