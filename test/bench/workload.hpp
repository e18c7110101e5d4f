#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "extender/api/pod.hpp"
#include "extender/standalone/cluster.hpp"

namespace berth::bench {

inline constexpr int cards_per_node = 8;
inline constexpr int pods_per_node = 8;

/// A cluster of `nodes` nodes with eight cards and eight allocated pods each, seeded. Nodes differ in how
/// full they are, so that the pods of `pod_kinds` fit on about half of them.
standalone::cluster full_cluster(std::size_t nodes);

/// At least fifty kinds of pod as JSON objects of the size real ones have, with sidecars and init
/// containers among them. No two are the same kind.
std::vector<std::string> pod_kinds();

/// The nodes of a cluster in the order kube-scheduler lists them: it starts at another node every time and
/// looks at the rest in chunks on several workers, so that the lists of its workers come interleaved. A few
/// such lists are made beforehand and given round and round: making one takes longer than a call.
class name_order {
public:
    explicit name_order(const standalone::cluster& source);

    /// The next call's names as a JSON array.
    const std::string& next() { return lists_[turn_++ % lists_.size()]; }

private:
    std::vector<std::string> lists_;
    std::size_t turn_ = 0;
};

/// An ExtenderArgs body.
std::string filter_body(const std::string& pod, const std::string& names);

/// Watch events that each change the charge of one allocated pod of the cluster, round and round.
class churn {
public:
    explicit churn(const standalone::cluster& source) : pods_(source.pods) {}

    const api::pod& next();

private:
    std::vector<api::pod> pods_;
    std::size_t turn_ = 0;
};

}  // namespace berth::bench
