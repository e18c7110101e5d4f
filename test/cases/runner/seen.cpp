#include "test/cases/runner/seen.hpp"

#include <algorithm>

#include "test/cases/runner/json.hpp"

namespace berth::cases {
namespace {

triple triple_of(const json_value& shares) {
    return {number_at(shares, {"memory_mib"}), number_at(shares, {"cores"}), number_at(shares, {"slots"})};
}

seen_container container_of(const json_value& value) {
    seen_container container{
        number_at(value, {"position"}), text_at(value, {"name"}), text_at(value, {"role"}), {}};
    for (const auto& card : array_at(value, {"cards"}).GetArray()) {
        container.cards.push_back(
            {text_at(card, {"uuid"}), number_at(card, {"memory_mib"}), number_at(card, {"cores"})});
    }
    return container;
}

seen_pod pod_of(const json_value& value) {
    seen_pod pod;
    pod.node = text_at(value, {"node"});
    for (const auto& container : array_at(value, {"containers"}).GetArray()) {
        pod.containers.push_back(container_of(container));
    }
    for (const auto& card : array_at(value, {"cards"}).GetArray()) {
        pod.charge[text_at(card, {"uuid"})] = triple_of(object_at(card, {"charge"}));
    }
    return pod;
}

std::optional<std::vector<std::string>> names_of(const json_value* list, std::string& problem) {
    if (list == nullptr) {
        return std::nullopt;
    }
    if (!list->IsArray()) {
        problem = "NodeNames is no array";
        return std::nullopt;
    }
    return texts_at(*list, {});
}

std::optional<std::vector<std::string>> item_names_of(const json_value* list) {
    if (list == nullptr) {
        return std::nullopt;
    }
    std::vector<std::string> names;
    for (const auto& item : array_at(*list, {"items"}).GetArray()) {
        names.push_back(text_at(item, {"metadata", "name"}));
    }
    return names;
}

void take_reasons(const json_value* reasons, filter_answer& answer) {
    if (reasons == nullptr || !reasons->IsObject()) {
        return;
    }
    for (const auto& entry : reasons->GetObject()) {
        const std::string node(view_of(entry.name));
        if (!answer.failed.emplace(node, entry.value.IsString() ? std::string(view_of(entry.value)) : "")
                 .second) {
            answer.problem = node + " is in both maps of failed nodes";
        }
    }
}

std::string error_of(const json_value& body) {
    const auto* error = find_in_any_case(body, "Error");
    return error != nullptr && error->IsString() ? std::string(view_of(*error)) : std::string();
}

}  // namespace

std::vector<std::string> filter_answer::all() const {
    auto both = names.value_or(std::vector<std::string>{});
    for (const auto& node : nodes.value_or(std::vector<std::string>{})) {
        if (std::find(both.begin(), both.end(), node) == both.end()) {
            both.push_back(node);
        }
    }
    return both;
}

seen_state read_state(const std::string& body) {
    const auto document = parsed(body, "/debug/state");
    seen_state state;
    for (const auto& node : array_at(document, {"nodes"}).GetArray()) {
        auto& cards = state.nodes[text_at(node, {"name"})];
        for (const auto& card : array_at(node, {"cards"}).GetArray()) {
            cards[text_at(card, {"uuid"})] = triple_of(object_at(card, {"used"}));
        }
    }
    for (const auto& pod : array_at(document, {"pods"}).GetArray()) {
        state.pods[text_at(pod, {"uid"})] = pod_of(pod);
    }
    return state;
}

filter_answer read_filter_answer(const http_answer& answer) {
    filter_answer seen;
    seen.status = answer.status;
    json_document body;
    if (!parses(answer.body, body) || !body.IsObject()) {
        seen.problem = "the body is no JSON object: " + answer.body.substr(0, 200);
        return seen;
    }
    seen.error = error_of(body);
    seen.names = names_of(find_in_any_case(body, "NodeNames"), seen.problem);
    seen.nodes = item_names_of(find_in_any_case(body, "Nodes"));
    take_reasons(find_in_any_case(body, "FailedNodes"), seen);
    take_reasons(find_in_any_case(body, "FailedAndUnresolvableNodes"), seen);
    return seen;
}

bind_result read_bind_answer(const http_answer& answer) {
    bind_result seen;
    seen.status = answer.status;
    json_document body;
    if (parses(answer.body, body)) {
        seen.error = error_of(body);
    }
    if (seen.error.empty() && (answer.status != 200 || !body.IsObject())) {
        seen.error = "status " + std::to_string(answer.status) + ": " + answer.body.substr(0, 200);
    }
    return seen;
}

}  // namespace berth::cases
