#include "extender/http/url.hpp"

#include <charconv>
#include <stdexcept>
#include <system_error>

namespace berth::http {
namespace {

[[noreturn]] void reject(std::string_view text, std::string_view why) {
    throw std::invalid_argument("\"" + std::string(text) + "\" " + std::string(why) +
                                "; write http://host:port or http://host:port/prefix");
}

std::uint16_t parse_port(std::string_view text, std::string_view digits) {
    std::uint16_t port = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, port);
    if (error != std::errc{} || stop != end || port == 0) {
        reject(text, "has a port that is not a number from 1 to 65535");
    }
    return port;
}

/// Takes the host off the front of `authority`; ":port" or nothing remains.
std::string_view take_host(std::string_view text, std::string_view& authority) {
    std::string_view host;
    if (!authority.empty() && authority.front() == '[') {
        const auto end = authority.find(']');
        if (end == std::string_view::npos) {
            reject(text, "opens a bracket around the host and does not close it");
        }
        host = authority.substr(1, end - 1);
        authority.remove_prefix(end + 1);
    } else {
        host = authority.substr(0, authority.find(':'));
        authority.remove_prefix(host.size());
    }
    if (host.empty()) {
        reject(text, "names no host");
    }
    return host;
}

}  // namespace

url parse_url(std::string_view text) {
    constexpr std::string_view scheme = "http://";
    if (text.starts_with("https://")) {
        reject(text, "asks for TLS, which is not spoken here");
    }
    if (!text.starts_with(scheme)) {
        reject(text, "does not begin with http://");
    }
    for (const char c : text) {
        if (c <= ' ' || c > '~' || c == '?' || c == '#' || c == '@' || c == '"' || c == '\\') {
            reject(text, "holds a character that has no place in it (blank, ?, #, @, quote, not ASCII)");
        }
    }
    const std::string_view rest = text.substr(scheme.size());
    std::string_view authority = rest.substr(0, rest.find('/'));
    std::string_view prefix = rest.substr(authority.size());
    while (prefix.ends_with('/')) {
        prefix.remove_suffix(1);
    }
    url result;
    result.host = take_host(text, authority);
    result.prefix = prefix;
    if (!authority.empty()) {
        if (authority.front() != ':') {
            reject(text, "has something between the host and the port");
        }
        result.port = parse_port(text, authority.substr(1));
    }
    return result;
}

}  // namespace berth::http
