#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <netinet/in.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace berth::test {

/// Plays one list of answers per connection, each after one request, then hangs up. Whatever they say.
class scripted_server {
public:
    using script = std::vector<std::string>;

    explicit scripted_server(std::vector<script> connections)
        : listening_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), scripts_(std::move(connections)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* any = reinterpret_cast<sockaddr*>(&address);
        if (::bind(listening_, any, size) != 0 || ::listen(listening_, 5) != 0 ||
            ::getsockname(listening_, any, &size) != 0) {
            throw std::runtime_error("no loopback port");
        }
        port_ = ntohs(address.sin_port);
        hung_up_.resize(scripts_.size());
        thread_ = std::thread([this] { play(); });
    }

    ~scripted_server() {
        ::shutdown(listening_, SHUT_RDWR);
        thread_.join();
        ::close(listening_);
    }

    std::uint16_t port() const { return port_; }

    /// Waits until the connection of that number has been closed.
    void wait_until_hung_up(std::size_t connection) { hung_up_.at(connection).get_future().wait(); }

    /// Requests seen. Call when nothing is under way.
    int requests() const { return requests_; }

private:
    void play() {
        for (std::size_t i = 0; i < scripts_.size(); ++i) {
            const int connection = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
            if (connection < 0) {
                return;
            }
            for (const auto& answer : scripts_[i]) {
                if (!read_request(connection)) {
                    break;
                }
                ::send(connection, answer.data(), answer.size(), MSG_NOSIGNAL);
            }
            ::close(connection);
            hung_up_[i].set_value();
        }
    }

    /// Requests here are small: a head, and a body that came with it.
    bool read_request(int connection) {
        std::string text;
        char bytes[4096];
        while (text.find("\r\n\r\n") == std::string::npos) {
            const ssize_t got = ::recv(connection, bytes, sizeof bytes, 0);
            if (got <= 0) {
                return false;
            }
            text.append(bytes, static_cast<std::size_t>(got));
        }
        ++requests_;
        return true;
    }

    int listening_;
    std::uint16_t port_ = 0;
    std::vector<script> scripts_;
    std::vector<std::promise<void>> hung_up_;
    int requests_ = 0;
    std::thread thread_;
};

}  // namespace berth::test
