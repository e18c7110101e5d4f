#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace berth::http {

/// One request and its reply. A connection keeps one and uses its buffers for every call.
struct exchange {
    std::string method;  ///< "GET", "POST", ...
    std::string target;  ///< Path and query as sent ("/debug/state?node=a").
    std::string body;    ///< The handler may change it in place (RapidJSON in situ).

    unsigned status = 200;
    std::string_view content_type = "application/json";  ///< Points at a constant.
    std::string reply;           ///< Empty when the handler is called; its capacity is kept.
    std::string_view allow;      ///< Not empty: sent as the header Allow, which a 405 has to have.
    std::uint64_t decision = 0;  ///< Not 0: sent as the header X-Berth-Decision, the id the log has too.
    bool close = false;          ///< Ask the client to go elsewhere: `Connection: close` with this reply.
};

/// Tells the connection that the reply is complete. Called exactly once, on any thread.
using finished = std::function<void()>;

/// Answers one exchange, now or later. Runs on the event loop.
using handler = std::function<void(const std::shared_ptr<exchange>&, finished)>;

}  // namespace berth::http
