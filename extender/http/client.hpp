#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace berth::http {

/// What a server sent back. The client keeps one and overwrites it with every call.
struct response {
    unsigned status = 0;
    std::string content_type;  ///< Empty when not sent.
    std::string body;
    bool close = false;  ///< The connection ends with this reply; the next call opens another.
};

/// The world failed: no address, no connection, no answer in time, or an answer that is not HTTP.
class client_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Calls one server, one call after the other, over one connection that stays open. Blocks. For the replay,
/// the benchmark and tests; one thread at a time.
///
/// A connection that died between two calls is replaced without a word. A call that may have reached the
/// server is never sent twice: whether the first one took effect cannot be known.
/// Cost: nothing is allocated per call once the buffers have grown to the size of the calls.
class client {
public:
    /// Does not connect yet. A call fails when nothing moves for `timeout`, and when it is not over after
    /// twice that.
    client(std::string host, std::uint16_t port, std::chrono::milliseconds timeout);
    ~client();
    client(client&&) noexcept;
    client& operator=(client&&) noexcept;

    /// The result is valid until the next call. Statuses other than 200 are results, not errors.
    /// Errors: client_error, a sentence with the server's address.
    const response& post(std::string_view target, std::string_view body);
    const response& get(std::string_view target);

private:
    struct connection;
    std::unique_ptr<connection> connection_;
};

}  // namespace berth::http
