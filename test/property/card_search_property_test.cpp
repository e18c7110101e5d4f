#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "devicemodel/ledger.hpp"
#include "scoring/node_fit.hpp"

#include "test/support/builders.hpp"
#include "test/support/model_printers.hpp"

namespace {

/// The fit rules as a person would say them, in plain numbers, and every assignment tried. Shares no code
/// with scoring or devicemodel.
namespace oracle {

struct card {
    long memory = 0, cores = 0, slots = 0;
    long used_memory = 0, used_cores = 0, used_slots = 0;
    bool usable = true;
};

enum class kind { init, sidecar, app };

struct container {
    kind is = kind::app;
    unsigned cards = 1;
    long memory = 0, percent = 0, cores = 0;

    long memory_on(const card& c) const { return memory > 0 ? memory : c.memory * percent / 100; }
};

struct problem {
    std::vector<card> node;
    std::vector<container> pod;
    bool hami = false;
    bool idle_cards_only = false;
};

/// Cards of every container, as bits.
using assignment = std::vector<unsigned>;

bool is_up(const problem& p, std::size_t earlier, std::size_t at_start_of) {
    const kind before = p.pod[earlier].is, now = p.pod[at_start_of].is;
    if (before == kind::sidecar) {
        return now == kind::app || p.hami || earlier < at_start_of;
    }
    return before == kind::app && now == kind::app && earlier < at_start_of;
}

bool starts(const problem& p, const assignment& chosen, std::size_t container_at, std::size_t card_at) {
    const card& c = p.node[card_at];
    const container& asks = p.pod[container_at];
    long memory = c.used_memory, cores = c.used_cores, sharers = c.used_slots;
    for (std::size_t other = 0; other < p.pod.size(); ++other) {
        if (other != container_at && (chosen[other] >> card_at & 1U) != 0 && is_up(p, other, container_at) &&
            !(p.pod[container_at].is == kind::sidecar && other > container_at)) {
            memory += p.pod[other].memory_on(c);
            cores += p.pod[other].cores;
            sharers += 1;
        }
    }
    const bool alone = sharers == 0;
    return c.usable && sharers < c.slots && c.memory - memory >= asks.memory_on(c) &&
           c.cores - cores >= asks.cores && !(asks.cores == 100 && c.cores == 100 && !alone) &&
           !(asks.cores == 0 && c.cores > 0 && cores >= c.cores) && !(p.idle_cards_only && !alone);
}

bool runs(const problem& p, const assignment& chosen) {
    for (std::size_t k = 0; k < p.pod.size(); ++k) {
        for (std::size_t d = 0; d < p.node.size(); ++d) {
            if ((chosen[k] >> d & 1U) != 0 && !starts(p, chosen, k, d)) {
                return false;
            }
        }
    }
    return true;
}

unsigned bits_in(unsigned set) { return set == 0 ? 0 : (set & 1U) + bits_in(set >> 1); }

bool some_assignment_runs(const problem& p, assignment& chosen, std::size_t next = 0) {
    if (next == p.pod.size()) {
        return runs(p, chosen);
    }
    for (unsigned set = 0; set < 1U << p.node.size(); ++set) {
        chosen[next] = set;
        if (bits_in(set) == p.pod[next].cards && some_assignment_runs(p, chosen, next + 1)) {
            return true;
        }
    }
    return false;
}

bool fits(const problem& p) {
    assignment chosen(p.pod.size());
    return some_assignment_runs(p, chosen);
}

}  // namespace oracle

using namespace berth::devicemodel;
using namespace berth::scoring;

class dice {
public:
    explicit dice(unsigned seed) : rng_(seed) {}

    long between(long low, long high) {
        return low + static_cast<long>(rng_() % static_cast<unsigned long>(high - low + 1));
    }
    bool one_in(long n) { return between(1, n) == 1; }
    template <class T>
    void shuffle(std::vector<T>& some) {
        std::shuffle(some.begin(), some.end(), rng_);
    }

private:
    std::mt19937_64 rng_;
};

/// Small, tight and uneven: about half of the problems have an answer.
oracle::problem random_problem(dice& roll, long containers) {
    oracle::problem p;
    const bool even = roll.one_in(4);
    for (auto n = roll.between(1, 4); n > 0; --n) {
        oracle::card c{
            even ? 12 : roll.between(5, 14), roll.one_in(5) ? 200 : 100, roll.between(2, 5), 0, 0, 0, true};
        if (roll.one_in(2)) {
            c.used_slots = roll.between(1, 2);
            c.used_memory = roll.one_in(12) ? c.memory + 1 : roll.between(0, c.memory / 2);
            c.used_cores = roll.one_in(4) ? c.cores : roll.between(0, 6) * 10;
        }
        c.cores = roll.one_in(20) ? 0 : c.cores;
        c.usable = !roll.one_in(12);
        p.node.push_back(c);
    }
    for (auto n = roll.between(1, containers); n > 0; --n) {
        oracle::container c;
        c.cards = static_cast<unsigned>(roll.one_in(3) ? roll.between(1, 3) : 1);
        c.memory = roll.one_in(4) ? 0 : roll.between(1, 9);
        c.percent = c.memory > 0 || roll.one_in(4) ? 0 : roll.between(1, 80);
        c.cores = std::array{0L, 10L, 20L, 50L, 99L, 100L}.at(static_cast<std::size_t>(roll.between(0, 5)));
        c.is = std::array{oracle::kind::init, oracle::kind::sidecar, oracle::kind::app}.at(
            static_cast<std::size_t>(roll.between(0, 2)));
        p.pod.push_back(c);
    }
    std::stable_partition(p.pod.begin(), p.pod.end(),
                          [](const auto& c) { return c.is != oracle::kind::app; });
    p.hami = roll.one_in(2);
    p.idle_cards_only = roll.one_in(10);
    return p;
}

pod_request request_of(const oracle::problem& p, dice& roll) {
    pod_request request;
    for (const auto& c : p.pod) {
        const auto role = c.is == oracle::kind::app       ? container_role::app
                          : c.is == oracle::kind::sidecar ? container_role::sidecar
                                                          : container_role::init;
        auto one = berth::test::container_of(role, c.memory, c.cores, static_cast<std::int32_t>(c.cards));
        one.demand.memory_percent = static_cast<std::int32_t>(c.percent);
        request.containers.push_back(one);
    }
    request.rule = p.hami ? accounting::hami : accounting::exact;
    request.rules.idle_cards_only = p.idle_cards_only;
    std::vector<card_order_key> keys{card_order_key::best_fit, card_order_key::binpack,
                                     card_order_key::spread, card_order_key::numa};
    roll.shuffle(keys);
    keys.resize(static_cast<std::size_t>(roll.between(0, 2)));
    request.card_order = keys;
    request.weights = {static_cast<std::int32_t>(roll.between(0, 3)),
                       static_cast<std::int32_t>(roll.between(0, 3)), 1};
    return request;
}

struct node_of_cards {
    std::vector<card> cards;
    std::vector<shares> used;
};

node_of_cards node_of(const oracle::problem& p) {
    node_of_cards node;
    for (std::size_t i = 0; i < p.node.size(); ++i) {
        const auto& c = p.node[i];
        auto one = berth::test::a_card("G" + std::to_string(i)).index(static_cast<std::uint32_t>(i / 2));
        one.numa(static_cast<std::int32_t>(i % 2)).memory(c.memory).cores(c.cores).slots(c.slots);
        node.cards.push_back(c.usable ? one : one.unhealthy());
        node.used.push_back(berth::test::shares_of(c.used_memory, c.used_cores, c.used_slots));
    }
    return node;
}

struct outcome {
    bool found = false;
    allocation chosen;
    shares total;
};

outcome search(const pod_request& request, const node_of_cards& node) {
    card_search looking(request);
    search_budget budget{1'000'000};
    const auto result = looking.run({node.cards, node.used}, budget);
    REQUIRE_FALSE(result.reasons.contains(refusal_reason::search_exhausted));
    REQUIRE(result.found == result.reasons.empty());
    return result.found ? outcome{true, looking.allocation(), looking.total_effective()} : outcome{};
}

/// Which cards were chosen, and that every share is what the container asks for on that card.
oracle::assignment assignment_of(const oracle::problem& p, const allocation& chosen) {
    REQUIRE(chosen.size() == p.pod.size());
    oracle::assignment bits(p.pod.size());
    for (std::size_t k = 0; k < p.pod.size(); ++k) {
        REQUIRE(chosen[k].size() == p.pod[k].cards);
        for (const auto& share : chosen[k]) {
            const auto at = static_cast<std::size_t>(std::stoul(share.uuid.substr(1)));
            bits[k] |= 1U << at;
            REQUIRE(share.memory.value() == p.pod[k].memory_on(p.node.at(at)));
            REQUIRE(share.cores.value() == p.pod[k].cores);
        }
        REQUIRE(oracle::bits_in(bits[k]) == p.pod[k].cards);  // distinct
    }
    return bits;
}

}  // namespace

TEST_CASE("cards are found exactly when some assignment runs, and what is found does run", "[property]") {
    int fitting = 0, refused = 0;
    for (unsigned seed = 0; seed < 10'000; ++seed) {
        CAPTURE(seed);
        dice roll(seed);
        const auto p = random_problem(roll, 4);
        const auto request = request_of(p, roll);
        const auto got = search(request, node_of(p));

        REQUIRE(got.found == oracle::fits(p));
        ++(got.found ? fitting : refused);
        if (got.found) {
            REQUIRE(oracle::runs(p, assignment_of(p, got.chosen)));
        }
    }
    CHECK(fitting > 3'000);  // else the problems are too easy or too hard to tell anything
    CHECK(refused > 3'000);
}

TEST_CASE("what is found can be reserved, and adds to the node what the ledger charges", "[property]") {
    for (unsigned seed = 0; seed < 3'000; ++seed) {
        CAPTURE(seed);
        dice roll(seed);
        const auto p = random_problem(roll, 4);
        const auto request = request_of(p, roll);
        const auto node = node_of(p);
        const auto got = search(request, node);
        if (!got.found) {
            continue;
        }
        ledger books({request.rule, shrink_rule::after_init});
        books.put_node(berth::test::a_node("n", node.cards));
        for (std::size_t i = 0; i < node.cards.size(); ++i) {  // as many containers as others hold slots
            const auto sharers = static_cast<std::size_t>(node.used[i].slots.value());
            if (sharers > 0) {
                allocation held(sharers, {{node.cards[i].uuid, {}, {}}});
                held[0] = {{node.cards[i].uuid, node.used[i].memory, node.used[i].cores}};
                books.put_pod(berth::test::a_pod("old" + std::to_string(i), "n",
                                                 std::vector(sharers, berth::test::app_of(1)), held));
            }
        }
        const auto sum = [&] {
            shares all;
            for (const auto& used : books.slots()[0]->used) {
                all += used;
            }
            return all;
        };
        const auto before = sum();
        claim ticket;
        REQUIRE_FALSE(books.reserve(berth::test::a_pod("new", "n", request.containers, got.chosen), ticket));
        REQUIRE(sum() - before == got.total);
    }
}

TEST_CASE("a node is refused for good exactly when the pod does not run on it empty", "[property]") {
    int final = 0, hopeful = 0;
    for (unsigned seed = 0; seed < 3'000; ++seed) {
        CAPTURE(seed);
        dice roll(seed);
        auto p = random_problem(roll, 3);
        const auto request = request_of(p, roll);
        const auto cards = node_of(p);
        node_state node;
        node.info = std::make_shared<const node_info>(berth::test::a_node("n", cards.cards));
        node.used = cards.used;
        const auto got = node_fitter(request, {1'000'000, 10'000'000}).fit(node);

        REQUIRE(got.fits() == oracle::fits(p));
        for (auto& c : p.node) {
            c.used_memory = c.used_cores = c.used_slots = 0;
        }
        const bool runs_when_empty = oracle::fits(p);
        REQUIRE(got.unresolvable() == !runs_when_empty);
        hopeful += !got.fits() && runs_when_empty ? 1 : 0;
        final += got.unresolvable() ? 1 : 0;
    }
    CHECK(final > 300);
    CHECK(hopeful > 300);
}

TEST_CASE("one container gets the cards that stand first in the documented order", "[property]") {
    for (unsigned seed = 0; seed < 5'000; ++seed) {
        CAPTURE(seed);
        dice roll(seed);
        const auto p = random_problem(roll, 1);
        const auto request = request_of(p, roll);
        const auto node = node_of(p);
        const auto got = search(request, node);

        const auto load = [](const oracle::card& c, long memory, long cores, long slots,
                             const load_weights& w) {
            return c.memory == 0 || c.cores == 0 || c.slots == 0
                       ? 0
                       : w.slots * (slots * 1'000'000 / c.slots) + w.cores * (cores * 1'000'000 / c.cores) +
                             w.memory * (memory * 1'000'000 / c.memory);
        };
        using rank = std::tuple<long, long, long, long, std::string>;  // the smallest is taken first
        std::vector<rank> ranks;
        for (std::size_t i = 0; i < p.node.size(); ++i) {
            const auto& c = p.node[i];
            if (!oracle::starts(p, {1U << i}, 0, i)) {
                continue;
            }
            std::array<long, 2> keys{};
            for (std::size_t k = 0; k < request.card_order.size(); ++k) {
                const auto now = load(c, c.used_memory, c.used_cores, c.used_slots, request.weights);
                const auto then = load(c, c.used_memory + p.pod[0].memory_on(c),
                                       c.used_cores + p.pod[0].cores, c.used_slots + 1, {1, 1, 1});
                switch (request.card_order[k]) {
                    case card_order_key::best_fit: keys.at(k) = -then; break;
                    case card_order_key::binpack: keys.at(k) = -now; break;
                    case card_order_key::spread: keys.at(k) = now; break;
                    case card_order_key::numa: keys.at(k) = -node.cards[i].numa; break;
                }
            }
            ranks.emplace_back(keys[0], keys[1], -node.cards[i].numa, -long{node.cards[i].index},
                               node.cards[i].uuid);
        }
        std::sort(ranks.begin(), ranks.end(), [](const rank& a, const rank& b) {
            return std::tie(std::get<0>(a), std::get<1>(a), std::get<2>(a), std::get<3>(a), std::get<4>(b)) <
                   std::tie(std::get<0>(b), std::get<1>(b), std::get<2>(b), std::get<3>(b), std::get<4>(a));
        });
        REQUIRE(got.found == (ranks.size() >= p.pod[0].cards));
        for (std::size_t i = 0; got.found && i < p.pod[0].cards; ++i) {
            REQUIRE(got.chosen[0][i].uuid == std::get<4>(ranks[i]));
        }
    }
}

TEST_CASE("the order in which a node lists its cards changes nothing", "[property]") {
    for (unsigned seed = 0; seed < 3'000; ++seed) {
        CAPTURE(seed);
        dice roll(seed);
        const auto p = random_problem(roll, 4);
        const auto request = request_of(p, roll);
        const auto node = node_of(p);
        const auto got = search(request, node);

        std::vector<std::size_t> order(node.cards.size());
        std::generate(order.begin(), order.end(), [n = std::size_t{0}]() mutable { return n++; });
        roll.shuffle(order);
        node_of_cards shuffled;
        for (const auto i : order) {
            shuffled.cards.push_back(node.cards[i]);
            shuffled.used.push_back(node.used[i]);
        }
        const auto again = search(request, shuffled);
        REQUIRE(again.found == got.found);
        REQUIRE(again.chosen == got.chosen);
    }
}

TEST_CASE("less in use never turns a fit into a refusal", "[property]") {
    int fitting = 0;
    for (unsigned seed = 0; seed < 5'000; ++seed) {
        CAPTURE(seed);
        dice roll(seed);
        const auto p = random_problem(roll, 4);
        const auto request = request_of(p, roll);
        auto node = node_of(p);
        if (!search(request, node).found) {
            continue;
        }
        ++fitting;
        for (auto& used : node.used) {
            used.memory = mebibytes{roll.between(0, used.memory.value())};
            used.cores = core_percent{roll.between(0, used.cores.value())};
            used.slots = slot_count{roll.between(0, used.slots.value())};
        }
        REQUIRE(search(request, node).found);
    }
    CHECK(fitting > 1'500);
}
