#include "devicemodel/life_cycle.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "test/support/builders.hpp"
#include "test/support/model_printers.hpp"

namespace {

using namespace berth::devicemodel;
using namespace berth::test;
using state = container_status::state;

container_status waiting(std::string name, std::string reason = "PodInitializing") {
    return {std::move(name), state::waiting, std::move(reason), 0, false};
}
container_status running(std::string name) { return {std::move(name), state::running, "", 0, false}; }
container_status ended(std::string name, std::int32_t exit_code = 0) {
    return {std::move(name), state::terminated, "", exit_code, false};
}
container_status again(container_status s) {
    s.has_run_before = true;
    return s;
}

/// Two plain init containers around a sidecar, and two apps.
const std::vector<container> whole_pod{named("one", init_of(5)), named("proxy", sidecar_of(1)),
                                       named("two", init_of(7)), named("app", app_of(2)),
                                       named("web", app_of(2))};

struct row {
    std::string name;
    stage previous;
    pod_status status;
    stage want;
};

void check(const std::vector<container>& containers, const row& c) {
    CAPTURE(c.name);
    CHECK(next_stage(c.previous, containers, c.status) == c.want);
}

}  // namespace

TEST_CASE("init capacity is held until every plain init container has ended well", "[devicemodel]") {
    check(whole_pod,
          GENERATE(values<row>({
              {"no status at all", stage::init, {}, stage::init},
              {"a phase and nothing else", stage::init, {"Pending", false, {}, {}}, stage::init},
              {"the first runs", stage::init, {"Pending", false, {running("one")}, {}}, stage::init},
              {"between two init containers",
               stage::init,
               {"Pending", false, {ended("one"), running("proxy"), waiting("two")}, {}},
               stage::init},
              {"the second has no status yet",
               stage::init,
               {"Pending", false, {ended("one"), running("proxy")}, {}},
               stage::init},
              {"the first has lost its status",
               stage::init,
               {"Pending", false, {ended("two")}, {}},
               stage::init},
              {"the second failed",
               stage::init,
               {"Pending", false, {ended("one"), running("proxy"), ended("two", 1)}, {}},
               stage::init},
              {"the first failed, the second went well",
               stage::init,
               {"Pending", false, {ended("one", 137), ended("two")}, {}},
               stage::init},
              {"the failed one waits for its retry",
               stage::init,
               {"Pending", false, {ended("one"), waiting("two", "CrashLoopBackOff")}, {}},
               stage::init},
              {"both ended well",
               stage::init,
               {"Pending", false, {ended("one"), running("proxy"), ended("two")}, {}},
               stage::steady},
              {"in any order",
               stage::init,
               {"Running", false, {ended("two"), ended("one"), running("proxy")}, {}},
               stage::steady},
              {"beside statuses of strangers",
               stage::init,
               {"Running", false, {running("else"), ended("two"), ended("one")}, {}},
               stage::steady},
              {"apps wait for their first start",
               stage::init,
               {"Pending",
                false,
                {ended("one"), running("proxy"), ended("two")},
                {waiting("app"), waiting("web")}},
               stage::steady},
              {"the phase is not known",
               stage::init,
               {"Unknown", false, {ended("one"), ended("two")}, {}},
               stage::steady},
          })));
}

TEST_CASE("a sidecar neither releases nor holds init capacity", "[devicemodel]") {
    const auto sidecar = GENERATE(values<container_status>(
        {waiting("proxy"), waiting("proxy", "CrashLoopBackOff"), again(waiting("proxy", "CrashLoopBackOff")),
         running("proxy"), ended("proxy"), ended("proxy", 1)}));
    const auto previous = GENERATE(stage::init, stage::steady);
    check(whole_pod, {"inits done",
                      previous,
                      {"Running", false, {ended("one"), sidecar, ended("two")}, {}},
                      stage::steady});
    check(whole_pod, {"second init runs",
                      previous,
                      {"Running", false, {ended("one"), sidecar, running("two")}, {}},
                      stage::init});
}

TEST_CASE("start-up that is repeated takes init capacity again", "[devicemodel]") {
    const std::vector<container_status> done{ended("one"), running("proxy"), ended("two")};
    check(whole_pod,
          GENERATE_COPY(values<row>({
              {"nothing new",
               stage::steady,
               {"Running", false, done, {running("app"), running("web")}},
               stage::steady},
              {"a status that says nothing of the inits",
               stage::steady,
               {"Running", false, {}, {running("app")}},
               stage::steady},
              {"one init lost its status",
               stage::steady,
               {"Running", false, {ended("two")}, {running("app")}},
               stage::steady},
              {"an init runs again",
               stage::steady,
               {"Running", false, {running("one"), ended("two")}, {}},
               stage::init},
              {"an init waits again",
               stage::steady,
               {"Running", false, {waiting("one"), ended("two")}, {}},
               stage::init},
              {"one is lost, one runs", stage::steady, {"Running", false, {running("two")}, {}}, stage::init},
              {"an init failed when run again",
               stage::steady,
               {"Running", false, {ended("one"), ended("two", 2)}, {}},
               stage::init},
              {"AllContainersRestarting",
               stage::steady,
               {"Running", true, done, {running("app")}},
               stage::init},
              {"AllContainersRestarting holds", stage::init, {"Running", true, done, {}}, stage::init},
              {"a new sandbox: all apps wait for the inits",
               stage::steady,
               {"Running", false, done, {again(waiting("app")), again(waiting("web"))}},
               stage::init},
              {"a new sandbox and an app that had not run yet",
               stage::steady,
               {"Pending", false, done, {again(waiting("app")), waiting("web")}},
               stage::init},
              {"a new sandbox, seen from INIT",
               stage::init,
               {"Running", false, done, {again(waiting("app")), again(waiting("web"))}},
               stage::init},
              {"one app still runs",
               stage::steady,
               {"Running", false, done, {again(waiting("app")), running("web")}},
               stage::steady},
              {"one app runs again",
               stage::steady,
               {"Running", false, done, {again(waiting("app")), again(running("web"))}},
               stage::steady},
              {"one app is at its end",
               stage::steady,
               {"Running", false, done, {again(waiting("app")), again(ended("web"))}},
               stage::steady},
              {"an app crash-loops",
               stage::steady,
               {"Running", false, done, {again(waiting("app", "CrashLoopBackOff")), again(waiting("web"))}},
               stage::steady},
              {"apps wait for their first start",
               stage::steady,
               {"Pending", false, done, {waiting("app"), waiting("web")}},
               stage::steady},
              {"the second time is over, too",
               stage::init,
               {"Running", false, done, {again(running("app")), again(running("web"))}},
               stage::steady},
          })));
}

TEST_CASE("a finished pod is charged nothing, for good", "[devicemodel]") {
    const auto previous = GENERATE(stage::init, stage::steady, stage::zero);
    const auto phase = GENERATE(values<std::string>({"Succeeded", "Failed"}));
    CAPTURE(phase);
    CHECK(next_stage(previous, whole_pod, {phase, false, {running("one")}, {}}) == stage::zero);
    CHECK(next_stage(previous, whole_pod, {phase, true, {}, {running("app")}}) == stage::zero);

    CHECK(next_stage(stage::zero, whole_pod, {"Running", true, {running("one")}, {running("app")}}) ==
          stage::zero);
    CHECK(next_stage(stage::zero, {app_of(1)}, {"Pending", false, {}, {}}) == stage::zero);
    CHECK(next_stage(stage::init, whole_pod, {"succeeded", false, {}, {}}) == stage::init);
}

TEST_CASE("a pod without plain init containers is steady from the start", "[devicemodel]") {
    const auto containers = GENERATE(values<std::vector<container>>({
        {named("app", app_of(1))},
        {named("proxy", sidecar_of(1)), named("app", app_of(1))},
        {named("proxy", sidecar_of(1)), named("log", sidecar_of(1))},
        {named("proxy", sidecar_of(1)), without_gpu(container_role::app)},
        {},
    }));
    CHECK(first_stage(containers) == stage::steady);
    for (const auto previous : {stage::init, stage::steady}) {
        CHECK(next_stage(previous, containers, {}) == stage::steady);
        CHECK(next_stage(previous, containers,
                         {"Running", true, {waiting("proxy")}, {again(waiting("app"))}}) == stage::steady);
        CHECK(next_stage(previous, containers, {"Failed", false, {}, {}}) == stage::zero);
    }
}

TEST_CASE("plain init containers count with and without a GPU, with and without apps", "[devicemodel]") {
    const auto init = GENERATE(values<container>({init_of(1), without_gpu(container_role::init)}));
    const auto apps = GENERATE(values<std::vector<container>>({{}, {app_of(1)}}));
    std::vector<container> containers{named("one", init)};
    containers.insert(containers.end(), apps.begin(), apps.end());

    CHECK(first_stage(containers) == stage::init);
    CHECK(next_stage(stage::init, containers, {}) == stage::init);
    CHECK(next_stage(stage::init, containers, {"Pending", false, {running("one")}, {}}) == stage::init);
    CHECK(next_stage(stage::init, containers, {"Pending", false, {ended("one")}, {}}) == stage::steady);
}

TEST_CASE("a stage is charged by its larger phase, its steady use, or nothing", "[devicemodel]") {
    const usage need{shares_of(20, 10, 1), shares_of(10, 30, 2)};
    CHECK(charge_of(need, stage::init, shrink_rule::after_init) == shares_of(20, 30, 2));
    CHECK(charge_of(need, stage::init, shrink_rule::never) == shares_of(20, 30, 2));
    CHECK(charge_of(need, stage::steady, shrink_rule::after_init) == shares_of(10, 30, 2));
    CHECK(charge_of(need, stage::steady, shrink_rule::never) == shares_of(20, 30, 2));
    CHECK(charge_of(need, stage::zero, shrink_rule::after_init) == shares{});
    CHECK(charge_of(need, stage::zero, shrink_rule::never) == shares{});
}

TEST_CASE("stages have the words that state and logs show", "[devicemodel]") {
    CHECK(name_of(stage::init) == "INIT");
    CHECK(name_of(stage::steady) == "STEADY");
    CHECK(name_of(stage::zero) == "ZERO");
}
