#include "extender/wire/node_index.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace berth::wire {
namespace {

std::uint64_t word_at(const char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

std::uint64_t difference_of_16(const char* a, const char* b) {
    return (word_at(a) ^ word_at(b)) | (word_at(a + 8) ^ word_at(b + 8));
}

/// A call to memcmp costs more than comparing a few words. The last step overlaps the one before.
bool equal(std::string_view a, std::string_view b) {
    if (a.size() != b.size() || a.size() < 16) {
        return a == b;
    }
    const std::size_t last = a.size() - 16;
    std::uint64_t different =
        difference_of_16(a.data(), b.data()) | difference_of_16(a.data() + last, b.data() + last);
    for (std::size_t at = 16; at < last; at += 16) {
        different |= difference_of_16(a.data() + at, b.data() + at);
    }
    return different == 0;
}

/// Which of four numbers are equal to `wanted`: bit i for number i.
unsigned matches(const std::array<std::uint32_t, 4>& all, std::uint32_t wanted) {
#ifdef __SSE2__
    const __m128i four = _mm_load_si128(reinterpret_cast<const __m128i*>(all.data()));
    const __m128i same = _mm_cmpeq_epi32(four, _mm_set1_epi32(static_cast<std::int32_t>(wanted)));
    return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(same)));
#else
    unsigned found = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        found |= (all[i] == wanted ? 1U : 0U) << i;
    }
    return found;
#endif
}

/// Sixteen bytes a step, the last step overlapping the one before; every byte counts.
std::uint64_t hash_of(std::string_view name) {
    std::uint64_t hash = name.size();
    const auto mix = [&hash](std::uint64_t low, std::uint64_t high) {
        constexpr std::uint64_t odd = 0x9E37'79B9'7F4A'7C15, other = 0xD6E8'FEB8'6659'FD93;
        hash = (hash ^ low) * odd ^ high * other;
        hash ^= hash >> 32;
    };
    if (name.size() < 16) {
        std::array<std::uint64_t, 2> words{};
        std::memcpy(words.data(), name.data(), name.size());
        mix(words[0], words[1]);
        return hash;
    }
    const char* const last = name.data() + name.size() - 16;
    mix(word_at(name.data()), word_at(name.data() + 8));
    for (const char* at = name.data() + 16; at < last; at += 16) {
        mix(word_at(at), word_at(at + 8));
    }
    mix(word_at(last), word_at(last + 8));
    return hash;
}

}  // namespace

node_index::node_index(std::span<const api::named_node> nodes)
    : groups_(std::bit_ceil(nodes.size() * 2 / 5 + 1)), mask_(groups_.size() - 1) {
    for (const auto& node : nodes) {
        const auto hash = hash_of(node.name());
        auto in = hash & mask_;
        while (groups_[in].slots.back() != unknown) {
            in = (in + 1) & mask_;
        }
        auto& there = groups_[in];
        const auto at = static_cast<std::size_t>(std::find(there.slots.begin(), there.slots.end(), unknown) -
                                                 there.slots.begin());
        there.tags[at] = tag_of(hash);
        there.slots[at] = node.slot;
        there.begins[at] = static_cast<std::uint32_t>(texts_.size());
        there.lengths[at] = node.length;
        texts_ += node.name();
    }
}

std::uint32_t node_index::find(std::string_view name) const { return find(name, hash_of(name)); }

void node_index::find_all(std::span<api::named_node> names) const {
    constexpr std::size_t together = 32;
    std::array<std::uint64_t, together> hashes{};
    for (; !names.empty(); names = names.subspan(std::min(together, names.size()))) {
        const auto count = std::min(together, names.size());
        for (std::size_t i = 0; i < count; ++i) {
            hashes[i] = hash_of(names[i].name());
            __builtin_prefetch(&groups_[hashes[i] & mask_]);
        }
        for (std::size_t i = 0; i < count; ++i) {
            names[i].slot = find(names[i].name(), hashes[i]);
        }
    }
}

inline std::uint32_t node_index::find(std::string_view name, std::uint64_t hash) const {
    for (auto at = hash & mask_;; at = (at + 1) & mask_) {
        const auto& in = groups_[at];
        for (auto found = matches(in.tags, tag_of(hash)); found != 0; found &= found - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(found));
            if (equal({texts_.data() + in.begins[i], in.lengths[i]}, name) && in.slots[i] != unknown) {
                return in.slots[i];
            }
        }
        if (in.slots.back() == unknown) {
            return unknown;
        }
    }
}

}  // namespace berth::wire
