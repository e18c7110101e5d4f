#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace berth::test {

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
    return size == 0 ? std::string{} : std::string(reinterpret_cast<const char*>(data), size);
}

/// Stops the fuzzer, and the replay, at what must never be.
inline void must(bool holds) {
    if (!holds) {
        std::abort();
    }
}

}  // namespace berth::test
