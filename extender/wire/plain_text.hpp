#pragma once

#include <bit>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace berth::wire {

/// Whether a byte stands for itself between the quotes of a JSON string: printable ASCII but `"` and `\`.
inline bool is_plain(char c) {
    return c >= 0x20 && static_cast<unsigned char>(c) < 0x80 && c != '"' && c != '\\';
}

/// Which of sixteen bytes are not plain: bit i for byte i.
inline std::uint32_t special_of_16(const char* bytes) {
#ifdef __SSE2__
    const auto each = [](char c) { return _mm_set1_epi8(c); };
    const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
    // As signed numbers, what is not ASCII is below the blank too.
    return static_cast<std::uint32_t>(_mm_movemask_epi8(
        _mm_or_si128(_mm_cmplt_epi8(all, each(' ')),
                     _mm_or_si128(_mm_cmpeq_epi8(all, each('"')), _mm_cmpeq_epi8(all, each('\\'))))));
#else
    std::uint32_t special = 0;
    for (std::uint32_t i = 0; i < 16; ++i) {
        special |= (is_plain(bytes[i]) ? 0U : 1U) << i;
    }
    return special;
#endif
}

/// The quotes among 64 bytes, bit i for byte i, and whether they alone are not plain (where the processor has
/// no way to tell fast: never).
struct quote_marks {
    std::uint64_t quotes = 0;
    bool alone = false;
};

inline quote_marks quotes_in_64(const char* bytes) {
    quote_marks found;
#ifdef __SSE2__
    __m128i others = _mm_setzero_si128();
    for (unsigned part = 0; part < 64; part += 16) {
        const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + part));
        const __m128i quotes = _mm_cmpeq_epi8(all, _mm_set1_epi8('"'));
        found.quotes |= std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(quotes))} << part;
        others = _mm_or_si128(others, _mm_or_si128(_mm_cmplt_epi8(all, _mm_set1_epi8(' ')),
                                                   _mm_cmpeq_epi8(all, _mm_set1_epi8('\\'))));
    }
    found.alone = _mm_movemask_epi8(others) == 0;
#endif
    return found;
}

/// The first byte in [at, end) that is not plain, or `end`.
inline const char* skip_plain(const char* at, const char* end) {
    for (; end - at >= 16; at += 16) {
        if (const auto special = special_of_16(at); special != 0) {
            return at + std::countr_zero(special);
        }
    }
    while (at != end && is_plain(*at)) {
        ++at;
    }
    return at;
}

}  // namespace berth::wire
