#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <queue>
#include <string>
#include <vector>

#include "extender/replay/arrivals.hpp"
#include "extender/replay/bound_check.hpp"
#include "extender/replay/extender_calls.hpp"
#include "extender/replay/node_books.hpp"
#include "extender/replay/replay.hpp"
#include "extender/replay/report.hpp"
#include "extender/replay/scheduler_model.hpp"

namespace berth::replay {

/// One run: the queue of what happens next, in simulated time, and the tallies.
///
/// Without departures every pod arrives at time 0, one after another in the order planned. A pod whose
/// attempt ended in an error comes back one second later, which is after all of those; it does so
/// `retries` times. A refused pod does not come back: what it waits for is not simulated. A pod that was
/// placed, or still waits, is deleted at its deletion time; what leaves in a second leaves before
/// what arrives in it.
class stream {
public:
    /// Requires: the references outlive the object.
    stream(const trace& t, const options& o, extender_port& port, const surroundings& with);

    report run();

private:
    enum class happening_kind : std::uint8_t { departure, arrival };

    struct happening {
        std::int64_t time = 0;
        happening_kind kind = happening_kind::arrival;
        std::uint64_t sequence = 0;
        std::size_t position = 0;  ///< In the planned arrivals.
        std::int64_t tries = 0;    ///< Attempts made before this one.

        bool operator>(const happening& other) const;
    };

    bool reach_extender();
    void announce_nodes();
    void arrive(const happening& now);
    void depart(const happening& now);
    void settle(const happening& now, const pending_pod& pending, const attempt& tried);
    void note_error(const happening& now, const attempt& tried);
    void note_placed(const happening& now, const pending_pod& pending, std::uint32_t node);
    void note_refused(const happening& now, const pending_pod& pending, const attempt& tried);
    void leave_later(const happening& now, const pending_pod& pending);
    void add_curve_points(std::int64_t allocated_before);
    bool must_end();
    void look_at_cards();
    void note_over_commits(const std::vector<over_commit>& found);
    std::vector<bound_pod> bound_pods() const;
    void show_progress();
    void finish();
    pending_pod pending_at(std::size_t position) const;
    std::int64_t arrival_time(const pod& p) const;

    const trace& trace_;
    const options& options_;
    const surroundings& with_;
    std::vector<arrival> order_;
    std::vector<std::uint32_t> nodes_;  ///< Where each arrival runs; `unknown`: nowhere.
    node_books books_;
    extender_calls calls_;
    scheduler_model model_;
    std::priority_queue<happening, std::vector<happening>, std::greater<>> queue_;
    std::uint64_t next_sequence_ = 0;

    report report_;
    refusal_book refusals_;
    std::map<std::string, std::string> over_commits_;  ///< What, by where.
    bool shows_state_ = false;
    std::size_t bound_since_look_ = 0;
    std::chrono::nanoseconds begin_{0};
    std::chrono::nanoseconds looking_{0};  ///< Spent on /debug/state.
};

}  // namespace berth::replay
