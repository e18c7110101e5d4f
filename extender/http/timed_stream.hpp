#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>

namespace berth::http {

/// One TCP connection, what has been received on it and not yet used, and a deadline for what goes on now.
///
/// A missed deadline fails the read or write under way and leaves the connection open, so that the peer can
/// be told (Beast's tcp_stream would close it). Runs on the one event loop of its socket.
class timed_stream : public std::enable_shared_from_this<timed_stream> {
public:
    /// `shortest` is the least time that `allow` will ever be given.
    timed_stream(boost::asio::ip::tcp::socket socket, std::size_t input_bytes,
                 std::chrono::milliseconds shortest);

    /// Requires: a shared pointer owns the stream. Call once, before anything waits.
    void start_clock();

    /// From now on; forgets a deadline that was missed. While nothing is read or written none matters.
    void allow(std::chrono::milliseconds time);
    bool timed_out() const { return timed_out_; }

    std::string_view unread() const;
    void consume(std::size_t bytes) { input_.consume(bytes); }

    /// True when no byte is unread, neither here nor in the kernel.
    bool nothing_came() const;

    /// Appends to `unread`. 0: the peer has closed, the time is up, or the connection broke.
    boost::asio::awaitable<std::size_t> receive();

    /// Reads past the buffer. Requires: nothing is unread. 0 as above.
    boost::asio::awaitable<std::size_t> receive_into(char* place, std::size_t size);

    /// Both pieces, in one system call where the kernel takes that much. False: not all of it was sent.
    boost::asio::awaitable<bool> send(std::string_view first, std::string_view second);

    /// Says that nothing more will be sent.
    void end_sending();

    /// Throws away what still comes, until the peer closes, the time is up, or `bytes` have come.
    boost::asio::awaitable<void> drain(std::size_t bytes);

    void close();
    bool is_closed() const { return closed_; }

private:
    using time_point = std::chrono::steady_clock::time_point;

    void watch(std::chrono::milliseconds wait);
    void look_at_clock();

    boost::asio::ip::tcp::socket socket_;
    boost::beast::flat_buffer input_;  ///< Reserved once, never larger.
    boost::asio::steady_timer clock_;
    std::chrono::milliseconds shortest_;
    time_point deadline_ = time_point::max();
    bool timed_out_ = false;
    bool closed_ = false;
};

}  // namespace berth::http
