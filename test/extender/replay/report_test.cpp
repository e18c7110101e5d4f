#include "extender/replay/report.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "extender/replay/progress.hpp"

using namespace berth::replay;
using namespace std::chrono_literals;

namespace {

report sample() {
    report r;
    r.title = "openb_pod_list_default.csv";
    r.nodes = 1213;
    r.trace_cards = 6212;
    r.capacity_milli = 6'212'000;
    r.planned = 8152;
    r.placed = {6900, 1088};
    r.refused = {164, 0};
    r.reasons = {{"CardInsufficientCore", 150, 98'000}, {"Insufficient cpu", 14, 3'000}};
    r.arrived_milli = 6'086'800;
    r.allocated_milli = 5'835'250;
    r.peak_milli = 5'835'250;
    r.curve = {{0, 0}, {1, 62'120}};
    r.cards = card_audit{20, 480, 5712, 1000, 100, 900, 95, {}};
    r.verbs = {{"filter", 7064, 412'345ns, 900'000ns, 4'567'890ns},
               {"prioritize", 6990, 300us, 700us, 3ms},
               {"bind", 6900, 40us, 90us, 1ms},
               {"events", 9365, 0ns, 0ns, 0ns}};
    r.total = 6'500ms;
    r.in_extender = 5'250ms;
    r.decisions = 7064;
    return r;
}

}  // namespace

TEST_CASE("the text report is a table within a hundred columns", "[replay][report]") {
    CHECK(as_text(sample(), colour::off) ==
          R"(replay of openb_pod_list_default.csv
1213 nodes, 6212 cards, 8152 pods

pods placed          7988   6900 with cards, 1088 without
pods refused          164   164 with cards, 0 without
             150   CardInsufficientCore
              14   Insufficient cpu
GPU allocated       93.94   percent of the cards: 5835.2 of 6212 (asked for: 6086.8)
cards in part         480   and 5712 full, 20 idle; charged: 90.00 % of memory, 95.00 % of cores
over-commits: 0

microseconds    calls         p50         p99         max
filter           7064         412         900        4568
prioritize       6990         300         700        3000
bind             6900          40          90        1000
events           9365           0           0           0

decisions/s      1087   7064 in 6.50 s, of which 5.25 s in the extender's calls
)");
}

TEST_CASE("errors, departures, over-commits, notes and early ends have their lines", "[replay][report]") {
    auto r = sample();
    r.failed = 2;
    r.bind_errors = 5;
    r.filter_errors = 1;
    r.retries = 4;
    r.first_error = "card was taken";
    r.departed = 7000;
    r.allocated_milli = 0;
    r.cards.reset();
    r.over_commits = {{"card GPU-1", "charged " + std::string(200, '9')},
                      {"node a", "more GPU placed than it has"}};
    r.notes = {std::string(300, 'x')};
    r.stopped = true;
    r.reasons.assign(14, {std::string(300, 'r'), 1, 1});
    const auto text = as_text(r, colour::off);
    CHECK(text.find("8152 pods (stopped early)\n") != std::string::npos);
    CHECK(text.find("  departed           7000\n") != std::string::npos);
    CHECK(text.find("   and 4 rarer reasons\n") != std::string::npos);
    CHECK(text.find("pods failed             2   after 1 filter errors, 5 bind errors, 4 retries\n"
                    "                   first: card was taken\n") != std::string::npos);
    CHECK(text.find("  at the most       93.94   percent\n") != std::string::npos);
    CHECK(text.find("\nover-commits: 2\n   card GPU-1: charged 99") != std::string::npos);
    CHECK(text.find("cards in part") == std::string::npos);
    CHECK(text.find("\nnote: xxx") != std::string::npos);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        CHECK(line.size() <= 100);
    }
}

TEST_CASE("colour is there only when asked for", "[replay][report]") {
    CHECK(as_text(sample(), colour::off).find('\x1b') == std::string::npos);
    CHECK(as_text(sample(), colour::on).find("\x1b[32mover-commits: 0\x1b[0m\n") != std::string::npos);
    auto r = sample();
    r.over_commits = {{"card x", "y"}};
    CHECK(as_text(r, colour::on).find("\x1b[1;31mover-commits: 1\x1b[0m\n") != std::string::npos);
}

TEST_CASE("the JSON report is one object on one line", "[replay][report]") {
    auto r = sample();
    r.notes = {"a \"note\""};
    CHECK(
        as_json(r) ==
        R"({"schema":"berth-replay/1","title":"openb_pod_list_default.csv","nodes":1213,"cards":6212,"pods":8152,)"
        R"("placed":7988,"placed_gpu":6900,"refused":164,"refused_gpu":164,"failed":0,"departed":0,"reasons":[)"
        R"({"reason":"CardInsufficientCore","pods":150,"nodes":98000},{"reason":"Insufficient cpu","pods":14,"nodes":3000}],)"
        R"("filter_errors":0,"bind_errors":0,"retries":0,"first_error":"","arrived_percent":97.9845,)"
        R"("gpu_allocated_percent":93.9351,"gpu_peak_percent":93.9351,"cards_idle":20,"cards_partly_used":480,)"
        R"("cards_full":5712,"card_memory_percent":90.0000,"card_cores_percent":95.0000,"over_commits":0,)"
        R"("over_committed":[],"curve":[[0,0.0000],[1,1.0000]],"verbs":[{"verb":"filter","calls":7064,"p50_ns":412345,)"
        R"("p99_ns":900000,"max_ns":4567890},{"verb":"prioritize","calls":6990,"p50_ns":300000,"p99_ns":700000,)"
        R"("max_ns":3000000},{"verb":"bind","calls":6900,"p50_ns":40000,"p99_ns":90000,"max_ns":1000000},)"
        R"({"verb":"events","calls":9365,"p50_ns":0,"p99_ns":0,"max_ns":0}],"decisions":7064,)"
        R"("decisions_per_second":1086.7692,"total_ns":6500000000,"in_extender_ns":5250000000,"stopped":false,)"
        R"("aborted":false,"notes":["a \"note\""]})"
        "\n");
}

TEST_CASE("an empty report divides by nothing", "[replay][report]") {
    CHECK(as_json({}).find("\"gpu_allocated_percent\":0.0000") != std::string::npos);
    CHECK(as_text({}, colour::off).find("over-commits: 0\n") != std::string::npos);
}

TEST_CASE("a pod counts for the reason most of its nodes gave, those first that might have taken it",
          "[replay][report]") {
    refusal_book book;
    book.add({{{"few", 2}, {"many", 5}}, {}});
    book.add({{{"few", 3}, {"even", 3}}, {}});
    book.add({{{"many", 1}}, {{"other model", 100}}});
    book.add({{}, {{"other model", 7}, {"no cards", 8}}});
    CHECK(book.lines() ==
          std::vector<refusal_book::line>{
              {"many", 2, 6}, {"no cards", 1, 8}, {"even", 1, 3}, {"other model", 0, 107}, {"few", 0, 5}});
}

TEST_CASE("an extender that words every refusal anew does not grow the report without end",
          "[replay][report]") {
    refusal_book book;
    for (int pod = 0; pod < 1000; ++pod) {
        book.add({{{"free " + std::to_string(pod), 1}}, {}});
    }
    const auto lines = book.lines();
    CHECK(lines.size() == refusal_book::most_reasons + 1);
    CHECK(lines.front() == refusal_book::line{"other reasons", 800, 800});
}

TEST_CASE("percentiles are times that were measured", "[replay][report]") {
    std::vector<std::chrono::nanoseconds> times;
    for (int time = 200; time > 0; --time) {
        times.emplace_back(time);
    }
    CHECK(summarize("v", times) == latency{"v", 200, 100ns, 198ns, 200ns});
    CHECK(summarize("v", {7ns}) == latency{"v", 1, 7ns, 7ns, 7ns});
    CHECK(summarize("v", {}) == latency{"v", 0, 0ns, 0ns, 0ns});
}

TEST_CASE("progress is one line, written over at most ten times a second", "[replay][report]") {
    const progress half{4076, 8152, 4060, 16, 46.14, 3s};
    CHECK(as_line(half) ==
          "[##########..........]   4076/8152  placed 4060  refused 16  GPU 46.1 %  1359 pods/s");
    std::ostringstream terminal;
    progress_line line(terminal);
    line.show(half);
    line.show({4077, 8152, 4061, 16, 46.15, 3s + 99ms});
    CHECK(terminal.str() == "\r" + as_line(half) + "\x1b[K");
    line.show({4078, 8152, 4062, 16, 46.15, 3s + 100ms});
    line.clear();
    CHECK(terminal.str().find("4078/8152") != std::string::npos);
    CHECK(terminal.str().substr(terminal.str().size() - 4) == "\r\x1b[K");
    CHECK(as_line({}).find("[####################]") == 0);
}
