#include "extender/verbs/request_of.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace berth::verbs {
namespace {

using devicemodel::container_demand;
using devicemodel::container_role;
using scoring::card_order_key;

constexpr std::int64_t most_cards = 1'000'000;  // far above any node; keeps the count in 32 bits
constexpr std::int32_t heaviest_weight = 1'000'000;

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// The members of a comma list, trimmed, empty ones left out.
std::vector<std::string> comma_list(std::string_view text) {
    std::vector<std::string> members;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        if (const auto member = trimmed(text.substr(0, comma)); !member.empty()) {
            members.emplace_back(member);
        }
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return members;
}

std::string_view annotation(const api::pod& pod, const char* key) {
    const auto found = pod.annotations.find(std::string_view(key));
    return found == pod.annotations.end() ? std::string_view{} : std::string_view(found->second);
}

api::bad_input bad_annotation(const char* key, std::string problem) {
    return {std::string("Pod.metadata.annotations[") + key + "]", std::move(problem)};
}

api::bad_input bad_resource(const api::container_spec& c, const std::string& resource, std::string problem) {
    return {"container " + c.name + ", " + resource, std::move(problem)};
}

api::result<container_demand> demand_of(const api::container_spec& c, const demand_rules& rules) {
    const auto& asked = c.resources;
    container_demand demand;
    const std::int64_t gpus = asked.gpus.value_or(0);
    if (gpus == 0) {
        return demand;
    }
    if (gpus < 0 || gpus > most_cards) {
        return bad_resource(c, rules.names.gpus,
                            "is out of range 0.." + std::to_string(most_cards) + ": " + std::to_string(gpus));
    }
    demand.cards = static_cast<std::int32_t>(gpus);
    const std::int64_t factor = std::max<std::int64_t>(1, rules.memory_factor);
    const std::int64_t memory = asked.memory.value_or(0);
    if (memory < 0 || memory > devicemodel::amount_limit / factor) {
        return bad_resource(c, rules.names.memory, "is out of range: " + std::to_string(memory));
    }
    const std::int64_t percent = std::min<std::int64_t>(100, asked.memory_percent.value_or(0));
    if (memory > 0) {
        demand.memory = devicemodel::mebibytes{memory * factor};
    } else if (percent > 0) {
        demand.memory_percent = static_cast<std::int32_t>(percent);
    } else if (rules.default_memory_mib > 0) {
        demand.memory = devicemodel::mebibytes{rules.default_memory_mib};
    } else {
        demand.memory_percent = 100;
    }
    const std::int64_t cores = asked.cores.value_or(rules.default_cores);
    if (cores < 0) {
        return bad_resource(c, rules.names.cores, "is negative: " + std::to_string(cores));
    }
    demand.cores = devicemodel::core_percent{std::min<std::int64_t>(100, cores)};
    return demand;
}

void read_card_policy(std::string_view text, scoring::pod_request& request) {
    std::vector<card_order_key> order;
    const auto add = [&](card_order_key key) {
        if (std::find(order.begin(), order.end(), key) == order.end()) {
            order.push_back(key);
        }
    };
    for (const auto& word : comma_list(text)) {
        if (word == "binpack") {
            add(card_order_key::binpack);
        } else if (word == "spread") {
            add(card_order_key::spread);
        } else if (word == "numa") {
            add(card_order_key::numa);
        } else if (word == "mutex") {
            request.rules.idle_cards_only = true;
        }
    }
    if (order == std::vector{card_order_key::numa}) {
        order = {card_order_key::spread};  // HAMi: `numa` alone orders by load, the NUMA node breaks ties
    }
    if (!order.empty()) {
        request.card_order = std::move(order);
    }
}

std::optional<std::int32_t> weight_from(std::string_view text) {
    std::int32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && value >= 0 && value <= heaviest_weight ? std::optional(value) : std::nullopt;
}

std::optional<scoring::load_weights> weights_from(std::string_view text) {
    std::map<std::string_view, std::int32_t> found;
    const auto members = comma_list(text);
    for (const std::string_view member : members) {
        const auto equals = member.find('=');
        const auto value =
            equals == std::string_view::npos ? std::nullopt : weight_from(trimmed(member.substr(equals + 1)));
        if (!value || !found.emplace(trimmed(member.substr(0, equals)), *value).second) {
            return std::nullopt;
        }
    }
    if (found.size() != 3 || !found.contains("slot") || !found.contains("core") ||
        !found.contains("memory")) {
        return std::nullopt;
    }
    const scoring::load_weights weights{found["slot"], found["core"], found["memory"]};
    return weights == scoring::load_weights{0, 0, 0} ? std::nullopt : std::optional(weights);
}

/// Go's strconv.ParseBool, which the annotation is read with.
bool is_true(std::string_view text) {
    return text == "1" || text == "t" || text == "T" || text == "true" || text == "TRUE" || text == "True";
}

}  // namespace

api::result<std::vector<devicemodel::container>> containers_of(const api::pod& pod,
                                                               const demand_rules& rules) {
    std::vector<devicemodel::container> containers;
    containers.reserve(pod.containers.size());
    for (const auto& c : pod.containers) {
        const auto demand = demand_of(c, rules);
        if (!demand) {
            return demand.error();
        }
        containers.push_back({c.name, c.role, *demand});
    }
    return containers;
}

api::result<scoring::pod_request> request_of(const api::pod& pod, const demand_rules& rules) {
    auto containers = containers_of(pod, rules);
    if (!containers) {
        return containers.error();
    }
    scoring::pod_request request;
    request.containers = std::move(*containers);
    request.rule = rules.rule;
    request.card_order = rules.card_order;
    request.nodes = rules.nodes;
    if (!devicemodel::wants_cards(request.containers)) {
        return request;  // annotations about cards say nothing about a pod without cards
    }
    request.rules.use_uuids = comma_list(annotation(pod, api::pod_annotation::use_uuid));
    request.rules.avoid_uuids = comma_list(annotation(pod, api::pod_annotation::avoid_uuid));
    request.rules.use_models = comma_list(annotation(pod, api::pod_annotation::use_type));
    request.rules.avoid_models = comma_list(annotation(pod, api::pod_annotation::avoid_type));
    request.rules.modes = trimmed(annotation(pod, api::pod_annotation::mode));
    read_card_policy(annotation(pod, api::pod_annotation::card_policy), request);
    if (const auto policy = trimmed(annotation(pod, api::pod_annotation::node_policy)); policy == "binpack") {
        request.nodes = scoring::node_policy::binpack;
    } else if (policy == "spread") {
        request.nodes = scoring::node_policy::spread;
    }
    if (const auto text = annotation(pod, api::pod_annotation::weights); !trimmed(text).empty()) {
        const auto weights = weights_from(text);
        if (!weights) {
            return bad_annotation(api::pod_annotation::weights,
                                  "wants slot=N,core=N,memory=N, not all zero: " + std::string(text));
        }
        request.weights = *weights;
    }
    if (is_true(annotation(pod, api::pod_annotation::numa_bind))) {
        return bad_annotation(
            api::pod_annotation::numa_bind,
            "berth cannot keep a container's cards on one NUMA node; remove the annotation");
    }
    return request;
}

devicemodel::host_resources host_requests_of(const api::pod& pod) {
    std::array<std::int64_t, 2> cpu{}, memory{};  // running sidecars (then steady), peak
    for (const auto& c : pod.containers) {
        const auto& asked = c.resources;
        cpu[1] = std::max(cpu[1], cpu[0] + asked.cpu_milli);
        memory[1] = std::max(memory[1], memory[0] + asked.memory_bytes);
        if (c.role != container_role::init) {
            cpu[0] += asked.cpu_milli;
            memory[0] += asked.memory_bytes;
        }
    }
    return {devicemodel::milli_cpu{cpu[1]}, devicemodel::host_bytes{memory[1]}};
}

}  // namespace berth::verbs
