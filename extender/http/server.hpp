#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "extender/http/exchange.hpp"
#include "extender/http/limits.hpp"

namespace boost::asio {
class io_context;
}

namespace berth::http {

/// HTTP/1.1 on one address. Sockets only: what a request means is the handler's business.
///
/// Runs on one event loop with one thread; the handler is called there. Requests that cannot be read are
/// answered here, with a JSON object whose `Error` says why, because that is the field kube-scheduler reads.
/// `loop` outlives the server and every `finished` that was handed out.
class server {
public:
    /// A sentence for the operator: a handler that threw, a connection that could not be accepted.
    using log_sink = std::function<void(std::string_view)>;

    server(boost::asio::io_context& loop, const server_limits& limits, handler answer, log_sink log = {});

    /// Closes what is left, at once. On the loop's thread, or while nothing runs the loop.
    ~server();

    server(const server&) = delete;
    server& operator=(const server&) = delete;

    /// Accepts connections on an IP address; port 0 takes a free one. Returns the port. Once per server.
    /// On the loop's thread, or before it runs.
    /// Errors: std::runtime_error, a sentence with address, port and reason.
    std::uint16_t listen(const std::string& address, std::uint16_t port);

    /// Accepts no more, closes idle connections, and finishes what is in flight; those replies say
    /// `Connection: close`. What is not done after `grace` is closed hard. `ended` is called on the loop when
    /// the last connection is gone. Any thread. Calling again may shorten the grace, never lengthen it.
    void stop(std::chrono::milliseconds grace, std::function<void()> ended = {});

private:
    struct state;
    std::shared_ptr<state> state_;
};

}  // namespace berth::http
