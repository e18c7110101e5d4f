#include "extender/replay/stream.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <tuple>
#include <utility>

#include "extender/replay/objects.hpp"

namespace berth::replay {
namespace {

constexpr std::size_t gone_after = 10;        // calls in a row that reached nobody
constexpr std::int64_t back_off_seconds = 1;  // kube-scheduler's first podInitialBackoffSeconds

std::chrono::nanoseconds sum(const std::vector<std::chrono::nanoseconds>& times) {
    return std::accumulate(times.begin(), times.end(), std::chrono::nanoseconds{0});
}

}  // namespace

bool stream::happening::operator>(const happening& other) const {
    return std::tie(time, kind, sequence) > std::tie(other.time, other.kind, other.sequence);
}

stream::stream(const trace& t, const options& o, extender_port& port, const surroundings& with)
    : trace_(t),
      options_(o),
      with_(with),
      order_(plan_arrivals(t, o)),
      nodes_(order_.size(), node_books::unknown),
      books_(t.nodes),
      calls_(port, o.paths, books_, with.now),
      model_(books_, calls_, o.weight, o.seed) {
    report_.title = t.title;
    report_.nodes = t.nodes.size();
    for (const auto& n : t.nodes) {
        report_.trace_cards += n.cards.size();
    }
    report_.capacity_milli = gpu_capacity_milli(t.nodes);
    report_.planned = order_.size();
    for (std::size_t position = 0; position < order_.size(); ++position) {
        queue_.push({arrival_time(trace_.pods[order_[position].pod]), happening_kind::arrival,
                     next_sequence_++, position, 0});
    }
}

std::int64_t stream::arrival_time(const pod& p) const {
    return options_.leaving == departures::by_trace ? p.created : 0;
}

pending_pod stream::pending_at(std::size_t position) const {
    const arrival& a = order_[position];
    const pod& p = trace_.pods[a.pod];
    return {p, needs_of(p), {name_of(trace_, a), uid_of(position, options_.seed), options_.name_space, {}}};
}

report stream::run() {
    begin_ = with_.now();
    if (!reach_extender()) {
        return std::move(report_);
    }
    announce_nodes();
    while (!queue_.empty() && !must_end()) {
        const happening now = queue_.top();
        queue_.pop();
        now.kind == happening_kind::arrival ? arrive(now) : depart(now);
        show_progress();
    }
    finish();
    return std::move(report_);
}

bool stream::reach_extender() {
    const auto reply = calls_.state();
    looking_ = with_.now() - begin_;
    shows_state_ = reply.status == 200;
    report_.aborted = reply.status == 0 && !options_.paths.state.empty();
    if (report_.aborted) {
        report_.notes.push_back(
            fmt::format("the extender cannot be reached: {}; is it running there?", reply.problem));
    }
    return !report_.aborted;
}

void stream::announce_nodes() {
    if (options_.announce == node_announcement::none) {
        return;
    }
    for (const auto& n : trace_.nodes) {
        calls_.tell(event_type::added, as_node_object(n));
        if (!calls_.takes_events()) {
            return;
        }
    }
}

bool stream::must_end() {
    report_.stopped = with_.stop_asked && with_.stop_asked();
    report_.aborted = calls_.unreachable_in_a_row() >= gone_after;
    if (report_.aborted) {
        report_.notes.push_back(fmt::format("{} calls in a row reached nobody", gone_after));
    }
    return report_.stopped || report_.aborted;
}

void stream::arrive(const happening& now) {
    const auto pending = pending_at(now.position);
    if (now.tries == 0) {
        report_.arrived_milli += pending.needs.gpu_milli;
        if (wants_gpu(pending.what)) {
            calls_.tell(event_type::added, as_pod_object(pending.what, pending.who, type_meta::present));
        }
    }
    const std::int64_t allocated_before = report_.allocated_milli;
    settle(now, pending, model_.try_place(pending));
    if (now.tries == 0) {
        add_curve_points(allocated_before);
    }
}

void stream::settle(const happening& now, const pending_pod& pending, const attempt& tried) {
    switch (tried.result) {
        case attempt_result::placed: note_placed(now, pending, tried.node); return;
        case attempt_result::refused: note_refused(now, pending, tried); return;
        case attempt_result::filter_error:
            ++report_.filter_errors;
            note_error(now, tried);
            return;
        case attempt_result::bind_error:
            ++report_.bind_errors;
            note_error(now, tried);
            return;
    }
}

void stream::note_error(const happening& now, const attempt& tried) {
    if (report_.first_error.empty()) {
        report_.first_error = tried.problem;
    }
    if (now.tries == options_.retries) {
        ++report_.failed;
        return;
    }
    ++report_.retries;
    queue_.push({now.time + back_off_seconds, happening_kind::arrival, next_sequence_++, now.position,
                 now.tries + 1});
}

void stream::note_placed(const happening& now, const pending_pod& pending, std::uint32_t node) {
    const bool has_cards = wants_gpu(pending.what);
    ++(has_cards ? report_.placed.gpu : report_.placed.cpu_only);
    report_.allocated_milli += pending.needs.gpu_milli;
    report_.peak_milli = std::max(report_.peak_milli, report_.allocated_milli);
    nodes_[now.position] = node;
    if (books_.is_overcommitted(node)) {
        over_commits_.emplace("node " + books_.at(node).name, "more GPU placed than it has");
    }
    leave_later(now, pending);
    bound_since_look_ += has_cards ? 1U : 0U;
    if (options_.check_every > 0 && bound_since_look_ >= static_cast<std::size_t>(options_.check_every)) {
        look_at_cards();
    }
}

void stream::note_refused(const happening& now, const pending_pod& pending, const attempt& tried) {
    ++(wants_gpu(pending.what) ? report_.refused.gpu : report_.refused.cpu_only);
    refusals_.add(tried.reasons);
    leave_later(now, pending);
}

void stream::leave_later(const happening& now, const pending_pod& pending) {
    if (options_.leaving == departures::by_trace && pending.what.deleted) {
        queue_.push({std::max(now.time, *pending.what.deleted), happening_kind::departure, next_sequence_++,
                     now.position, 0});
    }
}

void stream::depart(const happening& now) {
    const auto pending = pending_at(now.position);
    const std::uint32_t node = nodes_[now.position];
    if (node != node_books::unknown) {
        model_.remove(pending, node);
        nodes_[now.position] = node_books::unknown;
        report_.allocated_milli -= pending.needs.gpu_milli;
        ++report_.departed;
    } else if (wants_gpu(pending.what)) {
        calls_.tell(event_type::deleted, as_pod_object(pending.what, pending.who, type_meta::present));
    }
}

/// One point for every whole percent that this arrival has reached, with what was allocated by then.
void stream::add_curve_points(std::int64_t allocated_before) {
    if (options_.leaving == departures::by_trace || report_.capacity_milli == 0) {
        return;
    }
    const std::int64_t reached = report_.arrived_milli * 100 / report_.capacity_milli;
    auto next = report_.curve.empty() ? 0 : report_.curve.back().arrived_percent + 1;
    for (; next <= reached; ++next) {
        const bool is_exact = report_.arrived_milli * 100 == next * report_.capacity_milli;
        report_.curve.push_back({next, is_exact ? report_.allocated_milli : allocated_before});
    }
}

void stream::look_at_cards() {
    bound_since_look_ = 0;
    if (!shows_state_) {
        return;
    }
    const auto begin = with_.now();
    auto reply = calls_.state();
    const auto state = reply.status == 200
                           ? read_cluster_state(reply.body)
                           : api::result<cluster_state>(api::bad_input{"state", "is no longer shown"});
    if (state) {
        report_.cards = audit(*state);
        note_over_commits(report_.cards->over_commits);
        note_over_commits(contradictions(*state, bound_pods()));
    } else {
        shows_state_ = false;
        report_.cards.reset();
        report_.notes.push_back("cards were not checked: " + api::sentence(state.error()));
    }
    looking_ += with_.now() - begin;
}

void stream::note_over_commits(const std::vector<over_commit>& found) {
    for (const auto& [where, what] : found) {
        over_commits_.emplace(where, what);
    }
}

std::vector<bound_pod> stream::bound_pods() const {
    std::vector<bound_pod> bound;
    for (std::size_t position = 0; position < order_.size(); ++position) {
        const auto node = nodes_[position];
        const arrival& a = order_[position];
        const pod& p = trace_.pods[a.pod];
        if (node != node_books::unknown && wants_gpu(p)) {
            bound.push_back({p, options_.name_space, name_of(trace_, a), books_.at(node).name});
        }
    }
    return bound;
}

void stream::show_progress() {
    if (!with_.show) {
        return;
    }
    progress now;
    now.placed = report_.placed.all();
    now.refused = report_.refused.all();
    now.done = now.placed + now.refused + report_.failed;
    now.planned = report_.planned;
    now.allocated_percent = report_.capacity_milli == 0
                                ? 0
                                : 100.0 * static_cast<double>(report_.allocated_milli) /
                                      static_cast<double>(report_.capacity_milli);
    now.elapsed = with_.now() - begin_ - looking_;
    with_.show(now);
}

void stream::finish() {
    report_.total = with_.now() - begin_ - looking_;
    if (report_.aborted) {
        report_.notes.emplace_back("at the end only whole nodes were checked for over-commits");
    } else if (shows_state_) {
        look_at_cards();
    } else if (report_.notes.empty()) {
        report_.notes.emplace_back(
            "the extender shows no state: only whole nodes were checked for over-commits");
    }
    if (!calls_.takes_events() && !report_.aborted) {
        report_.notes.emplace_back(
            "the extender takes no cluster events: it knows of pods by its verbs alone");
    }
    if (calls_.events_refused() > 0) {
        report_.notes.push_back(fmt::format("{} cluster events were refused, first: {}",
                                            calls_.events_refused(), calls_.event_problem()));
    }
    if (calls_.prioritize_failures() > 0) {
        report_.notes.push_back(fmt::format("{} prioritize calls failed, first: {}",
                                            calls_.prioritize_failures(), calls_.prioritize_problem()));
    }
    const auto& times = calls_.times();
    report_.verbs = {summarize("filter", times.filter), summarize("prioritize", times.prioritize),
                     summarize("bind", times.bind), summarize("events", times.events)};
    report_.decisions = times.filter.size();
    report_.in_extender = sum(times.filter) + sum(times.prioritize) + sum(times.bind) + sum(times.events);
    report_.reasons = refusals_.lines();
    for (const auto& [where, what] : over_commits_) {
        report_.over_commits.push_back({where, what});
    }
}

}  // namespace berth::replay
