// The HTTP surface, byte for byte.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>

#include "test/extender/routes/golden_scenario.hpp"

using namespace berth;
using test::bind_args;
using test::bind_step;
using test::container_json;
using test::filter_args;
using test::golden_scenario;
using test::gpu_container;
using test::pod_json;

namespace {

const std::string all_nodes = R"(["gpu-a","gpu-b","cpu-c","gone-d"])";
const std::string small = pod_json("small", R"({"containers":[)" + gpu_container("main", 4'000) + "]}");
const std::string tiny = pod_json("tiny", R"({"containers":[)" + gpu_container("main", 500) + "]}");
const std::string web = pod_json("web", R"({"containers":[{"name":"main"}]})");
const std::string carried =
    R"({"metadata":{"name":"x","annotations":{"hami.io/node-nvidia-register":"GPU-x,10,8000,100,NVIDIA-A10,0,true,0,hami-core:"}},"status":{"allocatable":{"nvidia.com/gpu":"10"}}})";
const std::string two_carried = R"({"items":[)" + carried + R"(,{"metadata":{"name":"y"}}]})";

std::string event(const std::string& type, const std::string& object) {
    return R"({"type":")" + type + R"(","object":)" + object + "}";
}
std::string node_named(const std::string& name) {
    return R"({"kind":"Node","metadata":{"name":")" + name + R"("}})";
}

routes::service_settings with_events() {
    routes::service_settings settings;
    settings.events = routes::cluster_events::taken;
    settings.version = "1.2.3";
    return settings;
}

void filter(golden_scenario& golden) {
    test::played_service berth;
    berth.load(test::small_cluster);
    const auto post = [&](const std::string& what, const std::string& body) {
        golden.post(berth, what, "/filter", body);
    };
    post("fits, refused for now, never", filter_args(small, all_nodes));
    post("more than any card has",
         filter_args(pod_json("huge", R"({"containers":[)" + gpu_container("main", 41'000) + "]}"),
                     all_nodes));
    post("a pod without GPU passes everywhere", filter_args(web, all_nodes));
    post("one node", filter_args(small, R"(["gpu-a"])"));
    post("one node nobody knows", filter_args(small, R"(["gone-d"])"));
    post("no node", filter_args(small, "[]"));
    post("keys in lower case, absent for null", R"({"pod":)" + small + R"(,"nodenames":["gpu-a"]})");
    post("an escaped name", filter_args(small, R"(["\u0067pu-a","strange\"one"])"));
    post("whole nodes", R"({"Pod":)" + small + R"(,"Nodes":)" + two_carried + R"(,"NodeNames":null})");
    post("whole nodes, keys in lower case", R"({"nodes":)" + two_carried + R"(,"pod":)" + small + "}");
    post("whole nodes and names",
         R"({"Pod":)" + small + R"(,"Nodes":)" + two_carried + R"(,"NodeNames":["gpu-a"]})");
    post("whole nodes, a pod without GPU", R"({"Pod":)" + web + R"(,"Nodes":)" + two_carried + "}");
    post("neither nodes nor names", R"({"Pod":)" + small + "}");
    post("both lists null", R"({"Pod":)" + small + R"(,"Nodes":null,"NodeNames":null})");
    post("a field of the wrong type", filter_args(R"({"metadata":{"name":7}})", all_nodes));
    post("not JSON", "hello");
}

/// What pods can ask for, from filter to the charge; each finds the nodes as the first did.
void demands(golden_scenario& golden) {
    test::played_service berth(with_events());
    berth.load(test::small_cluster);
    const std::string two_nodes = R"(["gpu-a","gpu-b"])";
    const auto place = [&](const std::string& name, const std::string& what, const std::string& containers,
                           const std::string& annotations = "") {
        golden.post(berth, what + " filtered", "/filter",
                    filter_args(pod_json(name, "{" + containers + "}", annotations), two_nodes));
        golden.post(berth, what + " bound", "/bind", bind_args(name, "gpu-a"));
        golden.get(berth, what + " charged", "/debug/state?pod=u-" + name);
    };
    const auto gone = [&](const std::string& name) {
        berth.reply("/cluster/events",
                    event("DELETED", R"({"kind":"Pod",)" + pod_json(name, "{}").substr(1)));
    };
    place("phases", "a sidecar and two kinds of init container",
          R"("initContainers":[)" + gpu_container("proxy", 1'000, R"(,"restartPolicy":"Always")") + "," +
              gpu_container("download", 30'000, R"(,"restartPolicy":"OnFailure")") + "," +
              gpu_container("convert", 20'000, R"(,"restartPolicy":"Never")") + R"(],"containers":[)" +
              gpu_container("main", 6'000) + "]");
    gone("phases");
    place("percent", "memory in percent",
          R"("containers":[)" +
              container_json("main", R"("nvidia.com/gpu":"1","nvidia.com/gpumem-percentage":"20")") + "]");
    gone("percent");
    place("pair", "two cards",
          R"("containers":[)" +
              container_json("main",
                             R"("nvidia.com/gpu":2,"nvidia.com/gpumem":"1Ki","nvidia.com/gpucores":25)") +
              "]");
    gone("pair");
    place("chosen", "a card named by its annotation", R"("containers":[)" + gpu_container("main", 500) + "]",
          R"("nvidia.com/use-gpuuuid":"GPU-a0","hami.io/gpu-scheduler-policy":"binpack")");
    gone("chosen");
    place("alone", "a card for itself",
          R"("containers":[)" +
              container_json(
                  "main", R"("nvidia.com/gpu":"1","nvidia.com/gpumem":"1000","nvidia.com/gpucores":"100")") +
              "]");
    golden.post(berth, "one card is left beside it", "/filter", filter_args(tiny, two_nodes));
    golden.post(berth, "but not two", "/filter",
                filter_args(pod_json("pair", R"({"containers":[)" +
                                                 container_json(
                                                     "main", R"("nvidia.com/gpu":2,"nvidia.com/gpumem":1)") +
                                                 "]}"),
                            two_nodes));
}

void prioritize(golden_scenario& golden, scoring::node_policy policy) {
    routes::service_settings settings;
    settings.demand.nodes = policy;
    test::played_service berth(settings);
    berth.load(test::small_cluster);
    const auto post = [&](const std::string& what, const std::string& body) {
        golden.post(berth, what, "/prioritize", body);
    };
    post("two nodes that fit", filter_args(tiny, R"(["gpu-a","gpu-b"])"));
    post("nodes that do not fit get 0", filter_args(small, all_nodes));
    post("a policy of its own",
         filter_args(pod_json("tiny", R"({"containers":[)" + gpu_container("main", 500) + "]}",
                              R"("hami.io/node-scheduler-policy":"spread")"),
                     R"(["gpu-a","gpu-b"])"));
    post("a pod without GPU", filter_args(web, all_nodes));
    post("no node", filter_args(small, "[]"));
    post("whole nodes, keys in lower case", R"({"pod":)" + small + R"(,"nodes":)" + two_carried + "}");
    post("an error is a status as the reply has no place for it", R"({"Pod":)" + small + "}");
    post("a quantity that is none",
         filter_args(pod_json("odd", R"({"containers":[)" +
                                         container_json("main", R"("nvidia.com/gpu":"one")") + "]}"),
                     all_nodes));
}

void bind(golden_scenario& golden) {
    test::played_service berth(with_events());
    berth.load(test::small_cluster);
    const auto post = [&](const std::string& what, const std::string& body) {
        golden.post(berth, what, "/bind", body);
    };
    post("a pod nobody asked about", bind_args("small", "gpu-a"));
    berth.reply("/filter", filter_args(small, R"(["gpu-a","gpu-b"])"));
    post("a node without room", bind_args("small", "gpu-b"));
    post("a node nobody knows", bind_args("small", "gone-d"));
    post("another pod of that UID",
         R"({"PodName":"other","PodNamespace":"team-a","PodUID":"u-small","Node":"gpu-a"})");
    berth.api().then({bind_step::kind::refuse, {}, {}});
    post("refused by the API", bind_args("small", "gpu-a"));
    post("bound", bind_args("small", "gpu-a"));
    post("bound again", bind_args("small", "gpu-a"));
    post("bound elsewhere", bind_args("small", "gpu-b"));
    berth.reply("/filter", filter_args(web, R"(["cpu-c"])"));
    post("a pod without GPU", bind_args("web", "cpu-c"));
    berth.reply("/filter", filter_args(tiny, R"(["gpu-b"])"));
    berth.reply("/cluster/events", event("DELETED", node_named("gpu-b")));
    post("a node that has gone since", bind_args("tiny", "gpu-b"));
    post("a field is missing", R"({"PodName":"small","PodNamespace":"team-a","Node":"gpu-a"})");
    post("keys in lower case, a field of the wrong type", R"({"podname":"small","node":["gpu-a"]})");
    golden.get(berth, "what all of it has led to", "/debug/state");
}

void state(golden_scenario& golden) {
    test::played_service berth(with_events());
    golden.get(berth, "nothing yet", "/debug/state");
    berth.load(test::small_cluster + R"(  - kind: Node
    metadata: {name: odd-e, annotations: {hami.io/node-nvidia-register: "GPU-e0,ten,8000,100,NVIDIA-A10,0,true:"}}
  - kind: Node
    metadata:
      name: old-f
      annotations: {hami.io/node-nvidia-register: 'GPU-f0,10,8000,100,NVIDIA-A10,0,false:'}
  - kind: Pod
    metadata: {name: unread, namespace: team-b, uid: u-unread, annotations: {hami.io/vgpu-devices-allocated: "GPU-b0,NVIDIA,much,50:;"}}
    spec: {nodeName: cpu-c, containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1}}}]}
  - kind: Pod
    metadata: {name: lost, namespace: team-b, uid: u-lost, annotations: {hami.io/vgpu-devices-allocated: "GPU-g0,NVIDIA,700,5:;"}}
    spec: {nodeName: gone-g, containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 700}}}]}
  - kind: Pod
    metadata:
      name: promised
      namespace: team-b
      uid: u-promised
      annotations: {hami.io/vgpu-node: old-f, hami.io/vgpu-devices-allocated: "GPU-f0,NVIDIA,9000,5:;"}
    spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 9000, nvidia.com/gpucores: 5}}}]}
  - kind: Pod
    metadata: {name: over, namespace: team-b, uid: u-over, annotations: {hami.io/vgpu-devices-allocated: "GPU-a0,NVIDIA,700,5:;"}}
    spec: {nodeName: gpu-a, containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 700, nvidia.com/gpucores: 5}}}]}
    status: {phase: Succeeded}
)");
    berth.reply("/filter", filter_args(small, R"(["gpu-a"])"));
    REQUIRE(berth.reply("/bind", bind_args("small", "gpu-a")) == R"({"Error":""})");
    berth.reply("/filter", filter_args(tiny, R"(["gpu-a"])"));
    for (int i = 0; i < 100; ++i) {
        berth.api().then({bind_step::kind::lose_request, {}, {}});
    }
    golden.post(berth, "a bind whose answer is lost", "/bind", bind_args("tiny", "gpu-a"));
    golden.get(berth, "everything", "/debug/state");
    golden.get(berth, "one node", "/debug/state?node=gpu-b");
    golden.get(berth, "one pod by UID", "/debug/state?pod=u-small");
    golden.get(berth, "one pod by name, escaped", "/debug/state?x=y&pod=team%2Db%2Ffull");
    golden.get(berth, "a pod that is on another node", "/debug/state?pod=u-small&node=gpu-b");
    golden.get(berth, "an unknown node", "/debug/state?node=gone-d");
    golden.get(berth, "an unknown pod", "/debug/state?pod=team-a/full");
}

void events(golden_scenario& golden) {
    test::played_service berth(with_events());
    berth.load(test::small_cluster);
    const auto post = [&](const std::string& what, const std::string& body) {
        golden.post(berth, what, "/cluster/events", body);
    };
    post("a new node", event("ADDED", R"({"kind":"Node",)" + carried.substr(1)));
    post(
        "a pod on it",
        event(
            "ADDED",
            R"({"kind":"Pod","metadata":{"name":"one","namespace":"team-a","uid":"u-one","annotations":{"hami.io/vgpu-devices-allocated":"GPU-x,NVIDIA,100,5:;"}},"spec":{"nodeName":"x","containers":[)" +
                gpu_container("main", 100) + R"(]},"status":{"phase":"Running"}})"));
    golden.get(berth, "both are there", "/debug/state?node=x");
    post(
        "the pod has ended",
        event(
            "MODIFIED",
            R"({"kind":"Pod","metadata":{"name":"one","namespace":"team-a","uid":"u-one"},"spec":{"nodeName":"x","containers":[)" +
                gpu_container("main", 100) + R"(]},"status":{"phase":"Succeeded"}})"));
    golden.get(berth, "its card is free", "/debug/state?node=x");
    post("the pod is gone",
         event("DELETED", R"({"kind":"Pod","metadata":{"name":"one","namespace":"team-a","uid":"u-one"}})"));
    post("the node is gone", event("DELETED", node_named("x")));
    golden.get(berth, "nothing is left of them", "/debug/state?node=x");
    post("a type nobody knows", event("GONE", node_named("gpu-a")));
    post("a kind nobody reads", event("ADDED", R"({"kind":"Service","metadata":{"name":"s"}})"));
    golden.get(berth, "another method", "/cluster/events");
}

void other(golden_scenario& golden) {
    routes::service_settings settings;
    settings.version = "1.2.3";
    test::played_service berth(settings);
    golden.get(berth, "alive from the start", "/livez");
    golden.get(berth, "not ready", "/readyz");
    berth.load(test::small_cluster);
    golden.get(berth, "ready", "/readyz");
    golden.get(berth, "version", "/version");
    golden.get(berth, "nothing there", "/nothing?a=b");
    golden.get(berth, "a path with more behind it", "/filter/");
    golden.get(berth, "filter by another method", "/filter");
    golden.call(berth, "the state by another method", "DELETE", "/debug/state?node=gpu-a");
    golden.post(berth, "livez by another method", "/livez", "");
    golden.post(berth, "events belong to the API server", "/cluster/events", "{}");
    golden.post(berth, "no echo unless asked for", "/debug/echo", "hello");
}

void echo(golden_scenario& golden) {
    routes::service_settings settings;
    settings.echo = routes::echo_route::on;
    test::played_service berth(settings);
    golden.post(berth, "as long as the body", "/debug/echo", "hello");
    golden.post(berth, "as long as asked for", "/debug/echo?bytes=7", "hello");
    golden.post(berth, "no number", "/debug/echo?bytes=x", "hello");
    golden.post(berth, "more than anybody needs", "/debug/echo?bytes=67108865", "hello");
}

const std::map<std::string, void (*)(golden_scenario&)> scenarios{
    {"filter", filter},
    {"demands", demands},
    {"prioritize-stock", [](golden_scenario& golden) { prioritize(golden, scoring::node_policy::stock); }},
    {"prioritize-binpack",
     [](golden_scenario& golden) { prioritize(golden, scoring::node_policy::binpack); }},
    {"bind", bind},
    {"state", state},
    {"events", events},
    {"other", other},
    {"echo", echo},
};

}  // namespace

TEST_CASE("golden: every reply is the one on file", "[routes][golden]") {
    for (const auto& [name, play] : scenarios) {
        DYNAMIC_SECTION(name) {
            golden_scenario golden(name);
            play(golden);
            golden.finish();
        }
    }
}

TEST_CASE("golden: no file is used by nobody", "[routes][golden]") {
    for (const auto& entry : std::filesystem::directory_iterator(golden_scenario::root())) {
        INFO(entry.path() << " belongs to no scenario");
        CHECK(scenarios.contains(entry.path().filename()));
    }
}

TEST_CASE("a pod over its namespace's quota is refused at bind, and nothing is charged", "[routes]") {
    devicemodel::quota_hook quota;
    quota.admits = [](std::string_view name_space, const devicemodel::shares& more) {
        return name_space != "team-a" || more.memory.value() < 4'000;
    };
    test::played_service berth({}, quota);
    berth.load(test::small_cluster);
    berth.reply("/filter", filter_args(small, R"(["gpu-a"])"));
    CHECK(berth.reply("/bind", bind_args("small", "gpu-a")).find("quota") != std::string::npos);
    CHECK(berth.call("GET", "/debug/state?pod=u-small")->reply.find("u-small\"") == std::string::npos);
    CHECK(berth.api().writes == 0);
}
