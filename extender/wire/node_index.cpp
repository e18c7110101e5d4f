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

/// The 128-bit product of two words, folded: every bit of the result depends on every bit of both.
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    __extension__ using wide = unsigned __int128;
    const wide product = wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Sixteen bytes a step, the last step overlapping the one before.
inline std::uint64_t hash_of(std::string_view name, std::uint64_t seed) {
    constexpr std::uint64_t k0 = 0x9E37'79B9'7F4A'7C15, k1 = 0xD6E8'FEB8'6659'FD93,
                            k2 = 0xA076'1D64'78BD'642F, k3 = 0xE703'7ED1'A0B4'28DB;
    if (name.size() < 16) {
        std::array<char, 16> padded{};
        std::memcpy(padded.data(), name.data(), name.size());
        return mix(word_at(padded.data()) ^ k0, word_at(padded.data() + 8) ^ k1 ^ name.size() ^ seed);
    }
    const char* const last = name.data() + name.size() - 16;
    auto hash = mix(word_at(name.data()) ^ k0, word_at(name.data() + 8) ^ k1 ^ name.size() ^ seed);
    for (const char* at = name.data() + 16; at < last; at += 16) {
        hash = mix(word_at(at) ^ k0 ^ hash, word_at(at + 8) ^ k1);
    }
    return hash ^ mix(word_at(last) ^ k2, word_at(last + 8) ^ k3 ^ seed);
}

std::uint32_t low_half(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
std::uint32_t high_half(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

}  // namespace

node_index::node_index(std::span<const api::named_node> nodes)
    : groups_(std::bit_ceil(nodes.size() * 2 / 5 + 2)),
      mask_(groups_.size() - 1),
      shift_(64 - std::countr_zero(groups_.size())) {
    while (!add_all(nodes)) {
        std::fill(groups_.begin(), groups_.end(), group{});
        ++seed_;
    }
}

bool node_index::add_all(std::span<const api::named_node> nodes) {
    return std::all_of(nodes.begin(), nodes.end(), [this](const api::named_node& node) {
        const auto hash = hash_of(node.name(), seed_);
        if (find(hash) != unknown) {
            return false;
        }
        auto in = hash >> shift_;
        while (groups_[in].slots.back() != unknown) {
            in = (in + 1) & mask_;
        }
        auto& there = groups_[in];
        const auto at = static_cast<std::size_t>(std::find(there.slots.begin(), there.slots.end(), unknown) -
                                                 there.slots.begin());
        there.low_halves[at] = low_half(hash);
        there.high_halves[at] = high_half(hash);
        there.slots[at] = node.slot;
        return true;
    });
}

std::uint32_t node_index::find(std::string_view name) const { return find(hash_of(name, seed_)); }

void node_index::find_all(std::span<api::named_node> names) const {
    constexpr std::size_t together = 32;
    std::array<std::uint64_t, together> hashes{};
    for (; !names.empty(); names = names.subspan(std::min(together, names.size()))) {
        const auto count = std::min(together, names.size());
        for (std::size_t i = 0; i < count; ++i) {
            hashes[i] = hash_of(names[i].name(), seed_);
            __builtin_prefetch(&groups_[hashes[i] >> shift_]);
        }
        for (std::size_t i = 0; i < count; ++i) {
            names[i].slot = find(hashes[i]);
        }
    }
}

inline std::uint32_t node_index::find(std::uint64_t hash) const {
    for (auto at = hash >> shift_;; at = (at + 1) & mask_) {
        const auto& in = groups_[at];
        for (auto found = matches(in.low_halves, low_half(hash)); found != 0; found &= found - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(found));
            if (in.high_halves[i] == high_half(hash)) {
                return in.slots[i];  // an empty place holds `unknown`, and stands behind the others
            }
        }
        if (in.slots.back() == unknown) {
            return unknown;
        }
    }
}

}  // namespace berth::wire
