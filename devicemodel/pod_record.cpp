#include "devicemodel/pod_record.hpp"

namespace berth::devicemodel {

std::string_view name_of(record_source source) {
    switch (source) {
        case record_source::bind: return "bind";
        case record_source::annotation: return "annotation";
        case record_source::none: return "none";
    }
    return "";
}

std::string_view name_of(claim_state state) { return state == claim_state::reserved ? "reserved" : "bound"; }

shares charge_of(const card_usage& use, const pod_record& pod, shrink_rule shrink) {
    const bool reservation = pod.state == claim_state::reserved && pod.now != stage::zero;
    return charge_of(use.need, reservation ? stage::init : pod.now, shrink);
}

bool blocks_node(const pod_record& pod) { return !pod.allocation_problem.empty() && pod.now != stage::zero; }

}  // namespace berth::devicemodel
