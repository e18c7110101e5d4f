#include "extender/replay/csv.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "extender/wire/json_cursor.hpp"

namespace berth::replay {
namespace {

void split(std::string_view line, std::vector<std::string_view>& fields) {
    fields.clear();
    for (;;) {
        const auto comma = line.find(',');
        fields.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos) {
            return;
        }
        line.remove_prefix(comma + 1);
    }
}

}  // namespace

csv_reader::csv_reader(std::string_view text, std::string_view file,
                       const std::vector<std::string_view>& required)
    : left_(text), file_(file) {
    std::string_view header;
    next_line(header);
    split(header, columns_);
    const auto is_missing = [&](std::string_view column) { return !has(column); };
    if (std::any_of(required.begin(), required.end(), is_missing)) {
        line_ = 1;
        problem(fmt::format("expected a header line with the columns {}, found {}", fmt::join(required, ","),
                            wire::shown(header)));
        left_ = {};
    }
}

bool csv_reader::next_line(std::string_view& line) {
    if (left_.empty()) {
        return false;
    }
    ++line_;
    const auto end = left_.find('\n');
    line = left_.substr(0, end);
    left_.remove_prefix(end == std::string_view::npos ? left_.size() : end + 1);
    if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
    }
    return true;
}

bool csv_reader::next() {
    std::string_view line;
    while (next_line(line)) {
        if (line.empty()) {
            continue;
        }
        split(line, fields_);
        if (fields_.size() == columns_.size()) {
            return true;
        }
        problem(fmt::format("expected {} fields, found {}", columns_.size(), fields_.size()));
    }
    return false;
}

std::optional<std::size_t> csv_reader::index_of(std::string_view column) const {
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    return found == columns_.end() ? std::nullopt
                                   : std::optional{static_cast<std::size_t>(found - columns_.begin())};
}

std::string_view csv_reader::text(std::string_view column) const {
    const auto index = index_of(column);
    return index ? fields_[*index] : std::string_view{};
}

std::optional<std::int64_t> csv_reader::number(std::string_view column, std::int64_t low, std::int64_t high) {
    const std::string_view field = text(column);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error == std::errc{} && end == field.data() + field.size() && value >= low && value <= high) {
        return value;
    }
    problem(fmt::format("{}: expected a whole number from {} to {}, found {}", column, low, high,
                        wire::shown(field)));
    return std::nullopt;
}

void csv_reader::problem(std::string_view what) {
    if (problems_.size() == most_shown) {
        ++more_;
        return;
    }
    problems_.push_back(fmt::format("{}:{}: {}", file_, line_, what));
}

std::vector<std::string> csv_reader::problems() const {
    auto all = problems_;
    if (more_ > 0) {
        all.push_back(fmt::format("{}: and {} more problems", file_, more_));
    }
    return all;
}

}  // namespace berth::replay
