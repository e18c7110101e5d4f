#include "extender/wire/extender_args.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace berth;
using wire::extender_args_parser;
using wire::node_index;

namespace {

node_index index_of(const std::vector<std::string>& names) {
    std::vector<api::named_node> nodes;
    for (const auto& name : names) {
        nodes.push_back({name, static_cast<std::uint32_t>(nodes.size())});
    }
    return node_index(nodes);
}

/// A parser with a body of its own.
struct parsed {
    explicit parsed(std::string text) : body(std::move(text)) {
        if (const auto bad = parser.parse(body, known)) {
            problem = api::sentence(*bad);
        }
    }

    std::vector<std::string> names() const {
        std::vector<std::string> out;
        for (const auto& node : parser.args().names) {
            out.emplace_back(node.name());
        }
        return out;
    }

    node_index known = index_of({"node-a", "node-b"});
    std::string body;
    extender_args_parser parser{{}};
    std::string problem;
};

using texts = std::vector<std::string>;

}  // namespace

TEST_CASE("extender_args: the three keys in any letter case, everything inside as usual", "[wire][args]") {
    const std::string pod =
        R"({"metadata":{"name":"t-0","NAME":5},"spec":{"containers":[{"name":"main","Name":[]}]}})";
    for (const std::string& body : texts{
             R"({"Pod":)" + pod + R"(,"Nodes":null,"NodeNames":["node-a","node-b"]})",
             R"({"pod":)" + pod + R"(,"nodes":null,"nodenames":["node-a","node-b"]})",
             R"({"nodeNames":["node-a","node-b"],"pod":)" + pod + "}",
             R"({"POD":)" + pod + R"(,"NODENAMES":["node-a","node-b"],"UNKNOWN":{"x":[1,2,{"y":null}]}})",
             R"({"Pod":)" + pod + R"(,"NodeNames":["node\u002da", "node-b"]})",
         }) {
        CAPTURE(body);
        const parsed p(body);
        REQUIRE(p.problem == "");
        CHECK(p.parser.args().candidate.name == "t-0");
        CHECK(p.parser.args().has_names);
        CHECK_FALSE(p.parser.args().has_nodes);
        CHECK(p.names() == texts{"node-a", "node-b"});
        CHECK(p.parser.args().names[1].slot == 1);
    }
}

TEST_CASE("extender_args: which lists there are is told, none is for the verb to judge", "[wire][args]") {
    struct list_case {
        const char* members;
        bool has_names;
        bool has_nodes;
    };
    const auto c = GENERATE(values<list_case>({
        {"", false, false},
        {R"(,"Nodes":null,"NodeNames":null)", false, false},
        {R"(,"NodeNames":[])", true, false},
        {R"(,"NodeNames":[ ])", true, false},
        {R"(,"Nodes":{})", false, true},
        {R"(,"Nodes":{"metadata":{},"items":null},"NodeNames":["x"])", true, true},
    }));
    DYNAMIC_SECTION("members " << c.members) {
        const parsed p(R"({"Pod":{})" + std::string(c.members) + "}");
        REQUIRE(p.problem == "");
        CHECK(p.parser.args().has_names == c.has_names);
        CHECK(p.parser.args().has_nodes == c.has_nodes);
        CHECK(p.parser.args().nodes.empty());
    }
}

TEST_CASE("extender_args: whole nodes are read and kept as they were sent", "[wire][args]") {
    const std::string first =
        R"({ "kind" : "Node","metadata":{"name":"n\u006fde-a","annotations":{"hami.io/node-nvidia-register":"[{\"id\":\"GPU-0\",\"health\":true}]"}},"x":1.50e1})";
    const std::string second = R"({"metadata":{"name":"node-x"}})";
    for (const std::string& body : texts{
             R"({"NodeNames":["\u0061"],"Nodes":{"metadata":{"u":"\u0041"},"items":[)" + first + " ,\n" +
                 second + R"(]},"Pod":{}})",
             R"({"Pod":{"metadata":{"name":"\u0070"}},"nodes":{"items":[)" + first + "," + second + "]}}\n",
         }) {
        CAPTURE(body);
        const parsed p(body);
        REQUIRE(p.problem == "");
        const auto& nodes = p.parser.args().nodes;
        REQUIRE(nodes.size() == 2);
        CHECK(nodes[0].text == first);
        CHECK(nodes[0].info.name == "node-a");
        CHECK(nodes[0].info.cards.size() == 1);
        CHECK(nodes[1].text == second);
        CHECK(nodes[1].info.register_problem == "no hami.io/node-nvidia-register annotation");
    }
}

TEST_CASE("extender_args: a parser carries nothing over from one body to the next", "[wire][args]") {
    auto known = index_of({"node-a"});
    extender_args_parser parser{{}};
    std::string full = R"({"Pod":{"metadata":{"name":"a"},"spec":{"containers":[{"name":"m"}]}},
                           "Nodes":{"items":[{"metadata":{"name":"n"}}]},"NodeNames":["node-a"]})";
    REQUIRE_FALSE(parser.parse(full, known));
    REQUIRE(parser.args().nodes.size() == 1);
    std::string broken = R"({"Pod":{"metadata":{"name":"b"}},"NodeNames":["node-a",)";
    REQUIRE(parser.parse(broken, known));
    std::string bare = R"({"Pod":{}})";
    REQUIRE_FALSE(parser.parse(bare, known));
    CHECK(parser.args().candidate.containers.empty());
    CHECK(parser.args().candidate.name == "");
    CHECK(parser.args().names.empty());
    CHECK(parser.args().nodes.empty());
    CHECK_FALSE(parser.args().has_names);
    CHECK_FALSE(parser.args().has_nodes);
}

TEST_CASE("extender_args: a key twice is an error whichever way its value is read", "[wire][args]") {
    CHECK(parsed(R"({"Pod":{},"NodeNames":["a"],"nodenames":["\u0062"]})").problem ==
          "NodeNames: is given twice");
    CHECK(parsed(R"({"Pod":{},"NodeNames":null,"NodeNames":["b"]})").problem == "NodeNames: is given twice");
    CHECK(
        parsed(
            R"({"Pod":{},"nodes":{"items":[{"metadata":{"name":"a"}}]},"Nodes":{"items":[{"metadata":{"name":"bbbbbbbbbbbbb"}}]}})")
            .problem == "Nodes: is given twice");
    CHECK(parsed(R"({"Pod":{},"pod":{}})").problem == "Pod: is given twice");
}

TEST_CASE("extender_args: a body cut anywhere is an error", "[wire][args]") {
    const std::string body =
        R"({"Pod":{"metadata":{"name":"a"}},"Nodes":null,"NodeNames":["node-a", "node-b"]})";
    REQUIRE(parsed(body).problem == "");
    for (std::size_t length = 0; length < body.size(); ++length) {
        CAPTURE(length);
        CHECK(parsed(body.substr(0, length)).problem != "");
    }
}

TEST_CASE("extender_args: names known, unknown and repeated keep their order", "[wire][args]") {
    for (const std::string& list :
         texts{R"(["node-b","other","node-b","node-a"])", R"(["node-b","\u006fther","node-b","node-a"])"}) {
        const parsed p(R"({"Pod":{},"NodeNames":)" + list + "}");
        CHECK(p.names() == texts{"node-b", "other", "node-b", "node-a"});
        CHECK(p.parser.args().names[1].slot == node_index::unknown);
        CHECK(p.parser.args().names[2].slot == 1);
    }
}

TEST_CASE("binding_args: four strings, all needed, keys in any case", "[wire][args]") {
    for (std::string body :
         {R"({"PodName":"t-0","PodNamespace":"team-a","PodUID":"u-1","Node":"gpu-a"})",
          R"({"node":"gpu-a","poduid":"u-1","podnamespace":"team-a","podname":"t-0","extra":[]})"}) {
        const auto args = wire::parse_binding_args(body);
        REQUIRE(args.has_value());
        CHECK(*args == api::binding_args{"t-0", "team-a", "u-1", "gpu-a"});
    }
}
