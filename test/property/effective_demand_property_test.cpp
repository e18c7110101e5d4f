#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "devicemodel/allocation.hpp"

#include "test/support/builders.hpp"

namespace {

/// A pod in plain numbers, and what it uses found by starting its containers one after the other. Shares
/// no code with devicemodel: no running total, only the list of who is up at every instant.
namespace oracle {

struct take {
    long memory = 0, cores = 0, slots = 0;
    bool operator==(const take&) const = default;
};

enum class kind { runs_to_its_end, keeps_running, app };

struct container {
    kind is = kind::app;
    std::vector<take> on_card;  // per card; no slots where it has no share
};

take larger(const take& a, const take& b) {
    return {std::max(a.memory, b.memory), std::max(a.cores, b.cores), std::max(a.slots, b.slots)};
}

/// What a group of containers that are all up uses on a card.
take together(const std::vector<container>& pod, const std::vector<std::size_t>& up, std::size_t card) {
    take sum;
    for (const std::size_t c : up) {
        sum.memory += pod[c].on_card[card].memory;
        sum.cores += pod[c].on_card[card].cores;
        sum.slots += pod[c].on_card[card].slots;
    }
    return sum;
}

/// Who is up, at every instant of the pod's start; the last one has its apps.
std::vector<std::vector<std::size_t>> timeline(const std::vector<container>& pod) {
    std::vector<std::vector<std::size_t>> instants;
    for (std::size_t now = 0; now < pod.size(); ++now) {
        if (pod[now].is == kind::app) {
            continue;
        }
        std::vector<std::size_t> up;
        for (std::size_t earlier = 0; earlier < now; ++earlier) {
            if (pod[earlier].is == kind::keeps_running) {
                up.push_back(earlier);
            }
        }
        up.push_back(now);
        instants.push_back(up);
    }
    std::vector<std::size_t> at_last;
    for (std::size_t c = 0; c < pod.size(); ++c) {
        if (pod[c].is != kind::runs_to_its_end) {
            at_last.push_back(c);
        }
    }
    instants.push_back(at_last);
    return instants;
}

take most_at_once(const std::vector<container>& pod, std::size_t card) {
    take most;
    for (const auto& up : timeline(pod)) {
        most = larger(most, together(pod, up, card));
    }
    return most;
}

/// sidecars + max(largest init container, sum of apps), as HAMi's document has it.
take hami_formula(const std::vector<container>& pod, std::size_t card) {
    take sidecars, apps, largest;
    for (const auto& c : pod) {
        const take& t = c.on_card[card];
        if (c.is == kind::runs_to_its_end) {
            largest = larger(largest, t);
        } else {
            take& sum = c.is == kind::app ? apps : sidecars;
            sum = {sum.memory + t.memory, sum.cores + t.cores, sum.slots + t.slots};
        }
    }
    const take rest = larger(largest, apps);
    return {sidecars.memory + rest.memory, sidecars.cores + rest.cores, sidecars.slots + rest.slots};
}

}  // namespace oracle

using namespace berth::devicemodel;

constexpr std::size_t cards = 3;

std::vector<oracle::container> random_pod(std::mt19937_64& rng) {
    const auto below = [&](long limit) {
        return static_cast<long>(rng() % static_cast<unsigned long>(limit));
    };
    std::vector<oracle::container> pod;
    const auto add = [&](oracle::kind is) {
        oracle::container c{is, std::vector<oracle::take>(cards)};
        for (auto& t : c.on_card) {
            if (below(2) == 0) {  // a share of nothing is a share all the same: it has its slot
                t = {below(5) == 0 ? 0 : below(20'000), below(3) == 0 ? 0 : below(101), 1};
            }
        }
        pod.push_back(c);
    };
    for (auto n = below(7); n > 0; --n) {
        add(below(2) == 0 ? oracle::kind::keeps_running : oracle::kind::runs_to_its_end);
    }
    for (auto n = below(4); n > 0; --n) {
        add(oracle::kind::app);
    }
    return pod;
}

container_role role_for(oracle::kind is) {
    return is == oracle::kind::app             ? container_role::app
           : is == oracle::kind::keeps_running ? container_role::sidecar
                                               : container_role::init;
}

/// Per card what `rule` says, in the oracle's numbers; nothing where the pod is not on the card.
struct answer {
    std::map<std::string, oracle::take> effective, steady;
};

answer answer_of(const std::vector<oracle::container>& pod, accounting rule) {
    std::vector<container> containers;
    allocation chosen;
    for (const auto& c : pod) {
        containers.push_back(berth::test::container_of(role_for(c.is), 0, 0, static_cast<int>(cards)));
        chosen.emplace_back();
        for (std::size_t i = 0; i < cards; ++i) {
            if (c.on_card[i].slots > 0) {
                chosen.back().push_back(
                    berth::test::share_of(std::to_string(i), c.on_card[i].memory, c.on_card[i].cores));
            }
        }
    }
    const auto plain = [](const shares& s) {
        return oracle::take{s.memory.value(), s.cores.value(), s.slots.value()};
    };
    answer result;
    for (const auto& use : usage_of(containers, chosen, rule)) {
        result.effective[use.uuid] = plain(use.need.effective());
        result.steady[use.uuid] = plain(use.need.steady);
    }
    return result;
}

}  // namespace

TEST_CASE("effective demand is the most that runs at once when the containers start in order", "[property]") {
    for (unsigned seed = 0; seed < 10'000; ++seed) {
        CAPTURE(seed);
        std::mt19937_64 rng(seed);
        const auto pod = random_pod(rng);
        auto exact = answer_of(pod, accounting::exact), hami = answer_of(pod, accounting::hami);
        for (std::size_t i = 0; i < cards; ++i) {
            const auto uuid = std::to_string(i);
            const auto want = oracle::most_at_once(pod, i);
            const auto steady = oracle::together(pod, oracle::timeline(pod).back(), i);
            const auto want_hami = oracle::hami_formula(pod, i);
            CAPTURE(uuid);
            REQUIRE((exact.effective[uuid] == want));
            REQUIRE((exact.steady[uuid] == steady));
            REQUIRE((hami.effective[uuid] == want_hami));
            REQUIRE((hami.steady[uuid] == steady));
            REQUIRE((oracle::larger(want, want_hami) == want_hami));  // never below exact
        }
    }
}
