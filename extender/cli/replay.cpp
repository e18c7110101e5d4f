#include "extender/replay/replay.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <fmt/format.h>
#include <iostream>
#include <stdexcept>
#include <unistd.h>

#include "extender/cli/commands.hpp"
#include "extender/http/url.hpp"
#include "extender/replay/http_port.hpp"
#include "extender/replay/progress.hpp"

namespace berth::cli {
namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void stop_on_interrupt() {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = true; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // a second Ctrl-C ends the process as usual
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

int replay_stream(const replay_options& o) {
    http::url where;
    try {
        where = http::parse_url(o.url);
    } catch (const std::invalid_argument& why) {
        fmt::print(stderr, "berth: --url: {}\n", why.what());
        return bad_use;
    }
    stop_on_interrupt();
    replay::http_port port(where, std::chrono::seconds(o.timeout_seconds));
    replay::progress_line line(std::cerr);
    replay::surroundings with{replay::steady_now, {}, [] { return interrupted.load(); }, {}};
    if (replay::is_terminal(STDERR_FILENO)) {
        with.show = [&](const replay::progress& now) { line.show(now); };
        with.hide = [&] { line.clear(); };
    }
    auto stream = o.stream;
    stream.colours = replay::is_terminal(STDOUT_FILENO) ? replay::colour::on : replay::colour::off;
    return replay::run(stream, port, std::cout, std::cerr, with);
}

}  // namespace berth::cli
