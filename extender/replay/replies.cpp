#include "extender/replay/replies.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string_view>

#include "extender/wire/json_cursor.hpp"

namespace berth::replay {
namespace {

using wire::json_cursor;

constexpr unsigned ok = 200;

/// "" for a reply whose body may be read.
std::string transport_problem(const response& reply) {
    if (reply.status == 0) {
        return reply.problem.empty() ? "no reply" : reply.problem;
    }
    return reply.status == ok ? "" : fmt::format("HTTP status {}", reply.status);
}

std::string first_problem(const wire::json_document& document) {
    return document.problems().empty() ? ""
                                       : "unreadable reply: " + api::sentence(document.problems().front());
}

/// Turns names into positions of the asked list. Replies keep the order of the request as a rule, so the
/// position after the last one found is looked at first.
class position_finder {
public:
    explicit position_finder(const asked_nodes& asked) : asked_(asked) {}

    std::optional<std::size_t> find(std::string_view name) {
        const std::uint32_t guess = next_ < asked_.nodes.size() ? asked_.nodes[next_] : node_books::unknown;
        const std::uint32_t index = asked_.books.find(name, guess);
        if (index == node_books::unknown) {
            return std::nullopt;
        }
        if (index != guess) {
            const auto found = std::lower_bound(asked_.nodes.begin(), asked_.nodes.end(), index);
            if (found == asked_.nodes.end() || *found != index) {
                return std::nullopt;
            }
            next_ = static_cast<std::size_t>(found - asked_.nodes.begin());
        }
        return next_++;
    }

private:
    const asked_nodes& asked_;
    std::size_t next_ = 0;
};

/// Counts texts. Neighbours mostly give the same one, so the last counter is kept at hand.
class reason_counter {
public:
    explicit reason_counter(reason_counts& counts) : counts_(counts), last_(counts.end()) {}

    void count(std::string_view reason) {
        if (last_ == counts_.end() || last_->first != reason) {
            last_ = counts_.try_emplace(std::string(reason), 0).first;
        }
        ++last_->second;
    }

private:
    reason_counts& counts_;
    reason_counts::iterator last_;
};

/// Reads the parts of one ExtenderFilterResult, in whatever order they come.
class filter_reader {
public:
    filter_reader(const asked_nodes& asked, filter_answer& answer)
        : asked_(asked), answer_(answer), answered_(asked.nodes.size(), false) {}

    void names(const json_cursor& list) {
        position_finder positions(asked_);
        list.elements([&](const json_cursor& element) {
            const auto name = element.text();
            const auto position = name ? positions.find(*name) : std::nullopt;
            if (name && !position) {
                element.complain("claims node " + wire::shown(*name) + ", which it was not asked about");
            }
            if (position && !answered_[*position]) {
                answered_[*position] = true;
                answer_.kept.push_back(asked_.nodes[*position]);
            }
        });
    }

    void refusals(const json_cursor& map, reason_counts& counts) {
        reason_counter reasons(counts);
        position_finder positions(asked_);
        map.all_members([&](const json_cursor& member) {
            const auto reason = member.text();
            const auto position = positions.find(member.key());
            if (reason && position && !answered_[*position]) {
                answered_[*position] = true;
                reasons.count(*reason);
            }
        });
    }

    void count_silent_nodes() {
        const auto silent = std::count(answered_.begin(), answered_.end(), false);
        if (silent > 0) {
            answer_.refused.for_good["no reason given"] += static_cast<std::size_t>(silent);
        }
    }

private:
    const asked_nodes& asked_;
    filter_answer& answer_;
    std::vector<bool> answered_;
};

}  // namespace

filter_answer read_filter_reply(response& reply, const asked_nodes& asked) {
    filter_answer answer;
    answer.problem = transport_problem(reply);
    wire::json_document document;
    if (!answer.problem.empty() || !document.parse(reply.body)) {
        answer.problem += first_problem(document);
        return answer;
    }
    filter_reader reader(asked, answer);
    document.root().members(
        {{"NodeNames", [&](const json_cursor& list) { reader.names(list); }},
         {"FailedNodes", [&](const json_cursor& map) { reader.refusals(map, answer.refused.for_now); }},
         {"FailedAndUnresolvableNodes",
          [&](const json_cursor& map) { reader.refusals(map, answer.refused.for_good); }},
         {"Error", [&](const json_cursor& error) { answer.problem = error.text().value_or(""); }}},
        wire::key_case::any);
    if (answer.problem.empty()) {
        answer.problem = first_problem(document);
    }
    if (!answer.problem.empty()) {
        return {answer.problem, {}, {}};
    }
    reader.count_silent_nodes();
    return answer;
}

std::string read_prioritize_reply(response& reply, const asked_nodes& asked,
                                  std::vector<std::int64_t>& scores) {
    scores.assign(asked.nodes.size(), 0);
    std::string problem = transport_problem(reply);
    wire::json_document document;
    if (!problem.empty() || !document.parse(reply.body)) {
        return problem + first_problem(document);
    }
    constexpr std::int64_t widest =
        1'000'000'000;  // kube-scheduler does not clamp scores; sums must not overflow
    position_finder positions(asked);
    document.root().elements([&](const json_cursor& element) {
        std::optional<std::size_t> position;
        std::optional<std::int64_t> score;
        element.members(
            {{"Host", [&](const json_cursor& host) { position = positions.find(host.text().value_or("")); }},
             {"Score", [&](const json_cursor& value) { score = value.integer(-widest, widest); }}},
            wire::key_case::any);
        if (position && score) {
            scores[*position] = *score;
        }
    });
    problem = first_problem(document);
    if (!problem.empty()) {
        scores.assign(asked.nodes.size(), 0);
    }
    return problem;
}

std::string read_bind_reply(response& reply) {
    std::string problem = transport_problem(reply);
    wire::json_document document;
    if (!problem.empty() || !document.parse(reply.body)) {
        return problem + first_problem(document);
    }
    document.root().members(
        {{"Error", [&](const json_cursor& error) { problem = error.text().value_or(""); }}},
        wire::key_case::any);
    return problem.empty() ? first_problem(document) : problem;
}

}  // namespace berth::replay
