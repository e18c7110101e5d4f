#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "extender/replay/extender_port.hpp"
#include "extender/replay/objects.hpp"
#include "extender/replay/options.hpp"
#include "extender/replay/replies.hpp"

namespace berth::replay {

/// A steady clock; tests bring their own.
using clock_source = std::function<std::chrono::nanoseconds()>;

/// How long each call of each kind took, in order.
struct call_times {
    std::vector<std::chrono::nanoseconds> filter;
    std::vector<std::chrono::nanoseconds> prioritize;
    std::vector<std::chrono::nanoseconds> bind;
    std::vector<std::chrono::nanoseconds> events;

    friend bool operator==(const call_times&, const call_times&) = default;
};

/// The types of Kubernetes watch event that a pod stream makes.
enum class event_type : std::uint8_t { added, deleted };

/// kube-scheduler's side of the extender protocol: writes request bodies, measures, reads replies.
/// Keeps its buffers from call to call. Sends names only (nodeCacheCapable).
class extender_calls {
public:
    /// Requires: the references outlive the object.
    extender_calls(extender_port& port, const extender_paths& paths, const node_books& books,
                   clock_source now);

    /// `pod_object` is the pod without type meta. Requires: `nodes` ascending.
    filter_answer filter(std::string_view pod_object, std::span<const std::uint32_t> nodes);

    /// Scores in the order of `nodes`; all 0 without a prioritize verb or when the reply is no good.
    const std::vector<std::int64_t>& prioritize(std::string_view pod_object,
                                                std::span<const std::uint32_t> nodes);

    /// Why the pod is not bound; empty: it is.
    std::string bind(const pod_identity& who, std::uint32_t node);

    /// Tells the extender's cluster of a change. The first event finds out whether it takes any (404, 405
    /// or 501: it does not, and no other is sent).
    void tell(event_type type, std::string_view object);

    /// What /debug/state says; status 0 without such a path.
    response state();

    const call_times& times() const { return times_; }
    bool takes_events() const { return takes_events_; }
    std::size_t events_refused() const { return events_refused_; }
    const std::string& event_problem() const { return event_problem_; }  ///< The first refusal.
    std::size_t prioritize_failures() const { return prioritize_failures_; }
    const std::string& prioritize_problem() const { return prioritize_problem_; }  ///< The first one.
    std::size_t unreachable_in_a_row() const { return unreachable_in_a_row_; }

private:
    response post(std::string_view path, std::vector<std::chrono::nanoseconds>& times);
    void write_args(std::string_view pod_object, std::span<const std::uint32_t> nodes);
    void note_reached(const response& reply);

    extender_port& port_;
    extender_paths paths_;
    const node_books& books_;
    clock_source now_;
    std::string body_;
    std::vector<std::int64_t> scores_;
    call_times times_;
    bool takes_events_ = true;
    std::size_t events_refused_ = 0;
    std::string event_problem_;
    std::size_t prioritize_failures_ = 0;
    std::string prioritize_problem_;
    std::size_t unreachable_in_a_row_ = 0;
};

}  // namespace berth::replay
