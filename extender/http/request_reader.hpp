#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "extender/http/exchange.hpp"
#include "extender/http/limits.hpp"

namespace berth::http {

/// Why a request gets an answer from here and not from the handler.
struct refusal {
    unsigned status = 400;
    std::string text;  ///< For the `Error` field of the reply. Our own words and numbers, never the peer's.

    friend bool operator==(const refusal&, const refusal&) = default;
};

/// Reads the head of HTTP/1.x requests (RFC 9112) and bodies sent in chunks. No I/O: bytes come in by `take`.
///
/// A body with a Content-Length is not read here, so that the connection can have it read straight to its
/// place. Stricter than the RFC wherever two readers might disagree on where a request ends: one
/// Content-Length at most, never beside Transfer-Encoding; "chunked" is the only transfer coding.
class request_reader {
public:
    enum class state {
        head,        ///< Wants bytes of the request line or the header fields.
        sized_body,  ///< Head complete; `body_length()` bytes of body follow, at least one.
        chunks,      ///< Head complete; wants bytes of a chunked body.
        complete,    ///< Nothing more belongs to this request.
        refused,     ///< `why()` says it; where the next request begins is not known.
    };

    explicit request_reader(const server_limits& limits);
    ~request_reader();

    /// Begins the next request. Its method, target and, when chunked, body go into `into`, which stays valid
    /// until the request is complete.
    void start(exchange& into);

    /// Takes what it can use of `bytes`, and says how many those were. The rest is offered again, with more
    /// behind it while the state is `head` or `chunks`.
    std::size_t take(std::string_view bytes);

    state now() const;
    const refusal& why() const;  ///< Requires: refused.

    // --- once the head is complete ---

    std::size_t body_length() const;  ///< Content-Length, within the limit; 0 when there is none.
    bool keep_alive() const;          ///< What the client wishes (Connection field and version).
    bool old_version() const;         ///< HTTP/1.0: staying open has to be said in the reply.
    bool expects_continue() const;    ///< Waits for "100 Continue" before it sends its body.

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

}  // namespace berth::http
