#include "extender/replay/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "extender/replay/trace.hpp"
#include "extender/wire/json_writer.hpp"

namespace berth::replay {
namespace {

double percent_of(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

double microseconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::micro>(time).count();
}

double per_second(std::size_t count, std::chrono::nanoseconds time) {
    return time.count() == 0 ? 0 : static_cast<double>(count) / seconds(time);
}

double gpus(std::int64_t milli) { return static_cast<double>(milli) / static_cast<double>(card_milli); }

/// Writes the text report, section by section.
class text_writer {
public:
    text_writer(const report& r, colour colours) : r_(r), colours_(colours) {}

    std::string write() {
        header();
        pods();
        gpu();
        calls();
        notes();
        return std::move(out_);
    }

private:
    static constexpr std::size_t reasons_shown = 10;
    static constexpr std::size_t reason_width = 80;
    static constexpr std::size_t over_commits_shown = 5;
    static constexpr std::size_t note_width = 96;

    template <class... Values>
    void put(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
    }

    std::string painted(std::string_view code, std::string_view text) const {
        return colours_ == colour::on ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
    }

    void header() {
        put("{}\n", painted("1", fmt::format("replay of {}", r_.title.substr(0, note_width - 10))));
        put("{} nodes, {} cards, {} pods{}\n\n", r_.nodes, r_.trace_cards, r_.planned,
            r_.aborted ? " (ended early: the extender is gone)" : (r_.stopped ? " (stopped early)" : ""));
    }

    void pods() {
        put("{:<16}{:>9}   {} with cards, {} without\n", "pods placed", r_.placed.all(), r_.placed.gpu,
            r_.placed.cpu_only);
        if (r_.departed > 0) {
            put("{:<16}{:>9}\n", "  departed", r_.departed);
        }
        put("{:<16}{:>9}   {} with cards, {} without\n", "pods refused", r_.refused.all(), r_.refused.gpu,
            r_.refused.cpu_only);
        reasons();
        if (r_.filter_errors + r_.bind_errors > 0) {
            put("{:<16}{:>9}   after {} filter errors, {} bind errors, {} retries\n", "pods failed",
                r_.failed, r_.filter_errors, r_.bind_errors, r_.retries);
            put("{:>19}first: {}\n", "", r_.first_error.substr(0, 74));
        }
    }

    /// The reasons that decided for some pod, most pods first.
    void reasons() {
        std::size_t shown = 0;
        for (const auto& line : r_.reasons) {
            if (line.pods == 0 || shown == reasons_shown) {
                break;
            }
            put("{:>16}   {}\n", line.pods, line.reason.substr(0, reason_width));
            ++shown;
        }
        if (shown < r_.reasons.size() && r_.refused.all() > 0) {
            put("{:>16}   and {} rarer reasons\n", "", r_.reasons.size() - shown);
        }
    }

    void gpu() {
        put("{:<16}{:>9.2f}   percent of the cards: {:.1f} of {:.0f} (asked for: {:.1f})\n", "GPU allocated",
            percent_of(r_.allocated_milli, r_.capacity_milli), gpus(r_.allocated_milli),
            gpus(r_.capacity_milli), gpus(r_.arrived_milli));
        if (r_.peak_milli > r_.allocated_milli) {
            put("{:<16}{:>9.2f}   percent\n", "  at the most", percent_of(r_.peak_milli, r_.capacity_milli));
        }
        if (r_.cards) {
            put("{:<16}{:>9}   and {} full, {} idle; charged: {:.2f} % of memory, {:.2f} % of cores\n",
                "cards in part", r_.cards->partly, r_.cards->full, r_.cards->idle,
                percent_of(r_.cards->used_memory_mib, r_.cards->memory_mib),
                percent_of(r_.cards->used_cores, r_.cards->cores));
        }
        put("{}\n", painted(r_.over_commits.empty() ? "32" : "1;31",
                            fmt::format("over-commits: {}", r_.over_commits.size())));
        for (std::size_t index = 0; index < std::min(r_.over_commits.size(), over_commits_shown); ++index) {
            const auto& [where, what] = r_.over_commits[index];
            put("{:>3}{}\n", "", fmt::format("{}: {}", where, what).substr(0, note_width));
        }
        put("\n");
    }

    void calls() {
        put("{:<12}{:>9}{:>12}{:>12}{:>12}\n", "microseconds", "calls", "p50", "p99", "max");
        for (const auto& verb : r_.verbs) {
            put("{:<12}{:>9}{:>12.0f}{:>12.0f}{:>12.0f}\n", verb.name, verb.calls, microseconds(verb.p50),
                microseconds(verb.p99), microseconds(verb.max));
        }
        put("\n{:<12}{:>9.0f}   {} in {:.2f} s, of which {:.2f} s in the extender's calls\n", "decisions/s",
            per_second(r_.decisions, r_.total), r_.decisions, seconds(r_.total), seconds(r_.in_extender));
    }

    void notes() {
        for (const auto& note : r_.notes) {
            put("{}\n", painted("33", fmt::format("note: {}", note.substr(0, note_width - 6))));
        }
    }

    const report& r_;
    colour colours_;
    std::string out_;
};

using wire::json_writer;

void member(json_writer& json, std::string_view key, std::string_view value) {
    json.key(key);
    json.text(value);
}

void member(json_writer& json, std::string_view key, std::size_t value) {
    json.key(key);
    json.number(static_cast<std::int64_t>(value));
}

void member(json_writer& json, std::string_view key, std::chrono::nanoseconds value) {
    json.key(key);
    json.number(value.count());
}

void fraction(json_writer& json, std::string_view key, double value) {
    json.key(key);
    json.raw(fmt::format("{:.4f}", value));
}

template <class Values, class Write>
void list(json_writer& json, std::string_view key, const Values& values, Write write) {
    json.key(key);
    json.begin_array();
    std::for_each(values.begin(), values.end(), write);
    json.end_array();
}

void write_pods(json_writer& json, const report& r) {
    member(json, "pods", r.planned);
    member(json, "placed", r.placed.all());
    member(json, "placed_gpu", r.placed.gpu);
    member(json, "refused", r.refused.all());
    member(json, "refused_gpu", r.refused.gpu);
    member(json, "failed", r.failed);
    member(json, "departed", r.departed);
    list(json, "reasons", r.reasons, [&](const refusal_book::line& line) {
        json.begin_object();
        member(json, "reason", line.reason);
        member(json, "pods", line.pods);
        member(json, "nodes", line.nodes);
        json.end_object();
    });
    member(json, "filter_errors", r.filter_errors);
    member(json, "bind_errors", r.bind_errors);
    member(json, "retries", r.retries);
    member(json, "first_error", r.first_error);
}

void write_gpu(json_writer& json, const report& r) {
    fraction(json, "arrived_percent", percent_of(r.arrived_milli, r.capacity_milli));
    fraction(json, "gpu_allocated_percent", percent_of(r.allocated_milli, r.capacity_milli));
    fraction(json, "gpu_peak_percent", percent_of(r.peak_milli, r.capacity_milli));
    if (r.cards) {
        member(json, "cards_idle", r.cards->idle);
        member(json, "cards_partly_used", r.cards->partly);
        member(json, "cards_full", r.cards->full);
        fraction(json, "card_memory_percent", percent_of(r.cards->used_memory_mib, r.cards->memory_mib));
        fraction(json, "card_cores_percent", percent_of(r.cards->used_cores, r.cards->cores));
    }
    member(json, "over_commits", r.over_commits.size());
    list(json, "over_committed", r.over_commits,
         [&](const over_commit& found) { json.text(found.where + ": " + found.what); });
    list(json, "curve", r.curve, [&](const curve_point& point) {
        json.raw(fmt::format("[{},{:.4f}]", point.arrived_percent,
                             percent_of(point.allocated_milli, r.capacity_milli)));
    });
}

void write_calls(json_writer& json, const report& r) {
    list(json, "verbs", r.verbs, [&](const latency& verb) {
        json.begin_object();
        member(json, "verb", verb.name);
        member(json, "calls", verb.calls);
        member(json, "p50_ns", verb.p50);
        member(json, "p99_ns", verb.p99);
        member(json, "max_ns", verb.max);
        json.end_object();
    });
    member(json, "decisions", r.decisions);
    fraction(json, "decisions_per_second", per_second(r.decisions, r.total));
    member(json, "total_ns", r.total);
    member(json, "in_extender_ns", r.in_extender);
}

}  // namespace

refusal_book::line& refusal_book::line_of(const std::string& reason) {
    const bool is_known = lines_.find(reason) != lines_.end();
    const std::string& key = is_known || lines_.size() < most_reasons ? reason : "other reasons";
    line& found = lines_[key];
    found.reason = key;
    return found;
}

void refusal_book::count_nodes(const reason_counts& reasons) {
    for (const auto& [reason, nodes] : reasons) {
        line_of(reason).nodes += nodes;
    }
}

void refusal_book::add(const node_reasons& reasons) {
    count_nodes(reasons.for_now);
    count_nodes(reasons.for_good);
    const auto& telling = reasons.for_now.empty() ? reasons.for_good : reasons.for_now;
    const auto commonest = std::max_element(telling.begin(), telling.end(),
                                            [](const auto& a, const auto& b) { return a.second < b.second; });
    if (commonest != telling.end()) {
        ++line_of(commonest->first).pods;
    }
}

std::vector<refusal_book::line> refusal_book::lines() const {
    std::vector<line> sorted;
    for (const auto& [reason, found] : lines_) {
        sorted.push_back(found);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const line& a, const line& b) {
        return a.pods != b.pods ? a.pods > b.pods : a.nodes > b.nodes;
    });
    return sorted;
}

latency summarize(std::string_view name, std::vector<std::chrono::nanoseconds> times) {
    latency found{name, times.size()};
    if (times.empty()) {
        return found;
    }
    std::sort(times.begin(), times.end());
    const auto at_rank = [&](std::size_t percent) { return times[(times.size() * percent + 99) / 100 - 1]; };
    found.p50 = at_rank(50);
    found.p99 = at_rank(99);
    found.max = times.back();
    return found;
}

std::string as_text(const report& r, colour colours) { return text_writer(r, colours).write(); }

std::string as_json(const report& r) {
    std::string out;
    json_writer json(out);
    json.begin_object();
    member(json, "schema", "berth-replay/1");
    member(json, "title", r.title);
    member(json, "nodes", r.nodes);
    member(json, "cards", r.trace_cards);
    write_pods(json, r);
    write_gpu(json, r);
    write_calls(json, r);
    json.key("stopped");
    json.truth(r.stopped);
    json.key("aborted");
    json.truth(r.aborted);
    list(json, "notes", r.notes, [&](const std::string& note) { json.text(note); });
    json.end_object();
    return out + "\n";
}

}  // namespace berth::replay
