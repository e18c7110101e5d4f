#pragma once

#include <cstdint>
#include <vector>

#include "devicemodel/ledger.hpp"
#include "extender/verbs/result_memory.hpp"

namespace berth::verbs {

/// Brings remembered results up to date between calls, so that a call behind a change finds them ready.
///
/// Only ever saves time: what it leaves undone, the calls do. It leaves a change of many nodes at once, nodes
/// that are new, kinds not asked about lately, and searches that take long.
class refresher {
public:
    /// References are kept.
    refresher(const devicemodel::ledger& books, result_memory& memory, scoring::search_limits limits);

    bool has_work() const { return revision_ != books_.revision(); }

    /// Does a short piece of the work.
    void run();

private:
    void find_changed();
    std::size_t refresh(remembered_kind& kind);

    const devicemodel::ledger& books_;
    result_memory& memory_;
    scoring::search_limits limits_;
    std::uint64_t revision_ = 0;          ///< Of the ledger, up to which all is done.
    std::vector<std::uint32_t> changed_;  ///< The slots that changed since.
};

}  // namespace berth::verbs
