#include <CLI/CLI.hpp>
#include <exception>
#include <fmt/format.h>
#include <vector>

#include "test/bench/measure.hpp"
#include "test/bench/report.hpp"

int main(int argc, char** argv) {
    CLI::App app{"Measures berth's verbs beside an echo of the same bytes by the same service",
                 "berth_bench"};
    bool json = false;
    std::vector<std::size_t> sizes{100, 1000, 5000};
    app.add_flag("--json", json, "One JSON object a line");
    app.add_option("--nodes", sizes, "Cluster sizes, in this order; the last one's memory is the peak")
        ->delimiter(',')
        ->check(CLI::Range(1, 100'000));
    CLI11_PARSE(app, argc, argv);
    try {
        std::vector<berth::bench::measured> all;
        for (const auto nodes : sizes) {
            all.push_back(berth::bench::measure(nodes));
        }
        fmt::print("{}", json ? berth::bench::as_json_lines(all) : berth::bench::as_text(all));
    } catch (const std::exception& error) {
        fmt::print(stderr, "berth_bench: {}\n", error.what());
        return 1;
    }
    return 0;
}
