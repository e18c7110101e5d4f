#include "extender/http/url.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

using namespace berth::http;
using Catch::Matchers::Contains;

namespace {

struct good_case {
    const char* text;
    url want;
};

struct bad_case {
    const char* text;
    const char* want;
};

}  // namespace

TEST_CASE("parse_url: host, port and prefix, slashes at the end do not count", "[http][url]") {
    const auto c = GENERATE(values<good_case>({
        {"http://localhost:8888", {"localhost", 8888, ""}},
        {"http://10.0.0.1", {"10.0.0.1", 80, ""}},
        {"http://berth.kube-system.svc:80/", {"berth.kube-system.svc", 80, ""}},
        {"http://h:1/scheduler", {"h", 1, "/scheduler"}},
        {"http://h:65535/a/b//", {"h", 65535, "/a/b"}},
        {"http://[::1]:8888/x", {"::1", 8888, "/x"}},
        {"http://[::1]", {"::1", 80, ""}},
    }));

    DYNAMIC_SECTION(c.text) { CHECK(parse_url(c.text) == c.want); }
}

TEST_CASE("parse_url: says what is wrong and what to write", "[http][url]") {
    const auto c = GENERATE(values<bad_case>({
        {"", "does not begin with http://"},
        {"localhost:8888", "does not begin with http://"},
        {"https://localhost", "asks for TLS"},
        {"http://", "names no host"},
        {"http://:80", "names no host"},
        {"http:///filter", "names no host"},
        {"http://[]:80", "names no host"},
        {"http://[::1", "does not close"},
        {"http://[::1]80", "between the host and the port"},
        {"http://h:", "port that is not a number"},
        {"http://h:0", "port that is not a number"},
        {"http://h:65536", "port that is not a number"},
        {"http://h:-1", "port that is not a number"},
        {"http://h:80x", "port that is not a number"},
        {"http://::1:80", "names no host"},
        {"http://me@h", "no place in it"},
        {"http://h/a?b=c", "no place in it"},
        {"http://h/a b", "no place in it"},
        {"http://h/\r\nHost: x", "no place in it"},
    }));

    DYNAMIC_SECTION(c.text) {
        CHECK_THROWS_WITH(parse_url(c.text), Contains(c.want) && Contains("write http://host:port"));
    }
}
