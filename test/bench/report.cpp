#include "test/bench/report.hpp"

#include <fmt/format.h>

namespace berth::bench {
namespace {

struct figure {
    std::string name;
    double value = 0;
    const char* unit = "";
    double budget = 0;  ///< 0: none.
    enum class side { at_most, at_least } better = side::at_most;

    bool kept() const { return better == side::at_most ? value <= budget : value >= budget; }
};

double ratio(const samples& times, const samples& echo, int percent) {
    return static_cast<double>(times.percentile(percent).count()) /
           static_cast<double>(echo.percentile(percent).count());
}

double microseconds(nanoseconds time) { return static_cast<double>(time.count()) / 1000; }

constexpr double median_budget = 2, p99_budget = 3, decision_budget = 0.5, memory_budget = 150;
constexpr std::size_t budget_size = 5000;

std::vector<figure> figures_of(const measured& m) {
    std::vector<figure> figures;
    const auto add_pair = [&](const std::string& verb, const samples& times, const samples& echo,
                              const char* suffix) {
        figures.push_back({fmt::format("{}.p50.ratio.{}{}", verb, m.nodes, suffix), ratio(times, echo, 50),
                           "x", median_budget});
        figures.push_back({fmt::format("{}.p99.ratio.{}{}", verb, m.nodes, suffix), ratio(times, echo, 99),
                           "x", p99_budget});
    };
    add_pair("filter", m.filter, m.filter_echo, "");
    add_pair("prioritize", m.prioritize, m.prioritize_echo, "");
    add_pair("filter", m.churn_filter, m.churn_filter_echo, ".churn");
    add_pair("prioritize", m.churn_prioritize, m.churn_prioritize_echo, ".churn");
    figures.push_back({fmt::format("filter.p50.ratio.{}.cold", m.nodes),
                       ratio(m.cold_filter, m.cold_filter_echo, 50), "x"});
    figures.push_back(
        {fmt::format("filter.p50.us.{}", m.nodes), microseconds(m.filter.percentile(50)), "us"});
    figures.push_back(
        {fmt::format("prioritize.p50.us.{}", m.nodes), microseconds(m.prioritize.percentile(50)), "us"});
    figures.push_back(
        {fmt::format("echo.p50.us.{}", m.nodes), microseconds(m.filter_echo.percentile(50)), "us"});
    figures.push_back({fmt::format("decisions.ratio.{}", m.nodes), 1 / ratio(m.decision, m.decision_echo, 50),
                       "x", decision_budget, figure::side::at_least});
    figures.push_back({fmt::format("decisions.per_second.{}", m.nodes),
                       1e6 / microseconds(m.decision.percentile(50)), "1/s"});
    figures.push_back({fmt::format("churn.per_second.{}", m.nodes), m.churn_per_second, "1/s"});
    figures.push_back({fmt::format("rss.mib.{}", m.nodes), m.peak_rss_mib, "MiB",
                       m.nodes == budget_size ? memory_budget : 0});
    return figures;
}

}  // namespace

std::string as_text(const std::vector<measured>& all) {
    std::string text;
    for (const auto& m : all) {
        text += fmt::format(
            "{} nodes x 8 cards, {} allocated pods; bodies {:.0f} kB in, {:.0f} kB out; {:.0f} % of the "
            "nodes fit\n",
            m.nodes, m.pods, static_cast<double>(m.request_bytes) / 1000,
            static_cast<double>(m.reply_bytes) / 1000, m.fitting_percent);
        for (const auto& f : figures_of(m)) {
            const auto budget = f.budget == 0
                                    ? std::string()
                                    : fmt::format("  {} {:<5g} {}",
                                                  f.better == figure::side::at_most ? "at most" : "at least",
                                                  f.budget, f.kept() ? "kept" : "MISSED");
            text += fmt::format("  {:<34}{:>10.2f} {:<4}{}\n", f.name, f.value, f.unit, budget);
        }
    }
    return text +
           "Ratios are to an echo of the same bytes by the same service over the same connection, calls "
           "interleaved.\n";
}

std::string as_json_lines(const std::vector<measured>& all) {
    std::string text;
    for (const auto& m : all) {
        for (const auto& f : figures_of(m)) {
            text += fmt::format(R"({{"name": "{}", "value": {:.3f}, "unit": "{}"}})"
                                "\n",
                                f.name, f.value, f.unit);
        }
    }
    return text;
}

}  // namespace berth::bench
