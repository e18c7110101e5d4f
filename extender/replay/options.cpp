#include "extender/replay/options.hpp"

#include <fmt/format.h>
#include <string_view>

namespace berth::replay {
namespace {

constexpr std::uint32_t most_generated = 1'000'000;

/// Collects the sentences of one check after another.
struct problem_list {
    std::vector<std::string> found;

    void expect(bool holds, std::string_view sentence) {
        if (!holds) {
            found.emplace_back(sentence);
        }
    }
    void expect_between(std::string_view name, std::int64_t value, std::int64_t low, std::int64_t high) {
        if (value < low || value > high) {
            found.push_back(fmt::format("{}: expected {} to {}, found {}", name, low, high, value));
        }
    }
    void expect_path(std::string_view name, std::string_view path) {
        if (!path.empty() && path.front() != '/') {
            found.push_back(fmt::format("{}: expected to begin with /, found \"{}\"", name, path));
        }
    }
};

void check_source(const options& o, problem_list& problems) {
    switch (o.source) {
        case trace_source::openb:
            if (o.node_file.empty() && o.pod_file.empty()) {
                problems.expect(false, "nothing to replay: name --nodes and --pods, --state, or --generate");
                return;
            }
            problems.expect(!o.node_file.empty(), "--nodes: expected a node list beside --pods");
            problems.expect(!o.pod_file.empty(), "--pods: expected a pod list beside --nodes");
            return;
        case trace_source::generated:
            problems.expect_between("--generate-nodes", o.generated.nodes, 1, most_generated);
            problems.expect_between("--generate-pods", o.generated.pods, 1, most_generated);
            return;
        case trace_source::saved_state:
            problems.expect(!o.state_file.empty(), "--state: expected a file");
            return;
    }
}

}  // namespace

std::vector<std::string> validate(const options& o) {
    problem_list problems;
    check_source(o, problems);
    problems.expect_between("--until", o.until.value_or(100), 1, 1000);
    problems.expect_between("--first", o.first.value_or(1), 1, 100'000'000);
    problems.expect_between("--weight", o.weight, 0, 1'000'000);
    problems.expect_between("--retries", o.retries, 0, 100);
    problems.expect_between("--check-every", o.check_every, 0, 100'000'000);
    problems.expect(!o.name_space.empty(), "the namespace of the pods is empty");
    problems.expect(!o.paths.filter.empty(), "--filter-path: expected one, found none");
    problems.expect_path("--filter-path", o.paths.filter);
    problems.expect_path("--prioritize-path", o.paths.prioritize);
    problems.expect_path("--bind-path", o.paths.bind);
    problems.expect_path("path of events", o.paths.events);
    problems.expect_path("path of state", o.paths.state);
    problems.expect(
        o.leaving == departures::none || !o.until,
        "--departures and --until exclude each other: pods drawn again have no times of their own");
    problems.expect(o.leaving == departures::none || !o.shuffle,
                    "--departures and --shuffle exclude each other: the trace's times are the order");
    return problems.found;
}

}  // namespace berth::replay
