#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <spdlog/async.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "extender/app/application.hpp"
#include "extender/cli/commands.hpp"
#include "extender/cli/settings.hpp"
#include "extender/replay/objects.hpp"
#include "extender/replay/openb.hpp"
#include "extender/wire/json_writer.hpp"

namespace berth::cli {
namespace {

constexpr std::string_view openb_header = "sn,cpu_milli,memory_mib,gpu,model";
constexpr std::size_t log_queue = 8192;

spdlog::level::level_enum level_of(config::log_level level) {
    switch (level) {
        case config::log_level::debug: return spdlog::level::debug;
        case config::log_level::info: return spdlog::level::info;
        case config::log_level::warn: return spdlog::level::warn;
        case config::log_level::error: return spdlog::level::err;
    }
    return spdlog::level::info;
}

/// Writes to standard error from a thread of its own; when its queue is full the oldest lines go, so that a
/// slow terminal never holds up a decision.
std::shared_ptr<spdlog::logger> make_log(const config::log_settings& settings) {
    spdlog::init_thread_pool(log_queue, 1);
    auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    auto log = std::make_shared<spdlog::async_logger>("berth", std::move(sink), spdlog::thread_pool(),
                                                      spdlog::async_overflow_policy::overrun_oldest);
    log->set_level(level_of(settings.level));
    log->set_pattern(settings.format == config::log_format::json
                         ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})"
                         : "%Y-%m-%dT%H:%M:%S.%eZ %l %v",
                     spdlog::pattern_time_type::utc);
    return log;
}

std::string quoted(std::string_view text) {
    std::string json;
    wire::append_json_string(json, text);
    return json;
}

/// One line per call, in the words of `/debug/state`. Refused and failed calls are told at info, the rest
/// at debug: a busy scheduler makes thousands of calls a second.
class decision_log {
public:
    decision_log(std::shared_ptr<spdlog::logger> log, config::log_format format)
        : log_(std::move(log)), format_(format) {}

    void operator()(const routes::decision& d) const {
        const bool remarkable = !d.error.empty() || (d.nodes > 0 && d.fitting == 0) || d.verb == "bind";
        const auto level = remarkable ? spdlog::level::info : spdlog::level::debug;
        if (!log_->should_log(level)) {
            return;
        }
        if (format_ == config::log_format::json) {
            log_->log(
                level, R"("message":{},"decision":{},"pod":{},"nodes":{},"fitting":{},"node":{},"error":{})",
                quoted(d.verb), d.id, quoted(d.pod), d.nodes, d.fitting, quoted(d.node), quoted(d.error));
        } else {
            log_->log(level, "{} decision={} pod={} nodes={} fitting={}{}{}", d.verb, d.id, d.pod, d.nodes,
                      d.fitting, d.node.empty() ? "" : " node=" + d.node,
                      d.error.empty() ? "" : " error=" + quoted(d.error));
        }
    }

    void tell(spdlog::level::level_enum level, std::string_view line) const {
        log_->log(level, "{}",
                  format_ == config::log_format::json ? R"("message":)" + quoted(line) : std::string(line));
    }

private:
    std::shared_ptr<spdlog::logger> log_;
    config::log_format format_;
};

/// The problem without "FILE: " in front, which all problems of the file get.
std::string after_name(const std::string& problem, const std::string& file) {
    return problem.starts_with(file + ": ") ? problem.substr(file.size() + 2) : problem;
}

/// The openb node list as Kubernetes objects, so that it takes the way of every other cluster file.
standalone::cluster openb_cluster(const std::string& text, const std::string& file,
                                  const api::resource_names& names) {
    const auto nodes = replay::read_openb_nodes(text, file);
    std::string list = R"({"kind":"List","items":[)";
    for (const auto& node : nodes.value) {
        list += list.back() == '[' ? "" : ",";
        list += replay::as_node_object(node);
    }
    list += "]}";
    auto found = standalone::read_cluster(std::move(list), names);
    for (const auto& problem : nodes.problems) {
        found.problems.push_back({"", after_name(problem, file)});
    }
    return found;
}

standalone::cluster read_cluster_file(const std::string& file, const api::resource_names& names) {
    auto text = replay::load_text(file);
    if (!text.problems.empty()) {
        standalone::cluster nothing;
        nothing.problems.push_back({"", after_name(text.problems.front(), file)});
        return nothing;
    }
    const bool openb = text.value.starts_with(openb_header);
    auto found = openb ? openb_cluster(text.value, file, names)
                       : standalone::read_cluster(std::move(text.value), names);
    return found;
}

bool write_file(const std::string& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << text;
    out.close();
    if (!out) {
        fmt::print(stderr, "berth: {}: cannot be written\n", path);
    }
    return static_cast<bool>(out);
}

}  // namespace

int serve(const serve_options& o) {
    const auto settings = load_settings(o.settings);
    const auto& names = settings ? settings->resources : config::resource_names{};
    const auto source =
        read_cluster_file(o.cluster_file, {names.gpu, names.memory, names.memory_percentage, names.cores});
    for (const auto& problem : source.problems) {
        fmt::print(stderr, "berth: {}: {}\n", o.cluster_file, api::sentence(problem));
    }
    if (!settings || !source.problems.empty()) {
        return bad_use;
    }
    const auto spd = make_log(settings->log);
    const decision_log log(spd, settings->log.format);
    app::application app({*settings, o.echo ? routes::echo_route::on : routes::echo_route::off,
                          [log](std::string_view line) { log.tell(spdlog::level::warn, line); }, log});
    app.load(source);
    std::uint16_t port = 0;
    try {
        port = app.listen();
    } catch (const std::runtime_error& why) {
        fmt::print(stderr, "berth: {}\n", why.what());
        return failed;
    }
    if (!o.port_file.empty() && !write_file(o.port_file, std::to_string(port) + "\n")) {
        return failed;
    }
    log.tell(spdlog::level::info,
             fmt::format("berth {} serves {} nodes and {} pods on http://{}:{}", BERTH_VERSION,
                         source.nodes.size(), source.pods.size() + source.records.size(),
                         settings->listen_address, port));
    app.loop().on_signal([&](int) {
        log.tell(spdlog::level::info, "stopping: calls in flight are finished first");
        app.stop();
    });
    app.run();
    const bool saved = o.state_out.empty() || write_file(o.state_out, app.service().state() + "\n");
    spdlog::shutdown();
    return saved ? ok : failed;
}

}  // namespace berth::cli
