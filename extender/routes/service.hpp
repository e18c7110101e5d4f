#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "extender/api/calls.hpp"
#include "extender/http/exchange.hpp"
#include "extender/verbs/bind.hpp"
#include "extender/verbs/judge.hpp"
#include "extender/verbs/observe.hpp"
#include "extender/verbs/ports.hpp"
#include "extender/verbs/refresh.hpp"
#include "extender/wire/extender_args.hpp"
#include "extender/wire/node_index.hpp"
#include "extender/wire/replies.hpp"
#include "extender/wire/state.hpp"

namespace berth::routes {

/// Whether the cluster is the one held in memory, which anybody may tell of nodes and pods.
enum class cluster_events : std::uint8_t { refused, taken };

/// Whether `POST /debug/echo` answers; it is what the benchmark compares with.
enum class echo_route : std::uint8_t { off, on };

struct service_settings {
    verbs::demand_rules demand;
    devicemodel::ledger_rules ledger;
    scoring::search_limits search;
    std::size_t remembered_results = 1'000'000;  ///< See verbs::result_memory.
    verbs::bind_settings bind;
    cluster_events events = cluster_events::refused;
    echo_route echo = echo_route::off;
    std::string version;
};

/// What one call decided, for the log.
struct decision {
    std::uint64_t id = 0;     ///< Also in the reply header X-Berth-Decision.
    std::string_view verb;    ///< "filter", "prioritize", "bind".
    std::string pod;          ///< "namespace/name (uid)".
    std::size_t nodes = 0;    ///< Candidates.
    std::size_t fitting = 0;  ///< Of them.
    std::string node;         ///< Bind only.
    std::string error;        ///< Empty when the call was answered as asked.
};

/// What the service needs of the world. All are called on the event loop.
struct service_ports {
    verbs::bind_port& bind;
    verbs::timer_port& timers;
    verbs::unix_clock clock;
    std::function<void(const decision&)> log;            ///< May be empty.
    std::function<void(std::function<void()>)> offload;  ///< Runs long work elsewhere; empty: at once.
    devicemodel::quota_hook quota;
};

/// Everything behind the sockets: from the bytes of a request to the bytes of its reply.
///
/// Owns the books and lives on the event loop. A reply that waits (bind, state) calls `finished` later.
class service {
public:
    service(service_settings settings, service_ports ports);

    /// Answers one request; see http::handler.
    void handle(const std::shared_ptr<http::exchange>& call, const http::finished& done);

    /// Brings news from the API into the books.
    void observe(const std::function<void(verbs::books&)>& news);
    const verbs::books& books() const { return books_; }
    const service_settings& settings() const { return settings_; }

    /// `/readyz` says no until this was called: the lists are not all in.
    void set_ready() { ready_ = true; }

    /// The state document as `/debug/state` shows it.
    std::string state() const;

private:
    using exchange_ptr = std::shared_ptr<http::exchange>;
    struct route;
    static const std::vector<route>& table();

    void filter(const exchange_ptr& call, const http::finished& done);
    void prioritize(const exchange_ptr& call, const http::finished& done);
    void bind(const exchange_ptr& call, const http::finished& done);
    void show_state(const exchange_ptr& call, const http::finished& done);
    void cluster_event(const exchange_ptr& call, const http::finished& done);
    void echo(const exchange_ptr& call, const http::finished& done);
    void live(const exchange_ptr& call, const http::finished& done);
    void ready(const exchange_ptr& call, const http::finished& done);
    void version(const exchange_ptr& call, const http::finished& done);

    struct call_result {
        std::size_t nodes = 0;
        std::size_t fitting = 0;
        std::string error;
    };
    call_result filter_reply(std::string& body, std::string& reply);
    call_result pass_through(std::string& reply);
    template <class Node>
    void tell(const Node& node, const scoring::node_fit& fit, call_result& result);
    call_result filter_names(const scoring::pod_request& request, std::string& reply);
    call_result filter_carried(const scoring::pod_request& request, std::string& reply);
    call_result priorities(std::string& body, std::string& reply);
    api::result<scoring::pod_request> read_call(std::string& body);
    void log(std::string_view verb, std::uint64_t id, const call_result& result) const;
    wire::state_context context() const;
    wire::node_index& names();
    void refresh_after(std::chrono::milliseconds delay);

    service_settings settings_;
    service_ports ports_;
    verbs::books books_;
    verbs::result_memory memory_;
    verbs::refresher refresher_;
    std::unique_ptr<verbs::timer> refresh_;  ///< Null: none is due.
    verbs::binder binder_;
    bool ready_ = false;

    wire::node_index names_;
    std::uint64_t names_revision_ = 0;
    wire::extender_args_parser parser_;
    wire::filter_result_writer writer_;
    std::vector<scoring::node_fit> fits_;
    wire::host_priority_writer priority_writer_;
    struct known_verdict {
        std::uint32_t outcome = 0;  // no node_fit::outcome
        wire::node_verdict text;
    };
    const wire::node_verdict& verdict_of(scoring::node_fit fit);
    static void prepare(known_verdict& known, scoring::node_fit fit);
    std::array<known_verdict, 64> verdicts_;  // by a hash of the outcome; outcomes are few

    std::uint64_t decisions_ = 0;
    std::uint64_t filters_ = 0;
    std::uint64_t prioritizes_ = 0;
    std::uint64_t binds_ = 0;
    std::uint64_t bind_errors_ = 0;
    std::uint64_t searches_exhausted_ = 0;
    std::uint64_t bad_requests_ = 0;
};

}  // namespace berth::routes
