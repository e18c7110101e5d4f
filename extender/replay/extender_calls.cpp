#include "extender/replay/extender_calls.hpp"

#include <fmt/format.h>
#include <utility>

#include "extender/wire/json_writer.hpp"

namespace berth::replay {
namespace {

std::string_view word(event_type type) {
    switch (type) {
        case event_type::added: return "ADDED";
        case event_type::deleted: return "DELETED";
    }
    return {};
}

bool is_no_such_path(unsigned status) { return status == 404 || status == 405 || status == 501; }
bool is_success(unsigned status) { return status >= 200 && status < 300; }

std::string sentence(const response& reply) {
    constexpr std::size_t shown = 200;
    return reply.status == 0 ? reply.problem
                             : fmt::format("HTTP status {}: {}", reply.status, reply.body.substr(0, shown));
}

}  // namespace

extender_calls::extender_calls(extender_port& port, const extender_paths& paths, const node_books& books,
                               clock_source now)
    : port_(port), paths_(paths), books_(books), now_(std::move(now)), takes_events_(!paths.events.empty()) {}

void extender_calls::note_reached(const response& reply) {
    unreachable_in_a_row_ = reply.status == 0 ? unreachable_in_a_row_ + 1 : 0;
}

response extender_calls::post(std::string_view path, std::vector<std::chrono::nanoseconds>& times) {
    const auto begin = now_();
    auto reply = port_.post(path, body_);
    times.push_back(now_() - begin);
    note_reached(reply);
    return reply;
}

void extender_calls::write_args(std::string_view pod_object, std::span<const std::uint32_t> nodes) {
    body_.assign(R"({"Pod":)").append(pod_object).append(R"(,"Nodes":null,"NodeNames":[)");
    for (const auto index : nodes) {
        body_.append(books_.quoted_name(index)).push_back(',');
    }
    if (!nodes.empty()) {
        body_.pop_back();
    }
    body_.append("]}");
}

filter_answer extender_calls::filter(std::string_view pod_object, std::span<const std::uint32_t> nodes) {
    write_args(pod_object, nodes);
    auto reply = post(paths_.filter, times_.filter);
    return read_filter_reply(reply, {books_, nodes});
}

const std::vector<std::int64_t>& extender_calls::prioritize(std::string_view pod_object,
                                                            std::span<const std::uint32_t> nodes) {
    if (paths_.prioritize.empty()) {
        scores_.assign(nodes.size(), 0);
        return scores_;
    }
    write_args(pod_object, nodes);
    auto reply = post(paths_.prioritize, times_.prioritize);
    auto problem = read_prioritize_reply(reply, {books_, nodes}, scores_);
    if (!problem.empty() && prioritize_failures_++ == 0) {
        prioritize_problem_ = std::move(problem);
    }
    return scores_;
}

std::string extender_calls::bind(const pod_identity& who, std::uint32_t node) {
    if (paths_.bind.empty()) {
        return {};
    }
    body_.assign(R"({"PodName":)");
    wire::append_json_string(body_, who.name);
    body_.append(R"(,"PodNamespace":)");
    wire::append_json_string(body_, who.name_space);
    body_.append(R"(,"PodUID":)");
    wire::append_json_string(body_, who.uid);
    body_.append(R"(,"Node":)").append(books_.quoted_name(node)).push_back('}');
    auto reply = post(paths_.bind, times_.bind);
    return read_bind_reply(reply);
}

void extender_calls::tell(event_type type, std::string_view object) {
    if (!takes_events_) {
        return;
    }
    body_.assign(R"({"type":")").append(word(type)).append(R"(","object":)").append(object).push_back('}');
    const bool is_first = times_.events.empty();
    const auto reply = post(paths_.events, times_.events);
    if (is_first && is_no_such_path(reply.status)) {
        takes_events_ = false;
        times_.events.clear();
        return;
    }
    if (!is_success(reply.status) && events_refused_++ == 0) {
        event_problem_ = sentence(reply);
    }
}

response extender_calls::state() {
    if (paths_.state.empty()) {
        return {};
    }
    auto reply = port_.get(paths_.state);
    note_reached(reply);
    return reply;
}

}  // namespace berth::replay
