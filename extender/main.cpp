#include <CLI/CLI.hpp>
#include <exception>
#include <fmt/format.h>

#include "extender/cli/commands.hpp"

int main(int argc, char** argv) {
    using namespace berth::cli;
    CLI::App app{"berth: a Kubernetes scheduler extender that shares GPUs", "berth"};
    app.set_version_flag("--version", BERTH_VERSION);
    app.require_subcommand(1);
    int exit_code = ok;

    serve_options serving;
    auto* serve_command = app.add_subcommand("serve", "Answer kube-scheduler's filter, prioritize and bind");
    describe(*serve_command, serving);
    serve_command->callback([&] { exit_code = serve(serving); });

    replay_options replaying;
    auto* replay_command =
        app.add_subcommand("replay", "Drive an extender with a pod stream, as kube-scheduler does");
    describe(*replay_command, replaying);
    replay_command->callback([&] { exit_code = replay_stream(replaying); });

    settings_options checking;
    auto* config_command = app.add_subcommand("config", "Work with the configuration");
    config_command->require_subcommand(1);
    auto* check_command = config_command->add_subcommand("check", "Say everything that is wrong with it");
    describe(*check_command, checking);
    check_command->callback([&] { exit_code = check_config(checking); });

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? ok : bad_use;
    } catch (const std::exception& error) {
        fmt::print(stderr, "berth: {}\n", error.what());
        return failed;
    }
    return exit_code;
}
