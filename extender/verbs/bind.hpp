#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "extender/api/calls.hpp"
#include "extender/verbs/observe.hpp"
#include "extender/verbs/ports.hpp"
#include "scoring/node_fit.hpp"

namespace berth::verbs {

struct bind_settings {
    std::chrono::milliseconds deadline{10'000};  ///< A call is answered by then, settled or not.
    std::chrono::milliseconds first_retry{100};  ///< After an unknown outcome; doubles up to last_retry.
    std::chrono::milliseconds last_retry{2'000};
    scoring::search_limits search;
};

/// The bind verb: chooses cards on the ledger as it is now, reserves them, has the binding written, and
/// settles how the write ended.
///
/// One pod, one write at a time: a second call for the same pod and node joins the first. Repeating a bind
/// that has succeeded succeeds. When the outcome is unknown the cards stay reserved and the same order is
/// written again until the outcome is known or the pod is seen or gone; the call itself is answered with
/// an error at the deadline. Runs on the event loop; keeps the references it is given.
class binder {
public:
    /// Called once with an empty text, or with why the pod is not bound.
    using answered = std::function<void(std::string error)>;

    binder(books& known, bind_port& port, timer_port& timers, unix_clock clock, bind_settings settings);

    void bind(const api::binding_args& args, std::uint64_t decision, answered done);

    /// Writes whose outcome is not known yet.
    std::size_t unsettled() const { return under_way_.size(); }

private:
    struct waiter {
        answered done;
        std::unique_ptr<timer> deadline;
    };
    struct attempt {
        bind_order order;
        devicemodel::claim ticket;
        std::chrono::milliseconds next_retry{};
        std::string last_message;
        std::unique_ptr<timer> retry;
        std::map<std::uint64_t, waiter> waiting;  // by waiter number
    };

    std::string reserve(const api::binding_args& args, std::uint64_t decision, attempt& started);
    void wait(attempt& on, answered done);
    void write(const std::string& uid);
    void settle(const std::string& uid, std::uint64_t generation, const bind_answer& answer);
    void try_again(const std::string& uid, std::uint64_t generation);
    void answer_all(const std::string& uid, const std::string& error);
    bool still_reserved(const attempt& on) const;

    books& known_;
    bind_port& port_;
    timer_port& timers_;
    unix_clock clock_;
    bind_settings settings_;
    std::map<std::string, attempt> under_way_;  // by pod UID
    std::uint64_t waiters_ = 0;
};

/// A refusal as one sentence with its numbers, for the Error of a bind.
std::string sentence(const scoring::node_refusal& refused, const devicemodel::node_info& node);

}  // namespace berth::verbs
