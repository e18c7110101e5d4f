#include "extender/standalone/cluster.hpp"

#include <catch2/catch.hpp>

#include "test/extender/routes/played_service.hpp"

using namespace berth;

namespace {

std::string state_of(test::played_service& berth) { return berth.call("GET", "/debug/state")->reply; }

std::vector<std::string> problems_of(const std::string& text) {
    std::vector<std::string> out;
    for (const auto& problem : standalone::read_cluster(text, {}).problems) {
        out.push_back(api::sentence(problem));
    }
    return out;
}

const std::string json_register =
    R"([{"id":"G0","count":10,"devmem":1000,"devcore":100,"type":"NVIDIA-A10","numa":0,"mode":"hami-core","health":true,"index":0}])";

std::string node_with(const std::string& annotation) {
    return "kind: Node\nmetadata:\n  name: a\n  annotations: {hami.io/node-nvidia-register: '" + annotation +
           "'}\n";
}

}  // namespace

TEST_CASE("a cluster file: the three ways a plugin registers cards say the same", "[standalone]") {
    const auto json = standalone::read_cluster(node_with(json_register), {});
    REQUIRE(json.problems.empty());
    REQUIRE(json.nodes.at(0).cards.size() == 1);
    CHECK(json.nodes[0].cards[0].capacity.memory.value() == 1'000);
    const auto nine =
        standalone::read_cluster(node_with("G0,10,1000,100,NVIDIA-A10,0,true,0,hami-core:"), {});
    REQUIRE(nine.problems.empty());
    CHECK(nine.nodes.at(0).cards == json.nodes[0].cards);
    const auto seven = standalone::read_cluster(node_with("G0,10,1000,100,NVIDIA-A10,0,true:"), {});
    REQUIRE(seven.problems.empty());
    REQUIRE(seven.nodes.at(0).cards.size() == 1);
    CHECK(seven.nodes[0].cards[0].capacity == json.nodes[0].cards[0].capacity);
}

TEST_CASE("a cluster file: every problem is listed with its place", "[standalone]") {
    CHECK(problems_of(R"(
kind: List
items:
  - {kind: Node, metadata: {}}
  - {kind: Service, metadata: {name: s}}
  - {kind: Pod, metadata: {name: p, namespace: n}, spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: -1}}}]}}
  - {kind: Node, metadata: {name: a}}
  - {kind: Node, metadata: {name: a}}
)")
              .size() >= 4);
    const auto named = problems_of("kind: Node\nmetadata: {name: a}\n---\nkind: Pod\nmetadata: {name: 7}\n");
    REQUIRE_FALSE(named.empty());
    CHECK(named[0].find("document 2") == 0);
    CHECK(problems_of("").size() == 1);
    CHECK(problems_of("{\"kind\":\"List\",\"items\":[]}") ==
          std::vector<std::string>{"holds no Node: nothing could ever be placed"});
    CHECK(problems_of("{},").size() >= 1);
    CHECK(problems_of(R"({"schema":"berth-state/99","nodes":[],"pods":[]})").size() >= 1);
}

TEST_CASE("a saved state served again shows the same state", "[standalone]") {
    test::played_service first;
    first.load(test::small_cluster);
    const auto pod =
        test::pod_json("phases", R"({"initContainers":[)" +
                                     test::gpu_container("proxy", 500, R"(,"restartPolicy":"Always")") + "," +
                                     test::gpu_container("download", 3'000) + R"(],"containers":[)" +
                                     test::gpu_container("main", 2'000) + "]}");
    first.reply("/filter", R"({"Pod":)" + pod + R"(,"NodeNames":["gpu-a"]})");
    REQUIRE(
        first.reply("/bind",
                    R"({"PodName":"phases","PodNamespace":"team-a","PodUID":"u-phases","Node":"gpu-a"})") ==
        R"({"Error":""})");
    const auto books_of = [](const std::string& text) {  // not how many calls and changes led there
        const auto begin = text.find("\"nodes\":[");
        REQUIRE(begin != std::string::npos);
        return text.substr(begin);
    };
    const auto saved = state_of(first);

    const auto read = standalone::read_cluster(saved, {});
    REQUIRE(read.problems.empty());
    test::played_service second;
    second.load(read);
    CHECK(books_of(state_of(second)) == books_of(saved));
}
