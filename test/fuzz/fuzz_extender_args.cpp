// Any body: the name scanner and RapidJSON alone make the same of it.
#include <optional>
#include <vector>

#include "extender/wire/extender_args.hpp"
#include "extender/wire/name_list.hpp"
#include "extender/wire/node.hpp"
#include "extender/wire/pod.hpp"

#include "test/fuzz/fuzz_input.hpp"

namespace {

using namespace berth;

/// ExtenderArgs without the scanner.
std::optional<api::bad_input> parse_slowly(std::string& body, const wire::node_index& known,
                                           api::extender_args& args) {
    wire::json_document document;
    if (document.parse(body)) {
        bool has_pod = false;
        const auto root = document.root();
        root.members({{"Pod",
                       [&](const wire::json_cursor& pod) {
                           has_pod = true;
                           wire::read_pod(pod, {}, args.candidate);
                       }},
                      {"Nodes",
                       [&](const wire::json_cursor& list) {
                           args.has_nodes = true;
                           list.members({{"items", [&](const wire::json_cursor& items) {
                                              items.elements([&](const wire::json_cursor& item) {
                                                  wire::read_node(item, {}, args.nodes.emplace_back().info);
                                              });
                                          }}});
                       }},
                      {"NodeNames",
                       [&](const wire::json_cursor& list) {
                           args.has_names = true;
                           wire::read_names(list, known, args.names);
                       }}},
                     wire::key_case::any);
        if (!has_pod && root.kind() == wire::json_kind::object) {
            root.complain_missing("Pod");
        }
    }
    return document.problems().empty() ? std::nullopt : std::optional(document.problems().front());
}

void compare(const api::extender_args& fast, const api::extender_args& slow) {
    test::must(fast.candidate == slow.candidate);
    test::must(fast.has_names == slow.has_names && fast.has_nodes == slow.has_nodes);
    test::must(fast.names.size() == slow.names.size());
    for (std::size_t i = 0; i < fast.names.size(); ++i) {
        test::must(fast.names[i].name() == slow.names[i].name() && fast.names[i].slot == slow.names[i].slot);
    }
    test::must(fast.nodes.size() == slow.nodes.size());
    for (std::size_t i = 0; i < fast.nodes.size(); ++i) {
        test::must(fast.nodes[i].info == slow.nodes[i].info);
        std::string text(fast.nodes[i].text);
        const auto alone = wire::parse_node(text, {}, "Nodes.items[" + std::to_string(i) + "]");
        test::must(alone && alone->name == slow.nodes[i].info.name &&
                   alone->cards == slow.nodes[i].info.cards);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<api::named_node> nodes{{"a", 0},   {"gpu-a", 1},    {"gpu-b", 2},
                                             {"q\"", 4}, {"\xC3\xA4", 5}, {"", 6}};
    const wire::node_index known(nodes);
    wire::extender_args_parser parser{{}};

    auto slow_body = test::text_of(data, size);
    api::extender_args slow;
    const auto want = parse_slowly(slow_body, known, slow);
    auto body = test::text_of(data, size);
    const auto got = parser.parse(body, known);
    test::must(got == want);
    if (!got) {
        compare(parser.args(), slow);
    }
    return 0;
}
