#include "test/bench/measure.hpp"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "extender/app/application.hpp"
#include "extender/http/client.hpp"

#include "test/bench/workload.hpp"

namespace berth::bench {
namespace {

using namespace std::chrono_literals;

constexpr auto churn_pause = 2ms;  // 500 changes a second

nanoseconds now() { return std::chrono::steady_clock::now().time_since_epoch(); }

double peak_rss_mib() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) {
            return std::stod(line.substr(6)) / 1024;
        }
    }
    return 0;
}

/// A berth on a thread of its own, with the cluster loaded, and a connection to it.
class served {
public:
    explicit served(standalone::cluster source) : app_(options()), churn_(source) {
        app_.load(source);
        source = {};
        const auto port = app_.listen();
        thread_ = std::thread([this] { app_.run(); });
        client_ = std::make_unique<http::client>("127.0.0.1", port, 30s);
    }

    ~served() {
        app_.stop();
        thread_.join();
    }
    served(const served&) = delete;
    served& operator=(const served&) = delete;

    /// One call; its reply's size, and the text while `keep` is given.
    ///
    /// An idle core takes its time to wake up, and before a call both sides were idle for as long as it took
    /// to put the body together. So that this counts for no call and no echo, a small call goes before each.
    std::size_t call(samples& times, std::string_view target, const std::string& body,
                     std::string* keep = nullptr) {
        client_->get("/livez");
        const auto begin = now();
        const auto& reply = client_->post(target, body);
        times.add(now() - begin);
        if (reply.status != 200) {
            throw std::runtime_error(fmt::format("{} answered {}: {}", target, reply.status, reply.body));
        }
        if (keep != nullptr) {
            *keep = reply.body;
        }
        return reply.body.size();
    }

    /// The call, then an echo of the same sizes.
    std::size_t beside_echo(samples& times, samples& echo, std::string_view target, const std::string& body,
                            std::string* keep = nullptr) {
        const auto bytes = call(times, target, body, keep);
        call(echo, fmt::format("/debug/echo?bytes={}", bytes), body);
        return bytes;
    }

    /// From now on, or not any more, one ledger change every two milliseconds.
    void set_churn(bool on) {
        churning_ = on;
        if (on) {
            app_.loop().post([this] { change_once(); });
        }
    }
    std::uint64_t changes() const { return changes_; }

    void on_loop(const std::function<void(routes::service&)>& what) {
        std::atomic<bool> done{false};
        app_.loop().post([&] {
            what(app_.service());
            done = true;
            done.notify_one();
        });
        done.wait(false);
    }

private:
    static app::application::options options() {
        app::application::options chosen;
        chosen.settings.listen_port = 0;
        chosen.echo = routes::echo_route::on;
        return chosen;
    }

    void change_once() {
        if (!churning_) {
            return;
        }
        auto& service = app_.service();
        service.observe([&](verbs::books& books) {
            verbs::observe_pod(books, service.settings().demand, churn_.next(), app::unix_now());
        });
        ++changes_;
        next_change_ = app_.loop().after(churn_pause, [this] { change_once(); });
    }

    app::application app_;
    churn churn_;
    std::thread thread_;
    std::unique_ptr<http::client> client_;
    std::atomic<bool> churning_{false};
    std::atomic<std::uint64_t> changes_{0};
    std::unique_ptr<verbs::timer> next_change_;
};

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) {
        ++found;
    }
    return found;
}

/// The NodeNames of a filter reply as they stand there.
std::string fitting_names(const std::string& reply) {
    const auto begin = reply.find('[', reply.find("\"NodeNames\""));
    return reply.substr(begin, reply.find(']', begin) + 1 - begin);
}

void measure_verbs(served& berth, name_order& order, const std::vector<std::string>& kinds,
                   std::size_t rounds, samples (&times)[4]) {
    for (std::size_t i = 0; i < rounds; ++i) {
        const auto body = filter_body(kinds[i % kinds.size()], order.next());
        berth.beside_echo(times[0], times[1], "/filter", body);
        berth.beside_echo(times[2], times[3], "/prioritize", body);
    }
}

void measure_decisions(served& berth, name_order& order, const std::vector<std::string>& kinds,
                       std::size_t rounds, measured& into) {
    for (std::size_t i = 0; i < rounds; ++i) {
        const auto kind = i % kinds.size();
        samples calls, echoes;
        std::string reply;
        const auto filter = filter_body(kinds[kind], order.next());
        berth.beside_echo(calls, echoes, "/filter", filter, &reply);
        const auto names = fitting_names(reply);
        berth.beside_echo(calls, echoes, "/prioritize", filter_body(kinds[kind], names));
        const auto uid = fmt::format("bench-{}-0000-4000-a000-000000000000", kind);
        const auto bind =
            fmt::format(R"({{"PodName":"bench-{}","PodNamespace":"bench","PodUID":"{}","Node":"{}"}})", kind,
                        uid, names.substr(2, names.find('"', 2) - 2));
        berth.beside_echo(calls, echoes, "/bind", bind, &reply);
        if (reply != R"({"Error":""})") {
            throw std::runtime_error("bind: " + reply);
        }
        into.decision.add(calls.sum());
        into.decision_echo.add(echoes.sum());
        berth.on_loop([&](routes::service& service) {
            service.observe([&](verbs::books& books) { verbs::observe_pod_gone(books, uid); });
        });
    }
}

}  // namespace

nanoseconds samples::percentile(int percent) const {
    std::sort(times_.begin(), times_.end());
    const auto rank = (times_.size() * static_cast<std::size_t>(percent) + 99) / 100;
    return times_.empty() ? nanoseconds{} : times_[std::max<std::size_t>(rank, 1) - 1];
}

nanoseconds samples::sum() const { return std::accumulate(times_.begin(), times_.end(), nanoseconds{}); }

measured measure(std::size_t nodes) {
    const std::size_t rounds = std::clamp<std::size_t>(4'000'000 / nodes, 1'000, 4'000);
    measured found;
    auto source = full_cluster(nodes);
    found.nodes = nodes;
    found.pods = source.pods.size();
    name_order order(source);
    const auto kinds = pod_kinds();
    fmt::print(stderr, "{} nodes, {} pods, {} kinds: loading\n", nodes, found.pods, kinds.size());
    served berth(std::move(source));

    samples warm_up;
    for (int i = 0; i < 50; ++i) {
        berth.call(warm_up, "/debug/echo", filter_body(kinds[0], order.next()));
    }
    std::size_t fitting = 0;
    for (const auto& kind : kinds) {
        const auto body = filter_body(kind, order.next());
        std::string reply;
        found.reply_bytes =
            berth.beside_echo(found.cold_filter, found.cold_filter_echo, "/filter", body, &reply);
        found.request_bytes = body.size();
        fitting += count(fitting_names(reply), "\"") / 2;
    }
    found.fitting_percent = 100.0 * static_cast<double>(fitting) / static_cast<double>(kinds.size() * nodes);

    fmt::print(stderr, "{} nodes: {} rounds of filter and prioritize beside echoes\n", nodes, rounds);
    samples calm[4];
    measure_verbs(berth, order, kinds, rounds, calm);
    std::tie(found.filter, found.filter_echo, found.prioritize, found.prioritize_echo) =
        std::tie(calm[0], calm[1], calm[2], calm[3]);

    fmt::print(stderr, "{} nodes: the same while the ledger changes\n", nodes);
    samples churned[4];
    const auto changes_before = berth.changes();
    const auto churn_begin = now();
    berth.set_churn(true);
    measure_verbs(berth, order, kinds, rounds, churned);
    berth.set_churn(false);
    const std::chrono::duration<double> churn_time = now() - churn_begin;
    found.churn_per_second = static_cast<double>(berth.changes() - changes_before) / churn_time.count();
    std::tie(found.churn_filter, found.churn_filter_echo, found.churn_prioritize,
             found.churn_prioritize_echo) = std::tie(churned[0], churned[1], churned[2], churned[3]);

    fmt::print(stderr, "{} nodes: decisions\n", nodes);
    measure_decisions(berth, order, kinds, rounds / 4, found);
    found.peak_rss_mib = peak_rss_mib();
    return found;
}

}  // namespace berth::bench
