#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "devicemodel/ledger.hpp"

#include "test/support/builders.hpp"
#include "test/support/model_printers.hpp"

namespace {

using namespace berth::devicemodel;
using namespace berth::test;

class dice {
public:
    explicit dice(unsigned seed) : rng_(seed) {}
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(rng_() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool one_in(std::int64_t n) { return between(1, n) == 1; }
    std::string pick(std::string prefix, std::int64_t count) {
        return prefix + std::to_string(between(0, count - 1));
    }
    template <class T>
    void shuffle(std::vector<T>& some) {
        std::shuffle(some.begin(), some.end(), rng_);
    }

private:
    std::mt19937_64 rng_;
};

/// A pod of an init container, a sidecar and an app, in this order or with the sidecar first. Any of them
/// may be without a card.
pod_record random_pod(dice& roll) {
    std::vector<container> containers{init_of(1), sidecar_of(1), app_of(1)};
    if (roll.one_in(2)) {
        std::swap(containers[0], containers[1]);
    }
    allocation chosen(3);
    for (std::size_t i = 0; i < 3; ++i) {
        containers[i].name = "c" + std::to_string(i);
        if (roll.one_in(4)) {
            containers[i].demand = {};
        } else {
            chosen[i] = {share_of(roll.pick("G", 3), roll.between(0, 90), roll.between(0, 30))};
        }
    }
    auto pod = a_pod(roll.pick("p", 8), roll.pick("n", 3), std::move(containers), std::move(chosen));
    pod.now = static_cast<stage>(roll.between(0, 2));
    pod.state = roll.one_in(4) ? claim_state::reserved : claim_state::bound;
    pod.requests = {milli_cpu{roll.between(0, 100)}, host_bytes{roll.between(0, 100)}};
    if (roll.one_in(10)) {
        pod.allocation_problem = "unreadable";
    }
    return pod;
}

node_info random_node(dice& roll) {
    std::vector<card> cards;
    for (std::uint32_t i = 0; i < 3; ++i) {
        if (!roll.one_in(4)) {
            cards.push_back(a_card("G" + std::to_string(i)).index(i).memory(roll.between(100, 200)).slots(6));
        }
    }
    return a_node(roll.pick("n", 3), cards);
}

/// What one pod is charged on one card, written out for the one shape of pods that this test makes.
shares naive_charge(const pod_record& pod, const std::string& uuid) {
    const auto on = [&](container_role role) {
        shares sum;
        for (std::size_t i = 0; i < pod.containers.size(); ++i) {
            for (const auto& share : pod.chosen[i]) {
                if (pod.containers[i].role == role && share.uuid == uuid) {
                    sum += {share.memory, share.cores, slot_count{1}};
                }
            }
        }
        return sum;
    };
    const shares init = on(container_role::init), sidecar = on(container_role::sidecar);
    const shares steady = sidecar + on(container_role::app);
    const bool beside = pod.containers[0].role == container_role::sidecar;
    const shares full = max_of_each(max_of_each(beside ? init + sidecar : init, sidecar), steady);
    if (pod.now == stage::zero) {
        return {};
    }
    return pod.now == stage::init || pod.state == claim_state::reserved ? full : steady;
}

/// What the world said, kept in the plainest way there is.
struct plain_books {
    std::map<std::string, node_info> nodes;
    std::map<std::string, pod_record> pods;

    shares used(const std::string& node, const std::string& uuid, const std::string& but = "") const {
        shares sum;
        for (const auto& [uid, pod] : pods) {
            if (pod.node == node && uid != but) {
                sum += naive_charge(pod, uuid);
            }
        }
        return sum;
    }

    bool has_room_for(const pod_record& pod) const {
        const auto node = nodes.find(pod.node);
        if (node == nodes.end()) {
            return false;
        }
        auto full = pod;
        full.now = stage::init;
        for (const auto& entry : pod.chosen) {
            for (const auto& share : entry) {
                const auto& cards = node->second.cards;
                const auto here = std::find_if(cards.begin(), cards.end(),
                                               [&](const card& c) { return c.uuid == share.uuid; });
                if (here == cards.end() ||
                    over_commit(here->capacity, used(pod.node, share.uuid, pod.uid) +
                                                    naive_charge(full, share.uuid)) != shares{}) {
                    return false;
                }
            }
        }
        return true;
    }

    std::map<std::string, shares> charged_by_name_space() const {
        std::map<std::string, shares> sums;
        for (const auto& [uid, pod] : pods) {
            for (const auto* uuid : {"G0", "G1", "G2"}) {
                sums[pod.name_space] += naive_charge(pod, uuid);
            }
        }
        return sums;
    }
};

/// A snapshot with everything it points at copied out.
struct deep_copy {
    std::vector<node_state> nodes;
    std::vector<std::vector<pod_record>> pods;
    std::vector<pod_record> homeless;

    explicit deep_copy(const snapshot& view) {
        const auto copy = [](const std::vector<pod_ptr>& from) {
            std::vector<pod_record> records;
            for (const auto& pod : from) {
                records.push_back(*pod);
            }
            return records;
        };
        for (const auto& node : view.nodes) {
            nodes.push_back(*node);
            pods.push_back(copy(node->pods));
        }
        homeless = copy(view.homeless);
    }
};

/// The same but for revisions and the order in which pods came.
bool same_state(const deep_copy& a, const deep_copy& b) {
    const auto sorted = [](std::vector<pod_record> pods) {
        for (auto& pod : pods) {
            pod.generation = 0;
        }
        std::sort(pods.begin(), pods.end(), [](const auto& x, const auto& y) { return x.uid < y.uid; });
        return pods;
    };
    if (a.nodes.size() != b.nodes.size() || sorted(a.homeless) != sorted(b.homeless)) {
        return false;
    }
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
        const node_state &one = a.nodes[i], &two = b.nodes[i];
        if (*one.info != *two.info || one.used != two.used || one.requested != two.requested ||
            one.unreadable != two.unreadable || sorted(a.pods[i]) != sorted(b.pods[i])) {
            return false;
        }
    }
    return true;
}

void compare(const ledger& books, const plain_books& plain, const std::map<std::string, shares>& quota) {
    REQUIRE(books.audit().empty());
    REQUIRE(books.pod_count() == plain.pods.size());
    for (const auto& [name_space, sum] : plain.charged_by_name_space()) {
        const auto told = quota.find(name_space);
        REQUIRE((told == quota.end() ? shares{} : told->second) == sum);
    }
    const auto view = books.publish();
    REQUIRE(view.nodes.size() == plain.nodes.size());
    std::size_t at_home = 0;
    for (const auto& node : view.nodes) {
        const auto& name = node->info->name;
        REQUIRE(*node->info == plain.nodes.at(name));
        for (std::size_t i = 0; i < node->info->cards.size(); ++i) {
            REQUIRE(node->used[i] == plain.used(name, node->info->cards[i].uuid));
        }
        host_resources requested;
        std::uint32_t unreadable = 0;
        for (const auto& [uid, pod] : plain.pods) {
            const bool live_here = pod.node == name && pod.now != stage::zero;
            requested = live_here ? requested + pod.requests : requested;
            unreadable += live_here && !pod.allocation_problem.empty() ? 1U : 0U;
        }
        REQUIRE(node->requested == requested);
        REQUIRE(node->unreadable == unreadable);
        REQUIRE(books.slot_revisions()[books.slot_of(name).value()] == node->revision);
        at_home += node->pods.size();
    }
    REQUIRE(at_home + view.homeless.size() == plain.pods.size());
    for (const auto& [uid, pod] : plain.pods) {
        REQUIRE(books.find_pod(uid)->state == pod.state);
        REQUIRE(books.find_pod(uid)->node == pod.node);
    }
}

/// A ledger beside the plain books, and what its quota hook was told.
struct both_books {
    std::map<std::string, shares> quota;
    ledger real{{}, {{}, [this](std::string_view name_space, const shares& before, const shares& after) {
                         auto& sum = quota[std::string(name_space)];
                         sum = sum - before + after;
                     }}};
    plain_books plain;
    std::vector<claim> tickets;
    std::map<std::string, std::uint64_t> held;  ///< Generation of the newest claim by UID, while it stands.

    void reserve(const pod_record& pod) {
        const auto old = plain.pods.find(pod.uid);
        const bool free = old == plain.pods.end() || old->second.state == claim_state::reserved;
        const bool want = free && plain.has_room_for(pod);
        claim ticket;
        REQUIRE(real.reserve(pod, ticket).has_value() == !want);
        if (want) {
            plain.pods[pod.uid] = pod;
            plain.pods[pod.uid].state = claim_state::reserved;
            held[pod.uid] = ticket.generation;
            tickets.push_back(ticket);
        }
    }

    void complete(const claim& ticket, bool acknowledged) {
        const auto claimed = held.find(ticket.uid);
        const bool current = claimed != held.end() && claimed->second == ticket.generation;
        if (acknowledged) {
            REQUIRE(real.bound(ticket) == current);
            if (current) {
                plain.pods.at(ticket.uid).state = claim_state::bound;
            }
            return;
        }
        const bool drops = current && plain.pods.at(ticket.uid).state == claim_state::reserved;
        REQUIRE(real.forget(ticket) == drops);
        if (drops) {
            plain.pods.erase(ticket.uid);
            held.erase(ticket.uid);
        }
    }

    void any_event(dice& roll) {
        switch (roll.between(0, 9)) {
            case 0: {
                const auto node = random_node(roll);
                real.put_node(node);
                plain.nodes[node.name] = node;
                break;
            }
            case 1: {
                const auto name = roll.pick("n", 3);
                real.remove_node(name);
                plain.nodes.erase(name);
                break;
            }
            case 2:
            case 3:
            case 4: {
                auto pod = random_pod(roll);
                real.put_pod(pod);
                plain.pods[pod.uid] = pod;
                break;
            }
            case 5: {
                const auto uid = roll.pick("p", 8);
                real.remove_pod(uid);
                plain.pods.erase(uid);
                held.erase(uid);
                break;
            }
            case 6:
            case 7: {
                auto pod = random_pod(roll);
                pod.allocation_problem.clear();
                pod.now = first_stage(pod.containers);
                reserve(pod);
                break;
            }
            case 8:
            case 9:
                if (!tickets.empty()) {
                    const auto which = roll.between(0, static_cast<std::int64_t>(tickets.size()) - 1);
                    complete(tickets[static_cast<std::size_t>(which)], roll.one_in(2));
                }
                break;
            default: break;
        }
    }
};

}  // namespace

TEST_CASE("the ledger says what a count from scratch says, after every event", "[property]") {
    std::size_t completed = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        dice roll(seed);
        both_books books;
        std::vector<std::pair<snapshot, deep_copy>> published;
        for (int event = 0; event < 200; ++event) {
            CAPTURE(event);
            const auto revision = books.real.revision();
            books.any_event(roll);
            compare(books.real, books.plain, books.quota);
            REQUIRE(books.real.revision() >= revision);
            if (event % 20 == 0) {
                const auto view = books.real.publish();
                published.emplace_back(view, deep_copy(view));
            }
        }
        for (const auto& [view, as_it_was] : published) {  // nothing that came later shows in it
            REQUIRE(same_state(deep_copy(view), as_it_was));
        }
        completed += books.tickets.size();
    }
    CHECK(completed > 1'000);  // else next to nothing was ever reserved
}

TEST_CASE("a reservation that is forgotten leaves no trace", "[property]") {
    int reserved = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        dice roll(seed);
        both_books books;
        for (int event = 0; event < 40; ++event) {
            books.any_event(roll);
        }
        const deep_copy before(books.real.publish());
        const auto quota = books.quota;
        auto pod = random_pod(roll);
        pod.uid = "newcomer";
        pod.allocation_problem.clear();
        claim ticket;
        if (!books.real.reserve(pod, ticket)) {
            ++reserved;
            REQUIRE(books.real.forget(ticket));
        }
        REQUIRE(same_state(deep_copy(books.real.publish()), before));
        REQUIRE(books.quota["team"] == (quota.empty() ? shares{} : quota.at("team")));
    }
    CHECK(reserved > 50);
}

TEST_CASE("the order in which nodes and pods become known changes nothing", "[property]") {
    for (unsigned seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        dice roll(seed);
        both_books books;
        for (int event = 0; event < 60; ++event) {
            books.any_event(roll);
        }
        struct said {
            const node_info* node = nullptr;
            const pod_record* pod = nullptr;
        };
        std::vector<said> all;
        for (const auto& [name, node] : books.plain.nodes) {
            all.push_back({&node, nullptr});
        }
        std::vector<pod_record> pods;  // as they are published: a rebuild sees what the first ledger wrote
        for (const auto& [uid, pod] : books.plain.pods) {
            pods.push_back(*books.real.find_pod(uid));
        }
        for (const auto& pod : pods) {
            all.push_back({nullptr, &pod});
        }
        roll.shuffle(all);
        ledger rebuilt;
        for (const auto& one : all) {
            one.node != nullptr ? rebuilt.put_node(*one.node) : rebuilt.put_pod(*one.pod);
        }
        REQUIRE(same_state(deep_copy(rebuilt.publish()), deep_copy(books.real.publish())));
    }
}
