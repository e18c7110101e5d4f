#include "extender/wire/bind_annotations.hpp"

#include <algorithm>

#include "extender/api/pod.hpp"
#include "extender/wire/allocation_annotation.hpp"

namespace berth::wire {

std::map<std::string, std::string> bind_annotations(const devicemodel::pod_record& pod) {
    const bool has_cards =
        std::any_of(pod.chosen.begin(), pod.chosen.end(),
                    [](const devicemodel::container_allocation& cards) { return !cards.empty(); });
    if (!has_cards) {
        return {};
    }
    const std::string allocation = encode_allocation(pod.chosen);
    const std::string time = std::to_string(pod.since);
    return {{api::pod_annotation::node, pod.node},           {api::pod_annotation::time, time},
            {api::pod_annotation::allocated, allocation},    {api::pod_annotation::to_allocate, allocation},
            {api::pod_annotation::bind_phase, "allocating"}, {api::pod_annotation::bind_time, time}};
}

}  // namespace berth::wire
