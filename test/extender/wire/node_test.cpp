#include "extender/wire/node.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "extender/wire/json_writer.hpp"
#include "extender/wire/register_annotation.hpp"

using namespace berth;
using devicemodel::card;

namespace {

card card_of(std::string uuid, std::uint32_t index) {
    return {.uuid = std::move(uuid),
            .index = index,
            .model = "A10",
            .mode = "hami-core",
            .numa = 1,
            .healthy = true,
            .capacity = {devicemodel::mebibytes{24'576}, devicemodel::core_percent{100},
                         devicemodel::slot_count{10}}};
}

/// A Node object with these annotations and this allocatable, both as JSON.
devicemodel::node_info node_of(const std::string& annotations, const std::string& allocatable = "{}") {
    std::string text = R"({"metadata":{"name":"gpu-a","labels":[],"annotations":)" + annotations +
                       R"(},"spec":7,"status":{"images":{},"allocatable":)" + allocatable + "}}";
    auto node = wire::parse_node(text, {});
    if (!node) {
        FAIL(api::sentence(node.error()));
    }
    return *node;
}

std::string registered(std::string_view text) {
    std::string annotations = R"({"hami.io/node-nvidia-register":)";
    wire::append_json_string(annotations, text);
    return annotations + "}";
}

constexpr const char* two_cards =
    R"([{"id":"GPU-1","index":1,"count":10,"devmem":24576,"devcore":100,"type":"A10","mode":"hami-core","numa":1,"health":true},
        {"id":"GPU-0","count":10,"devmem":24576,"devcore":100,"type":"A10","mode":"hami-core","numa":1,"health":true,
         "migProfiles":"unread","devicevendor":5}])";

struct bad_register {
    const char* text;
    const char* want;
};

}  // namespace

TEST_CASE("parse_node: cards come sorted by index, whatever order the plugin wrote", "[wire][node]") {
    const auto node = node_of(registered(two_cards),
                              R"({"cpu":"31850m","memory":"64Gi","nvidia.com/gpu":"20","pods":"x"})");
    CHECK(node.name == "gpu-a");
    CHECK(node.register_problem == "");
    CHECK(node.cards == std::vector<card>{card_of("GPU-0", 0), card_of("GPU-1", 1)});
    CHECK(node.allocatable.cpu == devicemodel::milli_cpu{31'850});
    CHECK(node.allocatable.memory == devicemodel::host_bytes{68'719'476'736});
    CHECK(node.allocatable_gpus == 20);
}

TEST_CASE("parse_register: zero values are left out, and no health means not healthy", "[wire][node]") {
    const auto cards = wire::parse_register(R"([{"id":"GPU-0"}])");
    REQUIRE(cards.has_value());
    card only_id;
    only_id.uuid = "GPU-0";
    CHECK(*cards == std::vector<card>{only_id});
    CHECK_FALSE(cards->front().healthy);
    CHECK(wire::parse_register(R"([{"id":"GPU-0","health":null,"index":null,"type":null}])").value() ==
          *cards);
}

TEST_CASE("parse_register: both text forms of older plugins", "[wire][node]") {
    auto seven = card_of("GPU-0", 0);
    seven.model = "NVIDIA-Tesla T4";
    CHECK(wire::parse_register("GPU-0,10,24576,100,NVIDIA-Tesla T4,1,true:").value() ==
          std::vector<card>{seven});

    auto mig = card_of("GPU-1", 3);
    mig.mode = "mig";
    mig.healthy = false;
    CHECK(
        wire::parse_register("GPU-1,10,24576,100,A10,1,false,3,mig::GPU-0,10,24576,100,A10,1,1,0,hami-core:")
            .value() == std::vector<card>{card_of("GPU-0", 0), mig});
}

TEST_CASE("parse_register: what cannot be used is one problem with the field", "[wire][node]") {
    const auto c = GENERATE(values<bad_register>({
        {"", ": is empty"},
        {" \n", ": is empty"},
        {"[]", ": names no card"},
        {"null", ": names no card"},
        {"{}", ": must be an array, not an object"},
        {"\"GPU-0\"", ": must be an array, not a string"},
        {"[5]", "[0]: must be an object, not a number"},
        {"[null]", "[0]: must be an object, not null"},
        {"[{\"id\":\"a\"},{\"id\":\"b\"", "[1].id: is not JSON"},
        {"[{\"id\":\"a\"}]x", ": is not JSON"},
        {"[{\"id\":5}]", "[0].id: must be a string, not a number"},
        {"[{\"id\":\"a\",\"count\":\"10\"}]", "[0].count: must be a number, not a string"},
        {"[{\"id\":\"a\",\"count\":1.5}]", "[0].count: must be a whole number, not 1.5"},
        {"[{\"id\":\"a\"},{\"id\":\"b\",\"devmem\":-1}]", "[1].devmem: is negative: -1"},
        {"[{\"id\":\"a\",\"devmem\":2147483648}]", "[0].devmem: is out of range: 2147483648"},
        {"[{\"id\":\"a\",\"devcore\":-100}]", "[0].devcore: is negative: -100"},
        {"[{\"id\":\"a\",\"index\":-1}]", "[0].index: is negative: -1"},
        {"[{\"id\":\"a\",\"index\":4294967296}]", "[0].index: is out of range: 4294967296"},
        {"[{\"id\":\"a\",\"numa\":99999999999}]", "[0].numa: is out of range: 99999999999"},
        {"[{\"id\":\"a\",\"health\":\"true\"}]", "[0].health: must be a boolean, not a string"},
        {"[{\"id\":\"a\",\"type\":{}}]", "[0].type: must be a string, not an object"},
        {"[{\"id\":\"a\",\"id\":\"b\"}]", "[0].id: is given twice"},
        {"[{\"id\":\"a\"},{\"count\":1}]", ": a card has no id"},
        {"[{\"id\":\"\"}]", ": a card has no id"},
        {"[{\"id\":\"a\"},{\"id\":\"b\"},{\"id\":\"a\"}]", ": two cards have the id \"a\""},
        {"[{\"id\":\"a,b\"}]", ": the id \"a,b\" holds a separator of the allocation annotation"},
        {"GPU-0", ": is neither a JSON array nor a list of cards that end with a colon: \"GPU-0\""},
        {":::", ": names no card"},
        {"junk:", ": the card \"junk\" has 1 fields, not 7 or 9"},
        {"a,10,100,100,T4,0,true,1:", ": the card \"a,10,100,100,T4,0,true,1\" has 8 fields, not 7 or 9"},
        {"a,ten,100,100,T4,0,true:", "has a number or truth value that cannot be read or is out of range"},
        {"a,-1,100,100,T4,0,true:", "has a number or truth value that cannot be read or is out of range"},
        {"a,10,100,100,T4,0,yes:", "has a number or truth value that cannot be read or is out of range"},
        {"a,10,100,100,T4,0,true,-1,mig:",
         "has a number or truth value that cannot be read or is out of range"},
        {"a,1,1,1,T4,0,true:a,1,1,1,T4,0,true:", ": two cards have the id \"a\""},
        {",1,1,1,T4,0,true:", ": a card has no id"},
    }));

    DYNAMIC_SECTION(c.text) {
        const auto node = node_of(registered(c.text));
        CHECK_THAT(node.register_problem, Catch::StartsWith("hami.io/node-nvidia-register"));
        CHECK_THAT(node.register_problem, Catch::Contains(c.want));
        CHECK(node.cards.empty());
    }
}

TEST_CASE("parse_node: a node without the annotation is known and has no cards", "[wire][node]") {
    for (const char* annotations : {"{}", "null", R"({"hami.io/node-nvidia-register":null})"}) {
        const auto node = node_of(annotations, R"({"cpu":"4"})");
        CHECK(node.register_problem == "no hami.io/node-nvidia-register annotation");
        CHECK(node.allocatable.cpu == devicemodel::milli_cpu{4'000});
    }
}

TEST_CASE("parse_node: the cordon list is written by hand", "[wire][node]") {
    auto annotations = registered(two_cards);
    annotations.back() = ',';
    const auto node = node_of(annotations + R"("hami.io/device-cordon":" GPU-1 , ,GPU-9,\t"})");
    REQUIRE(node.cards.size() == 2);
    CHECK_FALSE(node.cards[0].cordoned);
    CHECK(node.cards[1].cordoned);
}

TEST_CASE("parse_node: an allocatable quantity that cannot be used closes the node", "[wire][node]") {
    struct bad_quantity {
        const char* allocatable;
        const char* want;
    };
    const auto c = GENERATE(values<bad_quantity>({
        {R"({"cpu":"four"})", "status.allocatable.cpu: is not a quantity: \"four\""},
        {R"({"memory":"64GB"})", "status.allocatable.memory: has an unknown unit: \"64GB\""},
        {R"({"memory":"-1"})", "status.allocatable.memory: is negative: -1"},
        {R"({"memory":"2Pi"})", "status.allocatable.memory: is larger than 2^50: 2251799813685248"},
        {R"({"nvidia.com/gpu":"1.5"})", "status.allocatable[nvidia.com/gpu]: is not a whole number: \"1.5\""},
        {R"({"nvidia.com/gpu":"9999999999999999999"})",
         "status.allocatable[nvidia.com/gpu]: is larger than 2^63-1: \"9999999999999999999\""},
    }));
    DYNAMIC_SECTION(c.allocatable) {
        const auto node = node_of(registered(two_cards), c.allocatable);
        CHECK(node.register_problem == c.want);
        CHECK(node.cards.size() == 2);
    }
}

TEST_CASE("parse_node: a Node of the wrong shape is an error of the document", "[wire][node]") {
    struct bad_node {
        const char* text;
        const char* want;
    };
    const auto c = GENERATE(values<bad_node>({
        {"[]", "item: must be an object, not an array"},
        {"{}", "item.metadata.name: is missing"},
        {R"({"metadata":{"name":""}})", "item.metadata.name: is missing"},
        {R"({"metadata":{"name":["a"]}})", "item.metadata.name: must be a string, not an array"},
        {R"({"metadata":{"name":"a","annotations":[]}})",
         "item.metadata.annotations: must be an object, not an array"},
        {R"({"metadata":{"name":"a","annotations":{"hami.io/device-cordon":1}}})",
         "item.metadata.annotations[hami.io/device-cordon]: must be a string, not a number"},
        {R"({"metadata":{"name":"a"},"status":{"allocatable":{"cpu":true}}})",
         "item.status.allocatable.cpu: must be a string, not a boolean"},
    }));
    DYNAMIC_SECTION(c.text) {
        std::string text = c.text;
        const auto node = wire::parse_node(text, {}, "item");
        REQUIRE(node.has_error());
        CHECK(api::sentence(node.error()) == c.want);
    }
}
