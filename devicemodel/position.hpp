#pragma once

#include <cstdint>
#include <string_view>

namespace berth::devicemodel {

/// How a container takes part in its pod's life.
enum class container_role : std::uint8_t {
    init,     ///< Runs to its end before the next one starts.
    sidecar,  ///< Entry of initContainers that keeps running from its start to the pod's end (KEP-753).
    app,      ///< Entry of containers.
};

/// The list of the pod spec a container stands in. Its position is its index in initContainers
/// followed by containers.
enum class container_list : std::uint8_t { init_containers, containers };

/// The role of a container, from where it stands and its restartPolicy ("" when it has none).
///
/// Only an entry of initContainers with exactly `Always` is a sidecar. Since KEP-5307 any container may
/// carry a restartPolicy: an init container with `Never` or `OnFailure` stays an init container, an app
/// with `Always` stays an app. Everything in berth that asks for a role asks here.
container_role role_of(container_list list, std::string_view restart_policy);

/// The word for a role in replies, logs and `/debug/state`: "init", "sidecar", "app".
std::string_view name_of(container_role role);

}  // namespace berth::devicemodel
