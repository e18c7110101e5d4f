#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "devicemodel/ledger.hpp"
#include "extender/api/calls.hpp"
#include "extender/verbs/result_memory.hpp"
#include "scoring/node_fit.hpp"

namespace berth::verbs {

/// Judges nodes for one pod in one call: what filter and prioritize share.
///
/// Reads the ledger as it is while the call lasts (both run on the event loop, so no event comes between
/// two nodes). A charge the pod itself holds is left out where it stands: filtering a pod again must not
/// make it compete with itself.
class node_judge {
public:
    /// References are kept. `memory` may hold results of earlier calls.
    node_judge(const devicemodel::ledger& books, result_memory& memory, const scoring::pod_request& request,
               std::string_view pod_uid, scoring::search_limits limits);

    /// The result for the node in a ledger slot; a slot number beyond the ledger is an unknown node.
    scoring::node_fit fit_of(std::uint32_t slot) {
        return known_.is_known(slot) ? known_.at(slot) : work_out(slot);
    }

    /// Calls `tell(node, fit)` for each node in its order.
    template <class Tell>
    void each(const std::vector<api::named_node>& nodes, const Tell& tell) {
        const auto known = known_;  // a copy the compiler can keep in registers
        known.fetch();
        for (const auto& node : nodes) {
            tell(node, known.is_known(node.slot) ? known.at(node.slot) : work_out(node.slot));
        }
    }

    /// The cards on this node now, or what is missing. Nothing is remembered.
    std::variant<devicemodel::allocation, scoring::node_refusal> choose(std::uint32_t slot);

    /// How many nodes were refused because a search ran out of steps.
    std::uint64_t searches_exhausted() const { return searches_exhausted_; }

private:
    scoring::node_fit work_out(std::uint32_t slot);
    const std::vector<devicemodel::shares>& used_without_own(const devicemodel::node_state& node);

    const devicemodel::ledger& books_;
    known_fits* memory_ = nullptr;  ///< Null: nothing is remembered.
    known_fits::view known_;
    std::uint32_t own_slot_ = 0xFFFF'FFFF;
    devicemodel::pod_ptr own_;
    scoring::node_fitter fitter_;
    std::vector<devicemodel::shares> used_;
    std::uint64_t searches_exhausted_ = 0;
};

}  // namespace berth::verbs
