#include "extender/wire/pod.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace berth;
using devicemodel::container_role;
using devicemodel::container_status;

namespace {

api::pod pod_of(std::string text) {
    auto pod = wire::parse_pod(text, {});
    if (!pod) {
        FAIL(api::sentence(pod.error()));
    }
    return *pod;
}

/// A pod whose only container has these resources.
api::container_resources resources_of(const std::string& resources) {
    return pod_of(R"({"spec":{"containers":[{"name":"main","resources":)" + resources + "}]}}")
        .containers.at(0)
        .resources;
}

}  // namespace

TEST_CASE("parse_pod: reads what berth needs and nothing else", "[wire][pod]") {
    const auto pod = pod_of(R"({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "t-0", "namespace": "team-a", "uid": "u-1", "labels": 5, "ownerReferences": {},
                     "deletionTimestamp": "2030-01-01T00:00:00Z",
                     "annotations": {"nvidia.com/use-gputype": "A100", "other": [1, {"any": null}],
                                     "hami.io/vgpu-devices-allocated": ";G,NVIDIA,4096,20:;"}},
        "spec": {"nodeName": "gpu-a", "volumes": "anything", "schedulerName": 1,
                 "containers": [{"name": "main", "image": 5, "env": {"x": []}, "restartPolicy": "Always",
                                 "resources": {"limits": {"nvidia.com/gpu": "1", "nvidia.com/gpumem": 4096,
                                                          "other.com/x": "no quantity"}, "claims": 3}}],
                 "initContainers": [{"name": "proxy", "restartPolicy": "Always"}, {"name": "wait", "restartPolicy": null},
                                    {"name": "fetch", "restartPolicy": "OnFailure"}]},
        "status": {"phase": "Running", "hostIP": {},
                   "conditions": [{"type": "Ready", "status": "True"}, {"type": "AllContainersRestarting", "status": "True"}],
                   "initContainerStatuses": [
                       {"name": "wait", "state": {"terminated": {"exitCode": 0, "reason": 7}}, "restartCount": 0},
                       {"name": "fetch", "state": {"waiting": {"reason": "PodInitializing"}},
                        "lastState": {"terminated": {"exitCode": 1}}}],
                   "containerStatuses": [{"name": "main", "state": {"running": {"startedAt": 1}}, "restartCount": 2}]}
    })");

    CHECK(pod.name == "t-0");
    CHECK(pod.name_space == "team-a");
    CHECK(pod.uid == "u-1");
    CHECK(pod.deleting);
    CHECK(pod.node_name == "gpu-a");
    CHECK(pod.annotations.size() == 2);
    CHECK(pod.annotations.at("nvidia.com/use-gputype") == "A100");
    REQUIRE(pod.allocated.has_value());
    CHECK(pod.allocated->problem == "");
    CHECK(pod.allocated->slots.size() == 2);

    REQUIRE(pod.containers.size() == 4);
    const std::pair<const char*, container_role> want[] = {{"proxy", container_role::sidecar},
                                                           {"wait", container_role::init},
                                                           {"fetch", container_role::init},
                                                           {"main", container_role::app}};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(pod.containers[i].name == want[i].first);
        CHECK(pod.containers[i].role == want[i].second);
    }
    CHECK(pod.containers[3].resources.gpus == 1);
    CHECK(pod.containers[3].resources.memory == 4096);

    CHECK(pod.status.phase == "Running");
    CHECK(pod.status.all_containers_restarting);
    using state = container_status::state;
    CHECK(pod.status.init_containers ==
          std::vector<container_status>{{"wait", state::terminated, "", 0, false},
                                        {"fetch", state::waiting, "PodInitializing", 0, true}});
    CHECK(pod.status.apps == std::vector<container_status>{{"main", state::running, "", 0, true}});
}

TEST_CASE("parse_pod: absent and null are the same", "[wire][pod]") {
    const auto nulls = pod_of(R"({
        "metadata": {"name": null, "namespace": null, "uid": null, "annotations": null, "deletionTimestamp": null},
        "spec": {"nodeName": null, "initContainers": null,
                 "containers": [{"name": "a", "resources": {"limits": null, "requests": {"nvidia.com/gpu": null}}},
                                {"name": "b", "resources": null}]},
        "status": {"phase": null, "conditions": null, "initContainerStatuses": null,
                   "containerStatuses": [{"name": "a", "state": {"waiting": null, "running": null, "terminated": null},
                                          "lastState": null, "restartCount": null}]}})");
    const auto absent = pod_of(R"({"spec": {"containers": [{"name": "a"}, {"name": "b"}]},
                                   "status": {"containerStatuses": [{"name": "a"}]}})");
    CHECK(nulls == absent);
    CHECK(absent.name_space == "default");
    CHECK_FALSE(absent.allocated.has_value());
    CHECK(pod_of("{}").containers.empty());
}

TEST_CASE("parse_pod: which of limits and requests counts", "[wire][pod]") {
    const auto r = resources_of(R"({
        "limits": {"nvidia.com/gpu": "2", "nvidia.com/gpumem": "3k", "cpu": "4", "memory": "1Gi"},
        "requests": {"nvidia.com/gpu": "1", "nvidia.com/gpucores": 30, "nvidia.com/gpumem-percentage": "50", "cpu": "1500m"}})");
    CHECK(r == api::container_resources{.gpus = 2,
                                        .memory = 3000,
                                        .memory_percent = 50,
                                        .cores = 30,
                                        .cpu_milli = 1500,
                                        .memory_bytes = 1'073'741'824});
}

TEST_CASE("parse_pod: amounts keep their exact value up to the limit", "[wire][pod]") {
    CHECK(resources_of(R"({"limits":{"nvidia.com/gpumem":"24Ki"}})").memory == 24'576);
    CHECK(resources_of(R"({"limits":{"nvidia.com/gpumem":4294967297}})").memory == 4'294'967'297);
    CHECK(resources_of(R"({"limits":{"nvidia.com/gpumem":1e3}})").memory == 1'000);
    CHECK(resources_of(R"({"limits":{"nvidia.com/gpumem":"1Pi"}})").memory == devicemodel::amount_limit);
    CHECK(resources_of(R"({"limits":{"nvidia.com/gpucores":"250"}})").cores == 250);
    CHECK(resources_of(R"({"limits":{"nvidia.com/gpumem-percentage":"-3"}})").memory_percent == -3);
    CHECK(resources_of(R"({"requests":{"cpu":"100u","memory":"0.1"}})").cpu_milli == 1);
    CHECK(resources_of(R"({"requests":{"cpu":"100u","memory":"0.1"}})").memory_bytes == 1);
}

TEST_CASE("parse_pod: other resource names can be configured", "[wire][pod]") {
    const api::resource_names names{
        .gpus = "example.com/gpu", .memory = "example.com/mem", .memory_percent = "p", .cores = "c"};
    std::string text =
        R"({"spec":{"containers":[{"name":"m","resources":{"limits":{"example.com/gpu":1,"nvidia.com/gpu":"x"}}}]}})";
    const auto pod = wire::parse_pod(text, names);
    REQUIRE(pod.has_value());
    CHECK(pod->containers[0].resources.gpus == 1);
}

TEST_CASE("parse_pod: an allocation that cannot be read is kept as a problem of the pod", "[wire][pod]") {
    const auto pod = pod_of(R"({"metadata":{"annotations":{"hami.io/vgpu-devices-allocated":"a,b,c:;"}}})");
    REQUIRE(pod.allocated.has_value());
    CHECK_THAT(pod.allocated->problem, Catch::Contains("fewer than four fields"));
}

TEST_CASE("parse_pod: a status says the safer thing when it says two", "[wire][pod]") {
    const auto state_of = [](const std::string& state) {
        return pod_of(R"({"status":{"containerStatuses":[{"name":"a","state":)" + state + "}]}}")
            .status.apps.at(0);
    };
    using state = container_status::state;
    CHECK(state_of("{}").now == state::waiting);
    CHECK(state_of(R"({"terminated":{"exitCode":137}})").exit_code == 137);
    CHECK(state_of(R"({"terminated":{"exitCode":-1}})").exit_code == -1);
    CHECK(state_of(R"({"terminated":{"exitCode":0},"running":{}})").now == state::running);
    CHECK(state_of(R"({"waiting":{"reason":"x"},"running":{}})").waiting_reason == "");
}

TEST_CASE("parse_pod: a thousand containers are taken, one more is not", "[wire][pod]") {
    const auto pod_with = [](std::size_t count) {
        std::string text = R"({"spec":{"initContainers":[{"name":"i"}],"containers":[)";
        for (std::size_t i = 1; i < count; ++i) {
            text += R"({"name":"c)" + std::to_string(i) + R"("},)";
        }
        text.back() = ']';
        return text + "}}";
    };
    CHECK(pod_of(pod_with(1000)).containers.size() == 1000);
    auto text = pod_with(1001);
    const auto pod = wire::parse_pod(text, {}, "Pod");
    REQUIRE(pod.has_error());
    CHECK(api::sentence(pod.error()) == "Pod.spec.containers: makes more than 1000 containers");
}
