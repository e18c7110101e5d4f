#pragma once

#include <map>
#include <string>

#include "devicemodel/pod_record.hpp"

namespace berth::wire {

/// The annotations a Binding carries, so that pod, node and cards are written in one request: node, time and
/// both allocation texts as HAMi's filter writes them, bind phase and time as its bind does. Everything an
/// unmodified device plugin looks for on the pod.
///
/// Both times are `pod.since`, the moment the cards were reserved, so that writing the same order again
/// writes the same text. Empty for a pod without cards. Source: HAMi, pkg/scheduler/scheduler.go and
/// pkg/util/types.go.
std::map<std::string, std::string> bind_annotations(const devicemodel::pod_record& pod);

}  // namespace berth::wire
