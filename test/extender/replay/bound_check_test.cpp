#include "extender/replay/bound_check.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace berth::replay;

namespace {

/// What the replay bound to node "n": an init container, then an app with half of each of two cards.
pod asked() {
    return {"p",
            {{"fetch", container_role::init, 0, 0, 1, 100, 0, 0},
             {"main", container_role::app, 0, 0, 2, 500, 0, 0}},
            {},
            0,
            {}};
}

std::string share(const char* uuid, int memory, int cores) {
    return std::string(R"({"uuid":")") + uuid + R"(","memory_mib":)" + std::to_string(memory) +
           R"(,"cores":)" + std::to_string(cores) + "}";
}

std::string shown_container(const char* name, const char* role, const std::string& cards) {
    return std::string(R"({"name":")") + name + R"(","role":")" + role + R"(","cards":[)" + cards + "]}";
}

const std::string fetch = shown_container("fetch", "init", share("u", 100, 10));
const std::string halves = share("u", 500, 50) + "," + share("v", 500, 50);

std::string shown_pod(const char* node, const char* stage, const std::string& containers) {
    return std::string(R"({"namespace":"berth","name":"p","node":")") + node + R"(","stage":")" + stage +
           R"(","containers":[)" + containers + "]}";
}

/// The complaint about the one bound pod, given the pods that the state shows; empty: none.
std::string complaint(const std::string& pods) {
    const auto card_of = [](const char* uuid) {
        return std::string(R"({"uuid":")") + uuid +
               R"(","capacity":{"memory_mib":1000,"cores":100,"slots":10},"used":{}})";
    };
    auto text = R"({"schema":"berth-state/1","nodes":[{"name":"n","cards":[)" + card_of("u") + "," +
                card_of("v") + R"(]},{"name":"m","cards":[)" + card_of("w") + R"(]}],"pods":[)" + pods + "]}";
    const auto state = read_cluster_state(text).value();
    const pod what = asked();
    const std::vector<bound_pod> bound{{what, "berth", "p", "n"}};
    const auto found = contradictions(state, bound);
    REQUIRE(found.size() <= 1);
    CHECK((found.empty() || found.front().where == "pod berth/p"));
    return found.empty() ? "" : found.front().what;
}

}  // namespace

TEST_CASE("a state that shows less than what was bound is contradicted", "[replay][state]") {
    struct row {
        const char* name;
        std::string pods;
        std::string want;
    };
    const auto c = GENERATE(values<row>({
        {"all of it", shown_pod("n", "INIT", fetch + "," + shown_container("main", "app", halves)), ""},
        {"nothing", "", "bound to n, but not shown"},
        {"elsewhere", shown_pod("m", "INIT", ""), "bound to n, but shown on \"m\""},
        {"ended", shown_pod("n", "ZERO", ""), "counts as ended, but has not"},
        {"past its start", shown_pod("n", "STEADY", ""),
         "counts as past its init containers, but has not started"},
        {"a container missing", shown_pod("n", "INIT", fetch), "container main is not shown"},
        {"another role", shown_pod("n", "INIT", fetch + "," + shown_container("main", "sidecar", halves)),
         "container main is shown in another role"},
        {"a card of another node",
         shown_pod(
             "n", "INIT",
             fetch + "," + shown_container("main", "app", share("u", 500, 50) + "," + share("w", 500, 50))),
         "container main is shown with a card that the node does not have"},
        {"one card twice",
         shown_pod(
             "n", "INIT",
             fetch + "," + shown_container("main", "app", share("u", 500, 50) + "," + share("u", 500, 50))),
         "container main is shown with another number of cards than it asks for"},
        {"too little memory",
         shown_pod(
             "n", "INIT",
             fetch + "," + shown_container("main", "app", share("u", 500, 50) + "," + share("v", 499, 50))),
         "container main is shown with less of a card than it asks for"},
        {"too few cores",
         shown_pod(
             "n", "INIT",
             fetch + "," + shown_container("main", "app", share("u", 500, 49) + "," + share("v", 500, 50))),
         "container main is shown with less of a card than it asks for"},
    }));
    INFO(c.name);
    CHECK(complaint(c.pods) == c.want);
}
