#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "extender/http/exchange.hpp"
#include "extender/http/limits.hpp"
#include "extender/http/request_reader.hpp"
#include "extender/http/timed_stream.hpp"

namespace berth::http {

/// What the sessions of one server share.
struct session_settings {
    server_limits limits;
    handler answer;
    std::function<void(std::string_view)> log;  ///< Never empty.
};

/// One connection: reads a request, has it answered, writes the reply, again and again. Its coroutine owns
/// it. Everything runs on the one event loop of its socket.
class session : public std::enable_shared_from_this<session> {
public:
    enum class welcome : std::uint8_t {
        served,
        turned_away,  ///< One connection too many: the first request is answered 503.
    };

    session(boost::asio::ip::tcp::socket socket, std::shared_ptr<const session_settings> settings,
            welcome how);
    ~session();

    /// Returns when the connection is closed. Requires: a shared pointer holds the session until then.
    boost::asio::awaitable<void> run();

    /// No further request: an idle connection is closed, a request that has begun is answered first.
    void finish();

    /// Closes at once. A handler that is still at work may finish, to no effect.
    void close();

private:
    enum class outcome : std::uint8_t {
        good,
        refused,  ///< `refusal_` says why.
        gone,     ///< Nobody left to answer.
    };
    struct gate;

    boost::asio::awaitable<bool> serve_one();
    boost::asio::awaitable<outcome> read_request();
    boost::asio::awaitable<outcome> await_first_byte();
    boost::asio::awaitable<outcome> read_head();
    boost::asio::awaitable<outcome> read_body();
    boost::asio::awaitable<outcome> read_sized_body();
    boost::asio::awaitable<outcome> read_chunks();
    boost::asio::awaitable<outcome> answer();
    boost::asio::awaitable<void> part();

    outcome refuse(refusal why);
    outcome out_of_bytes(std::string_view what, std::chrono::milliseconds limit);
    void prepare_refusal();
    std::string_view reply_body() const;
    void write_head();

    std::shared_ptr<const session_settings> settings_;
    std::shared_ptr<timed_stream> stream_;
    std::shared_ptr<exchange> exchange_ = std::make_shared<exchange>();
    request_reader reader_;
    std::string head_;  ///< Of the reply.
    refusal refusal_;

    boost::asio::steady_timer finished_;  ///< Never expires; cancelled when the handler is done.
    std::shared_ptr<gate> gate_;

    welcome welcome_;
    bool idle_ = false;   ///< Waiting for the first byte of a request.
    bool whole_ = false;  ///< The request under way has been read to its end.
    bool last_ = false;   ///< The reply under way ends the connection.
};

}  // namespace berth::http
