#pragma once

#include <set>
#include <string>
#include <vector>

#include "config/problem.hpp"
#include "config/settings.hpp"

namespace berth::config {

/// Everything wrong with these settings: each value against its range, then the rules between values. Pure.
///
/// `doubtful`: keys whose value here is not the one that was meant, because what was given could not be
/// taken. Rules that need one of them are left out, so one mistake is told once.
std::vector<problem> validate(const settings& s, const std::set<std::string>& doubtful = {});

}  // namespace berth::config
