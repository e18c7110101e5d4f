#include "test/cases/runner/scheduler.hpp"

#include <algorithm>

namespace berth::cases {
namespace {

constexpr std::int64_t highest_score = 10;  // MaxExtenderPriority

json_document text_array(const std::vector<std::string>& texts) {
    json_document array(rapidjson::kArrayType);
    auto& memory = array.GetAllocator();
    for (const auto& text : texts) {
        json_value element(text.data(), static_cast<rapidjson::SizeType>(text.size()), memory);
        array.PushBack(element, memory);
    }
    return array;
}

}  // namespace

std::string names_body(const json_value& pod, const std::vector<std::string>& nodes) {
    json_document body(rapidjson::kObjectType);
    set(body, "Pod", copy_of(pod));
    set(body, "Nodes", json_document());
    set(body, "NodeNames", text_array(nodes));
    return text_of(body);
}

filter_answer send_filter(cluster& at, const json_value& pod, const std::vector<std::string>& nodes) {
    return read_filter_answer(at.call("/filter", names_body(pod, nodes)));
}

best_node send_prioritize(cluster& at, const json_value& pod, const std::vector<std::string>& nodes) {
    best_node best{nodes.front(), ""};
    const auto answer = at.call("/prioritize", names_body(pod, nodes));
    json_document list;
    if (answer.status != 200 || !parses(answer.body, list) || !list.IsArray()) {
        best.problem = "prioritize answered status " + std::to_string(answer.status) + ": " + answer.body;
        return best;
    }
    std::int64_t best_score = -1;
    for (const auto& entry : list.GetArray()) {
        const auto host = text_at(entry, {"Host"});
        const auto* score = find(entry, {"Score"});
        if (std::find(nodes.begin(), nodes.end(), host) == nodes.end() || score == nullptr ||
            !score->IsInt64() || score->GetInt64() < 0 || score->GetInt64() > highest_score) {
            best.problem = "prioritize answered " + answer.body;
            continue;
        }
        if (score->GetInt64() > best_score) {
            best_score = score->GetInt64();
            best.name = host;
        }
    }
    return best;
}

std::shared_ptr<cluster::pending> start_bind(cluster& at, const std::string& pod_name,
                                             const std::string& node) {
    const auto slash = pod_name.find('/');
    json_document body(rapidjson::kObjectType);
    set(body, "PodName", pod_name.substr(slash + 1));
    set(body, "PodNamespace", pod_name.substr(0, slash));
    set(body, "PodUID", at.api().uid_of(pod_name));
    set(body, "Node", node);
    return at.start("/bind", text_of(body));
}

bind_result end_bind(const cluster& at, const cluster::pending& call, const std::string& pod_name,
                     std::size_t accepted_before) {
    auto result = read_bind_answer(call.answer());
    const auto& accepted = at.accepted();
    const auto since = accepted.begin() + static_cast<std::ptrdiff_t>(accepted_before);
    result.accepted = std::find(since, accepted.end(), at.api().uid_of(pod_name)) != accepted.end();
    result.on = at.api().node_of(pod_name);
    return result;
}

bind_result send_bind(cluster& at, const std::string& pod_name, const std::string& node) {
    const auto before = at.accepted().size();
    const auto call = start_bind(at, pod_name, node);
    at.settle({call});
    return end_bind(at, *call, pod_name, before);
}

scheduled go_on(cluster& at, const json_value& pod, const filter_answer& answer) {
    const auto best = send_prioritize(at, pod, answer.all());
    return {best.name, best.problem, send_bind(at, name_of(pod), best.name)};
}

}  // namespace berth::cases
