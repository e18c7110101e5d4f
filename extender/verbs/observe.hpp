#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "devicemodel/ledger.hpp"
#include "extender/api/pod.hpp"
#include "extender/verbs/pending.hpp"
#include "extender/verbs/request_of.hpp"

namespace berth::verbs {

/// What berth knows: the ledger and the pods that wait for a node.
struct books {
    devicemodel::ledger ledger;
    pending_pods pending;
};

/// Takes in what the API says of a pod, whether from a list, a watch or a file. Idempotent; the same
/// object again changes nothing.
///
/// - A pod on a node is charged by its allocation annotation; an annotation that cannot be read, or is
///   missing from a pod that asks for cards and whose cards are not known, makes its node refuse pods.
/// - A pod without a node but with an allocation and a node annotation (another scheduler's reservation)
///   is charged in full. One without either waits; an allocation of our own bind call stays, for the API
///   may not have shown it yet.
/// - A finished pod is charged nothing, for good; one being deleted is charged until it is gone.
/// `now` is Unix seconds, for the age of a first charge.
void observe_pod(books& known, const demand_rules& rules, const api::pod& pod, std::int64_t now);

/// This UID is gone.
void observe_pod_gone(books& known, std::string_view uid);

/// The allocation a pod's annotation gives to its containers by position, or why it cannot be told.
///
/// HAMi v2.10.0 leaves out the parts of containers without GPU: when the parts do not stand where cards
/// are asked for, but match the containers that ask for cards in order and number, they are put back there.
api::result<devicemodel::allocation> aligned_allocation(
    const api::annotated_allocation& annotated, const std::vector<devicemodel::container>& containers);

}  // namespace berth::verbs
