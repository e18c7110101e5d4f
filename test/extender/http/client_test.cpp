#include "extender/http/client.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "test/extender/http/running_server.hpp"
#include "test/extender/http/scripted_server.hpp"

using namespace berth::http;
using namespace berth::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

struct reply_case {
    const char* name;
    std::string sent;
    unsigned status;
    std::string body;
    bool close;
};

struct broken_case {
    const char* name;
    std::string sent;
    const char* want;
};

const std::string ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

}  // namespace

TEST_CASE("client: sends what a request needs, and POST its length", "[http][client]") {
    running_server s({}, echo);
    client c("127.0.0.1", s.port(), patience);

    CHECK(c.post("/filter", "{}").body == "POST /filter {}");
    CHECK(c.post("/filter", "").body == "POST /filter ");
    const response& r = c.get("/debug/state?node=a");
    CHECK(r.status == 200);
    CHECK(r.body == "GET /debug/state?node=a ");
    CHECK(r.content_type == "application/json");
    CHECK_FALSE(r.close);
}

TEST_CASE("client: large calls both ways", "[http][client]") {
    running_server s({}, echo);
    client c("127.0.0.1", s.port(), patience);
    for (const std::size_t size : {1U, 65'535U, 65'536U, 134'000U, 5'000'000U, 10U}) {
        const std::string body(size, 'x');
        CHECK(c.post("/", body).body == "POST / " + body);
    }
}

TEST_CASE("client: reads every way a server may frame its reply", "[http][client]") {
    const auto c = GENERATE(values<reply_case>({
        {"with a length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", false},
        {"empty", "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", 503, "", false},
        {"no content", "HTTP/1.1 204 No Content\r\n\r\n", 204, "", false},
        {"chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
         200, "hello", false},
        {"chunked and empty", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200, "",
         false},
        {"until the end", "HTTP/1.1 200 OK\r\n\r\nhello", 200, "hello", true},
        {"closing", "HTTP/1.1 413 No\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx", 413, "x", true},
        {"after 100 Continue", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
         200, "x", false},
        {"with more than was asked for", ok + "HTTP/1.1 200 OK", 200, "ok", true},
    }));

    DYNAMIC_SECTION(c.name) {
        scripted_server s({{c.sent}, {ok}});
        client caller("127.0.0.1", s.port(), patience);
        const response& r = caller.post("/", "{}");

        CHECK(r.status == c.status);
        CHECK(r.body == c.body);
        CHECK(r.close == c.close);
        s.wait_until_hung_up(0);
        CHECK(caller.post("/", "{}").body == "ok");  // on a new connection, since the first is dead
    }
}

TEST_CASE("client: says what went wrong, and where", "[http][client]") {
    const auto c = GENERATE(values<broken_case>({
        {"not HTTP", "SSH-2.0-x\r\n\r\n", "sent something that is not an HTTP reply: bad version"},
        {"bad length", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
         "not an HTTP reply: bad Content-Length"},
        {"bad chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
         "not an HTTP reply: bad chunk"},
        {"no answer", "", "closed the connection instead of answering"},
        {"half a header", "HTTP/1.1 200", "closed the connection instead of answering"},
        {"half a body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe",
         "closed the connection before its answer was complete"},
        {"half a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
         "closed the connection before its answer was complete"},
        {"endless header", "HTTP/1.1 200 OK\r\nX: " + std::string(20'000, 'a'), "header limit exceeded"},
    }));

    DYNAMIC_SECTION(c.name) {
        scripted_server s({{c.sent}, {ok}});
        client caller("127.0.0.1", s.port(), patience);

        CHECK_THROWS_WITH(caller.post("/", "{}"),
                          StartsWith("127.0.0.1:" + std::to_string(s.port()) + ": ") && Contains(c.want));
        CHECK(caller.post("/", "{}").body == "ok");  // and is fit for the next call
    }
}

TEST_CASE("client: a call that may have arrived is not sent again", "[http][client]") {
    scripted_server s({{ok, ""}, {ok}});
    client c("127.0.0.1", s.port(), patience);
    REQUIRE(c.post("/bind", "1").status == 200);

    CHECK_THROWS_WITH(c.post("/bind", "2"), Contains("closed the connection instead of answering"));
    CHECK(s.requests() == 2);
    CHECK(c.post("/bind", "3").status == 200);
    CHECK(s.requests() == 3);
}

TEST_CASE("client: does not wait longer than it was told", "[http][client]") {
    finished never;
    running_server s({},
                     [&never](const std::shared_ptr<exchange>&, finished done) { never = std::move(done); });
    client c("127.0.0.1", s.port(), std::chrono::milliseconds{20});

    CHECK_THROWS_WITH(c.post("/", "{}"), Contains("no complete answer within 20 ms"));
}

TEST_CASE("client: nobody there, or no such host", "[http][client]") {
    std::uint16_t port = 0;
    {
        scripted_server gone({});
        port = gone.port();
    }
    client nobody("127.0.0.1", port, patience);
    CHECK_THROWS_WITH(nobody.get("/"), Contains("cannot connect: Connection refused"));
    client no_name("no host has this name", 80, patience);
    CHECK_THROWS_WITH(no_name.get("/"), StartsWith("no host has this name:80: host not found: "));
}
