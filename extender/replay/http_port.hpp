#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "extender/http/client.hpp"
#include "extender/http/url.hpp"
#include "extender/replay/extender_port.hpp"

namespace berth::replay {

/// An extender at a URL, over one connection that stays open. Blocks.
class http_port final : public extender_port {
public:
    /// Does not connect yet.
    http_port(const http::url& where, std::chrono::milliseconds timeout);

    response post(std::string_view path, std::string_view body) override;
    response get(std::string_view path) override;

private:
    std::string_view target(std::string_view path);

    std::string prefix_;
    std::string target_;
    http::client client_;
};

}  // namespace berth::replay
