#include "extender/verbs/judge.hpp"

namespace berth::verbs {

node_judge::node_judge(const devicemodel::ledger& books, result_memory& memory,
                       const scoring::pod_request& request, std::string_view pod_uid,
                       scoring::search_limits limits)
    : books_(books),
      revisions_(books.slot_revisions()),
      own_(books.find_pod(pod_uid)),
      fitter_(request, limits) {
    if (auto* known = memory.of_kind(scoring::kind_of(request), revisions_.size())) {
        entries_ = {known->data(), revisions_.size()};
    }
    if (own_) {
        if (const auto slot = books.slot_of(own_->node)) {
            own_slot_ = static_cast<std::uint32_t>(*slot);
        }
    }
}

std::variant<devicemodel::allocation, scoring::node_refusal> node_judge::choose(std::uint32_t slot) {
    const auto& node = *books_.slots()[slot];
    return fitter_.choose(node, slot == own_slot_ ? used_without_own(node) : node.used);
}

const scoring::node_fit& node_judge::work_out(std::uint32_t slot) {
    const auto node = slot < revisions_.size() ? books_.slots()[slot] : nullptr;
    if (!node) {
        last_ = {};
        last_.reasons = scoring::reason_set(scoring::refusal_reason::node_unregistered);
        last_.unresolvable = true;
        return last_;
    }
    last_ = fitter_.fit(*node, slot == own_slot_ ? used_without_own(*node) : node->used);
    if (last_.reasons.contains(scoring::refusal_reason::search_exhausted)) {
        ++searches_exhausted_;
    }
    if (slot < entries_.size() && slot != own_slot_ && !last_.cut_short) {
        entries_[slot] = {node->revision, last_};
    }
    return last_;
}

const std::vector<devicemodel::shares>& node_judge::used_without_own(const devicemodel::node_state& node) {
    used_ = books_.used_without(node, *own_);
    return used_;
}

}  // namespace berth::verbs
