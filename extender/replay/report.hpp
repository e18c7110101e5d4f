#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extender/replay/card_audit.hpp"
#include "extender/replay/options.hpp"
#include "extender/replay/replies.hpp"

namespace berth::replay {

/// Pods counted by whether they ask for GPU resources.
struct pod_count {
    std::size_t gpu = 0;
    std::size_t cpu_only = 0;

    std::size_t all() const { return gpu + cpu_only; }
    friend bool operator==(const pod_count&, const pod_count&) = default;
};

/// Why pods were refused. A pod counts for the reason most of the nodes gave that might have taken it; only
/// when there was no such node for the commonest of the rest. (A pod for one card model is not refused
/// because most nodes have another, but because those that have it are full.)
class refusal_book {
public:
    struct line {
        std::string reason;
        std::size_t pods = 0;   ///< Pods of which this was the commonest reason (ties: the first by name).
        std::size_t nodes = 0;  ///< Node refusals with it, over all refused pods.

        friend bool operator==(const line&, const line&) = default;
    };

    void add(const node_reasons& reasons);
    /// Most pods first, then most nodes, then by name.
    std::vector<line> lines() const;

    /// Texts told apart; more of them are counted together as "other reasons".
    static constexpr std::size_t most_reasons = 200;

private:
    void count_nodes(const reason_counts& reasons);
    line& line_of(const std::string& reason);

    std::map<std::string, line> lines_;
};

/// Percentiles of one kind of call: the nearest rank, so each is a time that was measured.
struct latency {
    std::string_view name;
    std::size_t calls = 0;
    std::chrono::nanoseconds p50{0};
    std::chrono::nanoseconds p99{0};
    std::chrono::nanoseconds max{0};

    friend bool operator==(const latency&, const latency&) = default;
};
latency summarize(std::string_view name, std::vector<std::chrono::nanoseconds> times);

/// Cards allocated when so much had arrived.
struct curve_point {
    std::int64_t arrived_percent = 0;  ///< GPU demand that has arrived, in percent of the cluster's cards.
    std::int64_t allocated_milli = 0;

    friend bool operator==(const curve_point&, const curve_point&) = default;
};

/// Everything a run found out.
struct report {
    std::string title;
    std::size_t nodes = 0;
    std::size_t trace_cards = 0;      ///< Cards of the trace's nodes.
    std::int64_t capacity_milli = 0;  ///< Thousandths of cards.
    std::size_t planned = 0;          ///< Pods that were to arrive.
    pod_count placed;
    pod_count refused;
    std::size_t failed = 0;    ///< Pods given up after errors.
    std::size_t departed = 0;  ///< Of the placed ones.
    std::vector<refusal_book::line> reasons;

    std::size_t filter_errors = 0;  ///< Attempts that ended so.
    std::size_t bind_errors = 0;
    std::size_t retries = 0;
    std::string first_error;

    std::int64_t arrived_milli = 0;
    std::int64_t allocated_milli = 0;  ///< Of the pods that are still there.
    std::int64_t peak_milli = 0;
    std::vector<curve_point> curve;  ///< One point per whole percent; empty with departures.

    std::optional<card_audit> cards;        ///< At the end; nothing when the extender shows no state.
    std::vector<over_commit> over_commits;  ///< What carried too much at any look, each once, as first seen.

    std::vector<latency> verbs;
    std::chrono::nanoseconds total{0};        ///< Wall time of the stream, looks at /debug/state left out.
    std::chrono::nanoseconds in_extender{0};  ///< Of that, spent in calls.
    std::size_t decisions = 0;                ///< Filter calls.

    std::vector<std::string> notes;  ///< Sentences on what was not measured, or odd.
    bool stopped = false;            ///< Ended early, because somebody asked for it.
    bool aborted = false;            ///< Ended early, because the extender was gone.
};

/// A table of at most 100 columns that ends in a newline. `over-commits: N` is a line of its own.
std::string as_text(const report& r, colour colours);

/// The same as one JSON object on one line. Times are integers in nanoseconds.
std::string as_json(const report& r);

}  // namespace berth::replay
