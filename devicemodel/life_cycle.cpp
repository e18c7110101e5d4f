#include "devicemodel/life_cycle.hpp"

#include <algorithm>

namespace berth::devicemodel {
namespace {

using state = container_status::state;

bool is_plain_init(const container& c) { return c.role == container_role::init; }

bool terminal(std::string_view phase) { return phase == "Succeeded" || phase == "Failed"; }

/// All apps that had run are back to waiting for the init phase (a recreated sandbox looks like this
/// before its first init container has a new status).
bool apps_wait_for_init_again(const std::vector<container_status>& apps) {
    const auto back_to_start = [](const container_status& app) {
        return app.now == state::waiting && app.waiting_reason == "PodInitializing";
    };
    const auto had_run = [](const container_status& app) { return app.has_run_before; };
    return std::any_of(apps.begin(), apps.end(), had_run) &&
           std::all_of(apps.begin(), apps.end(),
                       [&](const container_status& app) { return !had_run(app) || back_to_start(app); }) &&
           std::none_of(apps.begin(), apps.end(),
                        [](const container_status& app) { return app.now == state::running; });
}

}  // namespace

std::string_view name_of(stage s) {
    switch (s) {
        case stage::init: return "INIT";
        case stage::steady: return "STEADY";
        case stage::zero: return "ZERO";
    }
    return "";
}

std::string_view name_of(shrink_rule shrink) { return shrink == shrink_rule::never ? "never" : "after-init"; }

stage first_stage(const std::vector<container>& containers) {
    return std::any_of(containers.begin(), containers.end(), is_plain_init) ? stage::init : stage::steady;
}

stage next_stage(stage previous, const std::vector<container>& containers, const pod_status& status) {
    if (previous == stage::zero || terminal(status.phase)) {
        return stage::zero;
    }
    if (first_stage(containers) == stage::steady) {
        return stage::steady;
    }
    if (status.all_containers_restarting || apps_wait_for_init_again(status.apps)) {
        return stage::init;
    }
    bool all_done = true;
    for (const auto& c : containers) {
        if (!is_plain_init(c)) {
            continue;
        }
        const auto seen = std::find_if(status.init_containers.begin(), status.init_containers.end(),
                                       [&](const container_status& s) { return s.name == c.name; });
        if (seen == status.init_containers.end()) {
            all_done = all_done && previous == stage::steady;
        } else if (seen->now != state::terminated || seen->exit_code != 0) {
            return stage::init;
        }
    }
    return all_done ? stage::steady : stage::init;
}

shares charge_of(const usage& need, stage s, shrink_rule shrink) {
    switch (s) {
        case stage::init: return need.effective();
        case stage::steady: return shrink == shrink_rule::never ? need.effective() : need.steady;
        case stage::zero: break;
    }
    return {};
}

}  // namespace berth::devicemodel
