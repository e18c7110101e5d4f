#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "extender/replay/generator.hpp"

namespace berth::replay {

/// Where nodes and pods come from.
enum class trace_source : std::uint8_t {
    openb,        ///< Two CSV files of the openb trace.
    generated,    ///< generator.hpp: SYNTHETIC pods with sidecars and init containers.
    saved_state,  ///< What /debug/state printed: its nodes, empty, and its pods arriving again.
};

/// What happens to pods that were placed.
enum class departures : std::uint8_t {
    none,      ///< They stay; pods arrive one after another.
    by_trace,  ///< They leave at their deletion time; pods arrive at their creation time (simulated clock).
};

/// Whether the extender is told of the nodes before the stream begins (watch events; an extender that
/// takes none must know the cluster already).
enum class node_announcement : std::uint8_t { none, all };

enum class output_format : std::uint8_t { text, json };
enum class colour : std::uint8_t { off, on };

/// Where an extender has its verbs; the defaults are berth's. An empty path means it has none: without
/// prioritize its points are 0, without bind the pod counts as bound by kube-scheduler itself.
struct extender_paths {
    std::string filter = "/filter";
    std::string prioritize = "/prioritize";
    std::string bind = "/bind";
    std::string events = "/cluster/events";
    std::string state = "/debug/state";

    friend bool operator==(const extender_paths&, const extender_paths&) = default;
};

/// Everything a run can be told. Plain values: the command line fills them.
struct options {
    trace_source source = trace_source::openb;
    std::string node_file;         ///< openb: the node list.
    std::string pod_file;          ///< openb: the pod list.
    std::string state_file;        ///< saved_state: the JSON file.
    generator_settings generated;  ///< generated: sizes and seed.

    std::optional<std::uint64_t> shuffle;  ///< Seed of a random arrival order; absent: the order of the file.
    /// Percent of the cluster's cards that must have been asked for: pods are drawn again, or left out, to
    /// meet it. Absent: each pod once.
    std::optional<std::int64_t> until;
    std::optional<std::int64_t> first;  ///< Only the first so many pods of that order.
    departures leaving = departures::none;
    std::uint64_t seed = 42;  ///< Ties between nodes, and what `until` draws.

    std::int64_t weight = 1;   ///< The extender's weight in kube-scheduler's configuration.
    std::int64_t retries = 1;  ///< How often a pod whose attempt ended in an error comes back.
    extender_paths paths;
    std::string name_space = "default";  ///< Of all pods.
    node_announcement announce = node_announcement::all;
    std::int64_t check_every = 2000;  ///< Pods bound between two looks at /debug/state (and one at the
                                      ///< end); 0: only at the end.

    output_format output = output_format::text;
    colour colours = colour::off;  ///< Of the text report; the caller knows whether it is a terminal.
};

/// Everything wrong with the options, one sentence each, in the words of the command line; empty: fit for a
/// run. Files are not opened.
std::vector<std::string> validate(const options& o);

}  // namespace berth::replay
