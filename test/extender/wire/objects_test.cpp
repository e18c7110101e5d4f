#include "extender/wire/objects.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace berth;

namespace {

std::vector<std::string> sentences_of(const wire::object_list& list) {
    std::vector<std::string> out;
    for (const auto& problem : list.problems) {
        out.push_back(api::sentence(problem));
    }
    return out;
}

}  // namespace

TEST_CASE("parse_watch_event: type and object in any order", "[wire][objects]") {
    std::string pod = R"({"object":{"metadata":{"name":"t-0","uid":"u"},"kind":"Pod"},"type":"MODIFIED"})";
    const auto modified = wire::parse_watch_event(pod, {});
    REQUIRE(modified.has_value());
    CHECK(modified->what == wire::watch_event::change::modified);
    CHECK(std::get<api::pod>(modified->object).name == "t-0");

    std::string node = R"({"type":"DELETED","object":{"kind":"Node","metadata":{"name":"gpu-a"}}})";
    const auto deleted = wire::parse_watch_event(node, {});
    REQUIRE(deleted.has_value());
    CHECK(deleted->what == wire::watch_event::change::deleted);
    CHECK(std::get<devicemodel::node_info>(deleted->object).name == "gpu-a");
}

TEST_CASE("parse_watch_event: says which field is wrong", "[wire][objects]") {
    struct bad_event {
        const char* text;
        const char* want;
    };
    const auto c = GENERATE(values<bad_event>({
        {"", "is not JSON at byte 0: The document is empty."},
        {"[]", "must be an object, not an array"},
        {"{}", "type: is missing"},
        {R"({"type":null,"object":{"kind":"Node","metadata":{"name":"a"}}})", "type: is missing"},
        {R"({"type":"ADDED"})", "object: is missing"},
        {R"({"type":5})", "type: must be a string, not a number"},
        {R"({"type":"added"})", "type: is none of ADDED, MODIFIED, DELETED: \"added\""},
        {R"({"type":"ADDED","type":"ADDED"})", "type: is given twice"},
        {R"({"type":"ADDED","object":[]})", "object: must be an object, not an array"},
        {R"({"type":"ADDED","object":{}})", "object.kind: is missing"},
        {R"({"type":"ADDED","object":{"kind":"Secret"}})",
         "object: is a \"Secret\", neither a Pod nor a Node"},
        {R"({"type":"ADDED","object":{"kind":"Pod"}})", "object.metadata.name: is missing"},
        {R"({"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"a"}}})",
         "object.metadata.uid: is missing"},
        {R"({"type":"ADDED","object":{"kind":"Node"}})", "object.metadata.name: is missing"},
        {R"({"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"a","uid":"u"},"status":{"phase":1}}})",
         "object.status.phase: must be a string, not a number"},
    }));
    DYNAMIC_SECTION(c.text) {
        std::string text = c.text;
        const auto event = wire::parse_watch_event(text, {});
        REQUIRE(event.has_error());
        CHECK(api::sentence(event.error()) == c.want);
    }
}

TEST_CASE("parse_object_list: one object, or lists of three kinds", "[wire][objects]") {
    struct list_case {
        const char* text;
        std::vector<std::string> want;  ///< Path and name.
    };
    const auto c = GENERATE(values<list_case>({
        {R"({"kind":"Pod","metadata":{"name":"a"}})", {"file a"}},
        {R"({"metadata":{"name":"n"},"kind":"Node"})", {"file n"}},
        {R"({"kind":"List"})", {}},
        {R"({"items":[{"kind":"Pod","metadata":{"name":"a"}},{"kind":"Node","metadata":{"name":"n"}}],"kind":"List"})",
         {"file.items[0] a", "file.items[1] n"}},
        {R"({"kind":"PodList","items":[{"metadata":{"name":"a"}}]})", {"file.items[0] a"}},
        {R"({"kind":"NodeList","items":[{"metadata":{"name":"n"}},{"kind":"Pod","metadata":{"name":"p"}}]})",
         {"file.items[0] n", "file.items[1] p"}},
    }));
    DYNAMIC_SECTION(c.text) {
        std::string text = c.text;
        const auto list = wire::parse_object_list(text, {}, "file");
        CHECK(sentences_of(list).empty());
        std::vector<std::string> got;
        for (const auto& item : list.objects) {
            got.push_back(item.path + ' ' +
                          std::visit([](const auto& object) { return object.name; }, item.object));
        }
        CHECK(got == c.want);
    }
}

TEST_CASE("parse_object_list: tells every problem and gives the objects without any", "[wire][objects]") {
    std::string text = R"({"kind":"List","items":[
        {"kind":"Pod","metadata":{"name":7},"spec":{"containers":[
            {"name":"a","resources":{"limits":{"nvidia.com/gpu":"-1"},"requests":{"cpu":"x"}}},{"name":"a"},{}]}},
        {"kind":"Pod","metadata":{"name":"good"}},
        "text",
        {"kind":"ConfigMap"},
        {"kind":"Node","status":[]}]})";
    const auto list = wire::parse_object_list(text, {});
    CHECK(sentences_of(list) ==
          std::vector<std::string>{
              "items[0].metadata.name: must be a string, not a number",
              "items[0].spec.containers[0].resources.limits[nvidia.com/gpu]: is negative: -1",
              "items[0].spec.containers[0].resources.requests.cpu: is not a quantity: \"x\"",
              "items[0].spec.containers[1].name: two containers are named \"a\"",
              "items[0].spec.containers[2].name: is missing",
              "items[0].metadata.name: is missing",
              "items[2]: must be an object, not a string",
              "items[3]: is a \"ConfigMap\", neither a Pod nor a Node",
              "items[4].status: must be an object, not an array",
              "items[4].metadata.name: is missing",
          });
    REQUIRE(list.objects.size() == 1);
    CHECK(list.objects[0].path == "items[1]");
}

TEST_CASE("parse_object_list: a document that is no list of objects", "[wire][objects]") {
    for (const auto& [text, want] : std::vector<std::pair<std::string, std::string>>{
             {"", "is not JSON at byte 0: The document is empty."},
             {"[]", "must be an object, not an array"},
             {"{}", "kind: is missing"},
             {R"({"kind":"List","items":{}})", "items: must be an array, not an object"},
             {R"({"kind":"PodList","items":[)", "items[0]: is not JSON at byte 27: Invalid value."},
         }) {
        std::string copy = text;
        const auto list = wire::parse_object_list(copy, {});
        CHECK(sentences_of(list) == std::vector<std::string>{want});
        CHECK(list.objects.empty());
    }
}
