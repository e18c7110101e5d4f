#include "devicemodel/position.hpp"

namespace berth::devicemodel {

container_role role_of(container_list list, std::string_view restart_policy) {
    if (list == container_list::containers) {
        return container_role::app;
    }
    return restart_policy == "Always" ? container_role::sidecar : container_role::init;
}

std::string_view name_of(container_role role) {
    switch (role) {
        case container_role::init: return "init";
        case container_role::sidecar: return "sidecar";
        case container_role::app: return "app";
    }
    return "";
}

}  // namespace berth::devicemodel
