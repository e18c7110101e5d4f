#include "extender/standalone/cluster.hpp"

#include <set>
#include <utility>
#include <variant>

#include "extender/standalone/yaml_to_json.hpp"
#include "extender/wire/objects.hpp"
#include "extender/wire/state.hpp"

namespace berth::standalone {
namespace {

void read_document(std::string& json, const api::resource_names& names, std::string root, cluster& into) {
    auto list = wire::parse_object_list(json, names, std::move(root));
    for (auto& entry : list.objects) {
        if (auto* node = std::get_if<devicemodel::node_info>(&entry.object)) {
            into.nodes.push_back(std::move(*node));
        } else {
            into.pods.push_back(std::get<api::pod>(std::move(entry.object)));
        }
    }
    into.problems.insert(into.problems.end(), list.problems.begin(), list.problems.end());
}

void read_objects(std::string& text, const api::resource_names& names, cluster& into) {
    if (const auto first = text.find_first_not_of(" \t\r\n");
        first != std::string::npos && text[first] == '{') {
        read_document(text, names, "", into);
        return;
    }
    auto documents = yaml_to_json(text);
    if (!documents) {
        into.problems.push_back(documents.error());
        return;
    }
    for (std::size_t i = 0; i < documents->size(); ++i) {
        read_document((*documents)[i], names,
                      documents->size() == 1 ? "" : "document " + std::to_string(i + 1), into);
    }
}

/// Two objects under one name would silently be one.
template <class Objects, class KeyOf>
void refuse_duplicates(const Objects& objects, const char* kind, KeyOf key_of,
                       std::vector<api::bad_input>& problems) {
    std::set<std::string> seen;
    for (const auto& object : objects) {
        if (!seen.insert(key_of(object)).second) {
            problems.push_back({std::string(kind) + " " + key_of(object), "is there twice"});
        }
    }
}

}  // namespace

cluster read_cluster(std::string text, const api::resource_names& names) {
    cluster found;
    if (wire::is_state(text)) {
        auto state = wire::read_state(text);
        found.nodes = std::move(state.nodes);
        found.records = std::move(state.pods);
        found.problems = std::move(state.problems);
    } else {
        read_objects(text, names, found);
    }
    for (auto& pod : found.pods) {
        if (pod.uid.empty()) {
            pod.uid = pod.name_space + "/" + pod.name;
        }
    }
    if (found.problems.empty() && found.nodes.empty()) {
        found.problems.push_back({"", "holds no Node: nothing could ever be placed"});
    }
    refuse_duplicates(
        found.nodes, "Node", [](const auto& node) { return node.name; }, found.problems);
    refuse_duplicates(
        found.pods, "Pod with UID", [](const auto& pod) { return pod.uid; }, found.problems);
    refuse_duplicates(
        found.records, "Pod with UID", [](const auto& pod) { return pod.uid; }, found.problems);
    return found;
}

void load(verbs::books& books, const verbs::demand_rules& rules, const cluster& source, std::int64_t now) {
    for (const auto& node : source.nodes) {
        books.ledger.put_node(node);
    }
    for (const auto& pod : source.pods) {
        verbs::observe_pod(books, rules, pod, now);
    }
    for (const auto& record : source.records) {
        books.ledger.put_pod(record);
    }
}

}  // namespace berth::standalone
