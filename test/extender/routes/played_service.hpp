#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "extender/routes/service.hpp"
#include "extender/standalone/cluster.hpp"

#include "test/support/scripted_bind.hpp"

namespace berth::test {

/// The service without its sockets, on a played bind port, at a fixed time.
class played_service {
public:
    explicit played_service(routes::service_settings settings = {}, devicemodel::quota_hook quota = {})
        : bind_(time_),
          service_(std::move(settings), {bind_, time_, [] { return now; }, {}, {}, std::move(quota)}) {}

    static constexpr std::int64_t now = 1'800'000'000;

    /// Nodes and pods from Kubernetes objects in YAML.
    void load(const std::string& yaml) {
        const auto source = standalone::read_cluster(yaml, service_.settings().demand.names);
        if (!source.problems.empty()) {
            throw std::runtime_error(api::sentence(source.problems.front()));
        }
        load(source);
        service_.set_ready();
    }
    void load(const standalone::cluster& source) {
        service_.observe(
            [&](verbs::books& books) { standalone::load(books, service_.settings().demand, source, now); });
    }

    /// One call from start to end, and what the service does when it is done.
    std::shared_ptr<http::exchange> call(std::string method, std::string target, std::string body = {}) {
        auto exchange = std::make_shared<http::exchange>();
        exchange->method = std::move(method);
        exchange->target = std::move(target);
        exchange->body = std::move(body);
        bool done = false;
        service_.handle(exchange, [&done] { done = true; });
        for (int tries = 0; !done && tries < 100; ++tries) {
            time_.advance(std::chrono::milliseconds(500));
        }
        if (!done) {
            throw std::runtime_error(exchange->target + " was never answered");
        }
        time_.advance(std::chrono::milliseconds(1));
        return exchange;
    }
    std::string reply(std::string target, std::string body) {
        return call("POST", std::move(target), std::move(body))->reply;
    }

    routes::service& service() { return service_; }
    scripted_bind& api() { return bind_; }

private:
    fake_time time_;
    scripted_bind bind_;
    routes::service service_;
};

/// A node with room, one whose only card is nearly full, one without cards; the pod that fills it.
inline const std::string small_cluster = R"(
apiVersion: v1
kind: List
items:
  - kind: Node
    metadata:
      name: gpu-a
      annotations:
        hami.io/node-nvidia-register: '[{"id":"GPU-a0","count":10,"devmem":40000,"devcore":100,"type":"NVIDIA-A100","numa":0,"mode":"hami-core","health":true,"index":0},{"id":"GPU-a1","count":10,"devmem":40000,"devcore":100,"type":"NVIDIA-A100","numa":0,"mode":"hami-core","health":true,"index":1}]'
    status: {allocatable: {cpu: "64", memory: 256Gi, nvidia.com/gpu: "20"}}
  - kind: Node
    metadata:
      name: gpu-b
      annotations:
        hami.io/node-nvidia-register: 'GPU-b0,10,24000,100,NVIDIA-A10,0,true,0,hami-core:'
    status: {allocatable: {cpu: "32", memory: 128Gi, nvidia.com/gpu: "10"}}
  - kind: Node
    metadata: {name: cpu-c}
    status: {allocatable: {cpu: "8", memory: 32Gi}}
  - kind: Pod
    metadata:
      name: full
      namespace: team-b
      uid: u-full
      annotations: {hami.io/vgpu-devices-allocated: "GPU-b0,NVIDIA,23000,50:;"}
    spec:
      nodeName: gpu-b
      containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 23000, nvidia.com/gpucores: 50}}}]
    status: {phase: Running}
)";

/// A pending pod as the API writes it; `spec` is its spec in JSON, `annotations` the members of its
/// annotations.
inline std::string pod_json(const std::string& name, const std::string& spec,
                            const std::string& annotations = "") {
    return R"({"metadata":{"name":")" + name + R"(","namespace":"team-a","uid":"u-)" + name + "\"" +
           (annotations.empty() ? "" : R"(,"annotations":{)" + annotations + "}") + R"(},"spec":)" + spec +
           R"(,"status":{"phase":"Pending"}})";
}

/// `limits` are the members of its limits, `more` what else the container has, from a comma on.
inline std::string container_json(const std::string& name, const std::string& limits,
                                  const std::string& more = "") {
    return R"({"name":")" + name + R"(","resources":{"limits":{)" + limits + "}}" + more + "}";
}

/// A container on one card.
inline std::string gpu_container(const std::string& name, int memory, const std::string& more = "") {
    return container_json(
        name, R"("nvidia.com/gpu":"1","nvidia.com/gpumem":")" + std::to_string(memory) + "\"", more);
}

/// The body of a bind of a pod_json.
inline std::string bind_args(const std::string& pod, const std::string& node) {
    return R"({"PodName":")" + pod + R"(","PodNamespace":"team-a","PodUID":"u-)" + pod + R"(","Node":")" +
           node + R"("})";
}

/// The body of filter and prioritize; `names` is an array in JSON.
inline std::string filter_args(const std::string& pod, const std::string& names) {
    return R"({"Pod":)" + pod + R"(,"Nodes":null,"NodeNames":)" + names + "}";
}

}  // namespace berth::test
