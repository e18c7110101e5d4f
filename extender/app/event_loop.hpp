#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "extender/verbs/ports.hpp"

namespace boost::asio {
class io_context;
}

namespace berth::app {

/// The one thread that owns the ledger, its timers, and a second thread for long work.
///
/// Everything but `post` and `stop` belongs to the thread that calls `run`.
class event_loop : public verbs::timer_port {
public:
    event_loop();
    ~event_loop() override;

    /// Runs until `stop`, or until nothing is left to do.
    void run();
    void stop();

    /// From any thread: `call` runs on the loop.
    void post(std::function<void()> call);

    /// `work` runs on the second thread; what it captures has to be its own.
    void offload(std::function<void()> work);

    /// On the first SIGINT or SIGTERM, once; the next one ends the process as usual.
    void on_signal(std::function<void(int signal)> call);

    [[nodiscard]] std::unique_ptr<verbs::timer> after(std::chrono::milliseconds delay,
                                                      std::function<void()> call) override;

    boost::asio::io_context& context();

private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace berth::app
