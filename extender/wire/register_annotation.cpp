#include "extender/wire/register_annotation.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "extender/wire/json_cursor.hpp"

namespace berth::wire {
namespace {

using devicemodel::card;

constexpr std::int64_t int32_limit = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t uint32_limit = std::numeric_limits<std::uint32_t>::max();
constexpr std::string_view blanks = " \t\r\n";

api::bad_input unusable(std::string problem) {
    return {std::string(register_annotation), std::move(problem)};
}

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
        end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    }
    return parts;
}

card read_card(const json_cursor& value) {
    card c;
    const auto text = [](std::string& out) {
        return [&out](const json_cursor& v) { out = v.text().value_or(""); };
    };
    const auto amount = [](auto& out) {
        return [&out](const json_cursor& v) {
            out = std::remove_reference_t<decltype(out)>{v.integer(0, int32_limit).value_or(0)};
        };
    };
    value.members({
        {"id", text(c.uuid)},
        {"type", text(c.model)},
        {"mode", text(c.mode)},
        {"count", amount(c.capacity.slots)},
        {"devmem", amount(c.capacity.memory)},
        {"devcore", amount(c.capacity.cores)},
        {"index",
         [&](const json_cursor& v) {
             c.index = static_cast<std::uint32_t>(v.integer(0, uint32_limit).value_or(0));
         }},
        {"numa",
         [&](const json_cursor& v) {
             c.numa = static_cast<std::int32_t>(v.integer(-int32_limit - 1, int32_limit).value_or(0));
         }},
        {"health", [&](const json_cursor& v) { c.healthy = v.truth().value_or(false); }},
    });
    return c;
}

api::result<std::vector<card>> parse_json(std::string text) {
    std::vector<card> cards;
    json_document document;
    if (document.parse(text, std::string(register_annotation)) && document.root().kind() != json_kind::null) {
        document.root().elements([&](const json_cursor& element) { cards.push_back(read_card(element)); });
    }
    if (!document.problems().empty()) {
        return document.problems().front();
    }
    return cards;
}

/// Go's strconv.ParseBool.
std::optional<bool> truth_of(std::string_view text) {
    static constexpr std::array<std::string_view, 6> yes{"1", "t", "T", "true", "TRUE", "True"};
    static constexpr std::array<std::string_view, 6> no{"0", "f", "F", "false", "FALSE", "False"};
    if (std::find(yes.begin(), yes.end(), text) != yes.end()) {
        return true;
    }
    return std::find(no.begin(), no.end(), text) != no.end() ? std::optional(false) : std::nullopt;
}

std::optional<std::int64_t> number_of(std::string_view text, std::int64_t least, std::int64_t most) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool taken = error == std::errc{} && end == text.data() + text.size();
    return taken && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

std::optional<card> card_of(const std::vector<std::string_view>& fields) {
    const auto count = number_of(fields[1], 0, int32_limit);
    const auto memory = number_of(fields[2], 0, int32_limit);
    const auto cores = number_of(fields[3], 0, int32_limit);
    const auto numa = number_of(fields[5], -int32_limit - 1, int32_limit);
    const auto healthy = truth_of(fields[6]);
    const bool has_index = fields.size() == 9;
    const auto index = has_index ? number_of(fields[7], 0, uint32_limit) : 0;
    if (!count || !memory || !cores || !numa || !healthy || !index) {
        return std::nullopt;
    }
    return card{.uuid = std::string(fields[0]),
                .index = static_cast<std::uint32_t>(*index),
                .model = std::string(fields[4]),
                .mode = has_index ? std::string(fields[8]) : "hami-core",
                .numa = static_cast<std::int32_t>(*numa),
                .healthy = *healthy,
                .capacity = {devicemodel::mebibytes{*memory}, devicemodel::core_percent{*cores},
                             devicemodel::slot_count{*count}}};
}

api::result<std::vector<card>> parse_text(std::string_view text) {
    if (text.find(':') == std::string_view::npos) {
        return unusable("is neither a JSON array nor a list of cards that end with a colon: " + shown(text));
    }
    std::vector<card> cards;
    for (const auto segment : split(text, ':')) {
        if (segment.empty()) {
            continue;
        }
        const auto fields = split(segment, ',');
        if (fields.size() != 7 && fields.size() != 9) {
            return unusable("the card " + shown(segment) + " has " + std::to_string(fields.size()) +
                            " fields, not 7 or 9");
        }
        auto c = card_of(fields);
        if (!c) {
            return unusable("the card " + shown(segment) +
                            " has a number or truth value that cannot be read or is out of range");
        }
        cards.push_back(std::move(*c));
    }
    return cards;
}

std::string problem_with(const std::vector<card>& cards) {
    if (cards.empty()) {
        return "names no card";
    }
    std::vector<std::string_view> uuids;
    for (const auto& c : cards) {
        if (c.uuid.empty()) {
            return "a card has no id";
        }
        if (c.uuid.find_first_of(",:;") != std::string::npos) {
            return "the id " + shown(c.uuid) + " holds a separator of the allocation annotation";
        }
        uuids.push_back(c.uuid);
    }
    std::sort(uuids.begin(), uuids.end());
    const auto twin = std::adjacent_find(uuids.begin(), uuids.end());
    return twin == uuids.end() ? std::string{} : "two cards have the id " + shown(*twin);
}

}  // namespace

api::result<std::vector<card>> parse_register(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) {
        return unusable("is empty");
    }
    const bool is_json =
        text == "null" || std::string_view("[{\"").find(text.front()) != std::string_view::npos;
    auto cards = is_json ? parse_json(std::string(text)) : parse_text(text);
    if (!cards) {
        return cards;
    }
    if (auto problem = problem_with(*cards); !problem.empty()) {
        return unusable(std::move(problem));
    }
    std::sort(cards->begin(), cards->end(), [](const card& a, const card& b) {
        return std::tie(a.index, a.uuid) < std::tie(b.index, b.uuid);
    });
    return cards;
}

void apply_cordon(std::string_view list, std::vector<card>& cards) {
    for (const auto item : split(list, ',')) {
        const auto found = std::find_if(cards.begin(), cards.end(),
                                        [uuid = trimmed(item)](const card& c) { return c.uuid == uuid; });
        if (found != cards.end()) {
            found->cordoned = true;
        }
    }
}

}  // namespace berth::wire
