#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extender/replay/card_audit.hpp"

namespace berth::replay {

/// A pod that the extender has bound and that has not left. None of its containers has reported a status.
struct bound_pod {
    const pod& what;
    std::string name_space;
    std::string name;
    std::string_view node;
};

/// What the state says otherwise than the replay knows it, one line a pod: a bound pod that it does not show,
/// or shows on another node, as ended or past its init containers, or with fewer or smaller cards than a
/// container asks for. Such a pod takes more of the cards than audit() can see, so it is an over-commit.
std::vector<over_commit> contradictions(const cluster_state& state, std::span<const bound_pod> bound);

}  // namespace berth::replay
