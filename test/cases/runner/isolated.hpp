#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace berth::cases {

/// Runs `work` in a process of its own and gives its text back; when that process dies or does not end in
/// time, `died` says so instead. One case that kills the extender must not take the others along.
///
/// Requires: the calling process has one thread.
struct isolated_result {
    std::string text;
    std::string died;
};
isolated_result run_isolated(const std::function<std::string()>& work, std::chrono::seconds at_most);

}  // namespace berth::cases
