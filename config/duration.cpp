#include "config/duration.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>

namespace berth::config {
namespace {

struct unit {
    std::string_view name;
    std::int64_t milliseconds;
};

// From large to small: the first that divides a duration writes it shortest.
constexpr std::array<unit, 4> units{{{"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}}};
constexpr std::int64_t longest_ms = 366LL * 24 * 3'600'000;

}  // namespace

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
    std::uint64_t count = 0;
    const char* const end = text.data() + text.size();
    const auto [number_end, failed] = std::from_chars(text.data(), end, count);
    if (failed != std::errc{}) {
        return std::nullopt;
    }
    const std::string_view name{number_end, static_cast<std::size_t>(end - number_end)};
    const auto found =
        std::find_if(units.begin(), units.end(), [&](const unit& u) { return u.name == name; });
    if (found == units.end() || count > static_cast<std::uint64_t>(longest_ms / found->milliseconds)) {
        return std::nullopt;
    }
    return std::chrono::milliseconds{static_cast<std::int64_t>(count) * found->milliseconds};
}

std::string text_of(std::chrono::milliseconds duration) {
    const auto found = std::find_if(units.begin(), units.end() - 1,
                                    [&](const unit& u) { return duration.count() % u.milliseconds == 0; });
    const unit& best = duration.count() == 0 ? units[2] : *found;
    return fmt::format("{}{}", duration.count() / best.milliseconds, best.name);
}

}  // namespace berth::config
