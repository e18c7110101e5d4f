#include "test/bench/workload.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace berth::bench {
namespace {

constexpr std::int64_t card_memory = 81'920;
constexpr std::size_t workers = 8;
constexpr std::size_t prepared_lists = 17;  // a prime: each meets every kind of pod

std::string node_name(std::size_t i) { return fmt::format("gpu-node-{:05}.west.prod", i); }
std::string uuid(std::size_t node, int card) {
    return fmt::format("GPU-{:08x}-0000-4000-8000-{:012x}", node, card);
}

devicemodel::node_info a_node(std::size_t i) {
    devicemodel::node_info node;
    node.name = node_name(i);
    node.allocatable = {devicemodel::milli_cpu{128'000}, devicemodel::host_bytes{std::int64_t{1} << 40}};
    node.allocatable_gpus = 10 * cards_per_node;
    for (int card = 0; card < cards_per_node; ++card) {
        node.cards.push_back({uuid(i, card),
                              static_cast<std::uint32_t>(card),
                              "NVIDIA A100-SXM4-80GB",
                              "hami-core",
                              card / 4,
                              true,
                              false,
                              {devicemodel::mebibytes{card_memory}, devicemodel::core_percent{100},
                               devicemodel::slot_count{10}}});
    }
    return node;
}

/// A running pod with an init container behind it, on one card.
api::pod an_allocated_pod(std::size_t node, int card, std::int64_t memory) {
    api::pod pod;
    pod.name = fmt::format("serve-{:05}-{}", node, card);
    pod.name_space = "production";
    pod.uid = fmt::format("{:08x}-0000-4000-9000-{:012x}", node, card);
    pod.node_name = node_name(node);
    pod.status.phase = "Running";
    api::container_spec init, app;
    init.name = "download";
    init.role = devicemodel::container_role::init;
    app.name = "serve";
    app.resources.gpus = 1;
    app.resources.memory = memory;
    app.resources.cores = 10;
    app.resources.cpu_milli = 4'000;
    app.resources.memory_bytes = std::int64_t{16} << 30;
    pod.containers = {init, app};
    devicemodel::container_status done;
    done.name = "download";
    done.now = devicemodel::container_status::state::terminated;
    pod.status.init_containers = {done};
    pod.allocated = api::annotated_allocation{
        {{}, {{uuid(node, card), devicemodel::mebibytes{memory}, devicemodel::core_percent{10}}}}, ""};
    return pod;
}

/// One container; without memory it asks for no card.
std::string container(const char* name, std::int64_t memory, int cards, int cores, bool sidecar = false) {
    const std::string limits =
        memory == 0
            ? R"("cpu":"500m","memory":"1Gi")"
            : fmt::format(R"("cpu":"4","memory":"16Gi","nvidia.com/gpu":"{}","nvidia.com/gpumem":"{}",)"
                          R"("nvidia.com/gpucores":"{}")",
                          cards, memory, cores);
    return fmt::format(
        R"({{"name":"{}","image":"registry.example/team/{}:v1.24.3","args":["--port=8080","--model=/models/main"],)"
        R"("env":[{{"name":"NODE_NAME","valueFrom":{{"fieldRef":{{"fieldPath":"spec.nodeName"}}}}}},)"
        R"({{"name":"LOG_LEVEL","value":"info"}}],"resources":{{"limits":{{{}}},"requests":{{{}}}}},)"
        R"("volumeMounts":[{{"name":"models","mountPath":"/models"}},{{"name":"kube-api-access","readOnly":true,)"
        R"("mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"}}],"terminationMessagePath":"/dev/termination-log",)"
        R"("terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent"{}}})",
        name, name, limits, limits, sidecar ? R"(,"restartPolicy":"Always")" : "");
}

std::string pod_object(int kind, const std::string& inits, const std::string& apps) {
    return fmt::format(
        R"({{"metadata":{{"name":"bench-{0}","namespace":"bench","uid":"bench-{0}-0000-4000-a000-000000000000",)"
        R"("resourceVersion":"123456","creationTimestamp":"2026-01-01T00:00:00Z","labels":{{"app":"bench","team":"ml"}}}},)"
        R"("spec":{{"volumes":[{{"name":"models","emptyDir":{{}}}},{{"name":"kube-api-access","projected":)"
        R"({{"sources":[{{"serviceAccountToken":{{"expirationSeconds":3607,"path":"token"}}}}],"defaultMode":420}}}}],)"
        R"("initContainers":[{1}],"containers":[{2}],"restartPolicy":"Always","terminationGracePeriodSeconds":30,)"
        R"("dnsPolicy":"ClusterFirst","serviceAccountName":"default","schedulerName":"berth",)"
        R"("tolerations":[{{"key":"nvidia.com/gpu","operator":"Exists","effect":"NoSchedule"}}],"priority":0,)"
        R"("enableServiceLinks":true,"preemptionPolicy":"PreemptLowerPriority"}},)"
        R"("status":{{"phase":"Pending","qosClass":"Burstable"}}}})",
        kind, inits, apps);
}

/// A list that begins at `start` and was put together by workers that each take the next chunk.
std::string interleaved(const std::vector<std::string>& quoted, std::size_t start, std::mt19937_64& random) {
    const std::size_t n = quoted.size();
    const auto chunk = std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(n)));
    std::vector<std::pair<std::size_t, std::size_t>> running;  // [next, end) of each worker
    std::size_t handed_out = 0;
    const auto hand_out = [&] {
        const auto end = std::min(n, handed_out + chunk);
        running.emplace_back(handed_out, end);
        handed_out = end;
    };
    while (running.size() < workers && handed_out < n) {
        hand_out();
    }
    std::string names = "[";
    while (!running.empty()) {
        const auto picked = std::uniform_int_distribution<std::size_t>(0, running.size() - 1)(random);
        auto& [at, end] = running[picked];
        names += quoted[(start + at++) % n];
        names += ',';
        if (at == end) {
            running.erase(running.begin() + static_cast<std::ptrdiff_t>(picked));
            if (handed_out < n) {
                hand_out();
            }
        }
    }
    names.back() = ']';
    return names;
}

}  // namespace

standalone::cluster full_cluster(std::size_t nodes) {
    standalone::cluster made;
    std::mt19937_64 random(42);
    const auto between = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    for (std::size_t i = 0; i < nodes; ++i) {
        made.nodes.push_back(a_node(i));
        const std::int64_t level = between(card_memory / 10, card_memory * 9 / 10);
        for (int pod = 0; pod < pods_per_node; ++pod) {
            made.pods.push_back(
                an_allocated_pod(i, pod % cards_per_node, level + between(0, card_memory / 20)));
        }
    }
    return made;
}

std::vector<std::string> pod_kinds() {
    std::vector<std::string> kinds;
    for (int size = 0; size < 10; ++size) {
        const std::int64_t memory = card_memory * (44 + size) / 100, half = memory / 2;
        const auto add = [&](const std::string& inits, const std::string& apps) {
            kinds.push_back(pod_object(static_cast<int>(kinds.size()), inits, apps));
        };
        add("", container("serve", memory, 1, 20));
        add("", container("train", memory, 2, 30));
        add(container("download", memory, 1, 10), container("serve", half, 1, 20));
        add(container("proxy", 0, 0, 0, true), container("serve", memory, 1, 25));
        add(container("cache", half / 2, 1, 5, true) + "," + container("convert", half, 1, 10),
            container("serve", half, 1, 20) + "," + container("metrics", 0, 0, 0));
        add(container("convert", memory, 1, 10) + "," + container("cache", half / 2, 1, 5, true),
            container("serve", half, 1, 15) + "," + container("rerank", half, 1, 15));
    }
    return kinds;
}

name_order::name_order(const standalone::cluster& source) {
    std::vector<std::string> quoted;
    for (const auto& node : source.nodes) {
        quoted.push_back('"' + node.name + '"');
    }
    std::mt19937_64 random(7);
    for (std::size_t i = 0; i < prepared_lists; ++i) {
        lists_.push_back(interleaved(quoted, (quoted.size() / 3 + 1) * i, random));
    }
}

std::string filter_body(const std::string& pod, const std::string& names) {
    return R"({"Pod":)" + pod + R"(,"Nodes":null,"NodeNames":)" + names + "}";
}

const api::pod& churn::next() {
    auto& pod = pods_[(turn_ * 7919) % pods_.size()];  // spread over the nodes
    ++turn_;
    auto& share = pod.allocated->slots[1][0];
    share.memory = devicemodel::mebibytes{share.memory.value() + (turn_ / pods_.size() % 2 == 0 ? 1 : -1)};
    return pod;
}

}  // namespace berth::bench
