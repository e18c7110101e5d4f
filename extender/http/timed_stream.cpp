#include "extender/http/timed_stream.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <limits>
#include <utility>

namespace berth::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

/// Asio's own transfer_all moves at most 64 KiB per system call.
constexpr auto all_at_once = [](error_code error, std::size_t) {
    return error ? 0 : std::numeric_limits<std::size_t>::max();
};

}  // namespace

timed_stream::timed_stream(asio::ip::tcp::socket socket, std::size_t input_bytes, milliseconds shortest)
    : socket_(std::move(socket)),
      input_(input_bytes),
      clock_(socket_.get_executor()),
      shortest_(std::max(shortest, milliseconds{1})) {
    input_.reserve(input_bytes);
}

void timed_stream::start_clock() { watch(shortest_); }

void timed_stream::allow(milliseconds time) {
    deadline_ = std::chrono::steady_clock::now() + time;
    timed_out_ = false;
}

/// One timer for the whole connection. It goes off at least once in the shortest time that is ever allowed,
/// and so need not be set anew when the deadline changes: deadlines cost nothing on the hot path.
void timed_stream::watch(milliseconds wait) {
    clock_.expires_after(wait);
    clock_.async_wait([weak = weak_from_this()](error_code error) {
        const auto self = error ? nullptr : weak.lock();
        if (self && !self->closed_) {
            self->look_at_clock();
        }
    });
}

void timed_stream::look_at_clock() {
    const auto now = std::chrono::steady_clock::now();
    if (now < deadline_) {
        const auto left = std::min<std::chrono::nanoseconds>(deadline_ - now, shortest_);
        watch(std::chrono::ceil<milliseconds>(left));
        return;
    }
    deadline_ = time_point::max();
    timed_out_ = true;
    error_code ignored;
    socket_.cancel(ignored);
    watch(shortest_);
}

std::string_view timed_stream::unread() const {
    const auto bytes = input_.data();
    return {static_cast<const char*>(bytes.data()), bytes.size()};
}

bool timed_stream::nothing_came() const {
    error_code error;
    return input_.size() == 0 && (socket_.available(error) == 0 || error);
}

asio::awaitable<std::size_t> timed_stream::receive() {
    const auto room = input_.prepare(input_.max_size() - input_.size());
    const std::size_t received = co_await receive_into(static_cast<char*>(room.data()), room.size());
    input_.commit(received);
    co_return received;
}

asio::awaitable<std::size_t> timed_stream::receive_into(char* place, std::size_t size) {
    auto [error, received] = co_await socket_.async_read_some(asio::buffer(place, size), as_result);
    co_return error || closed_ || timed_out_ ? 0 : received;
}

asio::awaitable<bool> timed_stream::send(std::string_view first, std::string_view second) {
    const std::array<asio::const_buffer, 2> pieces{asio::buffer(first), asio::buffer(second)};
    auto [error, sent] = co_await asio::async_write(socket_, pieces, all_at_once, as_result);
    co_return !error && !closed_;
}

void timed_stream::end_sending() {
    error_code ignored;
    socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
}

asio::awaitable<void> timed_stream::drain(std::size_t bytes) {
    while (bytes > 0) {
        input_.clear();
        const std::size_t received = co_await receive();
        if (received == 0) {
            co_return;
        }
        bytes -= std::min(bytes, received);
    }
}

void timed_stream::close() {
    closed_ = true;
    error_code ignored;
    socket_.close(ignored);
    clock_.cancel();
}

}  // namespace berth::http
