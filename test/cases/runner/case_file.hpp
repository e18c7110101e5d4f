#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "test/cases/runner/compare.hpp"

namespace berth::cases {

inline constexpr const char* case_schema = "gpu-extender-case/1";

/// One case as its file has it.
struct case_file {
    std::string id;
    json_document content;
};

/// Nothing when the file has another schema or none. Throws bad_case when it is not JSON.
std::optional<case_file> read_case(const std::filesystem::path& file);

/// Plays the case and compares. Throws bad_case when the case lacks what its kind needs.
differences run_case(const json_value& content);

/// The played part of a case, kept so that it can be compared more than once.
class played_case {
public:
    explicit played_case(const json_value& content);

    differences compare(const json_value& expected) const;

private:
    json_document input_;
    std::optional<single_transcript> single_;
    std::optional<sequence_transcript> sequence_;
    std::vector<protocol_transcript> protocol_;
    std::vector<std::string> notes_;  ///< Added to what differs: they may explain it.
};

}  // namespace berth::cases
