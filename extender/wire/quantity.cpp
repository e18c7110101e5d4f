#include "extender/wire/quantity.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>

#include "extender/wire/json_cursor.hpp"

namespace berth::wire {
namespace {

constexpr std::size_t length_limit = 64;
constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();

struct unit {
    std::string_view suffix;
    int power_of_ten;
    int power_of_two;
};

constexpr std::array units{
    unit{"", 0, 0},    unit{"n", -9, 0},  unit{"u", -6, 0},  unit{"m", -3, 0},
    unit{"k", 3, 0},   unit{"M", 6, 0},   unit{"G", 9, 0},   unit{"T", 12, 0},
    unit{"P", 15, 0},  unit{"E", 18, 0},  unit{"Ki", 0, 10}, unit{"Mi", 0, 20},
    unit{"Gi", 0, 30}, unit{"Ti", 0, 40}, unit{"Pi", 0, 50}, unit{"Ei", 0, 60},
};

/// The digits without sign, point and unit. Their value is 0.d1d2d3... * 10^point * 2^power_of_two.
struct decimal {
    bool negative = false;
    std::array<std::uint8_t, length_limit> digits{};
    int count = 0;
    int point = 0;
    int power_of_two = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes sign and digits off the front of `text`; false when there is no digit.
bool take_digits(std::string_view& text, decimal& value) {
    if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
        value.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    bool any = false;
    bool past_point = false;
    for (; !text.empty(); text.remove_prefix(1)) {
        if (text.front() == '.' && !past_point) {
            past_point = true;
        } else if (is_digit(text.front())) {
            any = true;
            value.point += past_point ? 0 : 1;
            value.digits[static_cast<std::size_t>(value.count++)] =
                static_cast<std::uint8_t>(text.front() - '0');
        } else {
            break;
        }
    }
    return any;
}

/// "e3", "E-6": at most 64 characters, so the sum below is cut off long before it could overflow.
std::optional<int> exponent_of(std::string_view suffix) {
    if (suffix.size() < 2 || (suffix.front() != 'e' && suffix.front() != 'E')) {
        return std::nullopt;
    }
    suffix.remove_prefix(1);
    const bool negative = suffix.front() == '-';
    if (negative || suffix.front() == '+') {
        suffix.remove_prefix(1);
    }
    if (suffix.empty() || !std::all_of(suffix.begin(), suffix.end(), is_digit)) {
        return std::nullopt;
    }
    int exponent = 0;
    for (const char c : suffix) {
        exponent = std::min(exponent * 10 + (c - '0'), 1'000'000);
    }
    return negative ? -exponent : exponent;
}

/// False for an unknown unit.
bool take_unit(std::string_view suffix, decimal& value) {
    if (const auto exponent = exponent_of(suffix)) {
        value.point += *exponent;
        return true;
    }
    const auto found =
        std::find_if(units.begin(), units.end(), [&](const unit& u) { return u.suffix == suffix; });
    if (found == units.end()) {
        return false;
    }
    value.point += found->power_of_ten;
    value.power_of_two = found->power_of_two;
    return true;
}

/// Takes away the zeros in front of the first digit, as far as the point.
void drop_leading_zeros(decimal& value) {
    const auto end = value.digits.begin() + value.count;
    const auto first = std::find_if(value.digits.begin(), end, [](auto digit) { return digit != 0; });
    if (first == end) {
        value.count = value.point = 0;
        return;
    }
    const auto zeros =
        std::clamp(static_cast<int>(first - value.digits.begin()), 0, std::max(value.point, 0));
    std::copy(value.digits.begin() + zeros, end, value.digits.begin());
    value.count -= zeros;
    value.point -= zeros;
}

/// The whole part, and whether anything is left of the fraction.
struct truncated {
    std::uint64_t whole = 0;
    bool fraction = false;
};

/// Nothing when the whole part is beyond 2^63-1. Requires: drop_leading_zeros.
std::optional<truncated> truncate(decimal value) {
    truncated result;
    if (value.point > 19) {
        return std::nullopt;  // At least 10^19, which is more than 2^63.
    }
    for (int i = 0; i < value.point; ++i) {  // At most 19 digits: within 64 bits.
        result.whole = result.whole * 10 + (i < value.count ? value.digits[static_cast<std::size_t>(i)] : 0);
    }
    // Binary units double what is left of the point and what is right of it, one bit at a time. They do not
    // come with an exponent, so the fraction begins at a digit.
    const int first = std::clamp(value.point, 0, value.count);
    for (int bit = 0; bit < value.power_of_two; ++bit) {
        unsigned carry = 0;
        for (int i = value.count - 1; i >= first; --i) {
            auto& digit = value.digits[static_cast<std::size_t>(i)];
            const unsigned doubled = digit * 2U + carry;
            digit = static_cast<std::uint8_t>(doubled % 10);
            carry = doubled / 10;
        }
        if (result.whole > largest / 2) {
            return std::nullopt;
        }
        result.whole = result.whole * 2 + carry;
    }
    if (result.whole > largest) {
        return std::nullopt;
    }
    result.fraction = std::any_of(value.digits.begin() + first, value.digits.begin() + value.count,
                                  [](auto digit) { return digit != 0; });
    return result;
}

api::bad_input refused(std::string problem, std::string_view text) {
    return {{}, std::move(problem) + ": " + shown(text)};
}

}  // namespace

api::result<std::int64_t> parse_quantity(std::string_view text, quantity_reading reading) {
    if (text.empty()) {
        return api::bad_input{{}, "is empty, not a quantity"};
    }
    if (text.size() > length_limit) {
        return refused("is longer than 64 characters", text);
    }
    decimal value;
    std::string_view rest = text;
    if (!take_digits(rest, value)) {
        return refused("is not a quantity", text);
    }
    if (!take_unit(rest, value)) {
        return refused("has an unknown unit", text);
    }
    value.point += reading == quantity_reading::milli ? 3 : 0;
    drop_leading_zeros(value);
    auto amount = truncate(value);
    if (amount && amount->fraction) {
        if (reading == quantity_reading::whole) {
            return refused("is not a whole number", text);
        }
        ++amount->whole;
    }
    if (!amount || amount->whole > largest) {
        return refused("is larger than 2^63-1", text);
    }
    const auto magnitude = static_cast<std::int64_t>(amount->whole);
    return value.negative ? -magnitude : magnitude;
}

}  // namespace berth::wire
