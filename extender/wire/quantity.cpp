#include "extender/wire/quantity.hpp"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <limits>
#include <optional>
#include <string>

#include "extender/wire/json_cursor.hpp"

namespace berth::wire {
namespace {

/// Holds (2^63-1) * 10^9 * 5^60 * 10, the largest value below.
using wide = boost::multiprecision::uint256_t;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t nanos = 1'000'000'000;

/// Beyond the digits of any text, so a larger exponent makes no difference.
constexpr std::int64_t exponent_cut = 1'000'000'000'000;

struct unit {
    std::string_view suffix;
    std::int64_t power_of_ten;
    unsigned power_of_two;
};

constexpr std::array units{
    unit{"", 0, 0},    unit{"n", -9, 0},  unit{"u", -6, 0},  unit{"m", -3, 0},
    unit{"k", 3, 0},   unit{"M", 6, 0},   unit{"G", 9, 0},   unit{"T", 12, 0},
    unit{"P", 15, 0},  unit{"E", 18, 0},  unit{"Ki", 0, 10}, unit{"Mi", 0, 20},
    unit{"Gi", 0, 30}, unit{"Ti", 0, 40}, unit{"Pi", 0, 50}, unit{"Ei", 0, 60},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Digits with at most one point among them, off the front of `text`.
std::string_view take_number(std::string_view& text) {
    bool past_point = false;
    const auto* const end = std::find_if(text.begin(), text.end(), [&](char c) {
        const bool point = c == '.' && !past_point;
        past_point = past_point || point;
        return !point && !is_digit(c);
    });
    const auto number = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(number.size());
    return number;
}

/// "e3", "E-6".
std::optional<std::int64_t> exponent_of(std::string_view suffix) {
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
    std::int64_t exponent = 0;
    for (const char c : suffix) {
        exponent = std::min(exponent * 10 + (c - '0'), exponent_cut);
    }
    return negative ? -exponent : exponent;
}

std::optional<unit> unit_of(std::string_view suffix) {
    if (const auto exponent = exponent_of(suffix)) {
        return unit{suffix, *exponent, 0};
    }
    const auto* const found =
        std::find_if(units.begin(), units.end(), [&](const unit& u) { return u.suffix == suffix; });
    return found == units.end() ? std::nullopt : std::optional(*found);
}

/// The usual case at a quarter of the cost: digits alone, of units or of a binary unit, with a small result.
std::optional<std::int64_t> small_amount(std::string_view number, const unit& in, std::int64_t parts) {
    if (number.size() > 18 || in.power_of_ten != 0 || number.find('.') != std::string_view::npos) {
        return std::nullopt;
    }
    std::int64_t amount = 0;
    for (const char c : number) {
        amount = amount * 10 + (c - '0');
    }
    return amount > (largest / parts >> in.power_of_two) ? std::nullopt
                                                         : std::optional((amount << in.power_of_two) * parts);
}

/// `number` times `in` in nano-units, rounded up; nothing when that is beyond 2^63-1 units.
std::optional<wide> nanos_of(std::string_view number, const unit& in) {
    // With s digits after the point kept, times 2^p is the same as s + p digits kept, over 5^p.
    const wide divisor = boost::multiprecision::pow(wide(5), in.power_of_two);
    const wide limit = wide(largest) * nanos * divisor;
    const auto whole_digits = static_cast<std::int64_t>(std::min(number.find('.'), number.size()));
    auto places = whole_digits + in.power_of_ten + 9 + in.power_of_two;  // digits left to keep
    wide kept = 0;
    bool more = false;
    for (const char c : number) {
        if (c == '.') {
            continue;
        }
        if (--places < 0) {
            more = more || c != '0';
        } else if ((kept = kept * 10 + static_cast<unsigned>(c - '0')) > limit) {
            return std::nullopt;
        }
    }
    for (; places > 0 && kept != 0; --places) {
        if ((kept *= 10) > limit) {
            return std::nullopt;
        }
    }
    wide nano = kept / divisor;
    nano += more || nano * divisor != kept ? 1 : 0;
    return nano > wide(largest) * nanos ? std::nullopt : std::optional(nano);
}

api::bad_input refused(std::string problem, std::string_view text) {
    return {{}, std::move(problem) + ": " + shown(text)};
}

}  // namespace

api::result<std::int64_t> parse_quantity(std::string_view text, quantity_reading reading) {
    if (text.empty()) {
        return api::bad_input{{}, "is empty, not a quantity"};
    }
    std::string_view rest = text;
    const bool negative = rest.front() == '-';
    if (negative || rest.front() == '+') {
        rest.remove_prefix(1);
    }
    const auto number = take_number(rest);
    if (std::none_of(number.begin(), number.end(), is_digit)) {
        return refused("is not a quantity", text);
    }
    const auto in = unit_of(rest);
    if (!in) {
        return refused("has an unknown unit", text);
    }
    const std::int64_t parts = reading == quantity_reading::milli ? 1000 : 1;
    if (const auto amount = small_amount(number, *in, parts)) {
        return negative ? -*amount : *amount;
    }
    auto nano = nanos_of(number, *in);
    if (!nano && in->power_of_two > 0) {
        nano = wide(largest) * nanos;
    }
    const std::int64_t per_amount = nanos / parts;
    if (!nano || *nano > wide(largest) * per_amount) {
        return refused("is larger than 2^63-1", text);
    }
    if (reading == quantity_reading::whole && *nano % nanos != 0) {
        return refused("is not a whole number", text);
    }
    const auto magnitude = ((*nano + (per_amount - 1)) / per_amount).convert_to<std::int64_t>();
    return negative ? -magnitude : magnitude;
}

}  // namespace berth::wire
