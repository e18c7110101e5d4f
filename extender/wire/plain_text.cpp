#include "extender/wire/plain_text.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace berth::wire {
namespace {

static_assert(std::endian::native == std::endian::little, "the first byte has to be the lowest");

constexpr std::uint64_t ones = 0x0101'0101'0101'0101;
constexpr std::uint64_t highs = 0x8080'8080'8080'8080;

bool is_plain(unsigned char c) { return c >= 0x20 && c < 0x80 && c != '"' && c != '\\'; }

/// The high bit of every byte of `word` below `limit`. Bytes above a marked one may be marked wrongly.
constexpr std::uint64_t below(std::uint64_t word, std::uint64_t limit) {
    return (word - ones * limit) & ~word & highs;
}

constexpr std::uint64_t equal(std::uint64_t word, char c) {
    return below(word ^ (ones * static_cast<unsigned char>(c)), 1);
}

}  // namespace

const char* skip_plain(const char* at, const char* end) {
    for (; end - at >= 8; at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        const std::uint64_t marked =
            below(word, 0x20) | equal(word, '"') | equal(word, '\\') | (word & highs);
        if (marked != 0) {
            return at + std::countr_zero(marked) / 8;
        }
    }
    while (at != end && is_plain(static_cast<unsigned char>(*at))) {
        ++at;
    }
    return at;
}

}  // namespace berth::wire
