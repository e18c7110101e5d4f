#include "extender/verbs/pending.hpp"

#include <utility>

namespace berth::verbs {

void pending_pods::remember(pending_pod pod) {
    forget(pod.uid);
    order_.push_front(std::move(pod));
    by_uid_.emplace(order_.front().uid, order_.begin());
    if (order_.size() > most_) {
        by_uid_.erase(order_.back().uid);
        order_.pop_back();
    }
}

void pending_pods::forget(std::string_view uid) {
    if (const auto known = by_uid_.find(uid); known != by_uid_.end()) {
        const auto entry = known->second;
        by_uid_.erase(known);
        order_.erase(entry);
    }
}

const pending_pod* pending_pods::find(std::string_view uid) const {
    const auto known = by_uid_.find(uid);
    return known == by_uid_.end() ? nullptr : &*known->second;
}

}  // namespace berth::verbs
