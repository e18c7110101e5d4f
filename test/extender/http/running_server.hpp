#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "extender/http/blocking_socket.hpp"
#include "extender/http/server.hpp"

namespace berth::test {

/// Longer than anything takes here: reaching it is a failure, never a part of a test.
inline constexpr std::chrono::seconds patience{20};

/// A server on a free loopback port, its loop on a thread of its own.
class running_server {
public:
    running_server(const http::server_limits& limits, http::handler answer)
        : server_(loop_, limits, std::move(answer), [this](std::string_view line) { add(line); }),
          port_(server_.listen("127.0.0.1", 0)),
          thread_([this] { loop_.run(); }) {}

    ~running_server() {
        server_.stop(std::chrono::milliseconds{0});
        work_.reset();
        thread_.join();
    }

    std::uint16_t port() const { return port_; }
    boost::asio::io_context& loop() { return loop_; }

    /// Ready when the last connection is gone.
    std::future<void> stop(std::chrono::milliseconds grace) {
        auto ended = std::make_shared<std::promise<void>>();
        server_.stop(grace, [ended] { ended->set_value(); });
        return ended->get_future();
    }

    std::vector<std::string> log() const {
        const std::lock_guard lock(mutex_);
        return log_;
    }

private:
    void add(std::string_view line) {
        const std::lock_guard lock(mutex_);
        log_.emplace_back(line);
    }

    mutable std::mutex mutex_;
    std::vector<std::string> log_;
    boost::asio::io_context loop_{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{loop_.get_executor()};
    http::server server_;
    std::uint16_t port_;
    std::thread thread_;
};

/// A client that sends exactly the bytes it is told.
class raw_client {
public:
    explicit raw_client(std::uint16_t port) {
        if (const auto error = socket_.connect("127.0.0.1", port, patience); !error.empty()) {
            throw std::runtime_error(error);
        }
    }

    /// The server may hang up before it has read all: that is not an error here.
    void send(std::string_view bytes) {
        std::size_t sent = 0;
        was_reset_ |= socket_.send(bytes, {}, sent) != 0;
    }

    void close() { socket_.close(); }

    /// True when the server did not close in order: what it sent last may then be lost on the way.
    bool was_reset() const { return was_reset_; }

    /// What comes until the server closes; the bytes read ahead by `reply` come first.
    std::string rest() {
        while (more()) {
        }
        return std::exchange(ahead_, {});
    }

    /// One message, head and body. `head_only` is for replies to HEAD and for "100 Continue".
    enum class expect { body, head_only };
    std::string reply(expect what = expect::body) {
        std::size_t end = 0;
        while ((end = ahead_.find("\r\n\r\n")) == std::string::npos && more()) {
        }
        end += 4;
        const auto field = ahead_.find("Content-Length: ");
        if (what == expect::body && field < end) {
            end += std::stoul(ahead_.substr(field + 16));
        }
        while (ahead_.size() < end && more()) {
        }
        std::string result = ahead_.substr(0, end);
        ahead_.erase(0, end);
        return result;
    }

private:
    bool more() {
        char bytes[4096];
        std::size_t got = 0;
        const int error = socket_.receive(bytes, sizeof bytes, http::blocking_socket::until::some, got);
        ahead_.append(bytes, got);
        was_reset_ |= error == ECONNRESET;
        return error == 0 && got > 0;
    }

    http::blocking_socket socket_;
    std::string ahead_;
    bool was_reset_ = false;
};

/// The part after the head.
inline std::string body_of(const std::string& reply) {
    const auto end = reply.find("\r\n\r\n");
    return end == std::string::npos ? std::string{} : reply.substr(end + 4);
}

/// Sends everything back.
inline void echo(const std::shared_ptr<http::exchange>& x, const http::finished& done) {
    x->reply = x->method + " " + x->target + " " + x->body;
    done();
}

/// Holds back the answer to "/park" until somebody releases it.
struct parking {
    std::promise<http::finished> arrived;

    http::handler answer() {
        return [this](const std::shared_ptr<http::exchange>& x, http::finished done) {
            x->reply = x->target;
            if (x->target == "/park") {
                arrived.set_value(std::move(done));
            } else {
                done();
            }
        };
    }
};

/// A request as simple clients send it.
inline std::string post(std::string_view body, std::string_view target = "/echo") {
    return "POST " + std::string(target) +
           " HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           std::string(body);
}

}  // namespace berth::test
