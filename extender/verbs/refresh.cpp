#include "extender/verbs/refresh.hpp"

#include <algorithm>

namespace berth::verbs {
namespace {

constexpr std::size_t most_slots = 64;     // more at once is not what goes on all the time
constexpr std::size_t most_kinds = 256;    // those used last
constexpr std::size_t fits_in_a_run = 64;  // some 50 microseconds, for which a call may have to wait
constexpr std::uint64_t steps_in_a_run = 1'000;

}  // namespace

refresher::refresher(const devicemodel::ledger& books, result_memory& memory, scoring::search_limits limits)
    : books_(books),
      memory_(memory),
      limits_{limits.steps_per_node, std::min(limits.steps_per_call, steps_in_a_run)} {}

void refresher::run() {
    find_changed();
    if (changed_.size() <= most_slots) {
        std::size_t fits = 0, kinds = 0;
        for (auto& kind : memory_.by_last_use()) {
            if (fits >= fits_in_a_run) {
                return;
            }
            if (++kinds > most_kinds) {
                break;
            }
            fits += refresh(kind);
        }
    }
    revision_ = books_.revision();
}

void refresher::find_changed() {
    changed_.clear();
    const auto& revisions = books_.slot_revisions();
    for (std::size_t slot = 0; slot < revisions.size(); ++slot) {
        if (revisions[slot] > revision_) {
            changed_.push_back(static_cast<std::uint32_t>(slot));
        }
    }
}

/// The number of fits worked out.
std::size_t refresher::refresh(remembered_kind& kind) {
    if (kind.fits.revision() < revision_ || kind.fits.revision() == books_.revision() ||
        kind.fits.slots() != books_.slots().size() || kind.refreshes_left < changed_.size()) {
        return 0;
    }
    kind.fits.catch_up(books_, changed_);
    const known_fits::view known(kind.fits);
    scoring::node_fitter fitter(kind.request, limits_);
    std::size_t fits = 0;
    for (const auto slot : changed_) {
        if (known.was_known(slot) && !known.is_known(slot)) {
            const auto& node = *books_.slots()[slot];
            const auto fit = fitter.fit(node, node.used, known.at(slot).shows_unresolvable());
            if (!fit.cut_short()) {
                kind.fits.put(slot, fit);
            }
            ++fits;
        }
    }
    kind.refreshes_left -= fits;
    return fits;
}

}  // namespace berth::verbs
