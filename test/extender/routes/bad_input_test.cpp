#include <catch2/catch.hpp>
#include <map>
#include <regex>

#include "test/extender/routes/played_service.hpp"
#include "test/extender/wire/bad_bodies.hpp"

using namespace berth;

namespace {

/// The state document, its counters taken out: they count bad requests too.
struct state_view {
    std::string books;
    std::map<std::string, int> counters;

    friend bool operator==(const state_view&, const state_view&) = default;
};

state_view state_of(test::played_service& berth) {
    const auto text = berth.call("GET", "/debug/state")->reply;
    const std::string key = "\"counters\":{";
    const auto begin = text.find(key) + key.size();
    const auto end = text.find('}', begin);
    REQUIRE(end != std::string::npos);
    state_view view{text.substr(0, begin) + text.substr(end), {}};
    const std::regex counter(R"re("(\w+)":(\d+))re");
    const auto counters = text.substr(begin, end - begin);
    for (std::sregex_iterator found(counters.begin(), counters.end(), counter), none; found != none;
         ++found) {
        view.counters[(*found)[1]] = std::stoi((*found)[2]);
    }
    REQUIRE(view.counters.size() == 8);
    return view;
}

/// One pod bound, one whose binding is under way, one read from its annotation and one still to be bound.
void fill(test::played_service& berth) {
    berth.load(test::small_cluster);
    for (const std::string name : {"bound", "asking", "waiting"}) {
        const auto pod =
            test::pod_json(name, R"({"containers":[)" + test::gpu_container("main", 1'000) + "]}");
        berth.reply("/filter", test::filter_args(pod, R"(["gpu-a","gpu-b"])"));
    }
    REQUIRE(berth.reply("/bind", test::bind_args("bound", "gpu-a")) == R"({"Error":""})");
    for (int i = 0; i < 100; ++i) {
        berth.api().then({test::bind_step::kind::lose_request, {}, {}});
    }
    berth.reply("/bind", test::bind_args("asking", "gpu-a"));
    const auto filled = state_of(berth);
    REQUIRE(filled.books.find("\"state\":\"reserved\"") != std::string::npos);
    REQUIRE(filled.counters.at("unsettled_binds") == 1);
    REQUIRE(filled.counters.at("pending_pods") == 2);
}

}  // namespace

TEST_CASE("bad input: no body of the table changes the state, and each error names its field",
          "[routes][bad]") {
    test::played_service berth;
    fill(berth);
    for (const auto& bad : test::bad_bodies()) {
        DYNAMIC_SECTION(bad.name) {
            auto want = state_of(berth);
            want.counters[bad.verb + "_calls"] += 1;
            want.counters["bad_requests"] += 1;

            const auto answer = berth.call("POST", "/" + bad.verb, bad.body);

            CHECK(answer->status == (bad.verb == "prioritize" ? 400 : 200));
            CHECK(answer->decision != 0);
            const std::string nothing = bad.verb == "filter" ? R"("Nodes":null,"NodeNames":null,)"
                                                               R"("FailedNodes":null,)"
                                                               R"("FailedAndUnresolvableNodes":null,)"
                                                             : "";
            CHECK_THAT(answer->reply, Catch::StartsWith("{" + nothing + R"("Error":")" + bad.field) &&
                                          Catch::EndsWith("\"}") && !Catch::Contains(R"("Error":"")"));
            CHECK(state_of(berth) == want);
        }
    }
}

TEST_CASE("bad input: an event that cannot be read changes nothing and names its field", "[routes][bad]") {
    struct bad_event {
        std::string body, error;
    };
    const auto bad = GENERATE(values<bad_event>({
        {R"({)", ""},
        {R"([])", ""},
        {R"({"type":"ADDED"})", "object: is missing"},
        {R"({"object":{"kind":"Node","metadata":{"name":"n"}}})", "type: is missing"},
        {R"({"type":"GONE","object":{"kind":"Pod"}})", "type: is none of ADDED, MODIFIED, DELETED"},
        {R"({"type":"ADDED","object":{"kind":"Service","metadata":{"name":"x"}}})", "object: is a "},
        {R"({"type":"ADDED","object":{"kind":"Node","metadata":{}}})", "object.metadata.name: is missing"},
        {R"({"type":"DELETED","object":{"kind":"Pod","metadata":{"name":"full","namespace":"team-b"}}})",
         "object.metadata.uid: is missing"},
        {R"({"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"p","uid":"u"},"spec":{"containers":)"
         R"([{"name":"a","resources":{"limits":{"nvidia.com/gpu":"-1"}}}]}}})",
         "object.spec.containers[0].resources.limits[nvidia.com/gpu]: is negative"},
    }));
    CAPTURE(bad.body);
    routes::service_settings settings;
    settings.events = routes::cluster_events::taken;
    test::played_service berth(settings);
    fill(berth);
    auto want = state_of(berth);
    want.counters["bad_requests"] += 1;

    const auto answer = berth.call("POST", "/cluster/events", bad.body);

    CHECK(answer->status == 400);
    CHECK_THAT(answer->reply, Catch::StartsWith(R"({"Error":")" + bad.error));
    CHECK(state_of(berth) == want);
}
