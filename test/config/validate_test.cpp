#include "config/validate.hpp"

#include <catch2/catch.hpp>
#include <chrono>

using namespace berth;
using namespace std::chrono_literals;

TEST_CASE("validate: the defaults are right", "[config]") {
    CHECK(config::validate(config::settings{}).empty());
}

TEST_CASE("validate: settings made in code are held to the same ranges as a file", "[config]") {
    config::settings s;
    s.limits.body_bytes = 1;
    s.default_cores = devicemodel::core_percent{101};
    s.default_memory = devicemodel::mebibytes{-1};
    s.reservation_ttl = 0ms;
    s.listen_address = "localhost";

    const auto problems = config::validate(s);

    REQUIRE(problems.size() == 5);
    CHECK(problems[0] == config::problem{"listen_address", 0, "is \"localhost\"", "an IPv4 or IPv6 address"});
    CHECK(problems[1] ==
          config::problem{"limits.body_bytes", 0, "is \"1\"", "a whole number of bytes, 65536..1073741824"});
    CHECK(problems[2].key == "default_memory_mib");
    CHECK(problems[3].key == "default_cores");
    CHECK(problems[4].key == "reservation_ttl");
}

TEST_CASE("validate: a bind has to end before kube-scheduler stops listening", "[config]") {
    config::settings s;
    s.bind_deadline = s.http_timeout - 1ms;
    CHECK(config::validate(s).empty());

    s.bind_deadline = s.http_timeout;
    const auto problems = config::validate(s);
    REQUIRE(problems.size() == 1);
    CHECK(sentence(problems[0], "") ==
          "bind_deadline: is 30s; allowed: less than http_timeout, which is 30s");
    CHECK(config::validate(s, {"bind_deadline"}).empty());
    CHECK(config::validate(s, {"http_timeout"}).empty());
}

TEST_CASE("validate: one node may not use more search steps than the whole call", "[config]") {
    config::settings s;
    s.search.steps_per_call = s.search.steps_per_node;
    CHECK(config::validate(s).empty());

    s.search.steps_per_call -= 1;
    const auto problems = config::validate(s);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].key == "search.steps_per_node");
}

TEST_CASE("validate: two resources cannot have one name", "[config]") {
    config::settings s;
    s.resources.cores = s.resources.gpu;

    const auto problems = config::validate(s);

    REQUIRE(problems.size() == 1);
    CHECK(problems[0].key == "resources.cores");
    CHECK(problems[0].what == "is \"nvidia.com/gpu\", as resources.gpu is");
}
