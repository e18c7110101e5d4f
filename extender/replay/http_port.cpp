#include "extender/replay/http_port.hpp"

namespace berth::replay {
namespace {

template <class Call>
response result_of(Call call) {
    try {
        const http::response& got = call();
        return {got.status, got.body, {}};
    } catch (const http::client_error& error) {
        return {0, {}, error.what()};
    }
}

}  // namespace

http_port::http_port(const http::url& where, std::chrono::milliseconds timeout)
    : prefix_(where.prefix), client_(where.host, where.port, timeout) {}

std::string_view http_port::target(std::string_view path) {
    target_.assign(prefix_).append(path);
    return target_;
}

response http_port::post(std::string_view path, std::string_view body) {
    return result_of([&]() -> const http::response& { return client_.post(target(path), body); });
}

response http_port::get(std::string_view path) {
    return result_of([&]() -> const http::response& { return client_.get(target(path)); });
}

}  // namespace berth::replay
