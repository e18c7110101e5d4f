#include <atomic>
#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "extender/http/server.hpp"

#include "test/extender/http/running_server.hpp"

using namespace berth::http;
using namespace berth::test;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using std::chrono::milliseconds;

namespace {

/// A grace no test lives to see the end of.
constexpr std::chrono::hours for_ever{1};

bool ready(std::future<void>& future) { return future.wait_for(patience) == std::future_status::ready; }

}  // namespace

TEST_CASE("stop: finishes what is in flight, closes what is idle, takes nothing new", "[http][stop]") {
    parking p;
    running_server s({}, p.answer());
    raw_client idle(s.port());
    idle.send(post("", "/a"));
    REQUIRE(body_of(idle.reply()) == "/a");
    raw_client never_spoke(s.port());
    raw_client half_sent(s.port());
    half_sent.send("POST /half HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbo");
    raw_client busy(s.port());
    busy.send(post("", "/park"));
    const finished done = p.arrived.get_future().get();

    auto ended = s.stop(for_ever);

    CHECK(idle.rest().empty());  // also says that the stop has begun
    CHECK(never_spoke.rest().empty());
    CHECK_THROWS_WITH(raw_client(s.port()), Contains("Connection refused"));
    CHECK(ended.wait_for(milliseconds{0}) == std::future_status::timeout);
    half_sent.send("dy");
    CHECK_THAT(half_sent.rest(), Contains("Connection: close\r\n") && EndsWith("/half"));
    done();
    CHECK_THAT(busy.rest(), Contains("Connection: close\r\n") && EndsWith("/park"));
    CHECK(ready(ended));
}

TEST_CASE("stop: a reply already being written is written to its end, then the connection is closed",
          "[http][stop]") {
    constexpr std::size_t size = 64'000'000;  // more than the kernel buffers
    std::promise<void> answered;
    running_server s({}, [&answered](const std::shared_ptr<exchange>& x, const finished& done) {
        x->reply.assign(size, 'a');
        done();
        answered.set_value();
    });
    raw_client idle(s.port());
    raw_client reading(s.port());
    reading.send(post(""));
    answered.get_future().get();

    auto ended = s.stop(for_ever);

    CHECK(idle.rest().empty());
    CHECK(body_of(reading.rest()).size() == size);
    CHECK(ready(ended));
}

TEST_CASE("stop: what is not done after the grace is closed hard, and may finish to no effect",
          "[http][stop]") {
    parking p;
    running_server s({}, p.answer());
    raw_client busy(s.port());
    busy.send(post("", "/park"));
    const finished done = p.arrived.get_future().get();

    // The shorter grace counts, whichever came first.
    const bool shorter_first = GENERATE(true, false);
    auto first = s.stop(shorter_first ? milliseconds{20} : for_ever);
    auto second = s.stop(shorter_first ? for_ever : milliseconds{20});

    CHECK(busy.rest().empty());
    CHECK(ready(first));
    CHECK(ready(second));
    done();
}

TEST_CASE("stop: with nothing open ends at once, however often it is asked", "[http][stop]") {
    running_server s({}, echo);
    auto first = s.stop(for_ever);
    CHECK(ready(first));
    auto second = s.stop(for_ever);
    CHECK(ready(second));
}

TEST_CASE("server: may be destroyed with connections open and an answer outstanding", "[http][stop]") {
    finished kept;
    boost::asio::io_context loop;
    std::optional<server> s;
    s.emplace(loop, server_limits{}, [&](const std::shared_ptr<exchange>&, finished done) {
        kept = std::move(done);
        loop.stop();
    });
    raw_client busy(s->listen("127.0.0.1", 0));
    busy.send(post(""));
    loop.run();

    SECTION("and the loop ends by itself") {
        s.reset();
        loop.restart();
        loop.run();
        CHECK(busy.rest().empty());
        kept();
    }
    SECTION("and the loop goes too") {
        s.reset();
        CHECK(busy.rest().empty());
    }
}
