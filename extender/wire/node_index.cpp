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

std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 16); }

#ifdef __SSE2__
/// Whether sixteen bytes are the same: all bits of the answer are set.
__m128i same_16(const char* a, const char* b) {
    const auto load = [](const char* bytes) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
    };
    return _mm_cmpeq_epi8(load(a), load(b));
}
#endif

/// A call to memcmp costs more than comparing a few words. The last step overlaps the one before.
bool equal(std::string_view a, std::string_view b) {
    if (a.size() != b.size() || a.size() < 16) {
        return a == b;
    }
    const std::size_t last = a.size() - 16;
#ifdef __SSE2__
    auto same = _mm_and_si128(same_16(a.data(), b.data()), same_16(a.data() + last, b.data() + last));
    for (std::size_t at = 16; at < last; at += 16) {
        same = _mm_and_si128(same, same_16(a.data() + at, b.data() + at));
    }
    return _mm_movemask_epi8(same) == 0xFFFF;
#else
    return a == b;
#endif
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

/// Sums of products: the higher a bit, the more of the name it depends on. Sixteen bytes a step, the last
/// step overlapping the one before.
std::uint64_t hash_of(std::string_view name) {
    constexpr std::uint64_t k0 = 0x9E37'79B9'7F4A'7C15, k1 = 0xD6E8'FEB8'6659'FD93,
                            k2 = 0xA076'1D64'78BD'642F, k3 = 0xE703'7ED1'A0B4'28DB,
                            k4 = 0x8EBC'6AF0'9C88'C6E3;
    std::uint64_t hash = name.size() * k4;
    const auto add = [&hash](const char* at, std::uint64_t low, std::uint64_t high) {
        hash += word_at(at) * low + word_at(at + 8) * high;
    };
    if (name.size() < 16) {
        std::array<char, 16> padded{};
        std::memcpy(padded.data(), name.data(), name.size());
        add(padded.data(), k0, k1);
        return hash;
    }
    const char* const last = name.data() + name.size() - 16;
    add(name.data(), k0, k1);
    for (const char* at = name.data() + 16; at < last; at += 16) {
        hash = (hash ^ hash >> 32) * k4;
        add(at, k0, k1);
    }
    add(last, k2, k3);
    return hash;
}

}  // namespace

node_index::node_index(std::span<const api::named_node> nodes)
    : groups_(std::bit_ceil(nodes.size() * 2 / 5 + 2)),
      mask_(groups_.size() - 1),
      shift_(64 - std::countr_zero(groups_.size())) {
    for (const auto& node : nodes) {
        const auto hash = hash_of(node.name());
        auto in = hash >> shift_;
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
            __builtin_prefetch(&groups_[hashes[i] >> shift_]);
        }
        for (std::size_t i = 0; i < count; ++i) {
            names[i].slot = find(names[i].name(), hashes[i]);
        }
    }
}

inline std::uint32_t node_index::find(std::string_view name, std::uint64_t hash) const {
    for (auto at = hash >> shift_;; at = (at + 1) & mask_) {
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
