#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::replay {

/// Walks a plain CSV text (no quotes, one record a line, a header line first) and keeps a list of problems.
class csv_reader {
public:
    /// Reads the header. A missing `required` column is a problem, after which next() finds no line.
    csv_reader(std::string_view text, std::string_view file, const std::vector<std::string_view>& required);

    /// Goes to the next line that is not empty. Lines with another number of fields than the header are
    /// problems and are skipped. False at the end.
    bool next();

    /// The column's field in this line; empty when the file has no such column.
    std::string_view text(std::string_view column) const;

    /// A whole number in low..high; anything else is a problem and nothing.
    std::optional<std::int64_t> number(std::string_view column, std::int64_t low, std::int64_t high);

    bool has(std::string_view column) const { return index_of(column).has_value(); }

    /// Records "FILE:LINE: <what>" for the current line.
    void problem(std::string_view what);

    /// All problems, the first `most_shown` in full and a line with the number of the others.
    std::vector<std::string> problems() const;

    static constexpr std::size_t most_shown = 20;

private:
    bool next_line(std::string_view& line);
    std::optional<std::size_t> index_of(std::string_view column) const;

    std::string_view left_;
    std::string file_;
    std::size_t line_ = 0;
    std::vector<std::string_view> columns_;
    std::vector<std::string_view> fields_;
    std::vector<std::string> problems_;
    std::size_t more_ = 0;
};

}  // namespace berth::replay
