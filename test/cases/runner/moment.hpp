#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace berth::cases {

/// RFC 3339 ("2030-01-01T12:00:00Z", with fractions or an offset) as Unix seconds. Throws bad_case.
std::int64_t unix_seconds(std::string_view rfc3339);

/// "2030-01-01 12:00:00" in UTC, as HAMi's handshake annotation has it.
std::string handshake_time(std::int64_t seconds);

}  // namespace berth::cases
