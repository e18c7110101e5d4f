#include "extender/app/event_loop.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <utility>

namespace berth::app {

struct event_loop::state {
    boost::asio::io_context context{1};
    boost::asio::thread_pool second{1};
    boost::asio::signal_set signals{context};
};

namespace {

class asio_timer : public verbs::timer {
public:
    asio_timer(boost::asio::io_context& context, std::chrono::milliseconds delay, std::function<void()> call)
        : timer_(context, delay) {
        timer_.async_wait([run = std::move(call)](boost::system::error_code ec) {
            if (!ec) {
                run();
            }
        });
    }

private:
    boost::asio::steady_timer timer_;
};

}  // namespace

event_loop::event_loop() : state_(std::make_unique<state>()) {}

event_loop::~event_loop() { state_->second.join(); }

void event_loop::run() { state_->context.run(); }

void event_loop::stop() { state_->context.stop(); }

void event_loop::post(std::function<void()> call) { boost::asio::post(state_->context, std::move(call)); }

void event_loop::offload(std::function<void()> work) { boost::asio::post(state_->second, std::move(work)); }

void event_loop::on_signal(std::function<void(int)> call) {
    auto& signals = state_->signals;
    signals.add(SIGINT);
    signals.add(SIGTERM);
    signals.async_wait([&signals, call = std::move(call)](boost::system::error_code ec, int signal) {
        if (!ec) {
            signals.clear();
            call(signal);
        }
    });
}

std::unique_ptr<verbs::timer> event_loop::after(std::chrono::milliseconds delay, std::function<void()> call) {
    return std::make_unique<asio_timer>(state_->context, delay, std::move(call));
}

boost::asio::io_context& event_loop::context() { return state_->context; }

}  // namespace berth::app
