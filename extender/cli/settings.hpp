#pragma once

#include <optional>

#include "config/settings.hpp"
#include "extender/cli/commands.hpp"

namespace berth::cli {

/// The settings, or nothing after every problem was printed to standard error.
std::optional<config::settings> load_settings(const settings_options& o);

}  // namespace berth::cli
