#include "extender/http/client.hpp"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include "extender/http/blocking_socket.hpp"

namespace berth::http {
namespace {

namespace beast_http = boost::beast::http;
using boost::beast::error_code;
using boost::beast::string_view;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t input_bytes = std::size_t{64} * 1024;
constexpr std::uint32_t header_bytes = 16 * 1024;
constexpr std::uint64_t body_bytes = std::uint64_t{1} << 30;

class reply_parser final : public beast_http::basic_parser<false> {
public:
    explicit reply_parser(response& into) : into_(into) {
        header_limit(header_bytes);
        body_limit(body_bytes);
    }

private:
    std::size_t append(string_view piece) {
        into_.body.append(piece.data(), piece.size());
        return piece.size();
    }

    void on_response_impl(int status, string_view, int, error_code&) override {
        into_.status = static_cast<unsigned>(status);
    }
    void on_field_impl(beast_http::field name, string_view, string_view value, error_code&) override {
        if (name == beast_http::field::content_type) {
            into_.content_type.assign(value.data(), value.size());
        }
    }
    std::size_t on_body_impl(string_view piece, error_code&) override { return append(piece); }
    std::size_t on_chunk_body_impl(std::uint64_t, string_view piece, error_code&) override {
        return append(piece);
    }
    void on_request_impl(beast_http::verb, string_view, string_view, int, error_code&) override {}
    void on_header_impl(error_code&) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
    void on_chunk_header_impl(std::uint64_t, string_view, error_code&) override {}
    void on_finish_impl(error_code&) override {}

    response& into_;
};

std::string place_of(const std::string& host, std::uint16_t port) {
    const bool bare_ipv6 = host.find(':') != std::string::npos;
    return (bare_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace

struct client::connection {
    connection(std::string to_host, std::uint16_t to_port, milliseconds time)
        : host(std::move(to_host)), port(to_port), place(place_of(host, port)), timeout(time) {}

    const response& call(std::string_view method, std::string_view target, std::string_view body);
    void send(std::string_view body);
    void connect();
    void receive_reply();
    void receive_head(reply_parser& parser);
    void receive_sized_body(std::size_t length);
    void receive_rest(reply_parser& parser);
    std::size_t receive();
    std::size_t receive(char* into, std::size_t size, blocking_socket::until how);
    void parse(reply_parser& parser);
    [[noreturn]] void fail(const std::string& what);

    std::string host;
    std::uint16_t port;
    std::string place;
    milliseconds timeout;
    blocking_socket socket;
    std::string head;
    std::vector<char> input = std::vector<char>(input_bytes);
    std::size_t begin = 0;  ///< input[begin, end) is received and not yet used.
    std::size_t end = 0;
    response reply;
    steady_clock::time_point deadline;
};

void client::connection::fail(const std::string& what) {
    socket.close();
    throw client_error(place + ": " + what);
}

const response& client::connection::call(std::string_view method, std::string_view target,
                                         std::string_view body) {
    deadline = steady_clock::now() + 2 * timeout;
    head.assign(method).append(" ").append(target).append(" HTTP/1.1\r\nHost: ").append(place);
    if (method == "POST") {
        head.append("\r\nContent-Type: application/json\r\nContent-Length: ");
        head.append(std::to_string(body.size()));
    }
    head.append("\r\n\r\n");
    send(body);
    receive_reply();
    reply.close |= begin != end;  // more than was asked for: nothing on this connection can be trusted
    if (reply.close) {
        socket.close();
    }
    return reply;
}

void client::connection::connect() {
    begin = end = 0;
    if (const std::string error = socket.connect(host, port, timeout); !error.empty()) {
        fail(error);
    }
}

void client::connection::send(std::string_view body) {
    const bool reused = socket.is_open() && socket.is_quiet();
    if (!reused) {
        connect();
    }
    std::size_t sent = 0;
    int error = socket.send(head, body, sent);
    if (error != 0 && reused && sent == 0) {
        connect();
        error = socket.send(head, body, sent);
    }
    if (error == EAGAIN) {
        fail("did not take the request within " + std::to_string(timeout.count()) + " ms");
    }
    // Any other error: the server may have answered before it had read everything, so look for its reply.
}

void client::connection::receive_reply() {
    unsigned status = 100;
    while (status / 100 == 1) {  // "100 Continue" and the like come before the reply
        reply_parser parser(reply);
        reply.content_type.clear();
        receive_head(parser);
        status = reply.status;
        reply.close = !parser.keep_alive();
        if (parser.is_done()) {
            reply.body.clear();
        } else if (!parser.chunked() && parser.content_length()) {
            receive_sized_body(static_cast<std::size_t>(*parser.content_length()));
        } else {
            reply.body.clear();
            receive_rest(parser);
        }
    }
}

void client::connection::receive_head(reply_parser& parser) {
    while (!parser.is_header_done()) {
        const std::size_t before = end - begin;
        if (before > 0) {
            parse(parser);
        }
        if (!parser.is_header_done() && end - begin == before && receive() == 0) {
            fail("closed the connection instead of answering");
        }
    }
}

void client::connection::receive_sized_body(std::size_t length) {
    reply.body.resize(length);  // overwritten from the front, so not cleared first
    std::size_t have = std::min(length, end - begin);
    std::memcpy(reply.body.data(), input.data() + begin, have);
    begin += have;
    while (have < length) {
        const std::size_t got = receive(&reply.body[have], length - have, blocking_socket::until::full);
        if (got == 0) {
            fail("closed the connection before its answer was complete");
        }
        have += got;
    }
}

/// A body in chunks, or one that ends with the connection.
void client::connection::receive_rest(reply_parser& parser) {
    parser.eager(true);
    const std::size_t least =
        parser.chunked() ? 5 : 1;  // the parser of Boost 1.81 asserts it of a last chunk
    while (!parser.is_done()) {
        if (end - begin >= least) {
            parse(parser);
        }
        if (parser.is_done() || receive() > 0) {
            continue;
        }
        if (parser.need_eof()) {
            return;
        }
        fail("closed the connection before its answer was complete");
    }
}

void client::connection::parse(reply_parser& parser) {
    error_code error;
    begin += parser.put({input.data() + begin, end - begin}, error);
    if (error && error != beast_http::error::need_more) {
        fail("sent something that is not an HTTP reply: " + error.message());
    }
}

/// Appends to `input`. 0: the server has closed the connection.
std::size_t client::connection::receive() {
    if (begin != 0) {
        std::memmove(input.data(), input.data() + begin, end - begin);
        end -= begin;
        begin = 0;
    }
    if (end == input.size()) {
        fail("sent a header that is too large");
    }
    const std::size_t got = receive(input.data() + end, input.size() - end, blocking_socket::until::some);
    end += got;
    return got;
}

std::size_t client::connection::receive(char* into, std::size_t size, blocking_socket::until how) {
    std::size_t got = 0;
    const int error = socket.receive(into, size, how, got);
    if (error == EAGAIN || steady_clock::now() > deadline) {
        fail("no complete answer within " + std::to_string(timeout.count()) + " ms");
    }
    if (error != 0) {
        fail("connection broke: " + std::generic_category().message(error));
    }
    return got;
}

client::client(std::string host, std::uint16_t port, milliseconds timeout)
    : connection_(std::make_unique<connection>(std::move(host), port, timeout)) {}

client::~client() = default;
client::client(client&&) noexcept = default;
client& client::operator=(client&&) noexcept = default;

const response& client::post(std::string_view target, std::string_view body) {
    return connection_->call("POST", target, body);
}

const response& client::get(std::string_view target) { return connection_->call("GET", target, {}); }

}  // namespace berth::http
