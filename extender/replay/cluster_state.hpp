#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extender/api/result.hpp"
#include "extender/replay/trace.hpp"

namespace berth::replay {

/// What the replay reads of a `/debug/state` document (schema "berth-state/1", drawn in wire/state.hpp).
/// Everything else in it is skipped.

struct card_amounts {
    std::int64_t memory_mib = 0;
    std::int64_t cores = 0;
    std::int64_t slots = 0;

    friend bool operator==(const card_amounts&, const card_amounts&) = default;
};

/// A card and what the extender says is charged there.
struct charged_card {
    card what;
    card_amounts used;

    friend bool operator==(const charged_card&, const charged_card&) = default;
};

struct state_node {
    std::string name;
    std::int64_t cpu_milli = 0;
    std::int64_t memory_mib = 0;  ///< Cut to whole MiB.
    std::int64_t gpu_replicas = 0;
    std::vector<charged_card> cards;

    friend bool operator==(const state_node&, const state_node&) = default;
};

/// What a container was given on one card; it fills one slot there.
struct card_share {
    std::string uuid;
    std::int64_t memory_mib = 0;
    std::int64_t cores = 0;

    friend bool operator==(const card_share&, const card_share&) = default;
};

struct state_container {
    container asked;  ///< CPU and memory are known per pod only, so they are 0 here.
    std::vector<card_share> given;

    friend bool operator==(const state_container&, const state_container&) = default;
};

/// How far a pod has come, in the extender's words.
enum class state_stage : std::uint8_t { init, steady, zero };

struct state_pod {
    std::string name_space;
    std::string name;
    std::string node;
    state_stage stage = state_stage::init;
    std::int64_t since = 0;       ///< Unix seconds.
    std::int64_t cpu_milli = 0;   ///< Of the whole pod.
    std::int64_t memory_mib = 0;  ///< The same, rounded up.
    std::vector<state_container> containers;

    friend bool operator==(const state_pod&, const state_pod&) = default;
};

struct cluster_state {
    std::vector<state_node> nodes;
    std::vector<state_pod> pods;

    friend bool operator==(const cluster_state&, const cluster_state&) = default;
};

/// Reads a document; takes `text` apart in place. Errors: the first problem, with its path.
api::result<cluster_state> read_cluster_state(std::string& text);

/// The trace in a saved state: its nodes, empty and with their own cards, and its pods arriving again in
/// the order in which they stand there, named "namespace.name". Pods that had ended are left out; which
/// models a pod was limited to is not in a state. A cordoned card counts as unhealthy.
trace as_trace(const cluster_state& state);

}  // namespace berth::replay
