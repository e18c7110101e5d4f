#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/settings.hpp"
#include "extender/app/event_loop.hpp"
#include "extender/http/server.hpp"
#include "extender/routes/service.hpp"
#include "extender/standalone/cluster.hpp"
#include "extender/standalone/memory_bind.hpp"

namespace berth::app {

/// berth on a cluster held in memory: loop, books, verbs and sockets put together.
class application {
public:
    struct options {
        config::settings settings;
        routes::echo_route echo = routes::echo_route::off;
        std::function<void(std::string_view)> warn;        ///< Lines for the operator's log; may be empty.
        std::function<void(const routes::decision&)> log;  ///< One call each; may be empty.
    };

    explicit application(options chosen);

    /// Takes in a cluster; before `run`, or on the loop.
    void load(const standalone::cluster& source);

    /// Opens the port. Errors: std::runtime_error with address and reason. Returns the port.
    std::uint16_t listen();

    /// Serves until `stop`. Calls in flight are finished before it returns.
    void run();

    /// From any thread. Safe to call more than once.
    void stop();

    routes::service& service() { return service_; }
    event_loop& loop() { return loop_; }

private:
    options options_;
    event_loop loop_;
    standalone::memory_bind bind_;
    routes::service service_;
    http::server server_;
};

/// Wall clock in Unix seconds.
std::int64_t unix_now();

}  // namespace berth::app
