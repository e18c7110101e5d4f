#include "extender/wire/state.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "test/support/builders.hpp"

using namespace berth;
using devicemodel::claim_state;
using devicemodel::pod_record;
using devicemodel::record_source;
using devicemodel::stage;
using wire::read_state;
using wire::state_filter;

namespace {

devicemodel::ledger_rules hami_rules() {
    return {devicemodel::accounting::hami, devicemodel::shrink_rule::after_init};
}

pod_record changed(pod_record pod, auto change) {
    change(pod);
    return pod;
}

/// Every kind of node and pod that a state tells apart.
devicemodel::ledger all_kinds(const devicemodel::ledger_rules& rules = {}) {
    devicemodel::ledger books(rules);
    auto mixed = test::a_node(
        "mixed",
        {test::a_card("G0"), test::a_card("G1").index(1).numa(-1).unhealthy(),
         test::a_card("G2").index(4'294'967'295).mode("mig").model("A \"100\" \\ \xC3\xA4").cordoned(),
         test::a_card("G3").index(3).memory(1'000).mode("")});
    mixed.allocatable_gpus = 40;
    books.put_node(mixed);
    auto broken = test::a_node("broken", {});
    broken.register_problem = "no hami.io/node-nvidia-register annotation";
    books.put_node(broken);

    books.put_pod(test::init_app_pod("starting", "mixed", "G0", 2'000, 1'000));
    books.put_pod(changed(test::init_app_pod("started", "mixed", "G0", 4'000, 1'000),
                          [](auto& pod) { pod.now = stage::steady; }));
    books.put_pod(
        changed(test::one_app_pod("ended", "mixed", "G0", 500), [](auto& pod) { pod.now = stage::zero; }));
    books.put_pod(test::one_app_pod("too-much", "mixed", "G3", 1'500, 20));
    books.put_pod(changed(test::one_app_pod("annotated-only", "mixed", "G1", 300),
                          [](auto& pod) { pod.state = claim_state::reserved; }));
    books.put_pod(test::a_pod("sidecars", "mixed",
                              {test::named("side", test::sidecar_of(100, 5)),
                               test::init_of(900, 50),
                               test::without_gpu(devicemodel::container_role::app),
                               {"half",
                                devicemodel::container_role::app,
                                {2, devicemodel::mebibytes{}, 50, devicemodel::core_percent{30}}}},
                              {{test::share_of("G0", 100, 5)},
                               {test::share_of("G1", 900, 50)},
                               {},
                               {test::share_of("G0", 12'288, 30), test::share_of("G1", 12'288, 30)}}));
    books.put_pod(changed(test::a_pod("unreadable", "mixed", {test::app_of(1)}, {{}}), [](auto& pod) {
        pod.allocation_problem = "the record \"x\" has fewer than four fields";
        pod.requests = {devicemodel::milli_cpu{1'500}, devicemodel::host_bytes{1'048'577}};
    }));
    books.put_pod(
        changed(test::a_pod("plain", "broken", {test::without_gpu(devicemodel::container_role::app)}, {{}}),
                [](auto& pod) {
                    pod.source = record_source::none;
                    pod.requests = {devicemodel::milli_cpu{250}, devicemodel::host_bytes{7}};
                    pod.since = 1'893'499'200;
                }));
    books.put_pod(test::one_app_pod("lost", "gone", "G9", 10));
    devicemodel::claim ticket;
    auto under_way = test::one_app_pod("under-way", "mixed", "G0", 700);
    REQUIRE_FALSE(books.reserve(under_way, ticket));
    return books;
}

/// The document, whatever number of changes led to it.
std::string written(const devicemodel::ledger& books, const state_filter& filter = {}) {
    auto view = books.publish();
    view.revision = 7;
    std::string text;
    wire::write_state(text, view, {"1.2.3", 1'893'500'000, books.rules(), {{"filter", 3}}}, filter);
    return text;
}

std::string document() { return written(all_kinds()); }

std::vector<std::string> problems_of(std::string text) {
    std::vector<std::string> sentences;
    for (const auto& problem : read_state(text).problems) {
        sentences.push_back(api::sentence(problem));
    }
    return sentences;
}

/// `text` with the first `what` replaced, which has to be there.
std::string with(std::string text, std::string_view what, std::string_view by) {
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

}  // namespace

TEST_CASE("state: a state read into an empty ledger is written as the same bytes", "[wire][state]") {
    for (const auto& rules : {devicemodel::ledger_rules{}, hami_rules()}) {
        const auto before = all_kinds(rules);
        const auto text = written(before);
        auto changed_by_reader = text;
        const auto saved = read_state(changed_by_reader);
        REQUIRE(saved.problems.empty());
        CHECK(saved.nodes.size() == 2);
        CHECK(saved.pods.size() == 10);

        devicemodel::ledger after(rules);
        for (const auto& node : saved.nodes) {
            after.put_node(node);
        }
        for (const auto& pod : saved.pods) {
            after.put_pod(pod);
        }
        CHECK(written(after) == text);
        CHECK(after.audit().empty());
    }
}

TEST_CASE("state: a filter leaves one node with its pods, or one pod with its node", "[wire][state]") {
    const auto books = all_kinds();
    const auto names_in = [&](const state_filter& filter) {
        auto text = written(books, filter);
        const auto saved = read_state(text);
        REQUIRE(saved.problems.empty());
        std::vector<std::string> names;
        for (const auto& node : saved.nodes) {
            names.push_back(node.name);
        }
        for (const auto& pod : saved.pods) {
            names.push_back(pod.uid);
        }
        return names;
    };
    using names = std::vector<std::string>;
    CHECK(names_in({"broken", ""}) == names{"broken", "plain"});
    CHECK(names_in({"", "started"}) == names{"mixed", "started"});
    CHECK(names_in({"", "team/pod-plain"}) == names{"broken", "plain"});
    CHECK(names_in({"", "lost"}) == names{"lost"});
    CHECK(names_in({"broken", "started"}).empty());
    CHECK(names_in({"nowhere", ""}).empty());
}

TEST_CASE("state: another schema is refused, and both versions are named", "[wire][state]") {
    using sentences = std::vector<std::string>;
    CHECK(problems_of(with(document(), "berth-state/1", "berth-state/2")) ==
          sentences{"schema: is \"berth-state/2\", this berth reads berth-state/1"});
    CHECK(problems_of("{}") == sentences{"schema: is \"\", this berth reads berth-state/1"});
    CHECK(problems_of(R"({"schema":1})") ==
          sentences{"schema: must be a string, not a number", "nodes: is missing", "pods: is missing"});
}

TEST_CASE("state: nothing that is written may be missing", "[wire][state]") {
    const auto text = document();
    // The members that follow from others, and those that are there only when there is something to say.
    const std::vector<std::string> not_read{"schema",
                                            "version",
                                            "revision",
                                            "now",
                                            "accounting",
                                            "shrink",
                                            "counters",
                                            "filter",
                                            "requested",
                                            "unreadable_pods",
                                            "used",
                                            "free",
                                            "over_commit",
                                            "age_seconds",
                                            "peak",
                                            "steady",
                                            "charge",
                                            "register_problem",
                                            "allocation_problem"};
    std::vector<std::string> keys;
    const std::regex key("\"([a-z_]+)\":");
    for (std::sregex_iterator at(text.begin(), text.end(), key), end; at != end; ++at) {
        const auto name = (*at)[1].str();
        if (std::find(not_read.begin(), not_read.end(), name) == not_read.end() &&
            std::find(keys.begin(), keys.end(), name) == keys.end()) {
            keys.push_back(name);
        }
    }
    CHECK(keys.size() == 32);
    for (const auto& name : keys) {
        // Everywhere, since some of the names stand in parts that are not read, too.
        const auto without = std::regex_replace(text, std::regex("\"" + name + "\":"), "\"other\":");
        const auto problems = problems_of(without);
        CAPTURE(name, problems);
        REQUIRE_FALSE(problems.empty());
        CHECK_THAT(problems.front(), Catch::EndsWith(name + ": is missing"));
    }
}

TEST_CASE("state: what cannot be read says where and why", "[wire][state]") {
    struct bad_state {
        const char* what;
        const char* by;
        const char* want;
    };
    const auto c = GENERATE(values<bad_state>({
        {R"("uuid":"G0")", R"("uuid":"")", "nodes[1].cards[0].uuid: is empty"},
        {R"("index":0)", R"("index":4294967296)", "nodes[1].cards[0].index: is out of range: 4294967296"},
        {R"("numa":-1)", R"("numa":2147483648)", "nodes[1].cards[1].numa: is out of range: 2147483648"},
        {R"("healthy":true)", R"("healthy":"yes")",
         "nodes[1].cards[0].healthy: must be a boolean, not a string"},
        {R"("capacity":{"memory_mib":24576)", R"("capacity":{"memory_mib":-1)",
         "nodes[1].cards[0].capacity.memory_mib: is negative: -1"},
        {R"("gpus":0)", R"("gpus":1.5)", "nodes[0].allocatable.gpus: must be a whole number, not 1.5"},
        {R"("name":"broken")", R"("name":"")", "nodes[0].name: is empty"},
        {R"("uid":"annotated-only")", R"("uid":"")", "pods[0].uid: is empty"},
        {R"("stage":"STEADY")", R"("stage":"LATE")",
         "pods[0].stage: is not a word berth writes there: \"LATE\""},
        {R"("state":"reserved")", R"("state":"held")",
         "pods[0].state: is not a word berth writes there: \"held\""},
        {R"("source":"annotation")", R"("source":"x")",
         "pods[0].source: is not a word berth writes there: \"x\""},
        {R"("role":"app")", R"("role":"main")",
         "pods[0].containers[0].role: is not a word berth writes there: \"main\""},
        {R"("position":0)", R"("position":1)", "pods[0].containers[0].position: is out of range: 1"},
        {R"("memory_percent":50)", R"("memory_percent":101)",
         "pods[4].containers[3].request.memory_percent: is out of range: 101"},
        {R"("nodes":[)", R"("nodes":[7,)", "nodes[0]: must be an object, not a number"},
        {R"("pods":[)", R"("pods":[7,)", "pods[0]: must be an object, not a number"},
        {R"("schema":)", R"("schema":"x","schema":)", "schema: is given twice"},
    }));
    DYNAMIC_SECTION(c.by) {
        const auto problems = problems_of(with(document(), c.what, c.by));
        CAPTURE(problems);
        REQUIRE(problems.size() == 1);
        CHECK(problems.front() == c.want);
    }
    CHECK_THAT(problems_of(document().substr(0, 500)).front(), Catch::Contains("is not JSON at byte"));
}

TEST_CASE("is_state: by its schema, whatever wrote it down again", "[wire][state]") {
    CHECK(wire::is_state(document()));
    CHECK(wire::is_state("{\n  \"schema\": \"berth-state/1\"}"));
    CHECK(wire::is_state("{\"nodes\": [], \"schema\" :\n\"berth-state/9\"}"));
    CHECK_FALSE(wire::is_state(R"({"kind":"List","schema":"x","a":"berth-state/1"})"));
    CHECK_FALSE(wire::is_state(R"("schema")"));
    CHECK_FALSE(wire::is_state(R"("schema":)"));
}
