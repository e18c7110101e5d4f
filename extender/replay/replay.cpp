#include "extender/replay/replay.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "extender/replay/cluster_state.hpp"
#include "extender/replay/stream.hpp"

namespace berth::replay {
namespace {

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string order_of(const options& o) {
    std::string words;
    if (o.shuffle) {
        words += fmt::format(", shuffled by {}", *o.shuffle);
    }
    if (o.until) {
        words += fmt::format(", until {} % of the cards are asked for", *o.until);
    }
    if (o.leaving == departures::by_trace) {
        words += ", with departures";
    }
    return words;
}

read_result<trace> load_openb(const options& o) {
    auto nodes = load_openb_nodes(o.node_file);
    auto pods = load_openb_pods(o.pod_file);
    read_result<trace> loaded;
    loaded.problems = std::move(nodes.problems);
    loaded.problems.insert(loaded.problems.end(), pods.problems.begin(), pods.problems.end());
    loaded.value = {file_name(o.pod_file), std::move(nodes.value), std::move(pods.value)};
    return loaded;
}

read_result<trace> load_state(const options& o) {
    auto text = load_text(o.state_file);
    if (!text.problems.empty()) {
        return {{}, std::move(text.problems)};
    }
    const auto state = read_cluster_state(text.value);
    if (!state) {
        return {{}, {fmt::format("{}: {}", o.state_file, api::sentence(state.error()))}};
    }
    read_result<trace> loaded{as_trace(*state), {}};
    loaded.value.title = file_name(o.state_file);
    return loaded;
}

read_result<trace> load_source(const options& o) {
    switch (o.source) {
        case trace_source::openb: return load_openb(o);
        case trace_source::generated: return {generate_trace(o.generated), {}};
        case trace_source::saved_state: return load_state(o);
    }
    return {};
}

bool has_times(const trace& t) {
    return std::any_of(t.pods.begin(), t.pods.end(), [](const pod& p) { return p.deleted.has_value(); });
}

int print_problems(const std::vector<std::string>& problems, std::ostream& err) {
    for (const auto& problem : problems) {
        err << "replay: " << problem << '\n';
    }
    return static_cast<int>(run_result::bad_input);
}

run_result result_of(const report& r) {
    if (r.aborted || !r.over_commits.empty()) {
        return run_result::failure;
    }
    return r.stopped ? run_result::stopped : run_result::success;
}

}  // namespace

std::chrono::nanoseconds steady_now() { return std::chrono::steady_clock::now().time_since_epoch(); }

read_result<trace> load_trace(const options& o) {
    auto loaded = load_source(o);
    if (!loaded.problems.empty()) {
        return loaded;
    }
    if (loaded.value.nodes.empty()) {
        loaded.problems.emplace_back("the trace has no nodes");
    }
    if (loaded.value.pods.empty()) {
        loaded.problems.emplace_back("the trace has no pods");
    }
    if (o.leaving == departures::by_trace && !has_times(loaded.value)) {
        loaded.problems.emplace_back("the trace has no deletion times: replay it without departures");
    }
    loaded.value.title += order_of(o);
    return loaded;
}

report replay_stream(const trace& t, const options& o, extender_port& port, const surroundings& with) {
    return stream(t, o, port, with).run();
}

int run(const options& o, extender_port& port, std::ostream& out, std::ostream& err,
        const surroundings& with) {
    if (const auto problems = validate(o); !problems.empty()) {
        return print_problems(problems, err);
    }
    const auto loaded = load_trace(o);
    if (!loaded.problems.empty()) {
        return print_problems(loaded.problems, err);
    }
    const auto found = replay_stream(loaded.value, o, port, with);
    if (with.hide) {
        with.hide();
    }
    if (found.aborted && found.decisions + found.placed.all() == 0) {  // a table of zeros would say nothing
        print_problems(found.notes, err);
        return static_cast<int>(run_result::failure);
    }
    out << (o.output == output_format::json ? as_json(found) : as_text(found, o.colours)) << std::flush;
    return static_cast<int>(result_of(found));
}

}  // namespace berth::replay
