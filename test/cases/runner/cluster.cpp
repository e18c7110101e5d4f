#include "test/cases/runner/cluster.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "extender/http/limits.hpp"
#include "extender/wire/bind_annotations.hpp"

namespace berth::cases {
namespace {

using namespace std::chrono_literals;

/// More than any deadline of the extender.
constexpr auto patience = 60s;
constexpr auto time_step = 1s;

/// Section 3 of the schema. HAMi takes every other policy text as its default, and so do cases.
routes::service_settings settings_of(const json_value& input) {
    const auto& config = object_at(input, {"config"});
    routes::service_settings settings;
    const bool pack_cards = text_at(config, {"gpu_policy"}) == "binpack";
    settings.demand.card_order = {pack_cards ? scoring::card_order_key::binpack
                                             : scoring::card_order_key::spread};
    const bool spread_nodes = text_at(config, {"node_policy"}) == "spread";
    settings.demand.nodes = spread_nodes ? scoring::node_policy::spread : scoring::node_policy::binpack;
    settings.demand.default_memory_mib = number_at(config, {"default_memory_mib"});
    settings.demand.default_cores = number_at(config, {"default_cores"});
    settings.demand.memory_factor = std::max<std::int64_t>(1, number_at(config, {"memory_factor"}));
    settings.events = routes::cluster_events::taken;
    settings.version = "cases";
    return settings;
}

}  // namespace

cluster::cluster(const json_value& input) : api_(input), settings_(settings_of(input)) { start_extender(); }

cluster::~cluster() = default;

std::shared_ptr<cluster::pending> cluster::start(std::string target, std::string body, std::string method) {
    auto call = std::make_shared<pending>();
    call->exchange = std::make_shared<http::exchange>();
    if (body.size() > http::server_limits{}.body_bytes) {
        call->exchange->status = 413;
        call->done = true;
        return call;
    }
    call->exchange->target = std::move(target);
    call->exchange->method = std::move(method);
    call->exchange->body = std::move(body);
    extender_->handle(call->exchange, [call] { call->done = true; });
    return call;
}

void cluster::settle(const std::vector<std::shared_ptr<pending>>& calls) {
    const auto run_queue = [this] {
        while (!queue_.empty()) {
            const auto next = std::move(queue_.front());
            queue_.pop();
            next();
        }
    };
    run_queue();
    const auto open = [](const std::shared_ptr<pending>& call) { return !call->done; };
    for (auto waited = 0s; waited < patience && std::any_of(calls.begin(), calls.end(), open);
         waited += time_step) {
        time_.advance(time_step);
        run_queue();
    }
}

http_answer cluster::call(std::string target, std::string body, std::string method) {
    const auto under_way = start(std::move(target), std::move(body), std::move(method));
    settle({under_way});
    return under_way->answer();
}

void cluster::restart() {
    settle();
    extender_.reset();
    start_extender();
}

void cluster::tell(const watch_line& line) {
    const auto answer = call("/cluster/events", line.body);
    if (answer.status != 200) {
        notes_.push_back("event not taken: " + line.about + ": " + answer.body);
    }
}

void cluster::tell(const std::optional<watch_line>& line) {
    if (line) {
        tell(*line);
    }
}

seen_state cluster::look() {
    settle();
    return read_state(call("/debug/state", "", "GET").body);
}

bool cluster::alive() { return call("/livez", "", "GET").status == 200; }

void cluster::bind(const verbs::bind_order& order, std::function<void(verbs::bind_answer)> done) {
    queue_.push([this, order, done = std::move(done)] { done(write(order)); });
}

verbs::bind_answer cluster::write(const verbs::bind_order& order) {
    using verbs::bind_outcome;
    if (binding_failure_) {
        return {bind_outcome::refused,
                "the API answered " + std::to_string(*binding_failure_) + " to the binding"};
    }
    const auto name = order.pod.name_space + "/" + order.pod.name;
    auto answer = api_.bind(order.pod, wire::bind_annotations(order.pod));
    if (answer.event) {
        accepted_.push_back(order.pod.uid);
        queue_.push([this, event = std::move(*answer.event)] { tell(event); });
        return {bind_outcome::bound, ""};
    }
    if (api_.uid_of(name) == order.pod.uid && api_.node_of(name) == order.pod.node) {
        return {bind_outcome::bound, ""};  // by an earlier write
    }
    return {bind_outcome::refused, std::to_string(answer.status) + ": " + answer.message};
}

void cluster::start_extender() {
    extender_ = std::make_unique<routes::service>(
        settings_, routes::service_ports{*this, time_, [this] { return api_.now(); }, {}, {}, {}});
    for (const auto& line : api_.everything()) {
        tell(line);
    }
    extender_->set_ready();
}

}  // namespace berth::cases
