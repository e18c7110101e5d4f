#include "test/cases/runner/not_yet.hpp"

#include <fstream>
#include <sstream>

#include "test/cases/runner/json.hpp"

namespace berth::cases {

std::map<std::string, std::string> read_not_yet(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) {
        throw bad_case(file.string() + ": cannot be read");
    }
    std::map<std::string, std::string> reasons;
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string id, reason;
        words >> id >> std::ws;
        std::getline(words, reason);
        if (id.empty() || id.front() == '#') {
            continue;
        }
        if (reason.empty()) {
            throw bad_case(file.string() + ": " + id + " has no reason");
        }
        if (!reasons.emplace(id, reason).second) {
            throw bad_case(file.string() + ": " + id + " stands there twice");
        }
    }
    return reasons;
}

}  // namespace berth::cases
