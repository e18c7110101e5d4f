#include "extender/standalone/yaml_to_json.hpp"

#include <catch2/catch.hpp>

using namespace berth;
using documents = std::vector<std::string>;

namespace {

documents json_of(std::string_view yaml) {
    const auto got = standalone::yaml_to_json(yaml);
    INFO((got ? "" : api::sentence(got.error())));
    REQUIRE(got.has_value());
    return *got;
}

}  // namespace

TEST_CASE("yaml_to_json: scalars become what JSON knows, or text", "[standalone]") {
    CHECK(json_of("a: 1\nb: -0.5e3\nc: true\nd: null\ne: ~\nf:\n") ==
          documents{R"({"a":1,"b":-0.5e3,"c":true,"d":null,"e":null,"f":null})"});
    CHECK(json_of("a: 010\nb: .5\nc: 1_000\nd: yes\ne: 24Gi\nf: \"7\"\ng: 'true'\nh: \"\"") ==
          documents{R"({"a":"010","b":".5","c":"1_000","d":"yes","e":"24Gi","f":"7","g":"true","h":""})"});
    CHECK(json_of("{1: a, true: [], x: {}}") == documents{R"({"1":"a","true":[],"x":{}})"});
    CHECK(json_of("a: \"q\\\"\\n\"\na: twice") == documents{R"({"a":"q\"\n","a":"twice"})"});
    CHECK(json_of("- [1, [2]]\n- b: |\n    two\n    lines\n") ==
          documents{R"([[1,[2]],{"b":"two\nlines\n"}])"});
}

TEST_CASE("yaml_to_json: several documents, empty ones left out", "[standalone]") {
    CHECK(json_of("a: 1\n---\n---\nb: 2\n...\n---\n# nothing\n") == documents{R"({"a":1})", R"({"b":2})"});
    CHECK(json_of("").empty());
}

TEST_CASE("yaml_to_json: an alias is what it stands for", "[standalone]") {
    CHECK(json_of("a: &x {m: [1]}\nb: *x\nc: [*x, &y z, *y]") ==
          documents{R"({"a":{"m":[1]},"b":{"m":[1]},"c":[{"m":[1]},"z","z"]})"});
}

TEST_CASE("yaml_to_json: what it cannot take names the line, and soon", "[standalone]") {
    std::string deep, laughs = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n";
    for (int i = 0; i < 100; ++i) {
        deep = "[" + deep + "]";
    }
    for (int i = 1; i < 40; ++i) {
        const auto before = "*a" + std::to_string(i - 1);
        laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
        for (int copy = 0; copy < 9; ++copy) {
            laughs += ", " + before;
        }
        laughs += "]\n";
    }
    struct bad_text {
        std::string yaml, where, what;
    };
    const auto c = GENERATE_COPY(values<bad_text>({
        {"{},", "line 1", ""},
        {"a: 1\n---\n{},\n", "line 3", ""},
        {"a: [1\nb: 2", "line 2", ""},
        {"a: 1\n b: 2", "line 2", ""},
        {"[a]: b", "line 1", "a key that is no text"},
        {"a: &x [*x]", "line 1", "within what it stands for"},
        {"a: *nowhere", "line 1", ""},
        {deep, "line 1", "deeper than 64"},
        {laughs, "line", "64 MiB"},
    }));
    CAPTURE(c.yaml.substr(0, 40));
    const auto got = standalone::yaml_to_json(c.yaml);
    REQUIRE_FALSE(got.has_value());
    CHECK(got.error().field.find(c.where) == 0);
    CHECK(got.error().problem.find(c.what) != std::string::npos);
}
