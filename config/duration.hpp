#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace berth::config {

/// A duration as people write it: a whole number and one unit, `ms`, `s`, `m` or `h` ("500ms", "10s", "5m").
///
/// Nothing for anything else: no unit, a fraction, a sign, two units, or more than a year.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// The shortest text that `parse_duration` reads as the same duration. Requires: not negative.
std::string text_of(std::chrono::milliseconds duration);

}  // namespace berth::config
