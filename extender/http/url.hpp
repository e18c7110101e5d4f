#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace berth::http {

/// Where an extender is found: `http://host[:port][/prefix]`.
struct url {
    std::string host;  ///< Name or IP address; an IPv6 address without its brackets.
    std::uint16_t port = 80;
    std::string prefix;  ///< Empty, or "/a/b": put before every target. No slash at its end.

    friend bool operator==(const url&, const url&) = default;
};

/// Errors: std::invalid_argument, a sentence that says what to write instead.
/// Source: kube-scheduler trims the trailing slashes of `urlPrefix` in the same way.
url parse_url(std::string_view text);

}  // namespace berth::http
