#include "extender/verbs/judge.hpp"

namespace berth::verbs {

node_judge::node_judge(const devicemodel::ledger& books, result_memory& memory,
                       const scoring::pod_request& request, std::string_view pod_uid,
                       scoring::search_limits limits)
    : books_(books),
      memory_(memory.of_kind(request, books)),
      own_(books.find_pod(pod_uid)),
      fitter_(request, limits) {
    if (own_) {
        if (const auto slot = books.slot_of(own_->node)) {
            own_slot_ = static_cast<std::uint32_t>(*slot);
        }
    }
    if (memory_ != nullptr) {
        known_ = known_fits::view(*memory_);
        if (own_slot_ < memory_->slots()) {
            memory_->forget(own_slot_);
        }
    }
}

std::variant<devicemodel::allocation, scoring::node_refusal> node_judge::choose(std::uint32_t slot) {
    const auto& node = *books_.slots()[slot];
    return fitter_.choose(node, slot == own_slot_ ? used_without_own(node) : node.used);
}

scoring::node_fit node_judge::work_out(std::uint32_t slot) {
    const auto node = slot < books_.slots().size() ? books_.slots()[slot] : nullptr;
    if (!node) {
        return scoring::node_fit::refused(scoring::reason_set(scoring::refusal_reason::node_unregistered),
                                          true);
    }
    const auto fit =
        fitter_.fit(*node, slot == own_slot_ ? used_without_own(*node) : node->used,
                    known_.was_known(slot) ? known_.at(slot).shows_unresolvable() : std::nullopt);
    if (fit.reasons().contains(scoring::refusal_reason::search_exhausted)) {
        ++searches_exhausted_;
    }
    if (memory_ != nullptr && slot != own_slot_ && !fit.cut_short()) {
        memory_->put(slot, fit);
    }
    return fit;
}

const std::vector<devicemodel::shares>& node_judge::used_without_own(const devicemodel::node_state& node) {
    used_ = books_.used_without(node, *own_);
    return used_;
}

}  // namespace berth::verbs
