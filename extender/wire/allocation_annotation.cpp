#include "extender/wire/allocation_annotation.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "extender/wire/json_cursor.hpp"

namespace berth::wire {
namespace {

constexpr std::size_t fields = 4;

/// Cuts off and gives the part of `rest` up to `separator`, or all of it.
std::string_view take_part(std::string_view& rest, char separator) {
    const auto end = rest.find(separator);
    const auto part = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return part;
}

std::optional<std::int32_t> amount_of(std::string_view text) {
    std::int32_t amount = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
    const bool taken = error == std::errc{} && end == text.data() + text.size() && amount >= 0;
    return taken ? std::optional(amount) : std::nullopt;
}

/// One record into `slot`; the answer is a problem or empty.
std::string decode_device(std::string_view record, devicemodel::container_allocation& slot) {
    std::array<std::string_view, fields> field;
    if (std::count(record.begin(), record.end(), ',') < static_cast<std::ptrdiff_t>(fields) - 1) {
        return "the record " + shown(record) + " has fewer than four fields";
    }
    std::string_view rest = record;
    for (auto& f : field) {
        f = take_part(rest, ',');
    }
    const auto memory = amount_of(field[2]);
    const auto cores = amount_of(field[3]);
    if (!memory || !cores) {
        return "the record " + shown(record) + " has an amount that is not an integer from 0 to 2147483647";
    }
    if (!field[0].empty()) {
        slot.push_back(
            {std::string(field[0]), devicemodel::mebibytes{*memory}, devicemodel::core_percent{*cores}});
    } else if (*memory != 0 || *cores != 0) {
        return "the record " + shown(record) + " takes something of a card without UUID";
    }
    return {};
}

std::string decode_slot(std::string_view part, devicemodel::container_allocation& slot) {
    while (!part.empty()) {
        const auto record = take_part(part, ':');
        if (record.find(',') == std::string_view::npos) {
            continue;
        }
        if (auto problem = decode_device(record, slot); !problem.empty()) {
            return problem;
        }
    }
    return {};
}

}  // namespace

api::annotated_allocation decode_allocation(std::string_view text) {
    api::annotated_allocation decoded;
    std::size_t empty_parts = 0;
    while (!text.empty()) {
        devicemodel::container_allocation slot;
        if (auto problem = decode_slot(take_part(text, ';'), slot); !problem.empty()) {
            return {{}, std::move(problem)};
        }
        if (slot.empty()) {
            ++empty_parts;
            continue;
        }
        if (decoded.slots.size() + empty_parts >= devicemodel::containers_limit) {
            return {
                {},
                "the allocation has more than " + std::to_string(devicemodel::containers_limit) + " parts"};
        }
        decoded.slots.resize(decoded.slots.size() + empty_parts);
        decoded.slots.push_back(std::move(slot));
        empty_parts = 0;
    }
    return decoded;
}

std::string encode_allocation(const devicemodel::allocation& chosen) {
    std::string text;
    for (const auto& slot : chosen) {
        for (const auto& share : slot) {
            text += share.uuid;
            text += ",NVIDIA,";
            text += std::to_string(share.memory.value());
            text += ',';
            text += std::to_string(share.cores.value());
            text += ':';
        }
        text += ';';
    }
    return text;
}

}  // namespace berth::wire
