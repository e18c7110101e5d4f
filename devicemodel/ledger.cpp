#include "devicemodel/ledger.hpp"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

namespace berth::devicemodel {
namespace {

const card* find_card(const node_info& info, std::string_view uuid, std::size_t& at) {
    const auto found =
        std::find_if(info.cards.begin(), info.cards.end(), [&](const card& c) { return c.uuid == uuid; });
    at = static_cast<std::size_t>(found - info.cards.begin());
    return found == info.cards.end() ? nullptr : &*found;
}

void erase_pod(std::vector<pod_ptr>& pods, const pod_ptr& pod) {
    pods.erase(std::remove(pods.begin(), pods.end(), pod), pods.end());
}

bool within(const shares& used, const shares& capacity) {
    return used.memory <= capacity.memory && used.cores <= capacity.cores && used.slots <= capacity.slots;
}

}  // namespace

ledger::ledger(ledger_rules rules, quota_hook quota) : rules_(rules), quota_(std::move(quota)) {}

void ledger::put_node(node_info info) {
    std::sort(info.cards.begin(), info.cards.end(), [](const card& a, const card& b) {
        return std::tie(a.index, a.uuid) < std::tie(b.index, b.uuid);
    });
    const auto known = slot_of(info.name);
    if (known && *slots_[*known]->info == info) {
        return;
    }
    auto next = std::make_shared<node_state>();
    next->info = std::make_shared<const node_info>(std::move(info));
    next->used.resize(next->info->cards.size());
    const std::string& name = next->info->name;
    std::size_t slot = 0;
    if (known) {
        slot = *known;
        next->pods = slots_[slot]->pods;
    } else {
        if (free_slots_.empty()) {
            slot = slots_.size();
            slots_.emplace_back();
            slot_revisions_.emplace_back();
        } else {
            slot = free_slots_.back();
            free_slots_.pop_back();
        }
        by_name_.emplace(name, slot);
        ++names_revision_;
        if (const auto waiting = homeless_.find(name); waiting != homeless_.end()) {
            next->pods = std::move(waiting->second);
            homeless_.erase(waiting);
        }
    }
    for (const auto& pod : next->pods) {
        apply(*next, *pod, 1);
    }
    next->revision = next->info_revision = ++revision_;
    set_slot(slot, std::move(next));
}

void ledger::remove_node(std::string_view name) {
    const auto known = by_name_.find(name);
    if (known == by_name_.end()) {
        return;
    }
    const std::size_t slot = known->second;
    if (!slots_[slot]->pods.empty()) {
        homeless_.emplace(known->first, slots_[slot]->pods);
    }
    ++revision_;
    set_slot(slot, nullptr);
    free_slots_.push_back(slot);
    by_name_.erase(known);
    ++names_revision_;
}

void ledger::put_pod(pod_record pod) {
    pod.chosen.resize(pod.containers.size());
    pod.usage = usage_of(pod.containers, pod.chosen, rules_.rule);
    shares before;
    const pod_ptr old = find_pod(pod.uid);
    if (old) {
        before = total_charge(*old);
        pod.generation = old->generation;
        pod.since = std::min(pod.since, old->since);
        if (pod == *old) {
            return;
        }
        drop(old);
    } else {
        pod.generation = 0;
    }
    tell_quota(pod.name_space, before, total_charge(pod));
    store(std::make_shared<const pod_record>(std::move(pod)));
}

void ledger::remove_pod(std::string_view uid) {
    if (const auto old = find_pod(uid)) {
        tell_quota(old->name_space, total_charge(*old), {});
        drop(old);
    }
}

std::optional<reserve_refusal> ledger::reserve(pod_record pod, claim& ticket) {
    pod.usage = usage_of(pod.containers, pod.chosen, rules_.rule);
    pod.state = claim_state::reserved;
    pod.source = record_source::bind;
    if (const auto refused = why_not(pod)) {
        return refused;
    }
    pod.generation = ++generation_;
    ticket = {pod.uid, pod.generation};
    shares before;
    if (const auto old = find_pod(pod.uid)) {
        before = total_charge(*old);
        drop(old);
    }
    tell_quota(pod.name_space, before, total_charge(pod));
    store(std::make_shared<const pod_record>(std::move(pod)));
    return std::nullopt;
}

bool ledger::bound(const claim& ticket) {
    const auto held = find_pod(ticket.uid);
    if (!held || held->generation != ticket.generation) {
        return false;
    }
    if (held->state != claim_state::bound) {  // else an event has said so before the answer came
        replace_state(held, claim_state::bound);
    }
    return true;
}

bool ledger::forget(const claim& ticket) {
    const auto held = find_pod(ticket.uid);
    if (!held || held->generation != ticket.generation || held->state != claim_state::reserved) {
        return false;
    }
    remove_pod(ticket.uid);
    return true;
}

pod_ptr ledger::find_pod(std::string_view uid) const {
    const auto found = pods_.find(uid);
    return found == pods_.end() ? nullptr : *found;
}

std::optional<std::size_t> ledger::slot_of(std::string_view node_name) const {
    const auto found = by_name_.find(node_name);
    return found == by_name_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<shares> ledger::used_without(const node_state& node, const pod_record& pod) const {
    node_state rest = node;
    apply(rest, pod, -1);
    return rest.used;
}

snapshot ledger::publish() const {
    snapshot view;
    view.revision = revision_;
    view.nodes.reserve(by_name_.size());
    std::copy_if(slots_.begin(), slots_.end(), std::back_inserter(view.nodes),
                 [](const node_ptr& node) { return node != nullptr; });
    std::sort(view.nodes.begin(), view.nodes.end(),
              [](const node_ptr& a, const node_ptr& b) { return a->info->name < b->info->name; });
    for (const auto& [name, pods] : homeless_) {
        view.homeless.insert(view.homeless.end(), pods.begin(), pods.end());
    }
    std::sort(view.homeless.begin(), view.homeless.end(),
              [](const pod_ptr& a, const pod_ptr& b) { return a->uid < b->uid; });
    return view;
}

std::vector<std::string> ledger::audit() const {
    std::vector<std::string> drift;
    std::size_t seen = 0;
    for (const auto& node : slots_) {
        if (!node) {
            continue;
        }
        node_state fresh;
        fresh.info = node->info;
        fresh.used.resize(node->info->cards.size());
        for (const auto& pod : node->pods) {
            apply(fresh, *pod, 1);
            if (find_pod(pod->uid) != pod) {
                drift.push_back(node->info->name + ": pod " + pod->uid + " is not the one known by its UID");
            }
        }
        seen += node->pods.size();
        for (std::size_t i = 0; i < fresh.used.size(); ++i) {
            if (fresh.used[i] != node->used[i]) {
                drift.push_back(node->info->name + ": used of card " + node->info->cards[i].uuid);
            }
        }
        if (fresh.requested != node->requested || fresh.unreadable != node->unreadable) {
            drift.push_back(node->info->name + ": host requests or unreadable pods");
        }
    }
    for (const auto& [name, pods] : homeless_) {
        seen += pods.size();
    }
    if (seen != pods_.size()) {
        drift.emplace_back("pods on nodes and pods by UID differ in number");
    }
    return drift;
}

void ledger::set_slot(std::size_t slot, node_ptr node) {
    slot_revisions_[slot] = node ? node->revision : revision_;
    slots_[slot] = std::move(node);
}

void ledger::store(pod_ptr pod) {
    ++revision_;
    if (const auto slot = slot_of(pod->node)) {
        node_state& node = change(*slot);
        node.pods.push_back(pod);
        apply(node, *pod, 1);
    } else {
        homeless_[pod->node].push_back(pod);
    }
    pods_.insert(std::move(pod));
}

/// By value: the argument may be the reference held by the set.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
void ledger::drop(pod_ptr pod) {
    ++revision_;
    if (const auto slot = slot_of(pod->node)) {
        node_state& node = change(*slot);
        erase_pod(node.pods, pod);
        apply(node, *pod, -1);
    } else if (const auto waiting = homeless_.find(pod->node); waiting != homeless_.end()) {
        erase_pod(waiting->second, pod);
        if (waiting->second.empty()) {
            homeless_.erase(waiting);
        }
    }
    pods_.erase(pod);
}

void ledger::replace_state(const pod_ptr& old, claim_state state) {
    auto next = std::make_shared<pod_record>(*old);
    next->state = state;
    tell_quota(old->name_space, total_charge(*old), total_charge(*next));
    drop(old);
    store(std::move(next));
}

node_state& ledger::change(std::size_t slot) {
    auto next = std::make_shared<node_state>(*slots_[slot]);
    next->revision = revision_;
    node_state& result = *next;
    set_slot(slot, std::move(next));
    return result;
}

shares ledger::total_charge(const pod_record& pod) const {
    shares total;
    for (const auto& use : pod.usage) {
        total += charge_of(use, pod, rules_.shrink);
    }
    return total;
}

void ledger::apply(node_state& node, const pod_record& pod, int sign) const {
    for (const auto& use : pod.usage) {
        std::size_t at = 0;
        if (find_card(*node.info, use.uuid, at) != nullptr) {  // a card that left its node has no books
            const shares charge = charge_of(use, pod, rules_.shrink);
            node.used[at] = sign > 0 ? node.used[at] + charge : node.used[at] - charge;
        }
    }
    if (pod.now != stage::zero) {
        node.requested = sign > 0 ? node.requested + pod.requests : node.requested - pod.requests;
    }
    if (blocks_node(pod)) {
        node.unreadable += sign > 0 ? 1U : -1U;
    }
}

void ledger::tell_quota(std::string_view name_space, const shares& before, const shares& after) const {
    if (quota_.charged && before != after) {
        quota_.charged(name_space, before, after);
    }
}

std::optional<reserve_refusal> ledger::why_not(const pod_record& pod) const {
    const auto old = find_pod(pod.uid);
    if (old && old->state == claim_state::bound) {
        return reserve_refusal::already_held;
    }
    const auto slot = slot_of(pod.node);
    if (!slot) {
        return reserve_refusal::node_unknown;
    }
    const node_state& node = *slots_[*slot];
    const bool here = old && old->node == pod.node;
    const std::vector<shares> used = here ? used_without(node, *old) : node.used;
    for (const auto& use : pod.usage) {
        std::size_t at = 0;
        const card* held = find_card(*node.info, use.uuid, at);
        if (held == nullptr) {
            return reserve_refusal::card_unknown;
        }
        if (!within(used[at] + use.need.effective(), held->capacity)) {
            return reserve_refusal::over_commit;
        }
    }
    const shares given_back = old ? total_charge(*old) : shares{};
    if (quota_.admits && !quota_.admits(pod.name_space, total_charge(pod) - given_back)) {
        return reserve_refusal::quota;
    }
    return std::nullopt;
}

}  // namespace berth::devicemodel
