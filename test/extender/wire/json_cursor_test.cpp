#include "extender/wire/json_cursor.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace berth;
using wire::json_cursor;
using wire::json_document;

namespace {

/// All problems of reading `text` as `read` does, as sentences.
template <class Read>
std::vector<std::string> problems_of(std::string text, const Read& read, std::string root = {}) {
    json_document document;
    if (document.parse(text, std::move(root))) {
        read(document.root());
    }
    std::vector<std::string> sentences;
    for (const auto& problem : document.problems()) {
        sentences.push_back(api::sentence(problem));
    }
    return sentences;
}

void read_nothing(const json_cursor&) {}

}  // namespace

TEST_CASE("json_document: what is not exactly one JSON value is refused with the place") {
    struct bad_text {
        const char* text;
        const char* want;  ///< Beginning of the sentence.
    };
    const auto c = GENERATE(values<bad_text>({
        {"", "is not JSON at byte 0"},
        {" \n", "is not JSON at byte 2"},
        {"{} {}", "is not JSON at byte 3"},
        {"{}x", "is not JSON at byte 2"},
        {"\xEF\xBB\xBF{}", "is not JSON at byte 0"},
        {"{'a':1}", "is not JSON at byte 1"},
        {"{\"a\":1,}", "a: is not JSON at byte 7"},
        {"[1,]", "[1]: is not JSON at byte 3"},
        {"{\"a\":{\"b c\":[0,{\"d\":tru}]}}", "a[b c][1].d: is not JSON at byte 23"},
        {"{\"a\":[[],[01]]}", "a[1][1]: is not JSON at byte 11"},
        {"{\"a\":\"\\x\"}", "a: is not JSON at byte 6"},
        {"{\"a\":\"\\ud800\"}", "a: is not JSON at byte 6"},
        {"{\"a\":\"tab\there\"}", "a: is not JSON at byte 9"},
        {"{\"a\":\"\xFF\"}", "a: is not JSON at byte 6"},
        {"{\"a\":\"\xED\xB0\x80\"}", "a: is not JSON at byte 6"},
        {"{\"a\":\"open", "a: is not JSON at byte 10"},
        {"{\"a\":NaN}", "a: is not JSON at byte 5"},
        {"// no\n{}", "is not JSON at byte 0"},
    }));

    DYNAMIC_SECTION(c.text) {
        const auto problems = problems_of(c.text, read_nothing);
        REQUIRE(problems.size() == 1);
        CHECK_THAT(problems[0], Catch::StartsWith(c.want));
    }
}

TEST_CASE("json_document: a zero byte ends nothing") {
    CHECK(problems_of(std::string("{}\0{}", 5), read_nothing).size() == 1);
    CHECK(problems_of(std::string("{}\0", 3), read_nothing).size() == 1);
    CHECK(problems_of(std::string("{\"a\0\":1}", 8), read_nothing).size() == 1);
    CHECK(problems_of("{} \r\n\t", read_nothing).empty());
}

TEST_CASE("json_document: reads no byte behind the text, even when that ends inside a character") {
    for (const std::string cut : {"\xC3", "\xE2\x82", "\xE2", "\xF0\x9F\x98", "\xF0\x9F", "\xF0", "\xF4"}) {
        std::string text = "{\"a long enough key to be on the heap, whole\":\"" + cut;
        text.shrink_to_fit();
        const auto size = text.size();
        json_document document;
        CHECK_FALSE(document.parse(text));
        CHECK(text.size() == size);
    }
}

TEST_CASE("json_document: nesting costs no stack and ends at 64 levels") {
    const auto nested = [](std::string open, std::string close, std::size_t levels) {
        std::string text;
        for (std::size_t i = 0; i < levels; ++i) {
            text += open;
        }
        text += "0";
        for (std::size_t i = 0; i < levels; ++i) {
            text += close;
        }
        return text;
    };
    CHECK(problems_of(nested("[", "]", 64), read_nothing).empty());
    CHECK(problems_of(nested("{\"a\":", "}", 64), read_nothing).empty());
    for (const std::size_t levels : {65U, 100'000U}) {
        for (const auto& text :
             {nested("[", "]", levels), nested("{\"a\":", "}", levels), std::string(levels, '[')}) {
            const auto problems = problems_of(text, read_nothing);
            REQUIRE(problems.size() == 1);
            CHECK_THAT(problems[0], Catch::EndsWith(": is nested deeper than 64 levels"));
        }
    }
    CHECK_THAT(problems_of("{\"unread\":" + nested("[", "]", 100'000) + "}", read_nothing).at(0),
               Catch::StartsWith("unread[0][0]"));
}

TEST_CASE("json_cursor: a problem is told with the path of the value, and reading goes on") {
    const auto read = [](const json_cursor& root) {
        root.members({
            {"number", [](const json_cursor& v) { CHECK_FALSE(v.text()); }},
            {"list",
             [](const json_cursor& list) {
                 list.elements([](const json_cursor& element) {
                     element.members(
                         {{"nvidia.com/gpu", [](const json_cursor& v) { CHECK_FALSE(v.integer(0, 10)); }}});
                 });
             }},
            {"map", [](const json_cursor& v) { v.complain_missing("inner.name"); }},
        });
    };
    CHECK(problems_of(R"({"number":5,"map":{},"list":[{},{"nvidia.com/gpu":-1},7,{"nvidia.com/gpu":[]}]})",
                      read) ==
          std::vector<std::string>{"number: must be a string, not a number", "map.inner.name: is missing",
                                   "list[1][nvidia.com/gpu]: is negative: -1",
                                   "list[2]: must be an object, not a number",
                                   "list[3][nvidia.com/gpu]: must be a number, not an array"});
    CHECK(problems_of(R"({"number":5})", read, "Pod") ==
          std::vector<std::string>{"Pod.number: must be a string, not a number"});
    CHECK(problems_of("[]", read, "Pod") == std::vector<std::string>{"Pod: must be an object, not an array"});
}

TEST_CASE("json_cursor: null is absent for a member, and a value of the wrong type for an element") {
    const auto read = [](const json_cursor& root) {
        root.members({{"list",
                       [](const json_cursor& v) {
                           v.elements([](const json_cursor& element) { CHECK_FALSE(element.text()); });
                       }},
                      {"name", [](const json_cursor&) { FAIL("read a null"); }}});
    };
    CHECK(problems_of(R"({"name":null,"list":[null]})", read) ==
          std::vector<std::string>{"list[0]: must be a string, not null"});
    CHECK(problems_of("null", read) == std::vector<std::string>{"must be an object, not null"});
}

TEST_CASE("json_cursor: a key is refused the second time only if it is read") {
    const auto read = [](wire::key_case match) {
        return [match](const json_cursor& root) {
            int times = 0;
            root.members({{"Node", [&](const json_cursor&) { ++times; }}}, match);
            CHECK(times <= 1);
        };
    };
    using wire::key_case;
    CHECK(problems_of(R"({"x":1,"x":2,"Node":1,"node":2})", read(key_case::exact)).empty());
    CHECK(problems_of(R"({"Node":1,"node":2})", read(key_case::any)) ==
          std::vector<std::string>{"Node: is given twice"});
    CHECK(problems_of(R"({"Node":null,"Node":2,"Node":3})", read(key_case::exact)) ==
          std::vector<std::string>{"Node: is given twice", "Node: is given twice"});
    CHECK(problems_of(R"({"N\u006fde":1,"Node":2})", read(key_case::exact)).size() == 1);
}

TEST_CASE("json_cursor: integers are exact and within their range") {
    struct integer_case {
        const char* text;
        std::optional<std::int64_t> want;
    };
    const auto c = GENERATE(values<integer_case>({
        {"0", 0},
        {"-0", 0},
        {"-5", -5},
        {"9223372036854775807", 9'223'372'036'854'775'807},
        {"9223372036854775808", {}},
        {"-9223372036854775809", {}},
        {"123456789012345678901234567890", {}},
        {"1.0", {}},
        {"1e0", {}},
        {"\"1\"", {}},
        {"true", {}},
    }));
    DYNAMIC_SECTION(c.text) {
        std::string text = c.text;
        json_document document;
        REQUIRE(document.parse(text));
        CHECK(document.root().integer(-5, std::numeric_limits<std::int64_t>::max()) == c.want);
        CHECK(document.problems().empty() == c.want.has_value());
    }
}

TEST_CASE("json_cursor: strings come unescaped, half a surrogate pair does not") {
    std::string text = R"(["a\u00e9\n\"\ud83d\ude00","\udc00"])";
    json_document document;
    REQUIRE(document.parse(text));
    std::vector<std::optional<std::string_view>> texts;
    document.root().elements([&](const json_cursor& v) { texts.push_back(v.text()); });
    CHECK(texts ==
          std::vector<std::optional<std::string_view>>{"a\xC3\xA9\n\"\xF0\x9F\x98\x80", std::nullopt});
    REQUIRE(document.problems().size() == 1);
    CHECK(api::sentence(document.problems()[0]) == "[1]: holds half of a surrogate pair");
}

TEST_CASE("json_cursor: an array or object knows where it stood in the text as sent") {
    const std::string sent = R"( {"a": [ {"k":"\u0041"} , [] ] })";
    std::string text = sent;
    json_document document;
    REQUIRE(document.parse(text));
    std::vector<std::string> seen;
    const auto source = [&](const json_cursor& v) {
        seen.push_back(sent.substr(v.source_begin(), v.source_length()));
    };
    document.root().members({{"a", [&](const json_cursor& list) {
                                  source(list);
                                  list.elements(source);
                              }}});
    CHECK(seen == std::vector<std::string>{R"([ {"k":"\u0041"} , [] ])", R"({"k":"\u0041"})", "[]"});
}

TEST_CASE("json_document: values are counted with their keys, up to the limit given") {
    std::string fits = R"({"a":[1,2]})";
    CHECK(json_document(5).parse(fits));
    std::string too_many = R"({"a":[1,2,3]})";
    json_document document(5);
    REQUIRE_FALSE(document.parse(too_many));
    CHECK(api::sentence(document.problems()[0]) == "a[2]: holds more than 5 values");
}

TEST_CASE("json_document: paths and quoted text are short and printable") {
    const std::string key(1000, 'k');
    const auto problems = problems_of("{\"" + key + "\":\xFF}", read_nothing);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].size() < 200);
    CHECK(wire::shown("a\n\x80"
                      "b") == "\"a??b\"");
}
