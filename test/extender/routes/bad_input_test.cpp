#include <catch2/catch.hpp>

#include "test/extender/routes/played_service.hpp"
#include "test/extender/wire/bad_bodies.hpp"

using namespace berth;

namespace {

/// The state without its counters, which count bad requests too.
std::string state_of(test::played_service& berth) {
    auto text = berth.call("GET", "/debug/state")->reply;
    const auto begin = text.find("\"counters\":{");
    REQUIRE(begin != std::string::npos);
    text.erase(begin, text.find('}', begin) - begin);
    return text;
}

}  // namespace

TEST_CASE("bad input: no body of the table changes the state, and each error names its field",
          "[routes][bad]") {
    test::played_service berth;
    berth.load(test::small_cluster);
    const auto good =
        test::pod_json("good", R"({"containers":[)" + test::gpu_container("main", 1'000) + "]}");
    berth.reply("/filter", R"({"Pod":)" + good + R"(,"NodeNames":["gpu-a"]})");
    REQUIRE(berth.reply("/bind",
                        R"({"PodName":"good","PodNamespace":"team-a","PodUID":"u-good","Node":"gpu-a"})") ==
            R"({"Error":""})");
    const auto before = state_of(berth);
    REQUIRE(before.find("u-good") != std::string::npos);

    for (const auto& bad : test::bad_bodies()) {
        DYNAMIC_SECTION(bad.name) {
            const auto answer = berth.call("POST", "/" + bad.verb, bad.body);
            CHECK(answer->status == (bad.verb == "prioritize" ? 400 : 200));
            CHECK(answer->reply.find(R"("Error":"")") == std::string::npos);
            CHECK(answer->reply.find(R"("Error":")") != std::string::npos);
            const auto field = bad.field.substr(0, bad.field.find('"'));
            CHECK(answer->reply.find(field) != std::string::npos);
            CHECK(state_of(berth) == before);
        }
    }
}

TEST_CASE("bad input: an event that cannot be read changes nothing and says why", "[routes][bad]") {
    routes::service_settings settings;
    settings.events = routes::cluster_events::taken;
    test::played_service berth(settings);
    berth.load(test::small_cluster);
    const auto before = state_of(berth);
    const auto bad = GENERATE(
        R"({)", R"([])", R"({"type":"ADDED"})", R"({"type":"GONE","object":{"kind":"Pod"}})",
        R"({"type":"ADDED","object":{"kind":"Service","metadata":{"name":"x"}}})",
        R"({"type":"ADDED","object":{"kind":"Node","metadata":{}}})",
        R"({"type":"DELETED","object":{"kind":"Pod","metadata":{"name":"full","namespace":"team-b"}}})",
        R"({"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"p","uid":"u"},"spec":{"containers":[{"name":"a","resources":{"limits":{"nvidia.com/gpu":"-1"}}}]}}})");
    const auto answer = berth.call("POST", "/cluster/events", bad);
    CHECK(answer->status == 400);
    CHECK(answer->reply.find(R"({"Error":")") == 0);
    CHECK(state_of(berth) == before);
}
