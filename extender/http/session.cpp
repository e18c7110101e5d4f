#include "extender/http/session.hpp"

#include <algorithm>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/status.hpp>
#include <cstring>
#include <exception>
#include <utility>

namespace berth::http {
namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;

/// Buffers may stay this much larger than what the last call used.
constexpr std::size_t spare_bytes = std::size_t{1024} * 1024;

/// Beyond this a body's memory grows with what has arrived, not with what its Content-Length promises.
constexpr std::size_t body_step_bytes = std::size_t{1024} * 1024;

/// Chunked bodies pass through the input buffer too.
constexpr std::size_t input_bytes_min = 4096;

milliseconds shortest(const server_limits& limits) {
    return std::min(
        {limits.header_time, limits.body_time, limits.idle_time, limits.write_time, limits.drain_time});
}

void shrink(std::string& buffer) {
    if (buffer.capacity() - buffer.size() > spare_bytes) {
        buffer.shrink_to_fit();
    }
}

}  // namespace

/// Where `finished` arrives. It outlives the session, because a handler may call it at any time later.
struct session::gate {
    gate(asio::any_io_executor executor, asio::steady_timer& timer)
        : loop(std::move(executor)), waiting(&timer) {}

    /// Any thread.
    static void finish(const std::shared_ptr<gate>& self, std::uint64_t call) {
        asio::dispatch(self->loop, [self, call] { self->settle(call); });
    }

    /// A handler that calls twice, or after its connection went on, changes nothing.
    void settle(std::uint64_t call) {
        if (call == current) {
            settled = true;
            if (waiting != nullptr) {
                waiting->cancel();
            }
        }
    }

    asio::any_io_executor loop;
    // The rest is touched on the loop only.
    std::uint64_t current = 0;
    bool settled = false;
    asio::steady_timer* waiting;  ///< Null when the session is gone.
};

session::session(asio::ip::tcp::socket socket, std::shared_ptr<const session_settings> settings, welcome how)
    : settings_(std::move(settings)),
      reader_(settings_->limits),
      finished_(socket.get_executor(), std::chrono::steady_clock::time_point::max()),
      gate_(std::make_shared<gate>(socket.get_executor(), finished_)),
      welcome_(how) {
    stream_ = std::make_shared<timed_stream>(std::move(socket),
                                             std::max(settings_->limits.header_bytes, input_bytes_min),
                                             shortest(settings_->limits));
}

session::~session() { gate_->waiting = nullptr; }

asio::awaitable<void> session::run() {
    const auto self = shared_from_this();
    stream_->start_clock();
    try {
        bool more = true;
        while (more) {
            more = co_await serve_one();
        }
    } catch (const std::exception& error) {
        settings_->log(std::string("connection given up: ") + error.what());
    }
    close();
}

void session::finish() {
    last_ = true;
    if (idle_ && stream_->nothing_came()) {
        close();
    }
}

void session::close() {
    stream_->close();
    finished_.cancel();
}

// --- one exchange ----------------------------------------------------------------------------------------

asio::awaitable<bool> session::serve_one() {
    whole_ = false;
    outcome result = co_await read_request();
    if (result == outcome::good) {
        whole_ = true;
        result = co_await answer();
    }
    if (result == outcome::gone) {
        co_return false;
    }
    if (result == outcome::refused) {
        prepare_refusal();
    }
    const bool ends = last_;  // finish() may come while the reply is written: too late for its header
    write_head();
    stream_->allow(settings_->limits.write_time);
    const bool sent = co_await stream_->send(head_, reply_body());
    if (sent && ends) {
        co_await part();
    }
    shrink(exchange_->body);
    shrink(exchange_->reply);
    co_return sent && !ends;
}

asio::awaitable<session::outcome> session::answer() {
    exchange& x = *exchange_;
    x.status = 200;
    x.content_type = "application/json";
    x.reply.clear();
    x.allow = {};
    x.decision = 0;
    x.close = false;
    last_ |= !reader_.keep_alive();

    const std::uint64_t call = ++gate_->current;
    gate_->settled = false;
    try {
        settings_->answer(exchange_, [gate = gate_, call] { gate::finish(gate, call); });
    } catch (const std::exception& error) {
        settings_->log(x.method + " " + x.target + ": " + error.what());
        co_return refuse({500, "internal error"});
    } catch (...) {
        settings_->log(x.method + " " + x.target + ": unknown exception");
        co_return refuse({500, "internal error"});
    }
    while (!gate_->settled && !stream_->is_closed()) {
        co_await finished_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    last_ |= x.close;
    co_return stream_->is_closed() ? outcome::gone : outcome::good;
}

/// Ends the connection so that the client can read the last reply although it may still be sending.
asio::awaitable<void> session::part() {
    stream_->end_sending();
    if (!whole_ || !stream_->nothing_came()) {
        stream_->allow(settings_->limits.drain_time);
        co_await stream_->drain(settings_->limits.drain_bytes);
    }
}

// --- reading ---------------------------------------------------------------------------------------------

asio::awaitable<session::outcome> session::read_request() {
    reader_.start(*exchange_);
    outcome result = outcome::good;
    if (stream_->unread().empty()) {
        result = co_await await_first_byte();
    }
    if (result == outcome::good) {
        result = co_await read_head();
    }
    if (result != outcome::good) {
        co_return result;
    }
    if (welcome_ == welcome::turned_away) {
        const std::size_t most = settings_->limits.connections_max;
        co_return refuse({503, "too many connections: at most " + std::to_string(most)});
    }
    if (reader_.now() == request_reader::state::complete) {
        exchange_->body.clear();
        co_return outcome::good;
    }
    co_return co_await read_body();
}

asio::awaitable<session::outcome> session::await_first_byte() {
    if (last_ && stream_->nothing_came()) {
        co_return outcome::gone;
    }
    const bool served = welcome_ == welcome::served;
    stream_->allow(served ? settings_->limits.idle_time : settings_->limits.header_time);
    idle_ = true;
    const std::size_t received = co_await stream_->receive();
    idle_ = false;
    co_return received > 0 ? outcome::good : outcome::gone;
}

asio::awaitable<session::outcome> session::read_head() {
    stream_->allow(settings_->limits.header_time);
    while (true) {
        stream_->consume(reader_.take(stream_->unread()));
        if (reader_.now() == request_reader::state::refused) {
            co_return refuse(reader_.why());
        }
        if (reader_.now() != request_reader::state::head) {
            co_return outcome::good;
        }
        const std::size_t received = co_await stream_->receive();
        if (received == 0) {
            co_return out_of_bytes("request header", settings_->limits.header_time);
        }
    }
}

asio::awaitable<session::outcome> session::read_body() {
    stream_->allow(settings_->limits.body_time);
    if (reader_.expects_continue() && stream_->unread().empty()) {
        const bool sent = co_await stream_->send("HTTP/1.1 100 Continue\r\n\r\n", {});
        if (!sent) {
            co_return outcome::gone;
        }
    }
    if (reader_.now() == request_reader::state::chunks) {
        co_return co_await read_chunks();
    }
    co_return co_await read_sized_body();
}

asio::awaitable<session::outcome> session::read_sized_body() {
    std::string& body = exchange_->body;
    const std::size_t length = reader_.body_length();
    std::size_t have = std::min(length, stream_->unread().size());
    // What is left of the call before is overwritten: clearing it first would have zeroes written all over.
    body.resize(std::min(length, std::max({have, body.capacity(), body_step_bytes})));
    std::memcpy(body.data(), stream_->unread().data(), have);
    stream_->consume(have);
    while (have < length) {
        if (have == body.size()) {
            body.resize(std::min(length, 2 * have));
        }
        const std::size_t received = co_await stream_->receive_into(&body[have], body.size() - have);
        if (received == 0) {
            co_return out_of_bytes("request body", settings_->limits.body_time);
        }
        have += received;
    }
    co_return outcome::good;
}

asio::awaitable<session::outcome> session::read_chunks() {
    while (true) {
        stream_->consume(reader_.take(stream_->unread()));
        if (reader_.now() == request_reader::state::refused) {
            co_return refuse(reader_.why());
        }
        if (reader_.now() == request_reader::state::complete) {
            co_return outcome::good;
        }
        const std::size_t received = co_await stream_->receive();
        if (received == 0) {
            co_return out_of_bytes("request body", settings_->limits.body_time);
        }
    }
}

// --- replies ---------------------------------------------------------------------------------------------

session::outcome session::refuse(refusal why) {
    refusal_ = std::move(why);
    return outcome::refused;
}

session::outcome session::out_of_bytes(std::string_view what, milliseconds limit) {
    if (!stream_->timed_out()) {
        return outcome::gone;
    }
    return refuse(
        {408, std::string(what) + " not received in time: at most " + std::to_string(limit.count()) + " ms"});
}

void session::prepare_refusal() {
    if (exchange_.use_count() > 1) {
        // A handler that threw may have left it with another thread.
        auto fresh = std::make_shared<exchange>();
        fresh->method = exchange_->method;
        exchange_ = std::move(fresh);
    }
    exchange_->status = refusal_.status;
    exchange_->content_type = "application/json";
    exchange_->allow = {};
    exchange_->decision = 0;
    exchange_->reply.assign(R"({"Error":")").append(refusal_.text).append(R"("})");
    last_ = true;  // where the next request begins is not known, or no more is wanted
}

std::string_view session::reply_body() const {
    return exchange_->method == "HEAD" ? std::string_view{} : std::string_view{exchange_->reply};
}

void session::write_head() {
    const exchange& x = *exchange_;
    const auto reason = boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(x.status));
    head_.assign("HTTP/1.1 ").append(std::to_string(x.status)).append(" ");
    head_.append(reason.data(), reason.size());
    head_.append("\r\nContent-Type: ").append(x.content_type);
    head_.append("\r\nContent-Length: ").append(std::to_string(x.reply.size()));
    if (!x.allow.empty()) {
        head_.append("\r\nAllow: ").append(x.allow);
    }
    if (x.decision != 0) {
        head_.append("\r\nX-Berth-Decision: ").append(std::to_string(x.decision));
    }
    if (last_) {
        head_.append("\r\nConnection: close");
    } else if (reader_.old_version()) {
        head_.append("\r\nConnection: keep-alive");
    }
    head_.append("\r\n\r\n");
}

}  // namespace berth::http
