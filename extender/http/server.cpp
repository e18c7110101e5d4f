#include "extender/http/server.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <vector>

#include "extender/http/session.hpp"

namespace berth::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

/// Connections over the limit that are being told so at one time; any more are closed unheard.
constexpr std::size_t turned_away_max = 64;

/// Out of descriptors: trying again at once would only burn the processor.
constexpr milliseconds accept_pause{100};

/// Keeps a point in time from overflowing.
constexpr milliseconds grace_max{24 * 3600 * 1000};

void check(error_code error, const std::string& place) {
    if (error) {
        throw std::runtime_error("cannot listen on " + place + ": " + error.message());
    }
}

}  // namespace

struct server::state : std::enable_shared_from_this<state> {
    state(asio::io_context& io, session_settings s)
        : loop(io),
          settings(std::make_shared<const session_settings>(std::move(s))),
          acceptor(io),
          pause(io),
          grace(io, std::chrono::steady_clock::time_point::max()) {}

    void open(const tcp::endpoint& endpoint, const std::string& place);
    asio::awaitable<void> accept_all();
    void admit(tcp::socket socket);
    void gone(session* connection);
    void stop(milliseconds time, std::function<void()> ended);
    void close_all();
    void tell_when_ended();

    asio::io_context& loop;
    std::shared_ptr<const session_settings> settings;
    tcp::acceptor acceptor;
    asio::steady_timer pause;
    asio::steady_timer grace;
    std::unordered_set<session*> sessions;  ///< Owned by their coroutines.
    std::vector<std::function<void()>> ended;
    bool stopping = false;
};

void server::state::open(const tcp::endpoint& endpoint, const std::string& place) {
    error_code error;
    acceptor.open(endpoint.protocol(), error);
    check(error, place);
    acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    check(error, place);
    acceptor.bind(endpoint, error);
    check(error, place);
    acceptor.listen(asio::socket_base::max_listen_connections, error);
    check(error, place);
}

asio::awaitable<void> server::state::accept_all() {
    while (!stopping) {
        auto [error, socket] = co_await acceptor.async_accept(as_result);
        if (stopping) {
            co_return;
        }
        if (!error) {
            admit(std::move(socket));
        } else if (error != asio::error::connection_aborted) {
            settings->log("cannot accept a connection: " + error.message());
            pause.expires_after(accept_pause);
            co_await pause.async_wait(as_result);
        }
    }
}

void server::state::admit(tcp::socket socket) {
    const std::size_t most = settings->limits.connections_max;
    if (sessions.size() >= most + turned_away_max) {
        return;
    }
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    const auto how = sessions.size() < most ? session::welcome::served : session::welcome::turned_away;
    auto connection = std::make_shared<session>(std::move(socket), settings, how);
    auto work = connection->run();  // named first: g++ 12 miscompiles some awaitables made in the call
    sessions.insert(connection.get());
    asio::co_spawn(loop, std::move(work), [self = shared_from_this(), connection](const std::exception_ptr&) {
        self->gone(connection.get());
    });
}

void server::state::gone(session* connection) {
    sessions.erase(connection);
    tell_when_ended();
}

void server::state::stop(milliseconds time, std::function<void()> when_ended) {
    stopping = true;
    if (when_ended) {
        ended.push_back(std::move(when_ended));
    }
    error_code ignored;
    acceptor.close(ignored);
    pause.cancel();
    for (session* connection : sessions) {  // nobody leaves during the walk: coroutines resume later
        connection->finish();
    }
    const auto deadline = std::chrono::steady_clock::now() + std::min<milliseconds>(time, grace_max);
    if (deadline < grace.expiry()) {
        grace.expires_at(deadline);
        grace.async_wait([self = shared_from_this()](error_code error) {
            if (!error) {
                self->close_all();
            }
        });
    }
    tell_when_ended();
}

void server::state::close_all() {
    for (session* connection : sessions) {
        connection->close();
    }
}

void server::state::tell_when_ended() {
    if (!stopping || !sessions.empty()) {
        return;
    }
    grace.cancel();
    for (auto& callback : std::exchange(ended, {})) {
        callback();
    }
}

server::server(asio::io_context& loop, const server_limits& limits, handler answer, log_sink log) {
    if (!log) {
        log = [](std::string_view) {};
    }
    state_ = std::make_shared<state>(loop, session_settings{limits, std::move(answer), std::move(log)});
}

server::~server() {
    state_->ended.clear();
    state_->stop(milliseconds{0}, {});
    state_->close_all();
}

std::uint16_t server::listen(const std::string& address, std::uint16_t port) {
    const std::string place = address + " port " + std::to_string(port);
    error_code error;
    const auto ip = asio::ip::make_address(address, error);
    if (error) {
        throw std::runtime_error("cannot listen on " + place + ": \"" + address + "\" is not an IP address");
    }
    state_->open({ip, port}, place);
    auto work = state_->accept_all();
    asio::co_spawn(state_->loop, std::move(work), [self = state_](const std::exception_ptr& why) {
        if (why) {
            self->settings->log("no longer accepting connections: out of memory");
        }
    });
    return state_->acceptor.local_endpoint().port();
}

void server::stop(milliseconds grace, std::function<void()> ended) {
    asio::dispatch(state_->loop, [self = state_, grace, ended = std::move(ended)]() mutable {
        self->stop(grace, std::move(ended));
    });
}

}  // namespace berth::http
