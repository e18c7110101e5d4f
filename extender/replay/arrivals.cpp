#include "extender/replay/arrivals.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "extender/replay/draws.hpp"

namespace berth::replay {
namespace {

std::int64_t demand_of(const trace& t, const arrival& a) { return needs_of(t.pods[a.pod]).gpu_milli; }

bool has_demand(const trace& t) {
    return std::any_of(t.pods.begin(), t.pods.end(), [](const pod& p) { return needs_of(p).gpu_milli > 0; });
}

/// Cuts or extends the order so that it ends with the arrival that reaches `target`.
void meet_demand(const trace& t, std::int64_t target, draws& random, std::vector<arrival>& order) {
    std::int64_t arrived = 0;
    for (std::size_t position = 0; position < order.size(); ++position) {
        arrived += demand_of(t, order[position]);
        if (arrived >= target) {
            order.resize(position + 1);
            return;
        }
    }
    std::vector<std::uint32_t> copies(t.pods.size(), 0);
    while (arrived < target && has_demand(t)) {
        const auto drawn = static_cast<std::uint32_t>(random.below(t.pods.size()));
        order.push_back({drawn, ++copies[drawn]});
        arrived += demand_of(t, order.back());
    }
}

}  // namespace

std::vector<arrival> plan_arrivals(const trace& t, const options& o) {
    std::vector<arrival> order(t.pods.size());
    std::uint32_t next = 0;
    std::generate(order.begin(), order.end(), [&] { return arrival{next++, 0}; });
    if (o.shuffle) {
        draws(*o.shuffle).shuffle(order);
    }
    if (o.until) {
        draws random(o.seed);
        meet_demand(t, gpu_capacity_milli(t.nodes) * *o.until / 100, random, order);
    }
    if (o.leaving == departures::by_trace) {
        std::stable_sort(order.begin(), order.end(), [&](const arrival& a, const arrival& b) {
            return t.pods[a.pod].created < t.pods[b.pod].created;
        });
    }
    if (o.first && static_cast<std::uint64_t>(*o.first) < order.size()) {
        order.resize(static_cast<std::size_t>(*o.first));
    }
    return order;
}

std::string name_of(const trace& t, const arrival& a) {
    const std::string& name = t.pods[a.pod].name;
    return a.copy == 0 ? name : fmt::format("{}-copy-{}", name, a.copy);
}

std::string uid_of(std::uint64_t position, std::uint64_t seed) {
    return fmt::format("{:08x}-{:04x}-4000-8000-{:012x}", seed & 0xFFFF'FFFFU, (seed >> 32U) & 0xFFFFU,
                       position & 0xFFFF'FFFF'FFFFU);
}

}  // namespace berth::replay
