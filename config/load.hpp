#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/problem.hpp"
#include "config/settings.hpp"

namespace berth::config {

/// `--set key=value` in the order given; of two for the same key the later one counts.
using overrides = std::vector<std::pair<std::string, std::string>>;

/// Settings, and everything that is wrong with what was given. Only without problems are the settings
/// the ones that were meant.
struct loaded {
    settings values;
    std::vector<problem> problems;
};

/// Settings from YAML text, then overrides. Keys that are absent keep their default; empty text is all
/// defaults.
///
/// Strict, and all problems at once: unknown and repeated keys, other types than the key takes, values
/// out of range, and (last, on the sum of text and overrides) rules between values. Pure; never throws
/// for any text. The documented form is config/berth.example.yaml.
loaded load(std::string_view yaml, const overrides& over = {});

/// The same from a file of at most 1 MiB. A file that cannot be read is a problem without a key.
loaded load_file(const std::filesystem::path& file, const overrides& over = {});

/// Overrides onto settings that hold already, judged as in `load`. Keys with a problem keep their value.
std::vector<problem> apply_overrides(settings& s, const overrides& over);

}  // namespace berth::config
