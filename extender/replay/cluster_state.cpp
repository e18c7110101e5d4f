#include "extender/replay/cluster_state.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "extender/wire/json_cursor.hpp"

namespace berth::replay {
namespace {

using wire::json_cursor;

constexpr std::string_view known_schema = "berth-state/1";
constexpr std::int64_t bytes_per_mib = 1'048'576;
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 2;

auto into(std::int64_t& target) {
    return [&target](const json_cursor& value) { target = value.integer(0, most).value_or(0); };
}

auto into(std::string& target) {
    return [&target](const json_cursor& value) { target = value.text().value_or(""); };
}

auto into(bool& target) {
    return [&target](const json_cursor& value) { target = value.truth().value_or(false); };
}

/// Reads every element of an array to the end of a vector.
template <class Value, class ReadOne>
auto list_into(std::vector<Value>& target, ReadOne read_one) {
    return [&target, read_one](const json_cursor& list) {
        list.elements([&](const json_cursor& element) { target.push_back(read_one(element)); });
    };
}

card_amounts read_amounts(const json_cursor& value) {
    card_amounts amounts;
    value.members({{"memory_mib", into(amounts.memory_mib)},
                   {"cores", into(amounts.cores)},
                   {"slots", into(amounts.slots)}});
    return amounts;
}

charged_card read_card(const json_cursor& value) {
    charged_card found;
    card& c = found.what;
    card_amounts capacity;
    bool is_cordoned = false;
    bool has_used = false;
    value.members({{"uuid", into(c.uuid)},
                   {"model", into(c.model)},
                   {"mode", into(c.mode)},
                   {"numa", [&](const json_cursor& numa) { c.numa = numa.integer(-1, most).value_or(0); }},
                   {"healthy", into(c.is_healthy)},
                   {"cordoned", into(is_cordoned)},
                   {"capacity", [&](const json_cursor& amounts) { capacity = read_amounts(amounts); }},
                   {"used", [&](const json_cursor& amounts) {
                        has_used = true;
                        found.used = read_amounts(amounts);
                    }}});
    if (c.uuid.empty() || capacity == card_amounts{} || !has_used) {
        value.complain("must have uuid, capacity and used");
    }
    c.memory_mib = capacity.memory_mib;
    c.cores = capacity.cores;
    c.slots = capacity.slots;
    c.is_healthy = c.is_healthy && !is_cordoned;
    return found;
}

state_node read_node(const json_cursor& value) {
    state_node node;
    std::int64_t bytes = 0;
    value.members({{"name", into(node.name)},
                   {"allocatable",
                    [&](const json_cursor& host) {
                        host.members({{"cpu_milli", into(node.cpu_milli)},
                                      {"memory_bytes", into(bytes)},
                                      {"gpus", into(node.gpu_replicas)}});
                    }},
                   {"cards", list_into(node.cards, read_card)}});
    node.memory_mib = bytes / bytes_per_mib;
    if (node.name.empty()) {
        value.complain("has no name");
    }
    return node;
}

container_role read_role(const json_cursor& value) {
    const auto word = value.text().value_or("");
    if (word == "init") {
        return container_role::init;
    }
    if (word == "sidecar") {
        return container_role::sidecar;
    }
    if (word != "app") {
        value.complain("must be init, sidecar or app, not " + wire::shown(word));
    }
    return container_role::app;
}

state_stage read_stage(const json_cursor& value) {
    const auto word = value.text().value_or("");
    if (word == "STEADY") {
        return state_stage::steady;
    }
    if (word == "ZERO") {
        return state_stage::zero;
    }
    if (word != "INIT") {
        value.complain("must be INIT, STEADY or ZERO, not " + wire::shown(word));
    }
    return state_stage::init;
}

card_share read_share(const json_cursor& value) {
    card_share share;
    value.members(
        {{"uuid", into(share.uuid)}, {"memory_mib", into(share.memory_mib)}, {"cores", into(share.cores)}});
    return share;
}

void read_request(const json_cursor& value, container& asked) {
    constexpr std::int64_t most_percent = 100;
    constexpr std::int64_t milli_per_percent = card_milli / most_percent;
    std::int64_t cores = 0;
    value.members({{"cards", into(asked.gpus)},
                   {"memory_mib", into(asked.gpu_memory_mib)},
                   {"memory_percent", into(asked.gpu_memory_percent)},
                   {"cores", [&](const json_cursor& percent) {
                        cores = percent.integer(0, most_percent).value_or(0);
                    }}});
    asked.gpu_milli = cores * milli_per_percent;
}

state_container read_container(const json_cursor& value) {
    state_container found;
    value.members({{"name", into(found.asked.name)},
                   {"role", [&](const json_cursor& role) { found.asked.role = read_role(role); }},
                   {"request", [&](const json_cursor& request) { read_request(request, found.asked); }},
                   {"cards", list_into(found.given, read_share)}});
    return found;
}

state_pod read_pod(const json_cursor& value) {
    state_pod pod;
    std::int64_t bytes = 0;
    value.members({{"namespace", into(pod.name_space)},
                   {"name", into(pod.name)},
                   {"node", into(pod.node)},
                   {"stage", [&](const json_cursor& stage) { pod.stage = read_stage(stage); }},
                   {"since", into(pod.since)},
                   {"requests",
                    [&](const json_cursor& host) {
                        host.members({{"cpu_milli", into(pod.cpu_milli)}, {"memory_bytes", into(bytes)}});
                    }},
                   {"containers", list_into(pod.containers, read_container)}});
    pod.memory_mib = bytes / bytes_per_mib + (bytes % bytes_per_mib == 0 ? 0 : 1);
    return pod;
}

/// The pod's CPU and memory go to its last container, which is an app: so the whole pod needs what it needed.
pod arriving_again(const state_pod& saved) {
    pod p;
    p.name = saved.name_space + "." + saved.name;
    p.created = saved.since;
    for (const auto& c : saved.containers) {
        p.containers.push_back(c.asked);
    }
    if (p.containers.empty() || p.containers.back().role != container_role::app) {
        p.containers.push_back({"main", container_role::app, 0, 0, 0, 0, 0, 0});
    }
    p.containers.back().cpu_milli = saved.cpu_milli;
    p.containers.back().memory_mib = saved.memory_mib;
    return p;
}

node emptied(const state_node& saved) {
    node n{saved.name, saved.cpu_milli, saved.memory_mib, saved.gpu_replicas, {}};
    for (const auto& c : saved.cards) {
        n.cards.push_back(c.what);
    }
    return n;
}

}  // namespace

api::result<cluster_state> read_cluster_state(std::string& text) {
    cluster_state state;
    wire::json_document document(wire::json_document::any_values);
    if (!document.parse(text, "state")) {
        return document.problems().front();
    }
    std::string schema;
    document.root().members({{"schema", into(schema)},
                             {"nodes", list_into(state.nodes, read_node)},
                             {"pods", list_into(state.pods, read_pod)}});
    if (schema != known_schema) {
        return api::bad_input{"state.schema",
                              "must be " + std::string(known_schema) + ", not " + wire::shown(schema)};
    }
    if (!document.problems().empty()) {
        return document.problems().front();
    }
    return state;
}

trace as_trace(const cluster_state& state) {
    trace t;
    for (const auto& saved : state.nodes) {
        t.nodes.push_back(emptied(saved));
    }
    for (const auto& saved : state.pods) {
        if (saved.stage != state_stage::zero) {
            t.pods.push_back(arriving_again(saved));
        }
    }
    return t;
}

}  // namespace berth::replay
