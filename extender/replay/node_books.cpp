#include "extender/replay/node_books.hpp"

#include "extender/replay/objects.hpp"
#include "extender/replay/stock_scores.hpp"
#include "extender/wire/json_writer.hpp"

namespace berth::replay {

std::string_view sentence(stock_refusal why) {
    switch (why) {
        case stock_refusal::pods: return "Too many pods";
        case stock_refusal::cpu: return "Insufficient cpu";
        case stock_refusal::memory: return "Insufficient memory";
        case stock_refusal::gpu: return "Insufficient nvidia.com/gpu";
    }
    return {};
}

node_books::node_books(const std::vector<node>& nodes) {
    entries_.reserve(nodes.size());
    for (const auto& n : nodes) {
        index_.emplace(n.name, size());
        entry& added = entries_.emplace_back();
        added.what = &n;
        wire::append_json_string(added.quoted_name, n.name);
    }
}

std::uint32_t node_books::find(std::string_view name, std::uint32_t guess) const {
    if (guess < size() && at(guess).name == name) {
        return guess;
    }
    const auto found = index_.find(name);
    return found == index_.end() ? unknown : found->second;
}

void node_books::fitting(const pod_needs& needs, std::vector<std::uint32_t>& passing,
                         refusal_counts& refused) const {
    passing.clear();
    refused = {};
    for (std::uint32_t index = 0; index < size(); ++index) {
        const entry& e = entries_[index];
        const node& n = *e.what;
        // An amount of zero is not checked, so a pod that asks for none passes an overfull node.
        const std::array<bool, stock_refusals> lacks{
            e.pods >= pods_per_node,
            needs.cpu_milli > 0 && needs.cpu_milli > n.cpu_milli - e.used.cpu_milli,
            needs.memory_mib > 0 && needs.memory_mib > n.memory_mib - e.used.memory_mib,
            needs.replicas > 0 && needs.replicas > n.gpu_replicas - e.used.replicas,
        };
        bool fits = true;
        for (std::size_t reason = 0; reason < stock_refusals; ++reason) {
            refused[reason] += lacks[reason] ? 1U : 0U;
            fits = fits && !lacks[reason];
        }
        if (fits) {
            passing.push_back(index);
        }
    }
}

std::int64_t node_books::stock_score(std::uint32_t index, const pod_needs& needs) const {
    const entry& e = entries_[index];
    const cpu_and_memory allocatable{e.what->cpu_milli, e.what->memory_mib};
    const cpu_and_memory scored{e.used.scored_cpu_milli + needs.scored_cpu_milli,
                                e.used.scored_memory_mib + needs.scored_memory_mib};
    const cpu_and_memory asked{e.used.cpu_milli + needs.cpu_milli, e.used.memory_mib + needs.memory_mib};
    return least_allocated(scored, allocatable) + balanced_allocation(asked, allocatable);
}

void node_books::change(std::uint32_t index, const pod_needs& needs, std::int64_t sign) {
    entry& e = entries_[index];
    e.used.cpu_milli += sign * needs.cpu_milli;
    e.used.memory_mib += sign * needs.memory_mib;
    e.used.scored_cpu_milli += sign * needs.scored_cpu_milli;
    e.used.scored_memory_mib += sign * needs.scored_memory_mib;
    e.used.replicas += sign * needs.replicas;
    e.used.gpu_milli += sign * needs.gpu_milli;
    e.pods += sign;
}

void node_books::add(std::uint32_t index, const pod_needs& needs) { change(index, needs, 1); }

void node_books::remove(std::uint32_t index, const pod_needs& needs) { change(index, needs, -1); }

bool node_books::is_overcommitted(std::uint32_t index) const {
    const entry& e = entries_[index];
    return e.used.gpu_milli > gpu_capacity_milli(*e.what);
}

}  // namespace berth::replay
