#include "extender/cli/settings.hpp"

#include <fmt/format.h>

#include "config/load.hpp"

namespace berth::cli {

std::optional<config::settings> load_settings(const settings_options& o) {
    config::overrides over;
    for (const auto& pair : o.set) {
        const auto equals = pair.find('=');
        if (equals == std::string::npos) {
            fmt::print(stderr, "berth: --set {}: wants key=value\n", pair);
            return std::nullopt;
        }
        over.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
    }
    const auto loaded =
        o.config_file.empty() ? config::load("", over) : config::load_file(o.config_file, over);
    for (const auto& problem : loaded.problems) {
        fmt::print(stderr, "berth: {}\n", config::sentence(problem, o.config_file));
    }
    return loaded.problems.empty() ? std::optional(loaded.values) : std::nullopt;
}

int check_config(const settings_options& o) {
    if (!load_settings(o)) {
        return bad_use;
    }
    fmt::print("{} is fine\n", o.config_file.empty() ? "the default configuration" : o.config_file);
    return ok;
}

}  // namespace berth::cli
