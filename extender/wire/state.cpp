#include "extender/wire/state.hpp"

#include <algorithm>
#include <concepts>
#include <tuple>

#include "devicemodel/card.hpp"
#include "extender/wire/json_writer.hpp"

namespace berth::wire {
namespace {

using devicemodel::node_state;
using devicemodel::pod_ptr;
using devicemodel::pod_record;
using devicemodel::shares;

void member(json_writer& json, std::string_view key, std::string_view value) {
    json.key(key);
    json.text(value);
}

void member(json_writer& json, std::string_view key, std::int64_t value) {
    json.key(key);
    json.number(value);
}

void member(json_writer& json, std::string_view key, std::same_as<bool> auto value) {
    json.key(key);
    json.truth(value);
}

void write(json_writer& json, std::string_view key, const shares& amounts) {
    json.key(key);
    json.begin_object();
    member(json, "memory_mib", amounts.memory.value());
    member(json, "cores", amounts.cores.value());
    member(json, "slots", amounts.slots.value());
    json.end_object();
}

void write_members(json_writer& json, const devicemodel::host_resources& host) {
    member(json, "cpu_milli", host.cpu.value());
    member(json, "memory_bytes", host.memory.value());
}

void write(json_writer& json, const devicemodel::card& card, const shares& used) {
    json.begin_object();
    member(json, "uuid", card.uuid);
    member(json, "index", std::int64_t{card.index});
    member(json, "model", card.model);
    member(json, "mode", card.mode);
    member(json, "numa", std::int64_t{card.numa});
    member(json, "healthy", card.healthy);
    member(json, "cordoned", card.cordoned);
    write(json, "capacity", card.capacity);
    write(json, "used", used);
    write(json, "free", devicemodel::free_of(card.capacity, used));
    if (const auto beyond = devicemodel::over_commit(card.capacity, used); beyond != shares{}) {
        write(json, "over_commit", beyond);
    }
    json.end_object();
}

void write(json_writer& json, const node_state& node) {
    json.begin_object();
    member(json, "name", node.info->name);
    if (!node.info->register_problem.empty()) {
        member(json, "register_problem", node.info->register_problem);
    }
    json.key("allocatable");
    json.begin_object();
    write_members(json, node.info->allocatable);
    member(json, "gpus", node.info->allocatable_gpus);
    json.end_object();
    json.key("requested");
    json.begin_object();
    write_members(json, node.requested);
    json.end_object();
    member(json, "unreadable_pods", std::int64_t{node.unreadable});
    json.key("cards");
    json.begin_array();
    for (std::size_t i = 0; i < node.used.size(); ++i) {
        write(json, node.info->cards[i], node.used[i]);
    }
    json.end_array();
    json.end_object();
}

void write_container(json_writer& json, const pod_record& pod, std::size_t position) {
    const auto& container = pod.containers[position];
    json.begin_object();
    member(json, "position", static_cast<std::int64_t>(position));
    member(json, "name", container.name);
    member(json, "role", devicemodel::name_of(container.role));
    json.key("request");
    json.begin_object();
    member(json, "cards", std::int64_t{container.demand.cards});
    member(json, "memory_mib", container.demand.memory.value());
    member(json, "memory_percent", std::int64_t{container.demand.memory_percent});
    member(json, "cores", container.demand.cores.value());
    json.end_object();
    json.key("cards");
    json.begin_array();
    for (const auto& share : pod.chosen[position]) {
        json.begin_object();
        member(json, "uuid", share.uuid);
        member(json, "memory_mib", share.memory.value());
        member(json, "cores", share.cores.value());
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

void write(json_writer& json, const pod_record& pod, const state_context& context) {
    json.begin_object();
    member(json, "uid", pod.uid);
    member(json, "namespace", pod.name_space);
    member(json, "name", pod.name);
    member(json, "node", pod.node);
    member(json, "stage", devicemodel::name_of(pod.now));
    member(json, "state", devicemodel::name_of(pod.state));
    member(json, "source", devicemodel::name_of(pod.source));
    member(json, "since", pod.since);
    member(json, "age_seconds", std::max<std::int64_t>(0, context.now - pod.since));
    if (!pod.allocation_problem.empty()) {
        member(json, "allocation_problem", pod.allocation_problem);
    }
    json.key("requests");
    json.begin_object();
    write_members(json, pod.requests);
    json.end_object();
    json.key("containers");
    json.begin_array();
    for (std::size_t position = 0; position < pod.containers.size(); ++position) {
        write_container(json, pod, position);
    }
    json.end_array();
    json.key("cards");
    json.begin_array();
    for (const auto& use : pod.usage) {
        json.begin_object();
        member(json, "uuid", use.uuid);
        write(json, "peak", use.need.peak);
        write(json, "steady", use.need.steady);
        write(json, "charge", devicemodel::charge_of(use, pod, context.rules.shrink));
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

bool is_named(const pod_record& pod, const std::string& wanted) {
    return pod.uid == wanted || pod.name_space + "/" + pod.name == wanted;
}

/// The nodes and pods a filter leaves, pods in their order.
struct selection {
    std::vector<const node_state*> nodes;
    std::vector<const pod_record*> pods;
};

selection select(const devicemodel::snapshot& books, const state_filter& filter) {
    selection chosen;
    const auto take_pods = [&](const std::vector<pod_ptr>& pods) {
        bool any = false;
        for (const auto& pod : pods) {
            if (filter.pod.empty() || is_named(*pod, filter.pod)) {
                chosen.pods.push_back(pod.get());
                any = true;
            }
        }
        return any;
    };
    for (const auto& node : books.nodes) {
        if (!filter.node.empty() && node->info->name != filter.node) {
            continue;
        }
        const bool any = take_pods(node->pods);
        if (filter.pod.empty() || any) {
            chosen.nodes.push_back(node.get());
        }
    }
    if (filter.node.empty()) {
        take_pods(books.homeless);
    }
    std::sort(chosen.pods.begin(), chosen.pods.end(), [](const pod_record* a, const pod_record* b) {
        return std::tie(a->name_space, a->name, a->uid) < std::tie(b->name_space, b->name, b->uid);
    });
    return chosen;
}

}  // namespace

void write_state(std::string& out, const devicemodel::snapshot& books, const state_context& context,
                 const state_filter& filter) {
    const auto chosen = select(books, filter);
    json_writer json(out);
    json.begin_object();
    member(json, "schema", state_schema);
    member(json, "version", context.version);
    member(json, "revision", static_cast<std::int64_t>(books.revision));
    member(json, "now", context.now);
    member(json, "accounting", devicemodel::name_of(context.rules.rule));
    member(json, "shrink", devicemodel::name_of(context.rules.shrink));
    json.key("counters");
    json.begin_object();
    for (const auto& [name, value] : context.counters) {
        member(json, name, static_cast<std::int64_t>(value));
    }
    json.end_object();
    json.key("nodes");
    json.begin_array();
    for (const auto* node : chosen.nodes) {
        write(json, *node);
    }
    json.end_array();
    json.key("pods");
    json.begin_array();
    for (const auto* pod : chosen.pods) {
        write(json, *pod, context);
    }
    json.end_array();
    json.end_object();
}

}  // namespace berth::wire
