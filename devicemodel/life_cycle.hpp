#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "devicemodel/allocation.hpp"
#include "devicemodel/demand.hpp"

namespace berth::devicemodel {

/// How much of a pod is charged: everything it may need while it starts, what it needs once its apps
/// run, or nothing any more.
enum class stage : std::uint8_t { init, steady, zero };

/// The word for a stage in `/debug/state`, logs and metrics: "INIT", "STEADY", "ZERO".
std::string_view name_of(stage s);

/// What the kubelet last said of one container (core/v1 ContainerStatus, reduced).
struct container_status {
    enum class state : std::uint8_t { waiting, running, terminated };

    std::string name;
    state now = state::waiting;
    std::string waiting_reason;   ///< "PodInitializing", "CrashLoopBackOff", ...; only while waiting.
    std::int32_t exit_code = 0;   ///< Only when terminated.
    bool has_run_before = false;  ///< lastState is terminated, or restartCount is above zero.

    friend bool operator==(const container_status&, const container_status&) = default;
};

/// What the life cycle looks at in a pod's status (core/v1 PodStatus, reduced).
struct pod_status {
    std::string phase;  ///< "Pending", "Running", "Succeeded", "Failed", "Unknown" or empty.
    bool all_containers_restarting = false;         ///< Condition AllContainersRestarting is True (KEP-5532).
    std::vector<container_status> init_containers;  ///< By name, in any order, possibly incomplete.
    std::vector<container_status> apps;

    friend bool operator==(const pod_status&, const pod_status&) = default;
};

/// The stage after a status was seen. Pure; statuses are matched by container name.
///
/// INIT to STEADY when every plain init container is terminated with exit code 0 and start-up is not
/// being repeated. STEADY to INIT when start-up is repeated: a plain init container waits, runs or failed
/// again, AllContainersRestarting is True, or all apps that had run wait with PodInitializing. ZERO is
/// final. A status without an entry for a plain init container changes nothing. Sidecars never matter.
stage next_stage(stage previous, const std::vector<container>& containers, const pod_status& status);

/// The stage of a pod whose status has not been looked at: STEADY without plain init containers.
stage first_stage(const std::vector<container>& containers);

/// Whether init-phase capacity is given back when the init phase is over.
enum class shrink_rule : std::uint8_t { after_init, never };

/// The word for it in configuration and `/debug/state`: "after-init", "never".
std::string_view name_of(shrink_rule shrink);

/// What the ledger counts for a pod on a card in this stage.
shares charge_of(const usage& need, stage s, shrink_rule shrink);

}  // namespace berth::devicemodel
