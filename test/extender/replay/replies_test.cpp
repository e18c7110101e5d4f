#include "extender/replay/replies.hpp"

#include <catch2/catch.hpp>

using namespace berth::replay;
using indices = std::vector<std::uint32_t>;

namespace {

const std::vector<node> nodes{{"a", 1, 1, 0, {}}, {"b", 1, 1, 0, {}}, {"c", 1, 1, 0, {}}, {"d", 1, 1, 0, {}}};
const indices asked_about{0, 1, 3};

struct filter_case {
    const char* name;
    std::string body;
    std::string want_problem;
    indices want_kept;
    node_reasons want_refused;
};

}  // namespace

TEST_CASE("filter replies are read as kube-scheduler reads them", "[replay][replies]") {
    const auto c = GENERATE(values<filter_case>({
        {"names and both maps",
         R"({"Nodes":null,"NodeNames":["a"],"FailedNodes":{"b":"full"},)"
         R"("FailedAndUnresolvableNodes":{"d":"full"},"Error":""})",
         "",
         {0},
         {{{"full", 1}}, {{"full", 1}}}},
        {"any order, any case",
         R"({"failednodes":{"a":"x"},"nodenames":["d","b","d"],"other":[1,{}]})",
         "",
         {3, 1},
         {{{"x", 1}}, {}}},
        {"null names are no names",
         R"({"NodeNames":null,"FailedNodes":null,"Error":null})",
         "",
         {},
         {{}, {{"no reason given", 3}}}},
        {"an error aborts",
         R"({"NodeNames":["a"],"FailedNodes":{"b":"full"},"Error":"not ready"})",
         "not ready",
         {},
         {}},
        {"a name from elsewhere",
         R"({"NodeNames":["a","z"]})",
         "unreadable reply: NodeNames[1]: claims node \"z\", which it was not asked about",
         {},
         {}},
        {"a node of the cluster that was not asked about",
         R"({"NodeNames":["c"]})",
         "unreadable reply: NodeNames[0]: claims node \"c\", which it was not asked about",
         {},
         {}},
        {"names of another type",
         R"({"NodeNames":"a"})",
         "unreadable reply: NodeNames: must be an array, not a string",
         {},
         {}},
    }));
    DYNAMIC_SECTION(c.name) {
        const node_books books(nodes);
        response reply{200, c.body, {}};
        const auto answer = read_filter_reply(reply, {books, asked_about});
        CHECK(answer.problem == c.want_problem);
        CHECK(answer.kept == c.want_kept);
        CHECK(answer.refused == c.want_refused);
    }
}

TEST_CASE("a filter reply that is no 200 with JSON is an error of the attempt", "[replay][replies]") {
    const node_books books(nodes);
    const auto problem_of = [&](response reply) {
        return read_filter_reply(reply, {books, asked_about}).problem;
    };
    CHECK(problem_of({0, "", "timed out"}) == "timed out");
    CHECK(problem_of({500, R"({"NodeNames":["a"]})", ""}) == "HTTP status 500");
    CHECK(problem_of({204, "", ""}) == "HTTP status 204");
    CHECK(problem_of({200, "", ""}).find("unreadable reply: is not JSON") == 0);
    CHECK(problem_of({200, R"({"NodeNames":["a")", ""}).find("unreadable reply: NodeNames") == 0);
}

TEST_CASE("prioritize replies give a score to each node asked about; bad ones give none",
          "[replay][replies]") {
    const node_books books(nodes);
    std::vector<std::int64_t> scores;
    const auto read = [&](const char* body) {
        response reply{200, body, {}};
        return read_prioritize_reply(reply, {books, asked_about}, scores);
    };
    CHECK(read(R"([{"Host":"d","Score":7},{"host":"a","score":250},{"Host":"z","Score":9}])").empty());
    CHECK(scores == std::vector<std::int64_t>{250, 0, 7});
    CHECK(read(R"([{"Host":"a","Score":1},{"Host":"b","Score":2.0}])") ==
          "unreadable reply: [1].Score: must be a whole number, not 2.0");
    CHECK(scores == std::vector<std::int64_t>{0, 0, 0});
    CHECK_FALSE(read(R"({"Error":"x"})").empty());
    CHECK(read("[]").empty());
}

TEST_CASE("bind replies bind only with status 200, JSON and an empty Error", "[replay][replies]") {
    const auto read = [](response reply) { return read_bind_reply(reply); };
    CHECK(read({200, R"({"Error":""})", ""}).empty());
    CHECK(read({200, "{}", ""}).empty());
    CHECK(read({200, R"({"error":"taken"})", ""}) == "taken");
    CHECK(read({500, R"({"Error":""})", ""}) == "HTTP status 500");
    CHECK_FALSE(read({200, "", ""}).empty());
    CHECK(read({0, "", ""}) == "no reply");
}
