#include "extender/replay/objects.hpp"

#include <catch2/catch.hpp>

#include "extender/replay/card_models.hpp"

using namespace berth::replay;

TEST_CASE("a node becomes a Node object with HAMi's register annotation", "[replay][objects]") {
    const node n{"n-1", 64000, 262144, 20, equal_cards("n-1", 2, "T4", 15360)};
    const std::string card_0 =
        R"({\"id\":\")" + card_uuid("n-1", 0) +
        R"(\",\"index\":0,\"count\":10,\"devmem\":15360,\"devcore\":100,\"type\":\"T4\",)" +
        R"(\"numa\":0,\"mode\":\"hami-core\",\"health\":true})";
    const std::string card_1 =
        R"({\"id\":\")" + card_uuid("n-1", 1) +
        R"(\",\"index\":1,\"count\":10,\"devmem\":15360,\"devcore\":100,\"type\":\"T4\",)" +
        R"(\"numa\":0,\"mode\":\"hami-core\",\"health\":true})";
    CHECK(
        as_node_object(n) ==
        R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n-1",)"
        R"("annotations":{"hami.io/node-nvidia-register":"[)" +
            card_0 + "," + card_1 +
            R"(]"}},"status":{"capacity":{"cpu":"64000m","memory":"262144Mi","pods":"110","nvidia.com/gpu":"20"},)"
            R"("allocatable":{"cpu":"64000m","memory":"262144Mi","pods":"110","nvidia.com/gpu":"20"}}})");
}

TEST_CASE("a node without cards has no register annotation and no GPU resource", "[replay][objects]") {
    const auto text = as_node_object({"c", 1000, 1024, 0, {}});
    CHECK(text.find("annotations") == std::string::npos);
    CHECK(text.find("nvidia") == std::string::npos);
}

TEST_CASE("a share pod asks for one replica, its cores rounded up, and the same percentage of memory",
          "[replay][objects]") {
    const pod p{"p", {{"main", container_role::app, 6000, 12288, 1, 455, 0, 0}}, {"T4", "V100M16"}, 0, {}};
    CHECK(
        as_pod_object(p, {"p", "u-1", "team", ""}, type_meta::absent) ==
        R"({"metadata":{"name":"p","namespace":"team","uid":"u-1","annotations":{"nvidia.com/use-gputype":"T4,V100M16"}},)"
        R"("spec":{"containers":[{"name":"main","image":"registry.invalid/replay","resources":{"limits":)"
        R"({"nvidia.com/gpu":"1","nvidia.com/gpucores":"46","nvidia.com/gpumem-percentage":"46"},"requests":)"
        R"({"cpu":"6000m","memory":"12288Mi","nvidia.com/gpu":"1","nvidia.com/gpucores":"46",)"
        R"("nvidia.com/gpumem-percentage":"46"}}}],"restartPolicy":"Always"},"status":{"phase":"Pending"}})");
}

TEST_CASE("init containers and sidecars stand in initContainers in start order, memory in MiB where given",
          "[replay][objects]") {
    using enum container_role;
    const pod p{"p",
                {{"fetch", init, 0, 0, 0, 0, 0, 0},
                 {"side", sidecar, 0, 64, 1, 100, 2048, 0},
                 {"main", app, 5, 0, 8, 1000, 0, 70}},
                {},
                0,
                {}};
    CHECK(
        as_pod_object(p, {"p\"q", "u", "n", "node-1"}, type_meta::present) ==
        R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p\"q","namespace":"n","uid":"u"},"spec":{)"
        R"("initContainers":[{"name":"fetch","image":"registry.invalid/replay","resources":{"requests":{}}},)"
        R"({"name":"side","image":"registry.invalid/replay","resources":{"limits":{"nvidia.com/gpu":"1",)"
        R"("nvidia.com/gpucores":"10","nvidia.com/gpumem":"2048"},"requests":{"memory":"64Mi","nvidia.com/gpu":"1",)"
        R"("nvidia.com/gpucores":"10","nvidia.com/gpumem":"2048"}},"restartPolicy":"Always"}],)"
        R"("containers":[{"name":"main","image":"registry.invalid/replay","resources":{"limits":{"nvidia.com/gpu":"8",)"
        R"("nvidia.com/gpucores":"100","nvidia.com/gpumem-percentage":"70"},"requests":{"cpu":"5m",)"
        R"("nvidia.com/gpu":"8","nvidia.com/gpucores":"100","nvidia.com/gpumem-percentage":"70"}}}],)"
        R"("restartPolicy":"Always","nodeName":"node-1"},"status":{"phase":"Running"}})");
}
