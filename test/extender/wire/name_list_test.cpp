#include "extender/wire/name_list.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "extender/wire/json_writer.hpp"

using namespace berth;
using api::named_node;
using wire::node_index;

namespace {

using met = std::pair<std::string, std::uint32_t>;

std::vector<met> as_met(const std::vector<named_node>& names) {
    std::vector<met> out;
    for (const auto& node : names) {
        out.emplace_back(node.name(), node.slot);
    }
    return out;
}

node_index index_of(const std::vector<std::string>& names) {
    std::vector<named_node> nodes;
    for (const auto& name : names) {
        nodes.emplace_back(name, static_cast<std::uint32_t>(nodes.size()));
    }
    return node_index(nodes);
}

/// What RapidJSON makes of the same text; nothing when it has a problem.
std::optional<std::vector<met>> by_document(std::string text, const node_index& known) {
    wire::json_document document;
    std::vector<named_node> names;
    if (document.parse(text)) {
        wire::read_names(document.root(), known, names);
    }
    return document.problems().empty() ? std::optional(as_met(names)) : std::nullopt;
}

struct list_case {
    const char* text;
    std::vector<met> want;
};

constexpr auto unknown = node_index::unknown;

}  // namespace

TEST_CASE("scan_names: plain lists, in any white space, up to the closing bracket", "[wire][names]") {
    const auto c = GENERATE(values<list_case>({
        {"[]", {}},
        {"[ \t\r\n]", {}},
        {"[\"a\"]", {{"a", 0}}},
        {" [\"a\"]", {}},
        {"[ \"a\" ,\n\"b\",\"x\",\"b\" ]", {{"a", 0}, {"b", 1}, {"x", unknown}, {"b", 1}}},
        {"[\"\"]", {{"", unknown}}},
        {"[\"aa\",\"a\",\"ab\"]", {{"aa", unknown}, {"a", 0}, {"ab", unknown}}},
    }));
    DYNAMIC_SECTION(c.text) {
        auto known = index_of({"a", "b"});
        std::vector<named_node> names;
        for (int again = 0; again < 3; ++again) {  // With nothing learned, and with this order learned.
            const std::string body = std::string(c.text) + ",\"rest\":1}";
            const auto length = wire::scan_names(body, known, names);
            CHECK(as_met(names) == c.want);
            CHECK(length == (c.text[0] == '[' ? std::string(c.text).size() - 1 : 0));
        }
    }
}

TEST_CASE("scan_names: leaves everything unusual to RapidJSON, and gives up with no name", "[wire][names]") {
    const std::vector<std::string> unusual{
        "",
        "[",
        "[\"a\"",
        "[\"a\",",
        "[\"a\",]",
        "[,\"a\"]",
        "[\"a\" \"b\"]",
        "[\"a\"}",
        "[5]",
        "[null]",
        "[\"a\",{}]",
        "{\"a\":1}",
        "[\"a",
        "[\"a\\u0062\"]",
        "[\"\xC3\xA4\"]",
        "[\"a\tb\"]",
        "[\"a\x01\"]",
        "[[\"a\"]]",
        std::string("[\"a\0\"]", 6),
        "\"a\"",
        "[\"a\"\v]",
    };
    auto known = index_of({"a", "b"});
    for (const auto& text : unusual) {
        CAPTURE(text);
        std::vector<named_node> names{{"left over", 7}};
        CHECK(wire::scan_names(text, known, names) == 0);
        CHECK(names.empty());
    }
}

TEST_CASE("scan_names: agrees with RapidJSON on any list", "[wire][names]") {
    constexpr auto seed = 41U;
    std::mt19937 random(seed);
    const std::vector<std::string> known_names{
        "gpu-a", "gpu-b", "gpu-aa", "", "\xC3\xA4", "q\"uote", "back\\slash", "tab\t", "node-0123456789"};
    auto known = index_of(known_names);
    const std::vector<std::string> pieces{"\"gpu-a\"",
                                          "\"gpu-b\"",
                                          "\"gpu-aa\"",
                                          "\"gpu\"",
                                          "\"\"",
                                          "\"\xC3\xA4\"",
                                          "\"q\\\"uote\"",
                                          "\"back\\\\slash\"",
                                          "\"gpu-\\u0061\"",
                                          "\"tab\\t\"",
                                          "\"tab\t\"",
                                          "\"node-0123456789\"",
                                          "\"node-012345678\"",
                                          "5",
                                          "null",
                                          "[]",
                                          "\"\xFF\"",
                                          "\"open",
                                          "\"\x7F\""};
    const std::vector<std::string> gaps{"", "", "", "", " ", "\n\t", "\r", "\v"};
    int scanned = 0;
    for (int round = 0; round < 20'000; ++round) {
        const auto any_gap = [&] {
            return gaps[random() % (round % 10 == 0 ? gaps.size() : gaps.size() - 1)];
        };
        std::string text = "[" + any_gap();
        for (auto left = random() % 6; left > 0; --left) {
            text += pieces[random() % (round % 3 == 0 ? pieces.size() : 5)] + any_gap();
            text += left > 1 || random() % 20 == 0 ? "," : "";
            text += any_gap();
        }
        text += random() % 30 == 0 ? "" : "]";
        CAPTURE(seed, round, text);

        std::vector<named_node> names;
        const auto length = wire::scan_names(text, known, names);
        const auto want = by_document(text, known);
        if (length != 0) {
            ++scanned;
            REQUIRE(want.has_value());
            REQUIRE(as_met(names) == *want);
            REQUIRE(length == text.size() - 1);
        }
    }
    CHECK(scanned > 5'000);
}

TEST_CASE("node_index: finds every name and no other, whatever the names look like", "[wire][names]") {
    std::vector<std::string> names;
    for (int i = 0; i < 3'000; ++i) {
        names.push_back(std::string(static_cast<std::size_t>(i % 40), 'n') + std::to_string(i));
    }
    const auto known = index_of(names);
    for (std::uint32_t slot = 0; slot < names.size(); ++slot) {
        REQUIRE(known.find(names[slot]) == slot);
        REQUIRE(known.find(names[slot] + "x") == unknown);
    }
    CHECK(known.find("") == unknown);
    CHECK(node_index().find("a") == unknown);
    CHECK(index_of({}).find("") == unknown);
}

TEST_CASE("node_index: slots may have gaps, names may hold anything", "[wire][names]") {
    const std::vector<named_node> nodes{{"q\"\n", 9}, {"b", 2}};
    const node_index known(nodes);
    CHECK(known.find("q\"\n") == 9);
    CHECK(known.find("b") == 2);
}
