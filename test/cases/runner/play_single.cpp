#include "test/cases/runner/cluster.hpp"
#include "test/cases/runner/play.hpp"
#include "test/cases/runner/scheduler.hpp"

namespace berth::cases {
namespace {

std::vector<std::string> candidates(const json_value& input, const cluster& at) {
    return find(input, {"candidate_nodes"}) == nullptr ? at.api().node_names()
                                                       : texts_at(input, {"candidate_nodes"});
}

void add_status(json_document& list, const json_value& container, const std::string& state) {
    auto status = parsed(R"({"state":)" + state + "}", "a status of the runner");
    set(status, "name", text_at(container, {"name"}));
    json_value copy(status, list.GetAllocator());
    list.PushBack(copy, list.GetAllocator());
}

/// The status kubelet reports when every plain init container has ended with exit code 0.
json_document init_done(const json_value& pod) {
    const std::string running = R"({"running":{}})",
                      done = R"({"terminated":{"exitCode":0,"reason":"Completed"}})";
    json_document inits(rapidjson::kArrayType), apps(rapidjson::kArrayType);
    for (const auto& container : array_at(pod, {"spec", "initContainers"}).GetArray()) {
        add_status(inits, container, text_at(container, {"restartPolicy"}) == "Always" ? running : done);
    }
    for (const auto& container : array_at(pod, {"spec", "containers"}).GetArray()) {
        add_status(apps, container, running);
    }
    auto status = parsed(R"({"phase":"Running"})", "a status of the runner");
    set(status, "initContainerStatuses", std::move(inits));
    set(status, "containerStatuses", std::move(apps));
    json_document patch(rapidjson::kObjectType);
    set(patch, "status", std::move(status));
    return patch;
}

std::optional<seen_pod> pod_in(const seen_state& state, const std::string& uid) {
    const auto found = state.pods.find(uid);
    return found == state.pods.end() ? std::nullopt : std::optional(found->second);
}

seen_placement place(const json_value& input, const std::string& node) {
    const auto& pod = needed(input, "pod");
    const auto name = name_of(pod), uid = text_at(pod, {"metadata", "uid"});
    cluster at(input);
    at.tell(at.api().create_pod(pod));
    const auto answer = send_filter(at, pod, candidates(input, at));

    seen_placement seen;
    seen.way.node = node;
    seen.way.problem = send_prioritize(at, pod, answer.all()).problem;
    seen.way.bind = send_bind(at, name, node);
    seen.before_init_done = pod_in(at.look(), uid);
    seen.annotations = at.api().annotations_of(name);
    at.tell(at.api().merge_pod(name, init_done(pod)));
    seen.after_init_done = pod_in(at.look(), uid);
    return seen;
}

}  // namespace

single_transcript play_single(const json_value& input) {
    const auto& pod = needed(input, "pod");
    cluster at(input);
    single_transcript seen;
    seen.existing = at.look();
    at.tell(at.api().create_pod(pod));
    seen.answer = send_filter(at, pod, candidates(input, at));
    seen.notes = at.notes();
    if (!seen.answer.is_error()) {
        for (const auto& node : seen.answer.all()) {
            seen.placements.emplace(node, place(input, node));
        }
    }
    return seen;
}

}  // namespace berth::cases
