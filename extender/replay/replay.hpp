#pragma once

#include <functional>
#include <ostream>

#include "extender/replay/extender_calls.hpp"
#include "extender/replay/extender_port.hpp"
#include "extender/replay/openb.hpp"
#include "extender/replay/options.hpp"
#include "extender/replay/progress.hpp"
#include "extender/replay/report.hpp"
#include "extender/replay/trace.hpp"

namespace berth::replay {

/// What a run needs of the world besides the extender.
struct surroundings {
    clock_source now;                           ///< Required; steady_now() outside tests.
    std::function<void(const progress&)> show;  ///< Called after every pod; may be empty.
    std::function<bool()> stop_asked;           ///< Asked before every pod; true ends the run; may be empty.
    std::function<void()> hide;                 ///< Called once before run() prints; may be empty.
};

/// std::chrono::steady_clock.
std::chrono::nanoseconds steady_now();

/// How a run ends, as an exit code.
enum class run_result : int {
    success = 0,
    failure = 1,    ///< Something is over-committed, or the extender cannot be reached.
    bad_input = 2,  ///< Options or trace files; every problem was printed.
    stopped = 130,  ///< `stop_asked`; the report says what was done until then.
};

/// The trace the options name. Reads files.
read_result<trace> load_trace(const options& o);

/// Replays one trace against one extender. Requires: validate(o) is empty.
report replay_stream(const trace& t, const options& o, extender_port& port, const surroundings& with);

/// Everything: checks the options, loads, replays, prints the report to `out` and problems to `err`.
/// Returns the exit code (run_result).
int run(const options& o, extender_port& port, std::ostream& out, std::ostream& err,
        const surroundings& with);

}  // namespace berth::replay
