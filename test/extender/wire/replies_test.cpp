#include "extender/wire/replies.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "extender/wire/json_cursor.hpp"
#include "extender/wire/json_writer.hpp"

using namespace berth;
using wire::answer_list;
using wire::node_verdict;

namespace {

const std::vector<api::named_node> names{{"gpu-a", 0}, {"gpu-b", 1}, {"q\"uote", 2}};

/// Not inlined: with the length in sight the compiler warns of the block an as_sent name would be copied by.
[[gnu::noinline]] api::named_node stranger(std::string_view name) { return {name, api::named_node::unknown}; }

std::string escaped(std::string_view text) {
    std::string out;
    wire::append_json_string(out, text);
    return out;
}

}  // namespace

TEST_CASE("filter reply: all keys in one order, each node in exactly one list", "[wire][replies]") {
    wire::filter_result_writer writer;
    std::string reply;

    SECTION("nothing at all") {
        writer.begin(answer_list::node_names);
        writer.end(reply);
        CHECK(reply ==
              R"({"Nodes":null,"NodeNames":[],"FailedNodes":{},"FailedAndUnresolvableNodes":{},"Error":""})");
    }
    SECTION("in any order of calls") {
        writer.begin(answer_list::node_names);
        writer.add(names[2], node_verdict::unresolvable("no cards"));
        writer.add(stranger("x\n"), node_verdict::failed("Node\"Unregistered\""));
        writer.add(names[1], node_verdict::fits());
        writer.add(names[0], node_verdict::failed("full"));
        writer.add(stranger("str\\ange"), node_verdict::fits());
        writer.add(stranger("y"), node_verdict::failed("full"));
        writer.end(reply);
        CHECK(reply == R"({"Nodes":null,"NodeNames":["gpu-b","str\\ange"],)"
                       R"("FailedNodes":{"x\n":"Node\"Unregistered\"","gpu-a":"full","y":"full"},)"
                       R"("FailedAndUnresolvableNodes":{"q\"uote":"no cards"},"Error":""})");
    }
    SECTION("nodes go back as they came") {
        api::carried_node a;
        a.info.name = "gpu-a";
        a.text = R"({"metadata": {"name":"gpu-a"}})";
        api::carried_node b;
        b.info.name = "b\"";
        writer.begin(answer_list::nodes);
        writer.add(a, node_verdict::fits());
        writer.add(b, node_verdict::failed("full"));
        writer.add(b, node_verdict::unresolvable(""));
        writer.end(reply);
        CHECK(reply ==
              R"({"Nodes":{"metadata":{},"items":[{"metadata": {"name":"gpu-a"}}]},"NodeNames":null,)"
              R"("FailedNodes":{"b\"":"full"},"FailedAndUnresolvableNodes":{"b\"":""},"Error":""})");
    }
    SECTION("a writer carries nothing over, and appends") {
        writer.begin(answer_list::nodes);
        writer.add(names[0], node_verdict::failed("old"));
        writer.begin(answer_list::node_names);
        writer.add(names[0], node_verdict::fits());
        reply = "before ";
        writer.end(reply);
        CHECK(
            reply ==
            R"(before {"Nodes":null,"NodeNames":["gpu-a"],"FailedNodes":{},"FailedAndUnresolvableNodes":{},"Error":""})");
    }
}

TEST_CASE("filter reply: an error stands alone", "[wire][replies]") {
    std::string reply;
    wire::append_filter_error(reply, "Pod: is \"missing\"");
    CHECK(
        reply ==
        R"({"Nodes":null,"NodeNames":null,"FailedNodes":null,"FailedAndUnresolvableNodes":null,"Error":"Pod: is \"missing\""})");
}

TEST_CASE("prioritize reply: a bare array of hosts and integers", "[wire][replies]") {
    wire::host_priority_writer writer;
    std::string reply;
    writer.begin();
    writer.end(reply);
    CHECK(reply == "[]");

    api::carried_node carried;
    carried.info.name = "c";
    writer.begin();
    writer.add(names[0], 3);
    writer.add(stranger("\t"), 10);
    writer.add(carried, 0);
    writer.add(names[2], 7);
    reply = "before ";
    writer.end(reply);
    CHECK(reply == R"(before [{"Host":"gpu-a","Score":3},{"Host":"\t","Score":10},{"Host":"c","Score":0},)"
                   R"({"Host":"q\"uote","Score":7}])");
}

TEST_CASE("filter and prioritize replies: texts longer than a block, and many of them", "[wire][replies]") {
    std::string body;
    for (std::size_t i = 0; i < 300; ++i) {
        body += escaped(std::string(i % 150, 'n') + std::to_string(i));
    }
    body.append(wire::block_text::block, ' ');  // is read on behind a name
    std::vector<api::named_node> many;
    for (std::size_t at = 0; many.size() < 300;) {
        const auto closing = body.find('"', at + 1);
        const auto number = static_cast<std::uint32_t>(many.size());
        many.emplace_back(std::string_view(body).substr(at + 1, closing - at - 1), number);
        at = closing + 1;
    }
    wire::filter_result_writer filter;
    wire::host_priority_writer priorities;
    const auto names_are = GENERATE(api::name_texts::unescaped, api::name_texts::as_sent);
    filter.begin(answer_list::node_names, names_are);
    priorities.begin(names_are);
    std::string fitting, failed, scored, reply;
    for (const auto& node : many) {
        const std::string reason(node.slot % 70, 'r');
        const auto level = node.slot % 11;
        filter.add(node, node.slot % 2 == 0 ? node_verdict::fits() : node_verdict::failed(reason));
        priorities.add(node, level);
        (node.slot % 2 == 0 ? fitting : failed) +=
            escaped(node.name()) + (node.slot % 2 == 0 ? "" : ":" + escaped(reason)) + ",";
        scored += R"({"Host":)" + escaped(node.name()) + R"(,"Score":)" + std::to_string(level) + "},";
    }
    fitting.pop_back();
    failed.pop_back();
    scored.pop_back();
    filter.end(reply);
    CHECK(reply == R"({"Nodes":null,"NodeNames":[)" + fitting + R"(],"FailedNodes":{)" + failed +
                       R"(},"FailedAndUnresolvableNodes":{},"Error":""})");
    reply.clear();
    priorities.end(reply);
    CHECK(reply == "[" + scored + "]");
}

TEST_CASE("bind reply: the error, empty when bound", "[wire][replies]") {
    std::string reply;
    wire::append_binding_result(reply, "");
    wire::append_binding_result(reply, "a\\b");
    CHECK(reply == R"({"Error":""}{"Error":"a\\b"})");
}

TEST_CASE("append_json_string: every byte at every place is read back", "[wire][replies]") {
    CHECK(escaped("") == "\"\"");
    CHECK(escaped("a/b\x7F\xC3\xA9") == "\"a/b\x7F\xC3\xA9\"");
    CHECK(escaped(std::string("\0\x1f\b\f", 4)) == R"("\u0000\u001f\u0008\u000c")");
    for (int c = 0; c < 128; ++c) {
        for (std::size_t place = 0; place < 20; ++place) {
            std::string text(20, 'x');
            text[place] = static_cast<char>(c);
            std::string json = escaped(text);
            wire::json_document document;
            REQUIRE(document.parse(json));
            REQUIRE(document.root().text() == text);
        }
    }
}

TEST_CASE("json_writer: commas where they belong", "[wire][replies]") {
    std::string out = "x";
    wire::json_writer json(out);
    json.begin_object();
    json.key("a\"");
    json.begin_array();
    json.number(-5);
    json.begin_array();
    json.end_array();
    json.begin_object();
    json.end_object();
    json.text("t");
    json.raw("[1,2]");
    json.end_array();
    json.key("b");
    json.truth(false);
    json.key("c");
    json.null();
    json.end_object();
    CHECK(out == R"(x{"a\"":[-5,[],{},"t",[1,2]],"b":false,"c":null})");
}
