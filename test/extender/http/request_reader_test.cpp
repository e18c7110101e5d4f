#include "extender/http/request_reader.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace berth::http;

namespace {

/// Everything that comes out of a stream of bytes: each request as text, then why it ended.
struct outcome {
    std::vector<std::string> requests;
    std::string refused;

    friend bool operator==(const outcome&, const outcome&) = default;
    friend std::ostream& operator<<(std::ostream& out, const outcome& o) {
        for (const auto& request : o.requests) {
            out << "[" << request << "] ";
        }
        return out << o.refused;
    }
};

server_limits small() {
    server_limits limits;
    limits.header_bytes = 200;
    limits.body_bytes = 100;
    return limits;
}

/// Offers `bytes` to a reader as a connection would: at most `piece()` new ones at a time.
template <class Piece>
outcome read_all(std::string_view bytes, Piece piece) {
    request_reader reader(small());
    exchange x;
    outcome result;
    std::size_t used = 0;
    std::size_t received = 0;
    reader.start(x);
    while (true) {
        if (reader.now() == request_reader::state::head || reader.now() == request_reader::state::chunks) {
            const std::size_t taken = reader.take(bytes.substr(used, received - used));
            used += taken;
            if (taken > 0) {
                continue;  // the head may be complete now, and its chunks be here
            }
        }
        const bool wants_body = reader.now() == request_reader::state::sized_body;
        if (reader.now() == request_reader::state::refused) {
            result.refused = std::to_string(reader.why().status) + " " + reader.why().text;
            return result;
        }
        if (reader.now() == request_reader::state::complete ||
            (wants_body && received - used >= reader.body_length())) {
            if (reader.body_length() > 0) {
                x.body = bytes.substr(used, reader.body_length());
                used += reader.body_length();
            }
            result.requests.push_back(x.method + " " + x.target + " " + x.body +
                                      (reader.keep_alive() ? " +" : " -"));
            x.body.clear();
            reader.start(x);
            continue;
        }
        if (received == bytes.size()) {
            return result;
        }
        received = std::min(bytes.size(), received + piece());
    }
}

outcome read_at_once(std::string_view bytes) {
    return read_all(bytes, [&] { return bytes.size(); });
}

const std::string stream =
    "POST /filter HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello"
    "GET / HTTP/1.1\r\nHost: h\r\nAccept:\r\n\r\n"
    "POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: "
    "chunked\r\n\r\n3\r\nabc\r\n00b;x=\"y\"\r\n0123456789a\r\n0\r\n\r\n"
    "POST /z HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    "POST /t HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nA: b\r\nC: d\r\n\r\n"
    "GET /old HTTP/1.0\r\n\r\n";

const std::vector<std::string> requests = {"POST /filter hello +", "GET /  +",    "POST /c abc0123456789a +",
                                           "POST /z  +",           "POST /t x +", "GET /old  -"};

}  // namespace

TEST_CASE("request_reader: how the bytes arrive makes no difference", "[http][reader]") {
    CHECK(read_at_once(stream) == outcome{requests, ""});
    CHECK(read_all(stream, [] { return std::size_t{1}; }) == outcome{requests, ""});

    const unsigned seed = GENERATE(range(1U, 200U));
    CAPTURE(seed);
    std::mt19937 random(seed);
    CHECK(read_all(stream, [&] { return std::size_t{random() % 40 + 1}; }) == outcome{requests, ""});
}

TEST_CASE("request_reader: broken bytes give the same requests however they arrive, and then a refusal",
          "[http][reader]") {
    static constexpr char letters[] = "\r\n\t :;,0123456789abcdefX-/\"\0\x7f\xff";
    const std::string_view alphabet(letters, sizeof letters - 1);
    const unsigned seed = GENERATE(range(1U, 3000U));
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::string broken = stream;
    for (unsigned i = random() % 4 + 1; i > 0; --i) {
        const std::size_t at = random() % broken.size();
        switch (random() % 3) {
            case 0: broken[at] = alphabet[random() % alphabet.size()]; break;
            case 1: broken.insert(at, 1, alphabet[random() % alphabet.size()]); break;
            default: broken.erase(at, random() % 8 + 1); break;
        }
    }

    broken += "\r\n\r\n" + std::string(300, 'x') + "\r\n\r\n";  // so that nothing is left undecided
    CAPTURE(broken);
    // Which fault is found first may depend on it (too long, or wrong); what is taken may not.
    const outcome whole = read_at_once(broken);
    REQUIRE_FALSE(whole.refused.empty());
    const outcome pieces = read_all(broken, [&] { return std::size_t{random() % 40 + 1}; });
    const outcome bytes = read_all(broken, [] { return std::size_t{1}; });
    CHECK(pieces.requests == whole.requests);
    CHECK_FALSE(pieces.refused.empty());
    CHECK(bytes.requests == whole.requests);
    CHECK_FALSE(bytes.refused.empty());
}
