#include <CLI/CLI.hpp>
#include <map>

#include "extender/cli/commands.hpp"

namespace berth::cli {

using replay::departures;
using replay::node_announcement;
using replay::output_format;
using replay::trace_source;

void describe(CLI::App& app, settings_options& o) {
    app.add_option("--config", o.config_file, "YAML file; config/berth.example.yaml documents every key");
    app.add_option("--set", o.set, "One setting on top of the file, key=value; may be repeated")
        ->type_name("KEY=VALUE");
}

void describe(CLI::App& app, serve_options& o) {
    app.add_option("--cluster", o.cluster_file,
                   "Objects in YAML or JSON, a saved state, or an openb node list (CSV)")
        ->required();
    describe(app, o.settings);
    app.add_option("--state-out", o.state_out,
                   "Write the state to this file at the end; --cluster can read it");
    app.add_option("--port-file", o.port_file, "Write the port to this file once it is open");
    app.add_flag("--debug-echo", o.echo, "Answer POST /debug/echo, which the benchmark compares with");
}

void describe(CLI::App& app, replay_options& o) {
    auto& stream = o.stream;
    const auto begin_group = [&app](const char* title) { app.option_defaults()->group(title); };
    begin_group("Extender");
    app.add_option("--url", o.url, "The extender's urlPrefix")->capture_default_str();
    app.add_option("--timeout", o.timeout_seconds, "Seconds to wait for one reply")
        ->check(CLI::Range(1, 600))
        ->capture_default_str();
    app.add_option("--filter-path", stream.paths.filter, "filterVerb with its slash")->capture_default_str();
    app.add_option("--prioritize-path", stream.paths.prioritize, "prioritizeVerb; empty: none")
        ->capture_default_str();
    app.add_option("--bind-path", stream.paths.bind, "bindVerb; empty: none")->capture_default_str();

    begin_group("Trace (--nodes with --pods, or --state, or --generate)");
    app.add_option("--nodes", stream.node_file, "openb node list (CSV), as in test/data/openb");
    app.add_option("--pods", stream.pod_file, "openb pod list (CSV)");
    app.add_option_function<std::string>(
        "--state",
        [&stream](const std::string& file) {
            stream.source = trace_source::saved_state;
            stream.state_file = file;
        },
        "Nodes and pods of a saved state");
    app.add_flag_callback(
        "--generate", [&stream] { stream.source = trace_source::generated; },
        "Nodes and pods made up, with sidecars and init containers (synthetic)");
    app.add_option("--generate-nodes", stream.generated.nodes, "How many nodes to make up")
        ->capture_default_str();
    app.add_option("--generate-pods", stream.generated.pods, "How many pods to make up")
        ->capture_default_str();
    app.add_option("--generate-seed", stream.generated.seed, "Seed of what is made up")
        ->capture_default_str();

    begin_group("How");
    app.add_option("--shuffle", stream.shuffle, "Arrive in a random order with this seed");
    app.add_option("--until", stream.until, "Go on until this percent of the cluster's cards is asked for");
    app.add_option("--first", stream.first, "Only the first so many pods");
    app.add_flag_callback(
        "--departures", [&stream] { stream.leaving = departures::by_trace; },
        "Pods arrive and leave at the trace's times, on a simulated clock");
    app.add_option("--seed", stream.seed, "Seed for ties between nodes")->capture_default_str();
    app.add_option("--weight", stream.weight, "Weight of the extender in kube-scheduler")
        ->capture_default_str();
    app.add_option("--retries", stream.retries, "How often a pod comes back after an error")
        ->capture_default_str();
    app.add_flag_callback(
        "--known-cluster", [&stream] { stream.announce = node_announcement::none; },
        "Do not tell the extender of the nodes: it knows them");
    app.add_option("--check-every", stream.check_every,
                   "Bound pods between two looks for over-commits; 0: at the end")
        ->capture_default_str();

    app.add_option("--output", stream.output, "Of the report")
        ->transform(CLI::CheckedTransformer(std::map<std::string, output_format>{
            {"text", output_format::text}, {"json", output_format::json}}))
        ->option_text("text|json=text");
}

}  // namespace berth::cli
