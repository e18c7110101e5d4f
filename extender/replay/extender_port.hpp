#pragma once

#include <string>
#include <string_view>

namespace berth::replay {

/// What came back for one request.
struct response {
    unsigned status = 0;  ///< HTTP status; 0: nothing came back, and `problem` says why.
    std::string body;
    std::string problem;

    friend bool operator==(const response&, const response&) = default;
};

/// The way to an extender: HTTP, or a script in tests. `path` begins with a slash and is relative to the
/// extender's URL. A lost connection is a response with status 0, never an exception.
class extender_port {
public:
    virtual ~extender_port() = default;

    virtual response post(std::string_view path, std::string_view body) = 0;
    virtual response get(std::string_view path) = 0;
};

}  // namespace berth::replay
