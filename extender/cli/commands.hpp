#pragma once

#include <string>
#include <utility>
#include <vector>

#include "extender/replay/options.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace berth::cli {

/// Exit codes of every command.
inline constexpr int ok = 0, failed = 1, bad_use = 2;

/// Where settings come from: one strict YAML file, and `--set key=value` on top.
struct settings_options {
    std::string config_file;
    std::vector<std::string> set;
};

struct serve_options {
    settings_options settings;
    std::string cluster_file;
    std::string state_out;
    std::string port_file;
    bool echo = false;
};

struct replay_options {
    std::string url = "http://127.0.0.1:9480";
    replay::options stream;
    int timeout_seconds = 30;
};

/// Serves the verbs for a cluster from a file until SIGINT or SIGTERM.
int serve(const serve_options& o);

/// Replays a pod stream against an extender.
int replay_stream(const replay_options& o);

/// Checks a configuration and says everything that is wrong with it.
int check_config(const settings_options& o);

/// Adds a command with its options to `app`; the values land in the struct.
void describe(CLI::App& app, serve_options& o);
void describe(CLI::App& app, replay_options& o);
void describe(CLI::App& app, settings_options& o);

}  // namespace berth::cli
