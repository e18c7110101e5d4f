#include "extender/replay/trace.hpp"

#include <algorithm>
#include <numeric>

namespace berth::replay {
namespace {

constexpr std::int64_t unasked_cpu_milli = 100;   // kube-scheduler util.DefaultMilliCPURequest
constexpr std::int64_t unasked_memory_mib = 200;  // kube-scheduler util.DefaultMemoryRequest

template <class Amount>
std::int64_t most_at_once(const std::vector<container>& containers, Amount amount_of) {
    start_walk walk;
    for (const auto& c : containers) {
        walk.start(c.role, amount_of(c));
    }
    return walk.most();
}

}  // namespace

pod_needs needs_of(const pod& p) {
    const auto most = [&](auto amount_of) { return most_at_once(p.containers, amount_of); };
    pod_needs needs;
    needs.cpu_milli = most([](const container& c) { return c.cpu_milli; });
    needs.memory_mib = most([](const container& c) { return c.memory_mib; });
    needs.scored_cpu_milli =
        most([](const container& c) { return c.cpu_milli == 0 ? unasked_cpu_milli : c.cpu_milli; });
    needs.scored_memory_mib =
        most([](const container& c) { return c.memory_mib == 0 ? unasked_memory_mib : c.memory_mib; });
    needs.replicas = most([](const container& c) { return c.gpus; });
    needs.gpu_milli = most([](const container& c) { return c.gpus * c.gpu_milli; });
    return needs;
}

bool wants_gpu(const pod& p) {
    return std::any_of(p.containers.begin(), p.containers.end(),
                       [](const container& c) { return c.gpus > 0; });
}

std::int64_t gpu_capacity_milli(const node& n) {
    constexpr std::int64_t milli_per_percent = card_milli / 100;
    return std::accumulate(n.cards.begin(), n.cards.end(), std::int64_t{0},
                           [](std::int64_t sum, const card& c) { return sum + c.cores * milli_per_percent; });
}

std::int64_t gpu_capacity_milli(const std::vector<node>& nodes) {
    return std::accumulate(nodes.begin(), nodes.end(), std::int64_t{0},
                           [](std::int64_t sum, const node& n) { return sum + gpu_capacity_milli(n); });
}

}  // namespace berth::replay
