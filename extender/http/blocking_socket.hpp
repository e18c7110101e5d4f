#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace berth::http {

/// A blocking TCP connection whose waits are bounded. Errors are errno values, for whoever knows what the
/// bytes were for; 0 is success.
class blocking_socket {
public:
    blocking_socket() = default;
    ~blocking_socket();
    blocking_socket(const blocking_socket&) = delete;
    blocking_socket& operator=(const blocking_socket&) = delete;

    /// Tries each address of `host`. `wait` bounds this connect and every later send and receive.
    /// Errors: a sentence without the address; empty is success.
    std::string connect(const std::string& host, std::uint16_t port, std::chrono::milliseconds wait);
    void close();
    bool is_open() const { return descriptor_ >= 0; }

    /// False when the peer has closed, or has sent what nobody asked for. Does not wait.
    bool is_quiet() const;

    /// Sends both pieces. `sent` counts the bytes the kernel took, also on failure.
    int send(std::string_view first, std::string_view second, std::size_t& sent) const;

    enum class until { some, full };
    /// `got` 0 without an error: the peer has closed. EAGAIN: nothing came in time.
    int receive(char* into, std::size_t size, until how, std::size_t& got) const;

private:
    int descriptor_ = -1;
};

}  // namespace berth::http
