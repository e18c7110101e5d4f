#include "extender/replay/replay.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "extender/replay/card_models.hpp"
#include "extender/replay/objects.hpp"

#include "test/extender/replay/scripted_extender.hpp"

using namespace berth::replay;
using test::scripted_extender;
using strings = std::vector<std::string>;

namespace {

node with_cards(std::string name, std::int64_t gpus, std::int64_t cpu = 10'000) {
    auto cards = equal_cards(name, gpus, "T4", 15'360);
    return {std::move(name), cpu, 10'240, gpus * slots_per_card, std::move(cards)};
}

pod gpu_pod(std::string name, std::int64_t milli, std::int64_t cpu = 1'000) {
    return {std::move(name), {{"main", container_role::app, cpu, 1'024, 1, milli, 0, 0}}, {}, 0, {}};
}

pod cpu_pod(std::string name, std::int64_t cpu = 1'000) {
    return {std::move(name), {{"main", container_role::app, cpu, 1'024, 0, 0, 0, 0}}, {}, 0, {}};
}

pod lasting(pod p, std::int64_t created, std::int64_t deleted) {
    p.created = created;
    p.deleted = deleted;
    return p;
}

surroundings ticking() {
    return {
        [tick = std::int64_t{0}]() mutable { return std::chrono::nanoseconds(tick++ * 1'000); }, {}, {}, {}};
}

options quiet() {
    options o;
    o.announce = node_announcement::none;
    return o;
}

report replayed(const trace& t, const options& o, scripted_extender& extender) {
    return replay_stream(t, o, extender, ticking());
}

/// Accepts a node as long as its pods are fewer than `most`; counts what it binds.
void accept_at_most(scripted_extender& extender, std::map<std::string, int>& bound, int most) {
    extender.filter = [&bound, most](std::string_view body) {
        strings kept;
        std::string failed;
        for (const auto& name : test::names_in(body)) {
            if (bound[name] < most) {
                kept.push_back(name);
            } else {
                failed += (failed.empty() ? "\"" : ",\"") + name + "\":\"card full\"";
            }
        }
        return response{
            200, R"({"NodeNames":[)" + test::joined(kept) + R"(],"FailedNodes":{)" + failed + "}}", {}};
    };
    extender.bind = [&bound](std::string_view body) {
        ++bound[test::text_in(body, "Node")];
        return response{200, R"({"Error":""})", {}};
    };
}

strings without_events(const strings& log) {
    strings kept;
    std::copy_if(log.begin(), log.end(), std::back_inserter(kept),
                 [](const std::string& entry) { return entry.front() >= 'a'; });
    return kept;
}

}  // namespace

TEST_CASE("every GPU pod goes through filter, prioritize and bind, and its event comes first", "[replay]") {
    scripted_extender extender;
    const auto found =
        replayed({"t", {with_cards("a", 1), with_cards("b", 1)}, {gpu_pod("p", 500)}}, quiet(), extender);

    CHECK(found.placed.gpu == 1);
    CHECK(found.allocated_milli == 500);
    CHECK(found.over_commits.empty());
    REQUIRE(extender.log.size() == 4);
    CHECK(extender.log[0] == "ADDED p");
    CHECK(extender.log[1] == "filter p");
    CHECK(extender.log[2] == "prioritize p");
    CHECK(extender.log[3].compare(0, 7, "bind p ") == 0);
    CHECK(extender.bodies[1].find(R"("Nodes":null,"NodeNames":["a","b"]})") != std::string::npos);
    CHECK(extender.bodies[1] == extender.bodies[2]);
}

TEST_CASE("with one node left it is taken and prioritize is not called", "[replay]") {
    scripted_extender extender;
    const auto small = with_cards("small", 1, 500);  // less CPU than the pod wants
    replayed({"t", {small, with_cards("b", 1)}, {gpu_pod("p", 500)}}, quiet(), extender);

    CHECK(without_events(extender.log) == strings{"filter p", "bind p b"});
    CHECK(extender.bodies[1].find(R"("NodeNames":["b"]})") != std::string::npos);
}

TEST_CASE("the nvidia.com/gpu count, CPU and memory keep a node from the extender", "[replay]") {
    scripted_extender extender;
    trace t{"t", {with_cards("a", 1)}, {}};
    SECTION("ten sharers fill one card's replicas for life") {
        for (int index = 0; index < 11; ++index) {
            t.pods.push_back(gpu_pod("p" + std::to_string(index), 10, 100));
            t.pods.back().containers.front().memory_mib = 10;
        }
        const auto found = replayed(t, quiet(), extender);
        CHECK(found.placed.gpu == 10);
        REQUIRE(found.reasons.size() == 1);
        CHECK(found.reasons.front() == refusal_book::line{"Insufficient nvidia.com/gpu", 1, 1});
    }
    SECTION("CPU and memory, each named") {
        t.pods = {gpu_pod("p", 500, 20'000)};
        t.pods.front().containers.front().memory_mib = 20'480;
        const auto found = replayed(t, quiet(), extender);
        REQUIRE(found.reasons.size() == 2);
        CHECK(found.reasons[0] == refusal_book::line{"Insufficient cpu", 1, 1});
        CHECK(found.reasons[1] == refusal_book::line{"Insufficient memory", 0, 1});
        CHECK(extender.count("filter") == 0);
    }
}

TEST_CASE("a pod nobody takes is refused with the extender's reasons, and does not come back", "[replay]") {
    scripted_extender extender;
    std::map<std::string, int> bound;
    accept_at_most(extender, bound, 1);
    const auto found = replayed({"t",
                                 {with_cards("a", 1), with_cards("b", 1)},
                                 {gpu_pod("p1", 500), gpu_pod("p2", 500), gpu_pod("p3", 500)}},
                                quiet(), extender);

    CHECK(found.placed.gpu == 2);
    CHECK(found.refused.gpu == 1);
    CHECK(bound == std::map<std::string, int>{{"a", 1}, {"b", 1}});
    REQUIRE(found.reasons.size() == 1);
    CHECK(found.reasons.front() == refusal_book::line{"card full", 1, 2});
    CHECK(extender.count("filter p3") == 1);
}

TEST_CASE("a pod whose bind fails goes behind the others and is tried again, so often and no more",
          "[replay]") {
    scripted_extender extender;
    int failures_left = 1;
    extender.bind = [&](std::string_view body) {
        const bool fails = test::text_in(body, "PodName") == "p1" && failures_left-- > 0;
        return response{200, fails ? R"({"Error":"card was taken"})" : R"({"Error":""})", {}};
    };
    const trace t{"t", {with_cards("a", 1)}, {gpu_pod("p1", 300), gpu_pod("p2", 300)}};
    SECTION("once") {
        const auto found = replayed(t, quiet(), extender);
        CHECK(without_events(extender.log) ==
              strings{"filter p1", "bind p1 a", "filter p2", "bind p2 a", "filter p1", "bind p1 a"});
        CHECK(found.placed.gpu == 2);
        CHECK(found.bind_errors == 1);
        CHECK(found.retries == 1);
        CHECK(found.failed == 0);
        CHECK(found.first_error == "card was taken");
        CHECK(extender.count("ADDED p1") == 1);
    }
    SECTION("given up") {
        failures_left = 100;
        const auto found = replayed(t, quiet(), extender);
        CHECK(extender.count("bind p1") == 2);
        CHECK(found.failed == 1);
        CHECK(found.allocated_milli == 300);
    }
}

TEST_CASE("a failing filter is an error of the attempt; a failing prioritize is not", "[replay]") {
    scripted_extender extender;
    const trace t{"t", {with_cards("a", 1), with_cards("b", 1)}, {gpu_pod("p", 300)}};
    SECTION("filter") {
        extender.filter = [](std::string_view) { return response{503, "", {}}; };
        const auto found = replayed(t, quiet(), extender);
        CHECK(found.filter_errors == 2);
        CHECK(found.failed == 1);
        CHECK(found.first_error == "HTTP status 503");
        CHECK(extender.count("bind") == 0);
    }
    SECTION("prioritize") {
        extender.prioritize = [](std::string_view) {
            return response{200, R"([{"Host":"a","Score":5.0}])", {}};
        };
        const auto found = replayed(t, quiet(), extender);
        CHECK(found.placed.gpu == 1);
        REQUIRE(found.notes.size() == 2);
        CHECK(found.notes[1].find("1 prioritize calls failed, first: unreadable reply") == 0);
    }
}

TEST_CASE("the extender's points are added to the stock scores by weight", "[replay]") {
    // Stock scores with the pod: a 10000 m: (90 + 90) / 2 + 100 = 190; b 20000 m, 10 GiB: (95 + 90) / 2 +
    // (1 - |0.05 - 0.1| / 2) * 100 = 92 + 97 = 189.
    scripted_extender extender;
    extender.prioritize = [](std::string_view) { return response{200, R"([{"Host":"b","Score":1}])", {}}; };
    const trace t{"t", {with_cards("a", 1), with_cards("b", 1, 20'000)}, {gpu_pod("p", 300)}};
    options o = quiet();
    const auto c = GENERATE(table<std::int64_t, std::string>({{0, "bind p a"}, {1, "bind p b"}}));
    o.weight = std::get<0>(c);
    replayed(t, o, extender);
    CHECK(extender.log.back() == std::get<1>(c));
}

TEST_CASE("ties are drawn by the seed: the same seed the same nodes, and every node has its turn",
          "[replay]") {
    const auto bound_with = [](std::uint64_t seed) {
        scripted_extender extender;
        trace t{"t", {with_cards("a", 1), with_cards("b", 1), with_cards("c", 1)}, {gpu_pod("p", 300)}};
        options o = quiet();
        o.seed = seed;
        replayed(t, o, extender);
        return extender.log.back();
    };
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto bound = bound_with(seed);
        CHECK(bound == bound_with(seed));
        seen.insert(bound);
    }
    CHECK(seen == std::set<std::string>{"bind p a", "bind p b", "bind p c"});
}

TEST_CASE("a pod without GPU is placed by stock scores alone and told as running on its node", "[replay]") {
    scripted_extender extender;
    const trace t{"t",
                  {with_cards("small", 1), with_cards("large", 1, 40'000)},
                  {cpu_pod("c", 4'000), cpu_pod("d", 50'000)}};
    const auto found = replayed(t, quiet(), extender);

    CHECK(extender.log == strings{"ADDED c large"});
    CHECK(extender.bodies.front().find(R"("phase":"Running")") != std::string::npos);
    CHECK(found.placed.cpu_only == 1);
    CHECK(found.refused.cpu_only == 1);
    CHECK(found.decisions == 0);
}

TEST_CASE("an extender without cluster events is asked once and then left alone", "[replay]") {
    scripted_extender extender;
    extender.events = [](std::string_view) { return response{404, "", {}}; };
    options o;  // nodes are announced
    const auto found = replayed(
        {"t", {with_cards("a", 1), with_cards("b", 1)}, {gpu_pod("p", 500), cpu_pod("c")}}, o, extender);

    CHECK(extender.count("ADDED") == 1);
    CHECK(found.placed.all() == 2);
    CHECK(found.verbs[3].calls == 0);
    CHECK(std::any_of(found.notes.begin(), found.notes.end(), [](const std::string& note) {
        return note.find("takes no cluster events") != std::string::npos;
    }));
}

TEST_CASE("nodes are announced before the first pod, unless told otherwise", "[replay]") {
    scripted_extender extender;
    replayed({"t", {with_cards("a", 1), with_cards("b", 2)}, {gpu_pod("p", 500)}}, {}, extender);
    REQUIRE(extender.log.size() > 2);
    CHECK(extender.log[0] == "ADDED a");
    CHECK(extender.log[1] == "ADDED b");
    CHECK(extender.bodies[1] == R"({"type":"ADDED","object":)" + as_node_object(with_cards("b", 2)) + "}");
}

TEST_CASE("with departures pods come and go by the trace's clock, and what left makes room", "[replay]") {
    scripted_extender extender;
    std::map<std::string, int> bound;
    accept_at_most(extender, bound, 1);
    extender.events = [&](std::string_view body) {
        if (test::text_in(body, "type") == "DELETED" && !test::text_in(body, "nodeName").empty()) {
            --bound[test::text_in(body, "nodeName")];
        }
        return response{200, "{}", {}};
    };
    options o = quiet();
    o.leaving = departures::by_trace;
    // In the file's order: "late" stands first. "meets" arrives in the very second in which "early" leaves;
    // "refused" finds the card full and is deleted while it waits.
    const auto found =
        replayed({"t",
                  {with_cards("a", 1)},
                  {lasting(gpu_pod("late", 400), 300, 400), lasting(gpu_pod("early", 600), 0, 100),
                   lasting(gpu_pod("refused", 500), 50, 60), lasting(gpu_pod("meets", 500), 100, 200)}},
                 o, extender);

    CHECK(extender.log == strings{"ADDED early", "filter early", "bind early a", "ADDED refused",
                                  "filter refused", "DELETED refused", "DELETED early a", "ADDED meets",
                                  "filter meets", "bind meets a", "DELETED meets a", "ADDED late",
                                  "filter late", "bind late a", "DELETED late a"});
    CHECK(found.departed == 3);
    CHECK(found.refused.gpu == 1);
    CHECK(found.allocated_milli == 0);
    CHECK(found.peak_milli == 600);
    CHECK(found.curve.empty());
}

TEST_CASE("over-commits are found in the extender's own state and in the books of the replay", "[replay]") {
    scripted_extender extender;
    SECTION("a card charged beyond its memory, at any look, and pods that are not shown") {
        int looks = 0;
        extender.state = [&](std::string_view) {
            // Too much only in the middle of the run: the first look is the greeting.
            const char* used = ++looks == 2 ? "15361" : "15360";
            return response{
                200,
                std::string(R"({"schema":"berth-state/1","nodes":[{"name":"a","cards":[{"uuid":"GPU-1",)") +
                    R"("capacity":{"memory_mib":15360,"cores":100,"slots":10},"used":{"memory_mib":)" + used +
                    R"(,"cores":100,"slots":1}}]}]})",
                {}};
        };
        options o = quiet();
        o.check_every = 1;
        const auto found =
            replayed({"t", {with_cards("a", 1)}, {gpu_pod("p", 500), gpu_pod("q", 500)}}, o, extender);
        CHECK(found.over_commits ==
              std::vector<over_commit>{{"card GPU-1", "charged 15361/15360 MiB, 100/100 cores, 1/10 slots"},
                                       {"pod default/p", "bound to a, but not shown"},
                                       {"pod default/q", "bound to a, but not shown"}});
        REQUIRE(found.cards.has_value());
        CHECK(found.cards->full == 1);
    }
    SECTION("more placed on a node than it has, from an extender that shows nothing") {
        const auto found =
            replayed({"t", {with_cards("a", 1)}, {gpu_pod("p", 600), gpu_pod("q", 600)}}, quiet(), extender);
        CHECK(found.over_commits == std::vector<over_commit>{{"node a", "more GPU placed than it has"}});
    }
    SECTION("an init container on top of a sidecar counts at its peak") {
        pod p = gpu_pod("p", 300);
        p.containers = {{"s", container_role::sidecar, 100, 100, 1, 600, 0, 0},
                        {"i", container_role::init, 100, 100, 1, 600, 0, 0},
                        {"m", container_role::app, 100, 100, 1, 100, 0, 0}};
        const auto found = replayed({"t", {with_cards("a", 1)}, {p}}, quiet(), extender);
        CHECK(found.over_commits.size() == 1);
    }
}

TEST_CASE("an extender that is gone ends the run", "[replay]") {
    scripted_extender extender;
    const response nobody{0, "", "connection refused"};
    trace t{"t", {with_cards("a", 50, 1'000'000)}, {}};
    t.nodes.front().memory_mib = 1'000'000;
    for (int index = 0; index < 100; ++index) {
        t.pods.push_back(gpu_pod("p" + std::to_string(index), 100));
    }
    SECTION("from the start") {
        extender.state = [&](std::string_view) { return nobody; };
        const auto found = replayed(t, quiet(), extender);
        CHECK(found.aborted);
        CHECK(extender.log.empty());
        CHECK(found.notes ==
              strings{"the extender cannot be reached: connection refused; is it running there?"});
    }
    SECTION("in the middle") {
        int calls = 0;
        const auto until_gone = [&](std::string_view body) {
            return ++calls > 20
                       ? nobody
                       : response{200, R"({"NodeNames":[)" + test::joined(test::names_in(body)) + "]}", {}};
        };
        extender.filter = until_gone;
        extender.events = [&](std::string_view) { return calls > 20 ? nobody : response{200, "", {}}; };
        const auto found = replayed(t, quiet(), extender);
        CHECK(found.aborted);
        CHECK(found.placed.gpu == 20);
        CHECK(extender.log.size() < 80);
    }
}

TEST_CASE("the curve says what was allocated when each percent of the cards had been asked for", "[replay]") {
    scripted_extender extender;
    std::map<std::string, int> bound;
    accept_at_most(extender, bound, 2);
    const auto found =
        replayed({"t", {with_cards("a", 1)}, {gpu_pod("p", 20), gpu_pod("q", 15), gpu_pod("r", 15)}}, quiet(),
                 extender);
    const std::vector<curve_point> wanted{{0, 0}, {1, 0}, {2, 20}, {3, 20}, {4, 35}, {5, 35}};
    CHECK(found.curve == wanted);
}

TEST_CASE("run prints every problem of its input, or the report, and says so by its exit code", "[replay]") {
    scripted_extender extender;
    std::ostringstream out;
    std::ostringstream err;
    options o;
    o.source = trace_source::generated;
    o.generated = {7, 20, 30};
    SECTION("bad options") {
        o.retries = -1;
        o.paths.bind = "bind";
        CHECK(run(o, extender, out, err, ticking()) == 2);
        CHECK(err.str() ==
              "replay: --retries: expected 0 to 100, found -1\n"
              "replay: --bind-path: expected to begin with /, found \"bind\"\n");
    }
    SECTION("a file that is not there") {
        o.source = trace_source::openb;
        o.node_file = "no/nodes.csv";
        o.pod_file = "no/pods.csv";
        CHECK(run(o, extender, out, err, ticking()) == 2);
        CHECK(err.str() ==
              "replay: no/nodes.csv: cannot be read: No such file or directory\n"
              "replay: no/pods.csv: cannot be read: No such file or directory\n");
    }
    SECTION("nobody there") {
        extender.state = [](std::string_view) { return response{0, "", "connection refused"}; };
        CHECK(run(o, extender, out, err, ticking()) == 1);
        CHECK(out.str().empty());
        CHECK(err.str() ==
              "replay: the extender cannot be reached: connection refused; is it running there?\n");
    }
    SECTION("a run") {
        o.output = output_format::json;
        CHECK(run(o, extender, out, err, ticking()) == 0);
        CHECK(out.str().find(R"("pods":30,"placed":30,)") != std::string::npos);
        CHECK(err.str().empty());
    }
    SECTION("the same run twice gives the same bytes") {
        std::ostringstream again;
        run(o, extender, out, err, ticking());
        scripted_extender another;
        run(o, another, again, err, ticking());
        CHECK(out.str() == again.str());
        CHECK(extender.bodies == another.bodies);
    }
    SECTION("stopped") {
        auto with = ticking();
        with.stop_asked = [asked = 0]() mutable { return ++asked > 5; };
        CHECK(run(o, extender, out, err, with) == 130);
        CHECK(out.str().find("30 pods (stopped early)") != std::string::npos);
    }
    SECTION("over-committed") {
        o.generated = {7, 1, 60};  // an extender that accepts everything
        CHECK(run(o, extender, out, err, ticking()) == 1);
    }
}
