#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "devicemodel/amounts.hpp"
#include "devicemodel/effective_demand.hpp"
#include "devicemodel/life_cycle.hpp"

namespace berth::config {

/// How nodes that fit compare.
enum class node_policy : std::uint8_t {
    stock,    ///< All equal: kube-scheduler's own scores decide.
    binpack,  ///< Fuller nodes are better.
    spread,   ///< Emptier nodes are better.
};

/// Which cards of a node are tried first.
enum class card_order : std::uint8_t {
    best_fit,  ///< Least room left over.
    binpack,   ///< Fullest first.
    spread,    ///< Emptiest first.
};

enum class log_level : std::uint8_t { debug, info, warn, error };
enum class log_format : std::uint8_t { text, json };

/// What the service takes from a client. A client that goes beyond is answered with an error or cut off.
struct http_limits {
    std::uint64_t body_bytes = 16'777'216;            ///< One request body. 65536..1073741824 bytes.
    std::uint32_t header_bytes = 16'384;              ///< All headers of one request. 1024..1048576 bytes.
    std::uint32_t connections = 1'024;                ///< Open at once. 1..65535.
    std::chrono::milliseconds read_timeout{30'000};   ///< For one request to arrive. 100ms..10m.
    std::chrono::milliseconds idle_timeout{120'000};  ///< Between two requests. 100ms..1h.

    friend bool operator==(const http_limits&, const http_limits&) = default;
};

/// Names of the extended resources that make a container's demand: `domain/name`, all different. They are
/// the names the device plugin and the users' manifests already use.
struct resource_names {
    std::string gpu = "nvidia.com/gpu";                              ///< Number of cards.
    std::string memory = "nvidia.com/gpumem";                        ///< MiB of each card.
    std::string memory_percentage = "nvidia.com/gpumem-percentage";  ///< Percent of each card's memory.
    std::string cores = "nvidia.com/gpucores";                       ///< Percent of each card's cores.

    friend bool operator==(const resource_names&, const resource_names&) = default;
};

/// How long the search for cards may go on. One step tries one set of cards for one container.
struct search_limits {
    std::uint64_t steps_per_node = 20'000;     ///< 1..1000000000, at most `steps_per_call`.
    std::uint64_t steps_per_call = 2'000'000;  ///< All nodes of a call together. 1..1000000000000.

    friend bool operator==(const search_limits&, const search_limits&) = default;
};

struct log_settings {
    log_level level = log_level::info;     ///< debug | info | warn | error: the least grave that is written.
    log_format format = log_format::text;  ///< text | json: one line per event either way.

    friend bool operator==(const log_settings&, const log_settings&) = default;
};

/// Every knob of berth, each at its default. Values only: whoever starts the service hands the parts on.
///
/// A knob's key is its path of member names ("limits.body_bytes"); the one exception is `default_memory`,
/// whose key `default_memory_mib` has to say the unit that the type says here.
struct settings {
    std::string listen_address = "127.0.0.1";  ///< An IPv4 or IPv6 address, not a host name.
    std::uint16_t listen_port = 9480;          ///< 0..65535; 0 takes any free port.
    http_limits limits;

    /// exact | hami: how init containers, sidecars and apps add up.
    devicemodel::accounting accounting = devicemodel::accounting::exact;
    /// after-init | never: whether a pod's charge falls once its init containers are done.
    devicemodel::shrink_rule shrink = devicemodel::shrink_rule::after_init;
    node_policy policy = node_policy::stock;        ///< stock | binpack | spread; a pod's annotation wins.
    card_order card_policy = card_order::best_fit;  ///< best-fit | binpack | spread; a pod's annotation wins.

    resource_names resources;
    devicemodel::mebibytes default_memory;    ///< For a container that names none; 0 is a whole card. MiB.
    devicemodel::core_percent default_cores;  ///< For a container that names none. 0..100 percent.
    std::uint32_t memory_factor = 1;          ///< Multiplies every memory amount of a pod. 1..1048576.

    std::chrono::milliseconds bind_deadline{10'000};     ///< 100ms..10m, below `http_timeout`.
    std::chrono::milliseconds http_timeout{30'000};      ///< kube-scheduler's httpTimeout. 1s..10m.
    std::chrono::milliseconds reservation_ttl{300'000};  ///< For cards of an unbound pod. 1s..24h.
    search_limits search;
    std::uint64_t remembered_results = 1'000'000;  ///< Results per pod kind and node; 0 is off. Up to 10^8.
    log_settings log;

    friend bool operator==(const settings&, const settings&) = default;
};

}  // namespace berth::config
