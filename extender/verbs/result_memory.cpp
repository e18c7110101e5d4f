#include "extender/verbs/result_memory.hpp"

namespace berth::verbs {

void known_fits::catch_up(const devicemodel::ledger& books) {
    outcomes_.resize(books.slots().size(), unknown);
    measures_.resize(with_measures_ ? outcomes_.size() : 0);
    if (revision_ == books.revision()) {
        return;
    }
    const auto& revisions = books.slot_revisions();
    for (std::size_t slot = 0; slot < revisions.size(); ++slot) {
        if (revisions[slot] > revision_) {
            mark(books, slot);
        }
    }
    revision_ = books.revision();
}

void known_fits::catch_up(const devicemodel::ledger& books, std::span<const std::uint32_t> changed_slots) {
    for (const auto slot : changed_slots) {
        if (books.slot_revisions()[slot] > revision_) {
            mark(books, slot);
        }
    }
    revision_ = books.revision();
}

void known_fits::mark(const devicemodel::ledger& books, std::size_t slot) {
    const auto& node = books.slots()[slot];
    const bool same_node = node && node->info_revision <= revision_;
    outcomes_[slot] = same_node && outcomes_[slot] != unknown ? outcomes_[slot] | changed : unknown;
}

known_fits* result_memory::of_kind(const scoring::pod_request& request, const devicemodel::ledger& books) {
    const auto slots = books.slots().size();
    if (slots > entries_max_) {
        return nullptr;
    }
    auto key = scoring::kind_of(request);
    const auto known = by_kind_.find(key);
    if (known == by_kind_.end()) {
        const bool with_measures = request.nodes != scoring::node_policy::stock;
        kinds_.push_front({std::move(key), request, known_fits(with_measures)});
        by_kind_.emplace(kinds_.front().key, kinds_.begin());
    } else {
        kinds_.splice(kinds_.begin(), kinds_, known->second);
    }
    auto& kind = kinds_.front();
    entries_ += slots - kind.fits.slots();
    kind.fits.catch_up(books);
    kind.refreshes_left = slots;
    while (entries_ > entries_max_ && kinds_.size() > 1) {
        entries_ -= kinds_.back().fits.slots();
        by_kind_.erase(kinds_.back().key);
        kinds_.pop_back();
    }
    return &kind.fits;
}

}  // namespace berth::verbs
