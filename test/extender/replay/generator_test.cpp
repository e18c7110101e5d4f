#include "extender/replay/generator.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <map>
#include <set>

#include "extender/replay/objects.hpp"

using namespace berth::replay;

namespace {

std::string bytes_of(const trace& t) {
    std::string all;
    for (const auto& n : t.nodes) {
        all += as_node_object(n);
    }
    for (const auto& p : t.pods) {
        all += as_pod_object(p, {p.name, "u", "n", ""}, type_meta::absent) +
               fmt::format("{} {}", p.created, *p.deleted);
    }
    return all;
}

/// Roles in start order with a star where the container has a card: "s* i* a*".
std::string form_of(const pod& p) {
    std::string form;
    for (const auto& c : p.containers) {
        const char* letter =
            c.role == container_role::init ? "i" : (c.role == container_role::sidecar ? "s" : "a");
        form += fmt::format("{}{}{}", form.empty() ? "" : " ", letter, c.gpus > 0 ? "*" : "");
    }
    return form;
}

/// FNV-1a, to pin bytes without keeping them.
std::uint64_t fingerprint(const std::string& text) {
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325U;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3U;
    }
    return hash;
}

}  // namespace

TEST_CASE("the same settings give the same bytes, on every machine; another seed gives others",
          "[replay][generator]") {
    const generator_settings settings{11, 40, 200};
    CHECK(generate_trace(settings) == generate_trace(settings));
    CHECK(bytes_of(generate_trace({12, 40, 200})) != bytes_of(generate_trace(settings)));
    // Recorded once. A change here changes published runs: say so in the changelog.
    CHECK(fingerprint(bytes_of(generate_trace(settings))) == 0x3d6f'710b'3c28'2b6fU);
}

TEST_CASE("every shape has its form and every card share is within one card", "[replay][generator]") {
    const std::map<pod_shape, std::string> forms{{pod_shape::cpu_only, "a"},
                                                 {pod_shape::plain_share, "a*"},
                                                 {pod_shape::plain_memory, "a*"},
                                                 {pod_shape::whole_card, "a*"},
                                                 {pod_shape::two_cards, "a*"},
                                                 {pod_shape::init_bigger, "i* a*"},
                                                 {pod_shape::init_smaller, "i* a*"},
                                                 {pod_shape::sidecar_app, "s* a*"},
                                                 {pod_shape::sidecar_init_app, "s* i* a*"},
                                                 {pod_shape::init_sidecar_app, "i* s* a*"},
                                                 {pod_shape::two_apps, "a* a*"},
                                                 {pod_shape::mesh_sidecar, "i s a*"},
                                                 {pod_shape::init_only, "i* a"},
                                                 {pod_shape::long_start, "i* s* i* s a* a*"}};
    CHECK(forms.size() == pod_shapes().size());
    std::uint32_t weights = 0;
    for (const auto& entry : pod_shapes()) {
        weights += entry.weight;
        INFO(entry.name);
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            draws random(seed);
            const auto p = generate_pod(entry.shape, "p", random);
            const auto needs = needs_of(p);
            CHECK(form_of(p) == forms.at(entry.shape));
            CHECK(needs.gpu_milli <= (entry.shape == pod_shape::two_cards ? 2000 : 1000));
            CHECK(needs.cpu_milli <= 32'000);
            const auto gpu_milli = [&](std::size_t index) { return p.containers.at(index).gpu_milli; };
            if (entry.shape == pod_shape::init_bigger) {
                CHECK(gpu_milli(0) > gpu_milli(1));
            } else if (entry.shape == pod_shape::init_smaller) {
                CHECK(gpu_milli(0) < gpu_milli(1));
            } else if (entry.shape == pod_shape::sidecar_init_app) {
                CHECK(needs.gpu_milli == gpu_milli(0) + std::max(gpu_milli(1), gpu_milli(2)));
            }
        }
    }
    CHECK(weights == 100);
}

TEST_CASE(
    "a generated trace has all shapes, cards of several models, some nodes without, and times that run on",
    "[replay][generator]") {
    const auto t = generate_trace({3, 200, 2000});
    std::set<std::string> forms;
    std::int64_t last = 0;
    for (const auto& p : t.pods) {
        forms.insert(form_of(p));
        CHECK(p.created >= last);
        CHECK(*p.deleted > p.created);
        last = p.created;
    }
    CHECK(forms.size() == 10);
    std::set<std::string> models;
    for (const auto& n : t.nodes) {
        models.insert(n.cards.empty() ? "" : n.cards.front().model);
        CHECK(n.gpu_replicas == static_cast<std::int64_t>(n.cards.size()) * slots_per_card);
    }
    CHECK(models.size() == 9);
    CHECK(t.nodes.front().cards.size() >= 2);
}

TEST_CASE("draws are even", "[replay][generator]") {
    draws random(5);
    std::map<std::uint64_t, int> seen;
    for (int draw = 0; draw < 30'000; ++draw) {
        ++seen[random.below(3)];
    }
    CHECK(seen.size() == 3);
    for (const auto& [value, times] : seen) {
        CHECK(times > 9'600);
    }
    CHECK(random.below(1) == 0);
    CHECK(random.between(-2, -2) == -2);
}
