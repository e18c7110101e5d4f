#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "devicemodel/amounts.hpp"
#include "devicemodel/demand.hpp"

namespace berth::devicemodel {

/// Which rule says what a pod needs before its apps run.
enum class accounting : std::uint8_t {
    exact,  ///< Kubernetes' own order-aware rule (KEP-753), per card and resource.
    hami,   ///< HAMi's shorter rule: sidecars + max(largest init, sum of apps). Never below exact.
};

/// The word for it in configuration and `/debug/state`: "exact", "hami".
std::string_view name_of(accounting rule);

/// The positions of a pod in the order in which they are charged: initContainers, then containers.
///
/// `hami` differs from `exact` by one thing only, that every init container is taken to run beside all
/// sidecars; so under `hami` the sidecars come first, and every other rule is shared.
std::vector<std::size_t> charge_order(const std::vector<container>& containers, accounting rule);

/// One pod's need on one card.
struct usage {
    shares peak;    ///< The most used at once by what has started during the init phase.
    shares steady;  ///< Sidecars and apps together.

    /// What has to be there for the pod to start: the larger of each resource.
    constexpr shares effective() const { return max_of_each(peak, steady); }
    friend bool operator==(const usage&, const usage&) = default;
};

/// The walk over one pod's containers on one card, in charge order. Cards that a container does not use
/// are not told of it. Design: `running` grows with every sidecar, an init container stands on top of
/// what runs when it starts, apps add up on top of the sidecars.
class usage_walk {
public:
    /// What the pod uses on the card while a container with this role and share starts.
    constexpr shares at_start(container_role role, const shares& share) const {
        return role == container_role::app ? result_.steady + share : running_ + share;
    }

    constexpr void start(container_role role, const shares& share) {
        const shares now = at_start(role, share);
        if (role == container_role::app) {
            result_.steady = now;
            return;
        }
        result_.peak = max_of_each(result_.peak, now);
        if (role == container_role::sidecar) {
            running_ = now;
            result_.steady += share;
        }
    }

    /// What is running on the card when a container with this role starts, before it is added.
    constexpr shares before_start(container_role role) const { return at_start(role, shares{}); }
    constexpr const usage& result() const { return result_; }
    friend bool operator==(const usage_walk&, const usage_walk&) = default;

private:
    shares running_;
    usage result_;
};

}  // namespace berth::devicemodel
