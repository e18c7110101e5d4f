#include "extender/http/server.hpp"

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>
#include <future>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "extender/http/client.hpp"

#include "test/extender/http/running_server.hpp"

using namespace berth::http;
using namespace berth::test;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
using std::chrono::milliseconds;

namespace {

server_limits small() {
    server_limits limits;
    limits.body_bytes = 1000;
    limits.header_bytes = 512;
    return limits;
}

std::string field(std::size_t bytes) { return "X: " + std::string(bytes - 5, 'a') + "\r\n"; }

struct refused_case {
    const char* name;
    std::string request;
    const char* status;
    const char* error;
};

}  // namespace

TEST_CASE("server: a reply has its length, its type and nothing behind it", "[http][server]") {
    running_server s({}, echo);
    raw_client c(s.port());
    c.send(post("ping"));

    CHECK(c.reply() ==
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\nPOST /echo ping");
}

TEST_CASE("server: status, type, method, decision and closing are the handler's", "[http][server]") {
    running_server s({}, [](const std::shared_ptr<exchange>& x, const finished& done) {
        x->status = 503;
        x->content_type = "text/plain";
        x->reply = "elsewhere";
        x->allow = "POST";
        x->decision = 18'446'744'073'709'551'615U;
        x->close = true;
        done();
    });
    raw_client c(s.port());
    c.send(post(""));

    CHECK(c.rest() ==
          "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n"
          "Allow: POST\r\n"
          "X-Berth-Decision: 18446744073709551615\r\n"
          "Connection: close\r\n\r\nelsewhere");
}

TEST_CASE("server: calls on one connection share an exchange, and none sees the one before",
          "[http][server]") {
    std::set<std::shared_ptr<exchange>> used;
    running_server s({}, [&used](const std::shared_ptr<exchange>& x, const finished& done) {
        used.insert(x);
        const bool fresh = x->reply.empty() && x->status == 200 && x->decision == 0 && !x->close &&
                           x->allow.empty() && x->content_type == "application/json";
        x->reply = x->body + (fresh ? " fresh" : " stale");
        x->body += "changed in place";
        x->status = 202;
        x->decision = 7;
        x->allow = "GET";
        x->content_type = "text/plain";
        done();
    });
    client c("127.0.0.1", s.port(), patience);

    for (const std::size_t size : {10U, 3U, 0U, 200'000U, 7U, 3'000'000U, 1U}) {
        const std::string body(size, static_cast<char>('a' + size % 26));
        CHECK(c.post("/", body).body == body + " fresh");
    }
    CHECK(used.size() == 1);
}

TEST_CASE("server: memory that one large call needed is given back after a small one", "[http][server]") {
    std::vector<std::size_t> held;
    running_server s({}, [&held](const std::shared_ptr<exchange>& x, const finished& done) {
        held.push_back(x->body.capacity() + x->reply.capacity());
        x->reply = x->body;
        done();
    });
    client c("127.0.0.1", s.port(), patience);
    for (const std::size_t size : {5'000'000U, 5'000'000U, 1U, 1U}) {
        REQUIRE(c.post("/", std::string(size, 'a')).body.size() == size);
    }
    CHECK(held.at(1) > 9'000'000);  // kept for calls of the same size
    CHECK(held.at(3) < 2'000'000);
}

TEST_CASE("server: what cannot be a request is refused with its reason, and the handler never sees it",
          "[http][server]") {
    const std::string head = "POST / HTTP/1.1\r\nHost: h\r\n";
    const auto c = GENERATE_COPY(values<refused_case>({
        {"no request line", "hello\r\n\r\n", "400", "malformed HTTP request: bad method"},
        {"another protocol", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400",
         "malformed HTTP request: bad version"},
        {"blank before the colon", head + "Content-Length : 1\r\n\r\na", "400",
         "malformed HTTP request: bad field"},
        {"no host", "GET / HTTP/1.1\r\n\r\n", "400", "malformed HTTP request: there must be one Host field"},
        {"two hosts", head + "Host: i\r\n\r\n", "400",
         "malformed HTTP request: there must be one Host field"},
        {"negative length", head + "Content-Length: -1\r\n\r\n", "400",
         "malformed HTTP request: bad Content-Length"},
        {"signed length", head + "Content-Length: +1\r\n\r\na", "400",
         "malformed HTTP request: bad Content-Length"},
        {"length is no number", head + "Content-Length: 1a\r\n\r\na", "400",
         "malformed HTTP request: bad Content-Length"},
        {"empty length", head + "Content-Length:\r\n\r\n", "400",
         "malformed HTTP request: bad Content-Length"},
        {"length beyond 64 bits", head + "Content-Length: 18446744073709551617\r\n\r\na", "400",
         "malformed HTTP request: bad Content-Length"},
        {"two lengths", head + "Content-Length: 1\r\nContent-Length: 2\r\n\r\naa", "400",
         "malformed HTTP request: multiple Content-Length"},
        {"the same length twice", head + "Content-Length: 1\r\nContent-Length: 1\r\n\r\na", "400",
         "malformed HTTP request: more than one Content-Length"},
        {"a list of lengths", head + "Content-Length: 1, 1\r\n\r\na", "400",
         "malformed HTTP request: more than one Content-Length"},
        {"length, then chunked", head + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
         "400", "malformed HTTP request: bad Transfer-Encoding"},
        {"chunked, then length", head + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
         "400", "malformed HTTP request: bad Content-Length"},
        {"unknown coding beside a length", head + "Transfer-Encoding: gzip\r\nContent-Length: 1\r\n\r\na",
         "400", "malformed HTTP request: Content-Length beside Transfer-Encoding"},
        {"unknown coding", head + "Transfer-Encoding: gzip\r\n\r\n", "501",
         "transfer coding not known: only chunked is read here"},
        {"two codings", head + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "501",
         "transfer coding not known: only chunked is read here"},
        {"chunked is not last", head + "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", "501",
         "transfer coding not known: only chunked is read here"},
        {"chunked twice", head + "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
         "400", "malformed HTTP request: more than one Transfer-Encoding"},
        {"chunked in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400",
         "malformed HTTP request: Transfer-Encoding in HTTP/1.0"},
        {"chunk size is no number", head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n", "400",
         "malformed HTTP request: bad chunk"},
        {"chunk longer than it says", head + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n", "400",
         "malformed HTTP request: bad chunk"},
        {"open quote in a chunk extension",
         head + "Transfer-Encoding: chunked\r\n\r\n5;a=\"b\r\nhello\r\n0\r\n\r\n", "400",
         "malformed HTTP request: bad chunk"},
        {"length in a trailer", head + "Transfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 5\r\n\r\n",
         "400", "malformed HTTP request: bad Content-Length"},
        {"endless chunk extension", head + "Transfer-Encoding: chunked\r\n\r\n1;a=" + std::string(5000, 'b'),
         "400", "malformed HTTP request: chunk header or trailers too large"},
        {"another expectation", head + "Expect: wonders\r\nContent-Length: 1\r\n\r\na", "417",
         "expectation not known: only 100-continue is met here"},
        {"endless request line", "GET /" + std::string(600, 'a'), "431",
         "request header too large: at most 512 bytes"},
        {"one header byte too many", head + field(513 - head.size() - 2) + "\r\n", "431",
         "request header too large: at most 512 bytes"},
        {"many small fields", head + field(100) + field(100) + field(100) + field(100) + field(100), "431",
         "request header too large: at most 512 bytes"},
        {"one body byte too many", post(std::string(1001, 'a')), "413",
         "request body too large: at most 1000 bytes"},
        {"refused before the body is there",
         head + "Content-Length: 9999999999\r\nExpect: 100-continue\r\n\r\n", "413",
         "request body too large: at most 1000 bytes"},
        {"one chunked byte too many",
         head + "Transfer-Encoding: chunked\r\n\r\n3e8\r\n" + std::string(1000, 'a') +
             "\r\n1\r\na\r\n0\r\n\r\n",
         "413", "request body too large: at most 1000 bytes"},
        {"a chunk of 64 bits", head + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", "413",
         "request body too large: at most 1000 bytes"},
    }));

    DYNAMIC_SECTION(c.name) {
        std::atomic<int> calls = 0;
        running_server s(small(), [&calls](const std::shared_ptr<exchange>&, const finished& done) {
            ++calls;
            done();
        });
        raw_client peer(s.port());
        peer.send(c.request);
        const std::string reply = peer.reply();

        CHECK_THAT(reply, StartsWith("HTTP/1.1 " + std::string(c.status) + " "));
        CHECK_THAT(reply,
                   Contains("Content-Type: application/json\r\n") && Contains("Connection: close\r\n"));
        CHECK(body_of(reply) == "{\"Error\":\"" + std::string(c.error) + "\"}");
        CHECK(peer.rest().empty());
        CHECK(calls == 0);
    }
}

TEST_CASE("server: exactly at the limits is still taken", "[http][server]") {
    running_server s(small(), echo);
    raw_client c(s.port());
    const std::string body(1000, 'a');
    const std::string head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n";
    c.send(head + field(512 - head.size() - 2) + "\r\n" + body);
    CHECK(body_of(c.reply()) == "POST / " + body);

    c.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n" + body +
           "\r\n0\r\n\r\n");
    CHECK(body_of(c.reply()) == "POST / " + body);
}

TEST_CASE("server: a client that sends far too much can still read why it was refused", "[http][server]") {
    running_server s(small(), echo);
    const std::string far_too_much(8'000'000, 'a');
    raw_client raw(s.port());
    raw.send(post(far_too_much));
    CHECK_THAT(raw.rest(), StartsWith("HTTP/1.1 413 "));
    CHECK_FALSE(raw.was_reset());

    client c("127.0.0.1", s.port(), patience);
    const response& r = c.post("/", far_too_much);
    CHECK(r.status == 413);
    CHECK(r.body == R"({"Error":"request body too large: at most 1000 bytes"})");
    CHECK(r.close);
    CHECK(c.post("/", "again").body == "POST / again");
}

TEST_CASE("server: every way to frame a request leaves the next one whole", "[http][server]") {
    running_server s({}, echo);
    const std::string chunked =
        "POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n"
        "3;name=value\r\nabc\r\n10\r\n0123456789abcdef\r\n0\r\nTrailer: x\r\n\r\n";
    const std::string get = "GET /g HTTP/1.1\r\nHost: h\r\n\r\n";
    const std::string get_with_body = "GET /b HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nxyz";
    const std::string empty = post("", "/e");
    const std::string large = post(std::string(100'000, 'l'), "/l");
    const std::string all = chunked + get + get_with_body + empty + large + chunked + get;
    const std::vector<std::string> want = {"POST /c abc0123456789abcdef",
                                           "GET /g ",
                                           "GET /b xyz",
                                           "POST /e ",
                                           "POST /l " + std::string(100'000, 'l'),
                                           "POST /c abc0123456789abcdef",
                                           "GET /g "};

    const std::size_t piece =
        GENERATE(std::size_t{1'000'000}, std::size_t{16'384}, std::size_t{97}, std::size_t{5});
    raw_client c(s.port());
    for (std::size_t at = 0; at < all.size(); at += piece) {
        c.send(std::string_view(all).substr(at, piece));
    }
    for (const auto& body : want) {
        CHECK(body_of(c.reply()) == body);
    }
}

TEST_CASE("server: a client that waits for 100 Continue gets it before it sends its body", "[http][server]") {
    running_server s({}, echo);
    raw_client c(s.port());
    c.send("POST /e HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 4\r\n\r\n");
    REQUIRE(c.reply(raw_client::expect::head_only) == "HTTP/1.1 100 Continue\r\n\r\n");
    c.send("body");
    CHECK(body_of(c.reply()) == "POST /e body");
}

TEST_CASE("server: HEAD gets the length of a body and no body", "[http][server]") {
    running_server s({}, echo);
    raw_client c(s.port());
    c.send("HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n" + post("next"));

    CHECK_THAT(c.reply(raw_client::expect::head_only), EndsWith("Content-Length: 8\r\n\r\n"));
    CHECK(body_of(c.reply()) == "POST /echo next");
}

TEST_CASE("server: the client decides whether the connection stays open", "[http][server]") {
    running_server s({}, echo);
    SECTION("HTTP/1.1 closes when asked") {
        raw_client c(s.port());
        c.send("GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
        CHECK_THAT(c.rest(), Contains("Connection: close\r\n") && EndsWith("GET /a "));
    }
    SECTION("HTTP/1.0 closes by itself") {
        raw_client c(s.port());
        c.send("GET /a HTTP/1.0\r\n\r\n");
        CHECK_THAT(c.rest(), Contains("Connection: close\r\n") && EndsWith("GET /a "));
    }
    SECTION("HTTP/1.0 stays when asked, and is told so") {
        raw_client c(s.port());
        c.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        CHECK_THAT(c.reply(), Contains("Connection: keep-alive\r\n"));
        c.send("GET /b HTTP/1.0\r\n\r\n");
        CHECK_THAT(c.rest(), EndsWith("GET /b "));
    }
}

TEST_CASE("server: an answer may come later, from another thread, and counts once", "[http][server]") {
    std::vector<std::thread> workers;
    running_server s({}, [&workers](const std::shared_ptr<exchange>& x, const finished& done) {
        workers.emplace_back([x, done] {
            x->reply = "late " + x->body;
            done();
            done();
        });
    });
    client a("127.0.0.1", s.port(), patience);
    client b("127.0.0.1", s.port(), patience);
    for (int i = 0; i < 50; ++i) {
        CHECK(a.post("/", "a" + std::to_string(i)).body == "late a" + std::to_string(i));
        CHECK(b.post("/", "b" + std::to_string(i)).body == "late b" + std::to_string(i));
    }
    for (auto& worker : workers) {
        worker.join();
    }
}

TEST_CASE("server: finishing an earlier call again does not finish the next one", "[http][server]") {
    std::promise<finished> first;
    std::promise<std::pair<std::shared_ptr<exchange>, finished>> second;
    running_server s({}, [&](const std::shared_ptr<exchange>& x, const finished& done) {
        x->reply = "early";
        if (x->target == "/first") {
            done();
            first.set_value(done);
        } else if (x->target == "/second") {
            second.set_value({x, done});
        } else {
            done();
        }
    });
    raw_client c(s.port());
    c.send(post("", "/first") + post("", "/second"));
    const auto [x, done] = second.get_future().get();

    first.get_future().get()();
    client other("127.0.0.1", s.port(), patience);
    CHECK(other.get("/").status == 200);  // whatever the stale call did is done now
    x->reply = "right";
    done();
    CHECK(body_of(c.reply()) == "early");
    CHECK(body_of(c.reply()) == "right");
}

TEST_CASE("server: a slow answer holds up its own connection only", "[http][server]") {
    parking p;
    running_server s({}, p.answer());
    raw_client slow(s.port());
    slow.send(post("", "/park") + post("", "/behind"));
    const finished done = p.arrived.get_future().get();

    client quick("127.0.0.1", s.port(), patience);
    CHECK(quick.get("/quick").body == "/quick");
    done();
    CHECK(body_of(slow.reply()) == "/park");
    CHECK(body_of(slow.reply()) == "/behind");
}

TEST_CASE("server: a handler that throws is a 500 and a line in the log, not a crash", "[http][server]") {
    std::thread worker;
    running_server s({}, [&worker](const std::shared_ptr<exchange>& x, const finished& done) {
        x->reply = "half an ans";
        if (x->target == "/standard") {
            throw std::runtime_error("out of luck");
        }
        if (x->target == "/other") {
            throw 42;
        }
        worker = std::thread([x, done] {
            x->reply = "too late";
            done();
        });
        throw std::runtime_error("after handing on");
    });
    client c("127.0.0.1", s.port(), patience);

    for (const std::string target : {"/standard", "/other", "/handed-on"}) {
        const response& r = c.post(target, "x");
        CHECK(r.status == 500);
        CHECK(r.body == R"({"Error":"internal error"})");
        CHECK(r.close);
    }
    worker.join();
    CHECK(s.log() == std::vector<std::string>{"POST /standard: out of luck", "POST /other: unknown exception",
                                              "POST /handed-on: after handing on"});
}

TEST_CASE("server: one connection too many is told so, and served once there is room", "[http][server]") {
    server_limits limits;
    limits.connections_max = 1;
    running_server s(limits, echo);
    raw_client first(s.port());
    first.send(post("1"));
    REQUIRE(body_of(first.reply()) == "POST /echo 1");

    client second("127.0.0.1", s.port(), patience);
    const response& r = second.post("/", std::string(100'000, 'a'));
    CHECK(r.status == 503);
    CHECK(r.body == R"({"Error":"too many connections: at most 1"})");
    CHECK(r.close);

    first.send(post("2"));
    CHECK(body_of(first.reply()) == "POST /echo 2");
    first.close();
    while (second.post("/", "3").status == 503) {
    }
    CHECK(second.post("/", "4").body == "POST / 4");
}

TEST_CASE("server: a client that is late is told so and loses its connection", "[http][server]") {
    server_limits limits;
    SECTION("in the header") {
        limits.header_time = milliseconds{50};
        running_server s(limits, echo);
        raw_client c(s.port());
        c.send("POST / HTTP/1.1\r\nHo");
        CHECK_THAT(c.rest(),
                   StartsWith("HTTP/1.1 408 ") &&
                       EndsWith(R"({"Error":"request header not received in time: at most 50 ms"})"));
    }
    SECTION("in the body") {
        limits.body_time = milliseconds{50};
        running_server s(limits, echo);
        raw_client c(s.port());
        c.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf");
        CHECK_THAT(c.rest(), StartsWith("HTTP/1.1 408 ") &&
                                 EndsWith(R"({"Error":"request body not received in time: at most 50 ms"})"));
    }
    SECTION("in a chunk") {
        limits.body_time = milliseconds{50};
        running_server s(limits, echo);
        raw_client c(s.port());
        c.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab");
        CHECK_THAT(c.rest(), StartsWith("HTTP/1.1 408 "));
    }
    SECTION("between two requests it is only closed") {
        limits.idle_time = milliseconds{50};
        running_server s(limits, echo);
        raw_client c(s.port());
        c.send(post("1"));
        CHECK(body_of(c.reply()) == "POST /echo 1");
        CHECK(c.rest().empty());
    }
    SECTION("in reading its reply") {
        limits.write_time = milliseconds{50};
        limits.connections_max = 1;
        running_server s(limits, [](const std::shared_ptr<exchange>& x, const finished& done) {
            x->reply.assign(x->target == "/large" ? 64'000'000 : 1, 'a');
            done();
        });
        raw_client c(s.port());
        c.send(post("", "/large"));
        client next("127.0.0.1", s.port(), patience);
        while (next.get("/").status == 503) {  // the first one still has the only place
        }
        CHECK(c.rest().size() < 64'000'000);
    }
}

TEST_CASE("server: the time a handler takes is not counted against the client", "[http][server]") {
    server_limits limits;
    limits.header_time = limits.body_time = limits.idle_time = limits.write_time = milliseconds{20};
    parking p;
    running_server s(limits, p.answer());
    raw_client patient(s.port());
    patient.send(post("x", "/park"));
    const finished done = p.arrived.get_future().get();
    CHECK(raw_client(s.port()).rest().empty());  // closed for idling as long as every limit is

    done();
    CHECK(body_of(patient.reply()) == "/park");
}

TEST_CASE("server: a client that goes away in the middle harms nobody", "[http][server]") {
    std::atomic<int> calls = 0;
    running_server s({}, [&calls](const std::shared_ptr<exchange>& x, const finished& done) {
        ++calls;
        echo(x, done);
    });
    for (const std::string half :
         {"", "PO", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf",
          "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"}) {
        raw_client c(s.port());
        c.send(half);
    }
    client c("127.0.0.1", s.port(), patience);
    CHECK(c.post("/", "fine").body == "POST / fine");
    CHECK(calls == 1);
    CHECK(s.log().empty());
}

TEST_CASE("server: says why it cannot listen", "[http][server]") {
    boost::asio::io_context loop;
    server a(loop, {}, echo);
    server b(loop, {}, echo);
    CHECK_THROWS_WITH(a.listen("localhost", 0),
                      R"(cannot listen on localhost port 0: "localhost" is not an IP address)");
    const auto port = a.listen("127.0.0.1", 0);
    CHECK_THROWS_WITH(
        b.listen("127.0.0.1", port),
        StartsWith("cannot listen on 127.0.0.1 port " + std::to_string(port) + ": Address already in use"));
}
