#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extender/replay/options.hpp"
#include "extender/replay/trace.hpp"

namespace berth::replay {

/// One pod of the trace arriving. A pod drawn again arrives as a copy with a name of its own.
struct arrival {
    std::uint32_t pod = 0;   ///< Index into trace::pods.
    std::uint32_t copy = 0;  ///< 0 for the pod itself, 1 for its first copy.

    friend bool operator==(const arrival&, const arrival&) = default;
};

/// The arrivals in order.
///
/// `shuffle` reorders the pods. `until` then follows the published openb procedure: pods drawn evenly and
/// with replacement are appended until the GPU demand that has arrived reaches the percentage of the
/// cluster's cards; a trace that asks for more already loses its tail, which in a shuffled order is a random
/// thinning. With `departures::by_trace` the order is that of the creation times (ties: the file's order).
/// `first` cuts the result.
std::vector<arrival> plan_arrivals(const trace& t, const options& o);

/// "openb-pod-0001", "openb-pod-0001-copy-2".
std::string name_of(const trace& t, const arrival& a);

/// A made-up UID in the usual form, by the position in the stream and the run's seed.
std::string uid_of(std::uint64_t position, std::uint64_t seed);

}  // namespace berth::replay
