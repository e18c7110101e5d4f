#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "extender/routes/service.hpp"
#include "extender/verbs/ports.hpp"

#include "test/cases/runner/played_api.hpp"
#include "test/cases/runner/seen.hpp"
#include "test/support/scripted_bind.hpp"

namespace berth::cases {

/// A played cluster with the real extender in it: berth::routes::service without its sockets, told of pods
/// and nodes by the events a watch would bring, writing its bindings to a played API server.
///
/// Nothing sleeps: what happens later stands in a queue that is emptied after every call; time passes only
/// when a call is still without its answer then.
class cluster : private verbs::bind_port {
public:
    /// From `input` of a case. The extender is told of everything and made ready.
    explicit cluster(const json_value& input);
    ~cluster() override;
    cluster(const cluster&) = delete;
    cluster& operator=(const cluster&) = delete;

    /// A call under way.
    struct pending {
        std::shared_ptr<http::exchange> exchange;
        bool done = false;

        http_answer answer() const {
            return done ? http_answer{exchange->status, exchange->reply} : http_answer{};
        }
    };

    /// Starts a call. A body beyond what the HTTP layer takes is answered as it would.
    std::shared_ptr<pending> start(std::string target, std::string body, std::string method = "POST");
    /// Lets everything happen that has to happen until these calls are answered and nothing is left to do.
    void settle(const std::vector<std::shared_ptr<pending>>& calls = {});
    /// One call from start to end.
    http_answer call(std::string target, std::string body, std::string method = "POST");

    /// A new extender on the same API content.
    void restart();
    /// Tells the extender what changed.
    void tell(const watch_line& line);
    void tell(const std::optional<watch_line>& line);

    played_api& api() { return api_; }
    const played_api& api() const { return api_; }
    seen_state look();
    bool alive();

    /// Until called again: what the API answers to bindings instead of taking them; nothing means it takes
    /// them.
    void fail_bindings(std::optional<unsigned> status) { binding_failure_ = status; }
    /// UIDs of the pods whose binding was accepted, in order.
    const std::vector<std::string>& accepted() const { return accepted_; }
    /// Events the extender did not take, and why.
    const std::vector<std::string>& notes() const { return notes_; }

private:
    void bind(const verbs::bind_order& order, std::function<void(verbs::bind_answer)> done) override;
    verbs::bind_answer write(const verbs::bind_order& order);
    void start_extender();

    played_api api_;
    routes::service_settings settings_;
    std::queue<std::function<void()>> queue_;
    std::optional<unsigned> binding_failure_;
    std::vector<std::string> accepted_;
    std::vector<std::string> notes_;
    test::fake_time time_;
    std::unique_ptr<routes::service> extender_;  // last: its timers belong to time_
};

}  // namespace berth::cases
