#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "extender/verbs/ports.hpp"

namespace berth::test {

/// Time that passes when a test says so. Timers run in order of their time, then of their making.
class fake_time : public verbs::timer_port {
public:
    [[nodiscard]] std::unique_ptr<verbs::timer> after(std::chrono::milliseconds delay,
                                                      std::function<void()> call) override {
        const key at(now_ + delay, ++made_);
        calls_.emplace(at, std::move(call));
        return std::make_unique<handle>(*this, at);
    }

    void advance(std::chrono::milliseconds by) {
        const auto until = now_ + by;
        while (!calls_.empty() && calls_.begin()->first.first <= until) {
            now_ = calls_.begin()->first.first;
            const auto call = std::move(calls_.extract(calls_.begin()).mapped());
            call();
        }
        now_ = until;
    }

    std::size_t waiting() const { return calls_.size(); }

private:
    using key = std::pair<std::chrono::milliseconds, std::uint64_t>;

    struct handle : verbs::timer {
        handle(fake_time& owner, key k) : owner_(owner), key_(k) {}
        ~handle() override { owner_.calls_.erase(key_); }
        handle(const handle&) = delete;
        handle& operator=(const handle&) = delete;
        fake_time& owner_;
        key key_;
    };

    std::chrono::milliseconds now_{0};
    std::uint64_t made_ = 0;
    std::map<key, std::function<void()>> calls_;
};

/// What the played API server does with one write.
struct bind_step {
    enum class kind { commit, refuse, lose_answer, lose_request };

    kind what = kind::commit;
    std::chrono::milliseconds answer_after{0};
    std::chrono::milliseconds commit_after{0};  ///< For commit and lose_answer: when the API has it.
};

/// A bind port that follows a script, one step per write; after its end every write commits at once.
/// A write for a pod that is committed already gets `bound`, as a 409 followed by a read would.
class scripted_bind : public verbs::bind_port {
public:
    explicit scripted_bind(fake_time& time) : time_(time) {}

    void then(bind_step step) { script_.push_back(step); }

    void bind(const verbs::bind_order& order, std::function<void(verbs::bind_answer)> done) override {
        ++writes;
        bind_step step;
        if (!script_.empty()) {
            step = script_.front();
            script_.pop_front();
        }
        using kind = bind_step::kind;
        if (step.what == kind::commit || step.what == kind::lose_answer) {
            call(step.commit_after, [this, pod = order.pod] { committed.emplace(pod.uid, pod); });
        }
        call(step.answer_after, [this, step, uid = order.pod.uid, done = std::move(done)] {
            if (committed.contains(uid)) {
                done(step.what == kind::lose_answer && writes == 1
                         ? verbs::bind_answer{verbs::bind_outcome::unknown, "connection reset"}
                         : verbs::bind_answer{verbs::bind_outcome::bound, ""});
            } else if (step.what == kind::refuse) {
                done({verbs::bind_outcome::refused, "409 Conflict: pod is bound elsewhere"});
            } else {
                done({verbs::bind_outcome::unknown, "connection reset"});
            }
        });
    }

    int writes = 0;
    std::map<std::string, devicemodel::pod_record> committed;  ///< By UID: what the API holds.

private:
    void call(std::chrono::milliseconds delay, std::function<void()> what) {
        timers_.push_back(time_.after(delay, std::move(what)));
    }

    fake_time& time_;
    std::deque<bind_step> script_;
    std::vector<std::unique_ptr<verbs::timer>> timers_;
};

}  // namespace berth::test
