#pragma once

#include <chrono>
#include <cstddef>

namespace berth::http {

/// What one client may cost. Every read and write of a connection has a size and a time it stays within.
struct server_limits {
    /// Body of one request; a larger one is answered 413 before it is read.
    std::size_t body_bytes = std::size_t{16} * 1024 * 1024;
    /// Request line and header fields together, also one chunk header or all trailers; more is answered 431.
    std::size_t header_bytes = std::size_t{16} * 1024;
    /// From the first byte of a request to the end of its header; later is answered 408.
    std::chrono::milliseconds header_time{15'000};
    /// From the end of the header to the end of the body; later is answered 408.
    std::chrono::milliseconds body_time{30'000};
    /// From a reply to the first byte of the next request; then the connection is closed without a word.
    /// Go clients, kube-scheduler among them, drop an idle connection after 90 s. This has to be longer, so
    /// that it is the client who closes: else a call may be sent just as the server hangs up, and is lost.
    std::chrono::milliseconds idle_time{120'000};
    /// One reply, from its first byte to its last.
    std::chrono::milliseconds write_time{30'000};
    /// Connections served at once; one more is answered 503 and closed.
    std::size_t connections_max = 1024;
    /// What is read and thrown away after a reply that ends the connection early. Closing with bytes unread
    /// makes the kernel reset the connection, and a client still sending would never see the reply.
    std::size_t drain_bytes = std::size_t{64} * 1024 * 1024;
    std::chrono::milliseconds drain_time{2'000};
};

}  // namespace berth::http
