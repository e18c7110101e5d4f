#include "extender/routes/service.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "extender/routes/target.hpp"
#include "extender/wire/json_writer.hpp"
#include "extender/wire/objects.hpp"
#include "extender/wire/replies.hpp"
#include "scoring/levels.hpp"

namespace berth::routes {
namespace {

constexpr unsigned bad_request = 400, not_found = 404, wrong_method = 405, not_ready = 503;
constexpr std::chrono::milliseconds at_once{0}, behind_the_reply{1};
constexpr std::size_t longest_echo = std::size_t{64} * 1024 * 1024;

std::string error_object(std::string_view text) {
    std::string body = R"({"Error":)";
    wire::append_json_string(body, text);
    body += '}';
    return body;
}

void fail(http::exchange& call, unsigned status, std::string_view text) {
    call.status = status;
    call.reply = error_object(text);
}

std::string describe(const api::pod& pod) { return pod.name_space + "/" + pod.name + " (" + pod.uid + ")"; }

}  // namespace

struct service::route {
    std::string_view path;
    std::string_view method;
    void (service::*answer)(const exchange_ptr&, const http::finished&);
};

const std::vector<service::route>& service::table() {
    static const std::vector<route> routes = {
        {"/filter", "POST", &service::filter},   {"/prioritize", "POST", &service::prioritize},
        {"/bind", "POST", &service::bind},       {"/debug/state", "GET", &service::show_state},
        {"/debug/echo", "POST", &service::echo}, {"/cluster/events", "POST", &service::cluster_event},
        {"/livez", "GET", &service::live},       {"/readyz", "GET", &service::ready},
        {"/version", "GET", &service::version},
    };
    return routes;
}

service::service(service_settings settings, service_ports ports)
    : settings_(std::move(settings)),
      ports_(std::move(ports)),
      books_{devicemodel::ledger(settings_.ledger, ports_.quota), verbs::pending_pods()},
      memory_(settings_.remembered_results),
      refresher_(books_.ledger, memory_, settings_.search),
      binder_(books_, ports_.bind, ports_.timers, ports_.clock, settings_.bind),
      parser_(settings_.demand.names) {}

void service::handle(const std::shared_ptr<http::exchange>& call, const http::finished& done) {
    const std::string_view path = path_of(call->target);
    const auto found =
        std::find_if(table().begin(), table().end(), [&](const route& r) { return r.path == path; });
    const bool off =
        found != table().end() &&
        ((found->answer == &service::echo && settings_.echo == echo_route::off) ||
         (found->answer == &service::cluster_event && settings_.events == cluster_events::refused));
    if (found == table().end() || off) {
        fail(*call, not_found, "nothing is served at " + std::string(path));
        done();
    } else if (found->method != call->method) {
        call->allow = found->method;
        fail(*call, wrong_method, std::string(path) + " takes " + std::string(found->method));
        done();
    } else {
        (this->*found->answer)(call, done);
        refresh_after(behind_the_reply);
    }
}

void service::observe(const std::function<void(verbs::books&)>& news) {
    news(books_);
    refresh_after(at_once);
}

/// A run takes some time, and calls and news that came meanwhile go before the next.
void service::refresh_after(std::chrono::milliseconds delay) {
    if ((refresh_ && delay != at_once) || !refresher_.has_work()) {
        return;
    }
    refresh_ = ports_.timers.after(delay, [this] {
        refresher_.run();
        refresh_.reset();
        refresh_after(at_once);
    });
}

void service::filter(const exchange_ptr& call, const http::finished& done) {
    ++filters_;
    call->decision = ++decisions_;
    const auto result = filter_reply(call->body, call->reply);
    log("filter", call->decision, result);
    done();
}

/// Reads the body of filter or prioritize into parser_ and works out what its pod asks for.
api::result<scoring::pod_request> service::read_call(std::string& body) {
    if (auto bad = parser_.parse(body, names())) {
        ++bad_requests_;
        return std::move(*bad);
    }
    const auto& args = parser_.args();
    if (!args.has_names && !args.has_nodes) {
        ++bad_requests_;
        return api::bad_input{"", "neither Nodes nor NodeNames is given"};
    }
    auto request = request_of(args.candidate, settings_.demand);
    if (!request) {
        ++bad_requests_;
    }
    return request;
}

service::call_result service::filter_reply(std::string& body, std::string& reply) {
    call_result result;
    auto request = read_call(body);
    if (!request) {
        result.error = api::sentence(request.error());
        wire::append_filter_error(reply, result.error);
        return result;
    }
    const auto& args = parser_.args();
    if (args.has_names && !args.has_nodes) {
        books_.pending.remember({args.candidate.uid, args.candidate.name_space, args.candidate.name, *request,
                                 verbs::host_requests_of(args.candidate)});
    }
    if (!devicemodel::wants_cards(request->containers)) {
        return pass_through(reply);
    }
    return args.has_nodes ? filter_carried(*request, reply) : filter_names(*request, reply);
}

service::call_result service::pass_through(std::string& reply) {
    const auto& args = parser_.args();
    const auto fitting = wire::node_verdict::fits();
    writer_.begin(args.has_nodes ? wire::answer_list::nodes : wire::answer_list::node_names, args.names_are);
    for (const auto& node : args.names) {
        writer_.add(node, fitting);
    }
    for (const auto& node : args.nodes) {
        writer_.add(node, fitting);
    }
    writer_.end(reply);
    const auto nodes = args.names.size() + args.nodes.size();
    return {nodes, nodes, ""};
}

/// Prepared once per outcome: a call looks here for every node.
inline const wire::node_verdict& service::verdict_of(scoring::node_fit fit) {
    auto& known = verdicts_[fit.outcome() * 0x9E37'79B9U >> 26];
    if (known.outcome != fit.outcome()) {
        prepare(known, fit);
    }
    return known.text;
}

void service::prepare(known_verdict& known, scoring::node_fit fit) {
    const auto text = scoring::text_of(fit.reasons());
    known.outcome = fit.outcome();
    known.text = fit.fits()           ? wire::node_verdict::fits()
                 : fit.unresolvable() ? wire::node_verdict::unresolvable(text)
                                      : wire::node_verdict::failed(text);
}

service::call_result service::filter_names(const scoring::pod_request& request, std::string& reply) {
    const auto& args = parser_.args();
    verbs::node_judge judge(books_.ledger, memory_, request, args.candidate.uid, settings_.search);
    writer_.begin(wire::answer_list::node_names, args.names_are);
    call_result result{args.names.size(), 0, ""};
    judge.each(args.names, [&](const api::named_node& node, scoring::node_fit fit) {
        result.fitting += fit.fits() ? 1U : 0U;
        writer_.add(node, verdict_of(fit));
    });
    writer_.end(reply);
    searches_exhausted_ += judge.searches_exhausted();
    return result;
}

/// Answers from the Node objects of the request alone, as if nothing ran there: a simulation, in which
/// nothing is remembered.
service::call_result service::filter_carried(const scoring::pod_request& request, std::string& reply) {
    const auto& args = parser_.args();
    scoring::node_fitter fitter(request, settings_.search);
    writer_.begin(wire::answer_list::nodes);
    call_result result{args.nodes.size(), 0, ""};
    for (const auto& node : args.nodes) {
        const auto fit = fitter.fit(devicemodel::empty_node(node.info));
        result.fitting += fit.fits() ? 1U : 0U;
        writer_.add(node, verdict_of(fit));
    }
    writer_.end(reply);
    return result;
}

void service::prioritize(const exchange_ptr& call, const http::finished& done) {
    ++prioritizes_;
    call->decision = ++decisions_;
    const auto result = priorities(call->body, call->reply);
    if (!result.error.empty()) {
        fail(*call, bad_request, result.error);
    }
    log("prioritize", call->decision, result);
    done();
}

service::call_result service::priorities(std::string& body, std::string& reply) {
    call_result result;
    auto request = read_call(body);
    if (!request) {
        result.error = api::sentence(request.error());
        return result;
    }
    const auto& args = parser_.args();
    scoring::level_scale scale(request->nodes);
    fits_.clear();
    if (!devicemodel::wants_cards(request->containers)) {
        fits_.assign(args.names.size() + args.nodes.size(), scoring::node_fit::fitting(0));
    } else if (args.has_nodes) {
        scoring::node_fitter fitter(*request, settings_.search);
        for (const auto& node : args.nodes) {
            fits_.push_back(fitter.fit(devicemodel::empty_node(node.info)));
        }
    } else {
        verbs::node_judge judge(books_.ledger, memory_, *request, args.candidate.uid, settings_.search);
        judge.each(args.names, [&](const api::named_node&, scoring::node_fit fit) { fits_.push_back(fit); });
        searches_exhausted_ += judge.searches_exhausted();
    }
    for (const auto& fit : fits_) {
        scale.see(fit);
        result.fitting += fit.fits() ? 1U : 0U;
    }
    result.nodes = fits_.size();
    priority_writer_.begin(args.names_are);
    for (std::size_t i = 0; i < fits_.size(); ++i) {
        if (args.has_nodes) {
            priority_writer_.add(args.nodes[i], scale.level_of(fits_[i]));
        } else {
            priority_writer_.add(args.names[i], scale.level_of(fits_[i]));
        }
    }
    priority_writer_.end(reply);
    return result;
}

void service::bind(const exchange_ptr& call, const http::finished& done) {
    ++binds_;
    call->decision = ++decisions_;
    const auto args = wire::parse_binding_args(call->body);
    if (!args) {
        ++bad_requests_;
        wire::append_binding_result(call->reply, api::sentence(args.error()));
        log("bind", call->decision, {0, 0, api::sentence(args.error())});
        done();
        return;
    }
    binder_.bind(*args, call->decision, [this, call, done, args = *args](const std::string& error) {
        refresh_after(behind_the_reply);
        bind_errors_ += error.empty() ? 0U : 1U;
        wire::append_binding_result(call->reply, error);
        if (ports_.log) {
            ports_.log({call->decision, "bind",
                        args.pod_namespace + "/" + args.pod_name + " (" + args.pod_uid + ")", 1,
                        error.empty() ? 1U : 0U, args.node, error});
        }
        done();
    });
}

void service::show_state(const exchange_ptr& call, const http::finished& done) {
    wire::state_filter filter{query_value(call->target, "node"), query_value(call->target, "pod")};
    auto render = [call, done, filter = std::move(filter), books = books_.ledger.publish(),
                   context = context()] {
        wire::write_state(call->reply, books, context, filter);
        done();
    };
    if (ports_.offload) {
        ports_.offload(std::move(render));
    } else {
        render();
    }
}

std::string service::state() const {
    std::string text;
    wire::write_state(text, books_.ledger.publish(), context());
    return text;
}

void service::cluster_event(const exchange_ptr& call, const http::finished& done) {
    const auto event = wire::parse_watch_event(call->body, settings_.demand.names);
    if (!event) {
        ++bad_requests_;
        fail(*call, bad_request, api::sentence(event.error()));
    } else {
        const bool gone = event->what == wire::watch_event::change::deleted;
        if (const auto* pod = std::get_if<api::pod>(&event->object)) {
            if (gone) {
                verbs::observe_pod_gone(books_, pod->uid);
            } else {
                verbs::observe_pod(books_, settings_.demand, *pod, ports_.clock());
            }
        } else if (const auto& node = std::get<devicemodel::node_info>(event->object); gone) {
            books_.ledger.remove_node(node.name);
        } else {
            books_.ledger.put_node(node);
        }
        call->reply = "{}";
    }
    done();
}

void service::echo(const exchange_ptr& call, const http::finished& done) {
    const std::string wanted = query_value(call->target, "bytes");
    std::size_t bytes = call->body.size();
    const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), bytes);
    if (!wanted.empty() && (error != std::errc{} || *end != '\0' || bytes > longest_echo)) {
        fail(*call, bad_request, "bytes: wants a number up to " + std::to_string(longest_echo));
    } else {
        call->reply.assign(bytes, ' ');
    }
    done();
}

void service::live(const exchange_ptr& call, const http::finished& done) {
    call->reply = R"({"live":true})";
    done();
}

void service::ready(const exchange_ptr& call, const http::finished& done) {
    call->status = ready_ ? 200 : not_ready;
    call->reply =
        ready_ ? R"({"ready":true})" : R"({"ready":false,"reason":"the cluster is not read in yet"})";
    done();
}

void service::version(const exchange_ptr& call, const http::finished& done) {
    wire::json_writer json(call->reply);
    json.begin_object();
    json.key("version");
    json.text(settings_.version);
    json.key("state_schema");
    json.text(wire::state_schema);
    json.end_object();
    done();
}

void service::log(std::string_view verb, std::uint64_t id, const call_result& result) const {
    if (ports_.log) {
        ports_.log(
            {id, verb, describe(parser_.args().candidate), result.nodes, result.fitting, "", result.error});
    }
}

wire::state_context service::context() const {
    return {settings_.version,
            ports_.clock(),
            settings_.ledger,
            {{"filter_calls", filters_},
             {"prioritize_calls", prioritizes_},
             {"bind_calls", binds_},
             {"bind_errors", bind_errors_},
             {"bad_requests", bad_requests_},
             {"searches_exhausted", searches_exhausted_},
             {"unsettled_binds", binder_.unsettled()},
             {"pending_pods", books_.pending.size()}}};
}

wire::node_index& service::names() {
    if (names_revision_ != books_.ledger.names_revision()) {
        std::vector<api::named_node> nodes;
        const auto& slots = books_.ledger.slots();
        for (std::size_t slot = 0; slot < slots.size(); ++slot) {
            if (slots[slot]) {
                nodes.emplace_back(slots[slot]->info->name, static_cast<std::uint32_t>(slot));
            }
        }
        names_ = wire::node_index(nodes);
        names_revision_ = books_.ledger.names_revision();
    }
    return names_;
}

}  // namespace berth::routes
