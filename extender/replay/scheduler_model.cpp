#include "extender/replay/scheduler_model.hpp"

#include <algorithm>
#include <utility>

#include "extender/replay/stock_scores.hpp"

namespace berth::replay {

bool scheduler_model::keep_fitting(const pending_pod& pending, attempt& tried) {
    node_books::refusal_counts refused;
    books_.fitting(pending.needs, candidates_, refused);
    for (std::size_t reason = 0; reason < refused.size(); ++reason) {
        if (refused[reason] > 0) {
            tried.reasons.for_now.emplace(sentence(static_cast<stock_refusal>(reason)), refused[reason]);
        }
    }
    return !candidates_.empty();
}

bool scheduler_model::keep_accepted(std::string_view pod_object, attempt& tried) {
    auto answer = calls_.filter(pod_object, candidates_);
    if (!answer.problem.empty()) {
        tried.result = attempt_result::filter_error;
        tried.problem = std::move(answer.problem);
        return false;
    }
    for (const auto& [reason, nodes] : answer.refused.for_now) {
        tried.reasons.for_now[reason] += nodes;
    }
    tried.reasons.for_good = std::move(answer.refused.for_good);
    candidates_ = std::move(answer.kept);
    std::sort(candidates_.begin(), candidates_.end());
    return !candidates_.empty();
}

std::uint32_t scheduler_model::choose(const pending_pod& pending, std::string_view pod_object,
                                      bool asks_extender) {
    if (candidates_.size() == 1) {
        return candidates_.front();
    }
    const auto* points = asks_extender ? &calls_.prioritize(pod_object, candidates_) : nullptr;
    best_.clear();
    std::int64_t highest = 0;
    for (std::size_t position = 0; position < candidates_.size(); ++position) {
        const std::int64_t score = books_.stock_score(candidates_[position], pending.needs) +
                                   (points == nullptr ? 0 : extender_points((*points)[position], weight_));
        if (best_.empty() || score > highest) {
            best_.clear();
            highest = score;
        }
        if (score == highest) {
            best_.push_back(candidates_[position]);
        }
    }
    return ties_.one_of(best_);
}

attempt scheduler_model::try_place(const pending_pod& pending) {
    attempt tried;
    const bool asks_extender = wants_gpu(pending.what);
    const auto object = as_pod_object(pending.what, pending.who, type_meta::absent);
    if (!keep_fitting(pending, tried) || (asks_extender && !keep_accepted(object, tried))) {
        return tried;
    }
    const std::uint32_t node = choose(pending, object, asks_extender);
    if (asks_extender) {
        tried.problem = calls_.bind(pending.who, node);
        if (!tried.problem.empty()) {
            tried.result = attempt_result::bind_error;
            return tried;
        }
    } else {
        auto who = pending.who;
        who.node_name = books_.at(node).name;
        calls_.tell(event_type::added, as_pod_object(pending.what, who, type_meta::present));
    }
    books_.add(node, pending.needs);
    tried.result = attempt_result::placed;
    tried.node = node;
    return tried;
}

void scheduler_model::remove(const pending_pod& pending, std::uint32_t node) {
    books_.remove(node, pending.needs);
    auto who = pending.who;
    who.node_name = books_.at(node).name;
    calls_.tell(event_type::deleted, as_pod_object(pending.what, who, type_meta::present));
}

}  // namespace berth::replay
