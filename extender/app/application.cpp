#include "extender/app/application.hpp"

#include <chrono>
#include <utility>

#include "extender/app/translate.hpp"

namespace berth::app {
namespace {

constexpr std::chrono::seconds grace{5};  // longest a call in flight may hold up a shutdown

routes::service_settings standalone_settings(const application::options& chosen) {
    auto settings = service_settings_of(chosen.settings);
    settings.events = routes::cluster_events::taken;
    settings.echo = chosen.echo;
    return settings;
}

}  // namespace

application::application(options chosen)
    : options_(std::move(chosen)),
      bind_([this](std::function<void()> call) { loop_.post(std::move(call)); }),
      service_(standalone_settings(options_),
               {bind_,
                loop_,
                unix_now,
                options_.log,
                [this](std::function<void()> work) { loop_.offload(std::move(work)); },
                {}}),
      server_(
          loop_.context(), server_limits_of(options_.settings),
          [this](const std::shared_ptr<http::exchange>& call, const http::finished& done) {
              service_.handle(call, done);
          },
          options_.warn) {}

void application::load(const standalone::cluster& source) {
    service_.observe([&](verbs::books& books) {
        standalone::load(books, service_.settings().demand, source, unix_now());
    });
    service_.set_ready();
}

std::uint16_t application::listen() {
    return server_.listen(options_.settings.listen_address, options_.settings.listen_port);
}

void application::run() { loop_.run(); }

void application::stop() {
    server_.stop(grace, [this] { loop_.stop(); });
}

std::int64_t unix_now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

}  // namespace berth::app
