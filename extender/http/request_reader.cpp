#include "extender/http/request_reader.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <cstdint>
#include <limits>
#include <utility>

namespace berth::http {
namespace {

namespace beast_http = boost::beast::http;
using boost::beast::error_code;
using boost::beast::string_view;

refusal malformed(std::string_view what) { return {400, "malformed HTTP request: " + std::string(what)}; }

/// The parser keeps no field: the few that matter here are judged as they pass by.
class head_parser final : public beast_http::basic_parser<true> {
public:
    explicit head_parser(exchange& into) : into_(into) {}

    bool old_version = false;
    bool expects_continue = false;
    bool unknown_expectation = false;
    bool unknown_coding = false;
    unsigned content_lengths = 0;
    unsigned transfer_codings = 0;
    unsigned hosts = 0;

private:
    void on_request_impl(beast_http::verb, string_view method, string_view target, int version,
                         error_code&) override {
        into_.method.assign(method.data(), method.size());
        into_.target.assign(target.data(), target.size());
        old_version = version < 11;
    }

    void on_field_impl(beast_http::field name, string_view, string_view value, error_code&) override {
        if (name == beast_http::field::content_length) {
            content_lengths += 1 + static_cast<unsigned>(std::count(value.begin(), value.end(), ','));
        } else if (name == beast_http::field::transfer_encoding) {
            ++transfer_codings;
            unknown_coding |= !boost::beast::iequals(value, "chunked");
        } else if (name == beast_http::field::host) {
            ++hosts;
        } else if (name == beast_http::field::expect) {
            expects_continue = boost::beast::iequals(value, "100-continue");
            unknown_expectation |= !expects_continue;
        }
    }

    std::size_t on_chunk_body_impl(std::uint64_t, string_view piece, error_code&) override {
        into_.body.append(piece.data(), piece.size());
        return piece.size();
    }

    void on_response_impl(int, string_view, int, error_code&) override {}
    void on_header_impl(error_code&) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
    std::size_t on_body_impl(string_view piece, error_code&) override { return piece.size(); }
    void on_chunk_header_impl(std::uint64_t, string_view, error_code&) override {}
    void on_finish_impl(error_code&) override {}

    exchange& into_;
};

/// What the parser lets pass and a proxy in front of us might read differently.
std::optional<refusal> ambiguous(const head_parser& parser) {
    if (parser.content_lengths > 1) {
        return malformed("more than one Content-Length");
    }
    if (parser.transfer_codings > 0 && parser.old_version) {
        return malformed("Transfer-Encoding in HTTP/1.0");
    }
    if (parser.transfer_codings > 1) {
        return malformed("more than one Transfer-Encoding");
    }
    if (parser.transfer_codings > 0 && parser.content_lengths > 0) {
        return malformed("Content-Length beside Transfer-Encoding");
    }
    if (parser.unknown_coding) {
        return refusal{501, "transfer coding not known: only chunked is read here"};
    }
    if (parser.hosts > 1 || (parser.hosts == 0 && !parser.old_version)) {
        return malformed("there must be one Host field");
    }
    if (parser.unknown_expectation) {
        return refusal{417, "expectation not known: only 100-continue is met here"};
    }
    return std::nullopt;
}

/// True when `rest` begins with a complete line that announces a chunk. The parser of Boost 1.81 asks for
/// more when such a line opens a quote and does not close it, and charges the chunk anew at each try.
bool is_stuck(std::string_view rest) {
    if (rest.starts_with("\r\n")) {
        rest.remove_prefix(2);  // the end of the chunk before
    }
    const auto digits = rest.substr(0, rest.find_first_not_of("0123456789abcdefABCDEF"));
    const bool announces = digits.find_first_not_of('0') != std::string_view::npos;
    return announces && rest.find("\r\n") != std::string_view::npos;
}

}  // namespace

struct request_reader::parts {
    std::size_t body_limit = 0;
    std::size_t head_limit = 0;
    std::optional<head_parser> parser;
    exchange* into = nullptr;
    state now = state::complete;
    std::size_t head_taken = 0;
    refusal why;

    refusal too_large_head() const {
        return {431, "request header too large: at most " + std::to_string(head_limit) + " bytes"};
    }

    refusal meaning_of(error_code error) const {
        if (error == beast_http::error::header_limit) {
            return too_large_head();
        }
        if (error == beast_http::error::body_limit) {
            return {413, "request body too large: at most " + std::to_string(body_limit) + " bytes"};
        }
        return malformed(error.message());
    }

    void refuse(refusal reason) {
        why = std::move(reason);
        now = state::refused;
    }

    std::size_t take_head(std::string_view bytes) {
        error_code error;
        const std::size_t taken = parser->put({bytes.data(), bytes.size()}, error);
        head_taken += taken;
        const bool wants_more = error == beast_http::error::need_more;
        const std::size_t seen = head_taken + (wants_more ? bytes.size() - taken : 0);
        if (error && !wants_more) {
            refuse(meaning_of(error));
        } else if (seen > head_limit || (wants_more && seen == head_limit)) {
            refuse(too_large_head());
        } else if (!wants_more) {
            finish_head();
        }
        return taken;
    }

    void finish_head() {
        if (auto reason = ambiguous(*parser)) {
            refuse(std::move(*reason));
        } else if (parser->chunked()) {
            into->body.clear();
            parser->eager(true);
            now = state::chunks;
        } else {
            now = parser->content_length().value_or(0) > 0 ? state::sized_body : state::complete;
        }
    }

    std::size_t take_chunks(std::string_view bytes) {
        // No chunked body ends in fewer bytes than "0\r\n\r\n" has; and the parser of Boost 1.81 asserts that
        // it is not asked about fewer.
        if (bytes.size() < 5) {
            return 0;
        }
        error_code error;
        const std::size_t taken = parser->put({bytes.data(), bytes.size()}, error);
        if (error && error != beast_http::error::need_more) {
            refuse(meaning_of(error));
        } else if (parser->is_done()) {
            now = state::complete;
        } else if (error && is_stuck(bytes.substr(taken))) {
            refuse(meaning_of(beast_http::error::bad_chunk));
        } else if (bytes.size() - taken >= head_limit) {
            refuse(malformed("chunk header or trailers too large"));
        }
        return taken;
    }
};

request_reader::request_reader(const server_limits& limits) : parts_(std::make_unique<parts>()) {
    parts_->body_limit = limits.body_bytes;
    parts_->head_limit = limits.header_bytes;
}

request_reader::~request_reader() = default;

void request_reader::start(exchange& into) {
    into.method.clear();
    into.target.clear();
    parts_->into = &into;
    parts_->parser.emplace(into);
    parts_->parser->header_limit(static_cast<std::uint32_t>(
        std::min<std::size_t>(parts_->head_limit, std::numeric_limits<std::uint32_t>::max())));
    parts_->parser->body_limit(parts_->body_limit);
    parts_->head_taken = 0;
    parts_->now = state::head;
}

std::size_t request_reader::take(std::string_view bytes) {
    switch (parts_->now) {
        case state::head: return parts_->take_head(bytes);
        case state::chunks: return parts_->take_chunks(bytes);
        case state::sized_body:
        case state::complete:
        case state::refused: break;
    }
    return 0;
}

request_reader::state request_reader::now() const { return parts_->now; }

const refusal& request_reader::why() const { return parts_->why; }

std::size_t request_reader::body_length() const {
    return static_cast<std::size_t>(parts_->parser->content_length().value_or(0));
}

bool request_reader::keep_alive() const { return parts_->parser->keep_alive(); }

bool request_reader::old_version() const { return parts_->parser->old_version; }

bool request_reader::expects_continue() const {
    return parts_->parser->expects_continue && !parts_->parser->old_version;
}

}  // namespace berth::http
