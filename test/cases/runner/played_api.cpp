#include "test/cases/runner/played_api.hpp"

#include <algorithm>
#include <utility>

#include "test/cases/runner/moment.hpp"

namespace berth::cases {
namespace {

constexpr std::string_view register_key = "hami.io/node-nvidia-register";
constexpr std::string_view handshake_key = "hami.io/node-handshake";

std::string uid_in(const json_value& pod) { return text_at(pod, {"metadata", "uid"}); }

watch_line line_of(std::string_view type, json_document object) {
    json_document event(rapidjson::kObjectType);
    const std::string kind = text_at(object, {"kind"});
    std::string about =
        kind + " " + (kind == "Pod" ? name_of(object) : text_at(object, {"metadata", "name"}));
    set(event, "type", type);
    set(event, "object", std::move(object));
    return {std::move(about), text_of(event)};
}

watch_line pod_line(std::string_view type, const json_value& pod) {
    auto object = copy_of(pod);
    set(object, "apiVersion", "v1");
    set(object, "kind", "Pod");
    return line_of(type, std::move(object));
}

/// What is left of a pod whose deletion was not seen.
json_document only_identity(const json_value& pod) {
    json_document object(rapidjson::kObjectType), metadata(rapidjson::kObjectType);
    for (const char* key : {"name", "namespace", "uid"}) {
        set(metadata, key, text_at(pod, {"metadata", key}));
    }
    set(object, "metadata", std::move(metadata));
    return object;
}

json_document patch_of(const std::string& json) { return parsed(json, "a patch of the runner"); }

}  // namespace

std::string name_of(const json_value& pod) {
    const auto name_space = text_at(pod, {"metadata", "namespace"});
    return (name_space.empty() ? "default" : name_space) + "/" + text_at(pod, {"metadata", "name"});
}

played_api::played_api(const json_value& input) : now_(unix_seconds(text_at(input, {"config", "now"}))) {
    for (const auto& node : array_at(input, {"nodes"}).GetArray()) {
        const auto name = needed_text(node, "name");
        node_order_.push_back(name);
        nodes_[name] = copy_of(node);
    }
    for (const auto& pod : array_at(input, {"existing_pods"}).GetArray()) {
        store(pod);
    }
    for (const auto& quota : array_at(input, {"config", "quota"}).GetArray()) {
        quotas_[needed_text(quota, "namespace")] = copy_of(needed(quota, "hard"));
    }
}

std::vector<watch_line> played_api::everything() const {
    std::vector<watch_line> lines;
    for (const auto& name : node_order_) {
        lines.push_back(line_of("ADDED", node_object(nodes_.at(name))));
    }
    for (const auto& [name_space, hard] : quotas_) {
        lines.push_back(line_of("ADDED", quota_object(name_space, hard)));
    }
    for (const auto& uid : pod_order_) {
        const auto& pod = pods_.at(uid);
        if (uid_of(name_of(pod)) == uid) {
            lines.push_back(pod_line("ADDED", pod));
        }
    }
    return lines;
}

std::optional<watch_line> played_api::create_pod(const json_value& pod) {
    if (uid_of(name_of(pod)) == uid_in(pod)) {
        return std::nullopt;
    }
    return add_pod(pod);
}

watch_line played_api::add_pod(const json_value& pod) {
    store(pod);
    return pod_line("ADDED", pod);
}

watch_line played_api::merge_pod(const std::string& name, const json_value& patch) {
    auto& pod = stored(name);
    merge(pod, patch);
    return pod_line("MODIFIED", pod);
}

watch_line played_api::delete_pod(const std::string& name, delete_mode mode, std::string uid) {
    const auto current = uid_of(name);
    if (uid.empty()) {
        uid = current;
    }
    json_document gone(rapidjson::kObjectType);
    if (const auto known = pods_.find(uid); known != pods_.end()) {
        gone = copy_of(known->second);
    } else {  // a UID the API never had: nothing but its name is known
        const auto slash = name.find('/');
        json_document metadata(rapidjson::kObjectType);
        set(metadata, "namespace", name.substr(0, slash));
        set(metadata, "name", name.substr(slash + 1));
        set(metadata, "uid", uid);
        set(gone, "metadata", std::move(metadata));
    }
    if (uid == current) {
        uids_.erase(name);
    }
    switch (mode) {
        case delete_mode::event: break;
        case delete_mode::event_without_annotations:
            merge(gone, patch_of(R"({"metadata":{"annotations":null}})"));
            break;
        case delete_mode::tombstone: gone = only_identity(gone); break;
    }
    return pod_line("DELETED", gone);
}

watch_line played_api::merge_node(const std::string& name, const json_value& patch) {
    const auto known = nodes_.find(name);
    if (known != nodes_.end() && patch.IsNull()) {
        auto gone = node_object(known->second);
        nodes_.erase(known);
        std::erase(node_order_, name);
        return line_of("DELETED", std::move(gone));
    }
    if (known == nodes_.end()) {
        auto record = parsed("{}", "a node");
        set(record, "name", name);
        node_order_.push_back(name);
        nodes_[name] = std::move(record);
    }
    merge(nodes_.at(name), patch);
    return line_of(known == nodes_.end() ? "ADDED" : "MODIFIED", node_object(nodes_.at(name)));
}

watch_line played_api::set_quota(const std::string& name_space, const json_value& hard) {
    const auto old = quotas_.extract(name_space);
    if (hard.IsNull()) {
        return line_of("DELETED", quota_object(name_space, old ? old.mapped() : object_at(hard, {})));
    }
    quotas_[name_space] = copy_of(hard);
    return line_of(old ? "MODIFIED" : "ADDED", quota_object(name_space, hard));
}

played_api::binding_answer played_api::bind(const devicemodel::pod_record& order,
                                            const std::map<std::string, std::string>& annotations) {
    const auto name = order.name_space + "/" + order.name;
    if (pod(name) == nullptr) {
        return {404, "pods \"" + order.name + "\" not found", {}};
    }
    if (uid_of(name) != order.uid) {
        return {409, "the UID in the precondition is not the UID in record", {}};
    }
    if (const auto node = node_of(name); !node.empty()) {
        return {409, "pod " + order.name + " is already assigned to node \"" + node + "\"", {}};
    }
    json_document patch(rapidjson::kObjectType), metadata(rapidjson::kObjectType),
        spec(rapidjson::kObjectType);
    json_document written(rapidjson::kObjectType);
    for (const auto& [key, value] : annotations) {
        set(written, key, value);
    }
    set(metadata, "annotations", std::move(written));
    set(patch, "metadata", std::move(metadata));
    set(spec, "nodeName", order.node);
    set(patch, "spec", std::move(spec));
    return {201, "", merge_pod(name, patch)};
}

const json_value* played_api::pod(const std::string& name) const {
    const auto known = uids_.find(name);
    return known == uids_.end() ? nullptr : &pods_.at(known->second);
}

std::string played_api::uid_of(const std::string& name) const {
    const auto known = uids_.find(name);
    return known == uids_.end() ? std::string() : known->second;
}

std::string played_api::node_of(const std::string& name) const {
    const auto* known = pod(name);
    return known == nullptr ? std::string() : text_at(*known, {"spec", "nodeName"});
}

std::map<std::string, std::string> played_api::annotations_of(const std::string& name) const {
    std::map<std::string, std::string> found;
    if (const auto* known = pod(name)) {
        for (const auto& entry : object_at(*known, {"metadata", "annotations"}).GetObject()) {
            found.emplace(view_of(entry.name),
                          entry.value.IsString() ? std::string(view_of(entry.value)) : "");
        }
    }
    return found;
}

std::vector<std::string> played_api::node_names() const { return node_order_; }

std::optional<std::string> played_api::node_annotation(const std::string& node, std::string_view key) const {
    const auto known = nodes_.find(node);
    const auto* value = known == nodes_.end() ? nullptr : find(known->second, {"annotations", key});
    return value != nullptr && value->IsString() ? std::optional(std::string(view_of(*value))) : std::nullopt;
}

json_document played_api::node_object(const json_value& record) const {
    json_document annotations(rapidjson::kObjectType);
    if (const auto* raw = find(record, {"register_raw"})) {
        set(annotations, register_key, view_of(*raw));
    } else if (const auto* registered = find(record, {"register"});
               registered == nullptr || !registered->IsFalse()) {
        set(annotations, register_key, text_of(array_at(record, {"devices"})));
    }
    set(annotations, handshake_key, "Reported_" + handshake_time(now_));
    merge(annotations, object_at(record, {"annotations"}));

    auto object = patch_of(R"({"apiVersion":"v1","kind":"Node","metadata":{},"status":{}})");
    json_document metadata(rapidjson::kObjectType), status(rapidjson::kObjectType);
    set(metadata, "name", text_at(record, {"name"}));
    set(metadata, "annotations", std::move(annotations));
    set(status, "allocatable", copy_of(object_at(record, {"allocatable"})));
    set(object, "metadata", std::move(metadata));
    set(object, "status", std::move(status));
    return object;
}

json_document played_api::quota_object(const std::string& name_space, const json_value& hard) {
    auto object = patch_of(R"({"apiVersion":"v1","kind":"ResourceQuota"})");
    json_document metadata(rapidjson::kObjectType), spec(rapidjson::kObjectType);
    set(metadata, "name", "quota");
    set(metadata, "namespace", name_space);
    set(metadata, "uid", "quota-of-" + name_space);
    set(spec, "hard", copy_of(hard));
    set(object, "metadata", std::move(metadata));
    set(object, "spec", std::move(spec));
    return object;
}

json_document& played_api::stored(const std::string& name) {
    const auto known = uids_.find(name);
    if (known == uids_.end()) {
        throw bad_case("there is no pod " + name + " at this step");
    }
    return pods_.at(known->second);
}

void played_api::store(const json_value& pod) {
    const auto uid = uid_in(pod);
    std::erase(pod_order_, uid);
    pod_order_.push_back(uid);
    pods_[uid] = copy_of(pod);
    uids_[name_of(pod)] = uid;
}

}  // namespace berth::cases
