#include "extender/verbs/observe.hpp"

#include <algorithm>
#include <utility>

namespace berth::verbs {
namespace {

using devicemodel::claim_state;
using devicemodel::pod_ptr;
using devicemodel::pod_record;
using devicemodel::record_source;
using devicemodel::stage;

std::string node_of(const api::pod& pod) {
    if (!pod.node_name.empty() || !pod.allocated) {
        return pod.node_name;
    }
    const auto annotated = pod.annotations.find(std::string_view(api::pod_annotation::node));
    return annotated == pod.annotations.end() ? std::string{} : annotated->second;
}

/// Containers for the books. A demand that cannot be read is no reason to lose the pod's roles: what is
/// charged comes from the allocation.
std::vector<devicemodel::container> containers_for_books(const api::pod& pod, const demand_rules& rules) {
    if (auto containers = containers_of(pod, rules)) {
        return std::move(*containers);
    }
    std::vector<devicemodel::container> containers;
    for (const auto& c : pod.containers) {
        containers.push_back({c.name, c.role, {}});
    }
    return containers;
}

void read_allocation(const api::pod& pod, const pod_ptr& known, pod_record& record) {
    const bool known_here = known && known->node == record.node && !known->usage.empty();
    if (known_here) {
        record.chosen = known->chosen;
        record.source = known->source;
    }
    if (!pod.allocated) {
        if (!known_here && devicemodel::wants_cards(record.containers)) {
            record.allocation_problem = std::string("no ") + api::pod_annotation::allocated + " annotation";
        }
        return;
    }
    auto annotated = aligned_allocation(*pod.allocated, record.containers);
    if (annotated) {
        record.chosen = std::move(*annotated);
        record.source = record_source::annotation;
    } else {
        record.allocation_problem = api::sentence(annotated.error());
    }
}

bool is_ours_under_way(const pod_ptr& known) { return known && known->source == record_source::bind; }

}  // namespace

void observe_pod(books& known, const demand_rules& rules, const api::pod& pod, std::int64_t now) {
    const pod_ptr before = known.ledger.find_pod(pod.uid);
    const std::string node = node_of(pod);
    if (node.empty()) {
        if (before && !is_ours_under_way(before)) {
            known.ledger.remove_pod(pod.uid);
        }
        if (auto request = request_of(pod, rules); request && devicemodel::wants_cards(request->containers)) {
            known.pending.remember(
                {pod.uid, pod.name_space, pod.name, std::move(*request), host_requests_of(pod)});
        }
        return;
    }
    pod_record record;
    record.uid = pod.uid;
    record.name_space = pod.name_space;
    record.name = pod.name;
    record.node = node;
    record.containers = containers_for_books(pod, rules);
    record.chosen.resize(record.containers.size());
    record.requests = host_requests_of(pod);
    record.now = devicemodel::next_stage(before ? before->now : stage::init, record.containers, pod.status);
    record.state = pod.node_name.empty() ? claim_state::reserved : claim_state::bound;
    record.since = now;
    read_allocation(pod, before, record);
    known.ledger.put_pod(std::move(record));
    if (!pod.node_name.empty()) {
        known.pending.forget(pod.uid);
    }
}

void observe_pod_gone(books& known, std::string_view uid) {
    known.ledger.remove_pod(uid);
    known.pending.forget(uid);
}

api::result<devicemodel::allocation> aligned_allocation(
    const api::annotated_allocation& annotated, const std::vector<devicemodel::container>& containers) {
    const auto unreadable = [](std::string problem) {
        return api::bad_input{std::string("metadata.annotations[") + api::pod_annotation::allocated + "]",
                              std::move(problem)};
    };
    if (!annotated.problem.empty()) {
        return unreadable(annotated.problem);
    }
    if (annotated.slots.size() > containers.size()) {
        return unreadable("has " + std::to_string(annotated.slots.size()) + " parts for " +
                          std::to_string(containers.size()) + " containers");
    }
    std::vector<std::size_t> filled, asking;
    for (std::size_t i = 0; i < containers.size(); ++i) {
        if (i < annotated.slots.size() && !annotated.slots[i].empty()) {
            filled.push_back(i);
        }
        if (containers[i].demand.cards > 0) {
            asking.push_back(i);
        }
    }
    devicemodel::allocation chosen(containers.size());
    if (filled == asking || asking.empty()) {
        std::copy(annotated.slots.begin(), annotated.slots.end(), chosen.begin());
        return chosen;
    }
    const bool same_cards =
        filled.size() == asking.size() &&
        std::equal(filled.begin(), filled.end(), asking.begin(), [&](std::size_t part, std::size_t position) {
            return annotated.slots[part].size() ==
                   static_cast<std::size_t>(containers[position].demand.cards);
        });
    if (!same_cards) {
        return unreadable("gives cards to " + std::to_string(filled.size()) + " containers, " +
                          std::to_string(asking.size()) + " ask for cards");
    }
    for (std::size_t i = 0; i < filled.size(); ++i) {
        chosen[asking[i]] = annotated.slots[filled[i]];
    }
    return chosen;
}

}  // namespace berth::verbs
