#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

#include "test/cases/runner/case_file.hpp"
#include "test/cases/runner/isolated.hpp"
#include "test/cases/runner/not_yet.hpp"

/// case_runner DIR: runs every case of a folder against the extender in this binary and says what differed.
namespace berth::cases {
namespace {

constexpr std::chrono::seconds longest_case{120};

struct outcome {
    std::string id;
    std::string failure;  ///< Empty: passed.
};

class printer {
public:
    printer() : colour_(::isatty(STDOUT_FILENO) == 1) {}

    void show(const outcome& result, const std::string& suffix) const {
        const bool passed = result.failure.empty();
        std::cout << painted(passed ? "PASS" : "FAIL", passed ? "32" : "31") << ' ' << result.id
                  << (passed ? "" : ": " + result.failure) << suffix << '\n';
    }

private:
    std::string painted(const std::string& word, const std::string& colour) const {
        return colour_ ? "\x1b[" + colour + "m" + word + "\x1b[0m" : word;
    }

    bool colour_;
};

std::vector<std::filesystem::path> json_files_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string failure_of(const json_value& content) {
    try {
        return fmt::format("{}", fmt::join(run_case(content), "; "));
    } catch (const bad_case& bad) {
        return std::string("bad case: ") + bad.what();
    } catch (const std::exception& failed) {
        return std::string("exception: ") + failed.what();
    }
}

/// Nothing for a file of another schema.
std::optional<outcome> run_file(const std::filesystem::path& file) {
    try {
        const auto read = read_case(file);
        if (!read) {
            std::cout << "note: " << file.filename().string() << " has not the schema " << case_schema
                      << '\n';
            return std::nullopt;
        }
        const auto result = run_isolated([&] { return failure_of(read->content); }, longest_case);
        return outcome{read->id, result.died.empty() ? result.text : result.died};
    } catch (const bad_case& bad) {
        return outcome{file.filename().string(), bad.what()};
    }
}

std::vector<outcome> run_folder(const std::filesystem::path& folder) {
    std::vector<outcome> results;
    for (const auto& file : json_files_in(folder)) {
        if (auto result = run_file(file)) {
            results.push_back(std::move(*result));
        }
    }
    std::sort(results.begin(), results.end(), [](const outcome& a, const outcome& b) { return a.id < b.id; });
    return results;
}

/// Prints everything and gives the exit code: 0 when exactly the cases of `expected_failures` fail.
int report(const std::vector<outcome>& results, std::map<std::string, std::string> expected_failures) {
    const printer out;
    std::size_t failed = 0, surprises = 0;
    std::vector<std::string> remarks;
    for (const auto& result : results) {
        const auto known = expected_failures.extract(result.id);
        const bool passed = result.failure.empty();
        failed += passed ? 0U : 1U;
        if (passed != known.empty()) {
            ++surprises;
        }
        if (passed && known) {
            remarks.push_back(result.id + " passes: take it off the not-yet list");
        }
        out.show(result, !passed && known ? " (not yet: " + known.mapped() + ")" : "");
    }
    for (const auto& [id, reason] : expected_failures) {
        ++surprises;
        remarks.push_back(id + " is on the not-yet list but there is no such case");
    }
    for (const auto& remark : remarks) {
        std::cout << remark << '\n';
    }
    std::cout << results.size() - failed << " passed, " << failed << " failed\n";
    return surprises == 0 ? 0 : 1;
}

int run(int argc, char** argv) {
    CLI::App app("Runs scheduler extender cases (schema " + std::string(case_schema) +
                 ") against berth, in process.");
    std::filesystem::path folder, list;
    app.add_option("DIR", folder, "Folder with the cases, *.json")->required()->check(CLI::ExistingDirectory);
    auto* given =
        app.add_option("--not-yet", list, "Cases known to fail, a line `ID reason` each [DIR/not-yet]");
    CLI11_PARSE(app, argc, argv);
    if (given->count() == 0 && std::filesystem::exists(folder / "not-yet")) {
        list = folder / "not-yet";
    }
    std::map<std::string, std::string> expected_failures;
    if (!list.empty()) {
        expected_failures = read_not_yet(list);
    }
    return report(run_folder(folder), std::move(expected_failures));
}

}  // namespace
}  // namespace berth::cases

int main(int argc, char** argv) {
    try {
        return berth::cases::run(argc, argv);
    } catch (const std::exception& failed) {
        std::cerr << "case_runner: " << failed.what() << '\n';
        return 2;
    }
}
