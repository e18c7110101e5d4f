#include "extender/wire/node_index.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "extender/wire/json_writer.hpp"

namespace berth::wire {
namespace {

/// Eight bytes a step; node names are short and differ at the end, so every byte counts.
std::uint64_t hash_of(std::string_view name) {
    constexpr std::uint64_t odd = 0x9E37'79B9'7F4A'7C15;
    std::uint64_t hash = name.size() * odd;
    const auto mix = [&](std::uint64_t word) {
        hash = (hash ^ word) * odd;
        hash ^= hash >> 32;
    };
    while (name.size() >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, name.data(), 8);
        mix(word);
        name.remove_prefix(8);
    }
    std::uint64_t rest = 0;
    std::memcpy(&rest, name.data(), name.size());
    mix(rest);
    return hash;
}

std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

}  // namespace

node_index::node_index(std::span<const api::named_node> nodes) {
    buckets_.resize(std::bit_ceil(nodes.size() * 2 + 1));
    for (const auto& node : nodes) {
        if (node.slot >= slots_.size()) {
            slots_.resize(node.slot + std::size_t{1});
        }
        auto& added = slots_[node.slot];
        added.name_begin = static_cast<std::uint32_t>(names_.size());
        added.name_length = static_cast<std::uint32_t>(node.name.size());
        names_ += node.name;
        added.key_begin = static_cast<std::uint32_t>(keys_.size());
        append_json_string(keys_, node.name);
        keys_ += ':';
        added.key_length = static_cast<std::uint32_t>(keys_.size() - added.key_begin);

        const auto hash = hash_of(node.name);
        auto at = hash & (buckets_.size() - 1);
        while (buckets_[at].slot != unknown) {
            at = (at + 1) & (buckets_.size() - 1);
        }
        buckets_[at] = {node.slot, tag_of(hash)};
    }
}

std::uint32_t node_index::find(std::string_view wanted) const {
    if (buckets_.empty()) {
        return unknown;
    }
    const auto hash = hash_of(wanted);
    for (auto at = hash & (buckets_.size() - 1);; at = (at + 1) & (buckets_.size() - 1)) {
        const auto& candidate = buckets_[at];
        if (candidate.slot == unknown) {
            return unknown;
        }
        if (candidate.tag == tag_of(hash) && name(candidate.slot) == wanted) {
            return candidate.slot;
        }
    }
}

std::string_view node_index::name(std::uint32_t slot) const {
    const auto& e = slots_[slot];
    return {names_.data() + e.name_begin, e.name_length};
}

std::string_view node_index::quoted(std::uint32_t slot) const {
    auto text = as_key(slot);
    text.remove_suffix(1);
    return text;
}

std::string_view node_index::as_key(std::uint32_t slot) const {
    const auto& e = slots_[slot];
    assert(e.key_length != 0 && "a slot that holds a node");
    return {keys_.data() + e.key_begin, e.key_length};
}

std::uint32_t node_index::follower(std::uint32_t previous, std::string_view text) const {
    const auto slot = previous == unknown ? first_ : slots_[previous].follower;
    return slot != unknown && text.starts_with(quoted(slot)) ? slot : unknown;
}

void node_index::learn_follower(std::uint32_t previous, std::uint32_t slot) {
    (previous == unknown ? first_ : slots_[previous].follower) = slot;
}

}  // namespace berth::wire
