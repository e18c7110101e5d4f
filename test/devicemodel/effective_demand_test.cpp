#include "devicemodel/effective_demand.hpp"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "devicemodel/allocation.hpp"

#include "test/support/builders.hpp"
#include "test/support/model_printers.hpp"

namespace {

using namespace berth::devicemodel;
using namespace berth::test;

struct pod_on_cards {
    std::vector<container> containers;
    allocation chosen;
};

/// Containers from "S1 I4 A2": role and amount, all on card G. Zero is a container without a GPU.
pod_on_cards parse(const std::string& text) {
    pod_on_cards pod;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto amount = std::stoll(word.substr(1));
        const auto role = word[0] == 'I'   ? container_role::init
                          : word[0] == 'S' ? container_role::sidecar
                                           : container_role::app;
        pod.containers.push_back(container_of(role, amount, amount, amount == 0 ? 0 : 1));
        pod.chosen.emplace_back();
        if (amount > 0) {
            pod.chosen.back().push_back(share_of("G", amount, amount));
        }
    }
    return pod;
}

usage usage_on(const std::vector<card_usage>& all, const std::string& uuid) {
    for (const auto& one : all) {
        if (one.uuid == uuid) {
            return one.need;
        }
    }
    return {};
}

usage usage_on_g(const std::string& text, accounting rule) {
    const auto pod = parse(text);
    return usage_on(usage_of(pod.containers, pod.chosen, rule), "G");
}

}  // namespace

// Kubernetes' own examples: use(i) is what runs at the start of each entry of initContainers.
TEST_CASE("effective demand of the worked examples of the sidecar formula", "[devicemodel]") {
    struct row {
        int number;
        std::string pod;
        std::vector<std::int64_t> use;
        std::int64_t steady, effective, order_unaware;
    };
    const auto c = GENERATE(values<row>({
        {1, "I4 A2", {4}, 2, 4, 4},
        {2, "A2 A3", {}, 5, 5, 5},
        {3, "S1 A2", {1}, 3, 3, 3},
        {4, "S1 I4 A2", {1, 5}, 3, 5, 5},
        {5, "I4 S1 A2", {4, 1}, 3, 4, 5},
        {6, "I4 S1 I4 S2 I1 A3", {4, 1, 5, 3, 4}, 6, 6, 7},
        {7, "S8 A1", {8}, 9, 9, 9},
        {8, "S1 S2 I10 A2", {1, 3, 13}, 5, 13, 13},
        {9, "I10 S1 S2 A2", {10, 1, 3}, 5, 10, 13},
        {10, "S2 I20 A10", {2, 22}, 12, 22, 22},
        {11, "I20 S2 A10", {20, 2}, 12, 20, 22},
        {12, "I1 S1 I2 A1", {1, 1, 3}, 2, 3, 3},
        {13, "S100 I200 A100", {100, 300}, 200, 300, 300},
        {14, "S3 I5 S4 I6 S1 A2 A2", {3, 8, 7, 13, 8}, 12, 13, 14},
        {15, "S1 A0", {1}, 1, 1, 1},
        {16, "I6 I9 I2 A3 A3", {6, 9, 2}, 6, 9, 9},
        {17, "S4 I0 A5", {4, 4}, 9, 9, 9},
    }));
    CAPTURE(c.number, c.pod);

    const auto exact = usage_on_g(c.pod, accounting::exact);
    CHECK(exact.steady.memory == mebibytes{c.steady});
    CHECK(exact.effective().memory == mebibytes{c.effective});
    CHECK(exact.effective().cores == core_percent{c.effective});

    const auto hami = usage_on_g(c.pod, accounting::hami);
    CHECK(hami.steady == exact.steady);
    CHECK(hami.effective().memory == mebibytes{c.order_unaware});
    CHECK(hami.effective().cores == core_percent{c.order_unaware});

    usage_walk walk;
    const auto pod = parse(c.pod);
    for (std::size_t i = 0; i < c.use.size(); ++i) {
        const shares share = shares_of(pod.containers[i].demand.memory.value());
        CHECK(walk.at_start(pod.containers[i].role, share).memory == mebibytes{c.use[i]});
        walk.start(pod.containers[i].role, share);
    }
}

TEST_CASE("each resource of a pod may be dominated by another phase", "[devicemodel]") {
    const auto use = usage_of({init_of(10, 10), sidecar_of(2, 50), app_of(8, 30)},
                              {{share_of("G", 10, 10)}, {share_of("G", 2, 50)}, {share_of("G", 8, 30)}},
                              accounting::exact);
    CHECK(use == std::vector<card_usage>{{"G", {shares_of(10, 50), shares_of(10, 80, 2)}}});
    CHECK(use.front().need.effective() == shares_of(10, 80, 2));
}

// HAMi's worked examples of one card, with the values of its later, order-aware rule.
TEST_CASE("effective demand of HAMi's worked examples", "[devicemodel]") {
    struct share {
        container_role role;
        std::int64_t memory, cores;
    };
    struct row {
        std::string name;
        std::vector<share> containers;
        shares effective, steady, hami;
    };
    constexpr auto init = container_role::init, sidecar = container_role::sidecar, app = container_role::app;
    const auto c = GENERATE_COPY(values<row>({
        {"I1: init above app",
         {{init, 20'000, 10}, {app, 10'000, 5}},
         shares_of(20'000, 10),
         shares_of(10'000, 5),
         shares_of(20'000, 10)},
        {"I2: two inits below two apps",
         {{init, 6'000, 0}, {init, 9'000, 0}, {app, 5'000, 0}, {app, 5'000, 0}},
         shares_of(10'000, 0, 2),
         shares_of(10'000, 0, 2),
         shares_of(10'000, 0, 2)},
        {"I3: init and app are not summed",
         {{init, 20'480, 0}, {app, 10'240, 0}},
         shares_of(20'480),
         shares_of(10'240),
         shares_of(20'480)},
        {"I4: apps are summed",
         {{app, 8'000, 30}, {app, 10'000, 30}},
         shares_of(18'000, 60, 2),
         shares_of(18'000, 60, 2),
         shares_of(18'000, 60, 2)},
        {"I8: a sidecar runs beside the app",
         {{sidecar, 4'000, 0}, {app, 4'000, 0}},
         shares_of(8'000, 0, 2),
         shares_of(8'000, 0, 2),
         shares_of(8'000, 0, 2)},
        {"I9: an init ends before a later sidecar",
         {{init, 20'480, 0}, {sidecar, 2'048, 0}, {app, 10'240, 0}},
         shares_of(20'480, 0, 2),
         shares_of(12'288, 0, 2),
         shares_of(22'528, 0, 2)},
        {"I10: an init runs beside an earlier sidecar",
         {{sidecar, 2'048, 0}, {init, 20'480, 0}, {app, 10'240, 0}},
         shares_of(22'528, 0, 2),
         shares_of(12'288, 0, 2),
         shares_of(22'528, 0, 2)},
        {"I11: all of it",
         {{sidecar, 1'000, 10},
          {init, 6'000, 20},
          {sidecar, 2'000, 5},
          {init, 3'000, 30},
          {app, 1'000, 10},
          {app, 1'000, 10}},
         shares_of(7'000, 45, 4),
         shares_of(5'000, 35, 4),
         shares_of(9'000, 45, 4)},
    }));
    CAPTURE(c.name);

    std::vector<container> containers;
    allocation chosen;
    for (const auto& one : c.containers) {
        containers.push_back(container_of(one.role, one.memory, one.cores));
        chosen.push_back({share_of("G", one.memory, one.cores)});
    }
    const auto exact = usage_on(usage_of(containers, chosen, accounting::exact), "G");
    CHECK(exact.effective() == c.effective);
    CHECK(exact.steady == c.steady);
    CHECK(usage_on(usage_of(containers, chosen, accounting::hami), "G").effective() == c.hami);
}

TEST_CASE("effective demand is counted per card", "[devicemodel]") {
    SECTION("I5: every card of a container carries its own share") {
        const auto use = usage_of({init_of(0, 0, 2), app_of(0, 0, 2)},
                                  {{share_of("G0", 200, 20), share_of("G1", 300, 30)},
                                   {share_of("G1", 150, 15), share_of("G0", 100, 10)}},
                                  accounting::exact);
        CHECK(use == std::vector<card_usage>{{"G0", {shares_of(200, 20), shares_of(100, 10)}},
                                             {"G1", {shares_of(300, 30), shares_of(150, 15)}}});
    }
    SECTION("I6: init and app on different cards") {
        const auto use = usage_of({init_of(20'000), app_of(8'000)},
                                  {{share_of("G0", 20'000)}, {share_of("G1", 8'000)}}, accounting::exact);
        CHECK(use ==
              std::vector<card_usage>{{"G0", {shares_of(20'000), {}}}, {"G1", {{}, shares_of(8'000)}}});
    }
    SECTION("a sidecar on another card adds nothing to an init") {
        const auto use = usage_of({sidecar_of(1'000), init_of(5'000), app_of(2'000)},
                                  {{share_of("G1", 1'000)}, {share_of("G0", 5'000)}, {share_of("G1", 2'000)}},
                                  accounting::exact);
        CHECK(use == std::vector<card_usage>{{"G0", {shares_of(5'000), {}}},
                                             {"G1", {shares_of(1'000), shares_of(3'000, 0, 2)}}});
    }
    SECTION("a card named twice by one container counts twice") {
        const auto use =
            usage_of({app_of(100)}, {{share_of("G0", 100, 1), share_of("G0", 100, 1)}}, accounting::exact);
        CHECK(use == std::vector<card_usage>{{"G0", {{}, shares_of(200, 2, 2)}}});
    }
    SECTION("a pod without cards uses none") {
        CHECK(usage_of({without_gpu(container_role::app)}, {{}}, accounting::exact).empty());
        CHECK(usage_of({}, {}, accounting::hami).empty());
    }
}
