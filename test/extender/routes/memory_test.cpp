#include <catch2/catch.hpp>
#include <random>

#include "test/extender/routes/played_service.hpp"

using namespace berth;

namespace {

/// A seeded stream of calls and events on a few nodes.
class call_stream {
public:
    explicit call_stream(unsigned seed) : random_(seed) {}

    /// Target and body of the next call.
    std::pair<std::string, std::string> next() {
        switch (between(0, 9)) {
            case 0: return {"/cluster/events", event(between(0, 5) == 0 ? "DELETED" : "ADDED", node())};
            case 1: return {"/cluster/events", event("DELETED", pod())};
            case 2: return {"/cluster/events", event("MODIFIED", pod())};
            case 3:
            case 4: return {"/bind", test::bind_args(std::to_string(last_), node_name())};
            case 5:
            case 6: return {"/prioritize", args()};
            default: return {"/filter", args()};
        }
    }

private:
    int between(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
    std::string node_name() { return "n" + std::to_string(between(0, 7)); }

    std::string node() {
        std::string cards;
        for (int card = 0, count = between(0, 4); card < count; ++card) {
            cards += (card == 0 ? "" : ",") + std::string(R"({\"id\":\"GPU-)") + std::to_string(card) +
                     R"(\",\"count\":4,\"devmem\":)" + std::to_string(between(4, 8) * 1'000) +
                     R"(,\"devcore\":100,\"type\":\"NVIDIA-)" + (between(0, 1) == 0 ? "A30" : "A100") +
                     R"(\",\"mode\":\")" + (between(0, 3) == 0 ? "mps" : "hami-core") + R"(\",\"health\":)" +
                     (between(0, 9) == 0 ? "false" : "true") + R"(,\"index\":)" + std::to_string(card) + "}";
        }
        return R"({"kind":"Node","metadata":{"name":")" + node_name() +
               R"(","annotations":{"hami.io/node-nvidia-register":"[)" + cards +
               R"(]"}},"status":{"allocatable":{"cpu":"64","memory":"256Gi","nvidia.com/gpu":"16"}}})";
    }

    /// Few kinds, so that results are found again; kinds that differ in one thing only, so that a result
    /// found for the wrong one shows.
    static std::string container(int size) {
        static const char* const limits[sizes] = {
            R"("nvidia.com/gpu":"1","nvidia.com/gpumem":"2000")",
            R"("nvidia.com/gpu":"1","nvidia.com/gpumem":"4000")",
            R"("nvidia.com/gpu":"1","nvidia.com/gpumem":"2000","nvidia.com/gpucores":"100")",
            R"("nvidia.com/gpu":"2","nvidia.com/gpumem":"2000","nvidia.com/gpucores":"100")",
            R"("nvidia.com/gpu":"1","nvidia.com/gpumem-percentage":"50")",
            R"("nvidia.com/gpu":"1")",
            R"("cpu":"1")"};
        return test::container_json("c" + std::to_string(size), limits[size]);
    }
    static const char* annotation(int kind) {
        static const char* const all[annotations] = {
            "",
            R"("nvidia.com/use-gpuuuid":"GPU-1")",
            R"("nvidia.com/nouse-gpuuuid":"GPU-1")",
            R"("nvidia.com/use-gputype":"A100")",
            R"("nvidia.com/nouse-gputype":"A100")",
            R"("nvidia.com/vgpu-mode":"mps")",
            R"("hami.io/gpu-scheduler-policy":"mutex")",
            R"("hami.io/gpu-scheduler-policy":"spread")",
            R"("hami.io/node-scheduler-policy":"binpack")",
            R"("hami.io/node-scheduler-policy":"spread")",
            R"("hami.io/gpu-scheduler-policy":"binpack")",
            R"("hami.io/gpu-scheduler-policy":"binpack","hami.io/device-scoring-weights":"slot=0,core=0,memory=9")"};
        return all[kind];
    }
    std::string pod() {
        last_ = between(0, sizes * annotations - 1);
        const int size = last_ % sizes;
        std::string init;
        if (last_ % 2 == 1) {  // the size before, as a sidecar or as an init container
            init = container((size + 4) % sizes);
            init.insert(init.size() - 1, last_ % 3 == 0 ? R"(,"restartPolicy":"Always")" : "");
        }
        auto pod =
            test::pod_json(std::to_string(last_),
                           R"({"initContainers":[)" + init + R"(],"containers":[)" + container(size) + "]}",
                           annotation(last_ / sizes));
        return pod.insert(1, R"("kind":"Pod",)");
    }
    static std::string event(const std::string& type, const std::string& object) {
        return R"({"type":")" + type + R"(","object":)" + object + "}";
    }
    std::string args() {
        std::string names;
        for (int node = 0; node < 9; ++node) {  // the last is never there
            names += (node == 0 ? "\"n" : ",\"n") + std::to_string((node + last_) % 9) + "\"";
        }
        return test::filter_args(pod(), "[" + names + "]");
    }

    static constexpr int sizes = 7, annotations = 12;

    std::mt19937 random_;
    int last_ = 0;  ///< The pod of the last call.
};

routes::service_settings with_memory(std::size_t entries, scoring::node_policy nodes) {
    routes::service_settings settings;
    settings.events = routes::cluster_events::taken;
    settings.remembered_results = entries;
    settings.demand.nodes = nodes;
    return settings;
}

}  // namespace

TEST_CASE("what is remembered of nodes never changes a byte of any reply", "[routes][memory]") {
    const auto policy =
        GENERATE(scoring::node_policy::stock, scoring::node_policy::binpack, scoring::node_policy::spread);
    const unsigned seed = GENERATE(1U, 2U, 3U);
    CAPTURE(seed);
    test::played_service remembering(with_memory(1'000'000, policy)), little(with_memory(20, policy)),
        forgetting(with_memory(0, policy));
    call_stream calls(seed);
    int fitting = 0, bound = 0;
    for (int i = 0; i < 2'000; ++i) {
        const auto [target, body] = calls.next();
        const auto want = forgetting.reply(target, body);
        CAPTURE(i, target, body);
        REQUIRE(remembering.reply(target, body) == want);
        REQUIRE(little.reply(target, body) == want);
        REQUIRE(want.find(target == "/filter"       ? R"("Error":"")"
                          : target == "/prioritize" ? "Score"
                                                    : "{") != std::string::npos);
        fitting += target == "/filter" && want.find(R"("NodeNames":["n)") != std::string::npos ? 1 : 0;
        bound += target == "/bind" && want == R"({"Error":""})" ? 1 : 0;
    }
    REQUIRE(remembering.call("GET", "/debug/state")->reply == forgetting.call("GET", "/debug/state")->reply);
    CHECK(fitting > 100);
    CHECK(bound > 20);
}
