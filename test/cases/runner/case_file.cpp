#include "test/cases/runner/case_file.hpp"

#include <fstream>
#include <sstream>

namespace berth::cases {

std::optional<case_file> read_case(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) {
        throw bad_case("the file cannot be read");
    }
    auto content = parsed(text.str(), "the file");
    if (text_at(content, {"schema"}) != case_schema) {
        return std::nullopt;
    }
    auto id = text_at(content, {"id"});
    return case_file{id.empty() ? file.stem().string() : id, std::move(content)};
}

differences run_case(const json_value& content) {
    return played_case(content).compare(needed(content, "expected"));
}

played_case::played_case(const json_value& content) : input_(copy_of(needed(content, "input"))) {
    const auto kind = needed_text(content, "kind");
    if (kind == "single") {
        single_ = play_single(input_);
        notes_ = single_->notes;
    } else if (kind == "sequence") {
        sequence_ = play_sequence(input_);
        notes_ = sequence_->notes;
    } else if (kind == "protocol") {
        protocol_ = play_protocol(input_);
        notes_ = protocol_.front().notes;
    } else {
        throw bad_case("the kind is unknown: " + kind);
    }
}

differences played_case::compare(const json_value& expected) const {
    auto found = single_     ? compare_single(*single_, expected, input_)
                 : sequence_ ? compare_sequence(*sequence_, expected)
                             : compare_protocol(protocol_, expected);
    if (!found.empty()) {
        found.insert(found.end(), notes_.begin(), notes_.end());
    }
    return found;
}

}  // namespace berth::cases
