#include "extender/app/translate.hpp"

#include <algorithm>

namespace berth::app {
namespace {

scoring::card_order_key key_of(config::card_order order) {
    switch (order) {
        case config::card_order::best_fit: return scoring::card_order_key::best_fit;
        case config::card_order::binpack: return scoring::card_order_key::binpack;
        case config::card_order::spread: return scoring::card_order_key::spread;
    }
    return scoring::card_order_key::best_fit;
}

scoring::node_policy policy_of(config::node_policy policy) {
    switch (policy) {
        case config::node_policy::stock: return scoring::node_policy::stock;
        case config::node_policy::binpack: return scoring::node_policy::binpack;
        case config::node_policy::spread: return scoring::node_policy::spread;
    }
    return scoring::node_policy::stock;
}

}  // namespace

http::server_limits server_limits_of(const config::settings& s) {
    http::server_limits limits;
    limits.body_bytes = s.limits.body_bytes;
    limits.header_bytes = s.limits.header_bytes;
    limits.header_time = std::min(limits.header_time, s.limits.read_timeout);
    limits.body_time = s.limits.read_timeout;
    limits.idle_time = s.limits.idle_timeout;
    limits.connections_max = s.limits.connections;
    return limits;
}

routes::service_settings service_settings_of(const config::settings& s) {
    routes::service_settings service;
    service.demand.rule = s.accounting;
    service.demand.names = {s.resources.gpu, s.resources.memory, s.resources.memory_percentage,
                            s.resources.cores};
    service.demand.default_memory_mib = s.default_memory.value();
    service.demand.default_cores = s.default_cores.value();
    service.demand.memory_factor = s.memory_factor;
    service.demand.card_order = {key_of(s.card_policy)};
    service.demand.nodes = policy_of(s.policy);
    service.ledger = {s.accounting, s.shrink};
    service.search = {s.search.steps_per_node, s.search.steps_per_call};
    service.remembered_results = s.remembered_results;
    service.bind.deadline = s.bind_deadline;
    service.bind.search = service.search;
    service.version = BERTH_VERSION;
    return service;
}

}  // namespace berth::app
