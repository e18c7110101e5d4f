#include "extender/replay/generator.hpp"

#include <array>
#include <fmt/format.h>

#include "extender/replay/card_models.hpp"

namespace berth::replay {
namespace {

constexpr std::array<pod_shape_entry, 14> shapes{{
    {pod_shape::cpu_only, "cpu-only", 12},
    {pod_shape::plain_share, "plain-share", 20},
    {pod_shape::plain_memory, "plain-memory", 8},
    {pod_shape::whole_card, "whole-card", 10},
    {pod_shape::two_cards, "two-cards", 5},
    {pod_shape::init_bigger, "init-bigger", 7},
    {pod_shape::init_smaller, "init-smaller", 5},
    {pod_shape::sidecar_app, "sidecar-app", 7},
    {pod_shape::sidecar_init_app, "sidecar-init-app", 6},
    {pod_shape::init_sidecar_app, "init-sidecar-app", 5},
    {pod_shape::two_apps, "two-apps", 5},
    {pod_shape::mesh_sidecar, "mesh-sidecar", 5},
    {pod_shape::init_only, "init-only", 2},
    {pod_shape::long_start, "long-start", 3},
}};

constexpr std::int64_t milli_per_percent = 10;
constexpr std::int64_t shared_low = 5;    // percent of a card
constexpr std::int64_t shared_high = 30;  // twice this plus an init container still fits one card

container with_share(std::string_view name, container_role role, std::int64_t gpus, std::int64_t percent,
                     draws& random) {
    return {std::string(name),
            role,
            500 * random.between(1, 8),
            1024 * random.between(1, 16),
            gpus,
            percent * milli_per_percent,
            0,
            0};
}

container without_card(std::string_view name, container_role role, draws& random) {
    return {std::string(name), role, 100 * random.between(1, 20), 128 * random.between(1, 16), 0, 0, 0, 0};
}

/// Draws the parts of one pod, in start order.
class pod_builder {
public:
    pod_builder(std::string_view name, draws& random) : random_(random) { made_.name = name; }

    pod_builder& share(std::string_view name, container_role role, std::int64_t low, std::int64_t high) {
        made_.containers.push_back(with_share(name, role, 1, random_.between(low, high), random_));
        return *this;
    }
    pod_builder& cards(std::int64_t gpus, std::int64_t percent) {
        made_.containers.push_back(with_share("main", container_role::app, gpus, percent, random_));
        return *this;
    }
    pod_builder& plain(std::string_view name, container_role role) {
        made_.containers.push_back(without_card(name, role, random_));
        return *this;
    }
    pod_builder& memory_in_mib() {
        made_.containers.back().gpu_memory_mib = 256 * random_.between(1, 32);
        return *this;
    }
    pod done() { return std::move(made_); }

private:
    pod made_;
    draws& random_;
};

std::vector<node> generate_nodes(std::uint32_t count, draws& random) {
    constexpr std::array<std::int64_t, 5> sizes{1, 2, 4, 8, 8};
    std::vector<node> nodes;
    nodes.reserve(count);
    for (std::uint32_t index = 0; index < count; ++index) {
        const bool without_cards = index > 0 && random.below(16) == 0;
        const auto& model = card_models()[static_cast<std::size_t>(random.below(card_models().size()))];
        // The first node has two cards or more, so that no generated pod is impossible.
        const std::size_t smallest = index == 0 ? 1 : 0;
        const std::int64_t gpus =
            sizes[smallest + static_cast<std::size_t>(random.below(sizes.size() - smallest))];
        const auto name = fmt::format("gen-node-{:05}", index);
        const std::int64_t cards = without_cards ? 0 : gpus;
        nodes.push_back({name, 32'000 + gpus * 8'000, (128 + gpus * 48) * 1024, cards * slots_per_card,
                         equal_cards(name, cards, model.name, model.memory_mib)});
    }
    return nodes;
}

pod_shape draw_shape(draws& random) {
    auto ticket = random.below(100);
    for (const auto& entry : shapes) {
        if (ticket < entry.weight) {
            return entry.shape;
        }
        ticket -= entry.weight;
    }
    return shapes.front().shape;
}

}  // namespace

std::span<const pod_shape_entry> pod_shapes() { return shapes; }

pod generate_pod(pod_shape shape, std::string_view name, draws& random) {
    using enum container_role;
    constexpr std::int64_t low = shared_low;
    constexpr std::int64_t high = shared_high;
    pod_builder build(name, random);
    switch (shape) {
        case pod_shape::cpu_only: return build.plain("main", app).done();
        case pod_shape::plain_share: return build.share("main", app, low, 2 * high).done();
        case pod_shape::plain_memory: return build.share("main", app, low, 2 * high).memory_in_mib().done();
        case pod_shape::whole_card: return build.cards(1, 100).done();
        case pod_shape::two_cards: return build.cards(2, random.below(2) == 0 ? 100 : 50).done();
        case pod_shape::init_bigger:
            return build.share("prepare", init, high + 1, 2 * high).share("main", app, low, high).done();
        case pod_shape::init_smaller:
            return build.share("prepare", init, low, high - 1).share("main", app, high, 2 * high).done();
        case pod_shape::sidecar_app:
            return build.share("monitor", sidecar, low, high).share("main", app, low, 2 * high).done();
        case pod_shape::sidecar_init_app:
            return build.share("monitor", sidecar, low, high)
                .share("prepare", init, high, 2 * high)
                .share("main", app, low, high)
                .done();
        case pod_shape::init_sidecar_app:
            return build.share("prepare", init, high, 2 * high)
                .share("monitor", sidecar, low, high)
                .share("main", app, low, high)
                .done();
        case pod_shape::two_apps:
            return build.share("main", app, low, high).share("second", app, low, high).done();
        case pod_shape::mesh_sidecar:
            return build.plain("mesh-init", init)
                .plain("mesh", sidecar)
                .share("main", app, low, 2 * high)
                .done();
        case pod_shape::init_only:
            return build.share("prepare", init, low, 2 * high).plain("main", app).done();
        case pod_shape::long_start:
            return build.share("fetch", init, low, 2 * high)
                .share("monitor", sidecar, low, high)
                .share("prepare", init, low, high)
                .plain("mesh", sidecar)
                .share("main", app, low, high)
                .share("second", app, low, high)
                .done();
    }
    return build.done();
}

trace generate_trace(const generator_settings& settings) {
    draws random(settings.seed);
    trace made;
    made.title = fmt::format("generated (synthetic, seed {})", settings.seed);
    made.nodes = generate_nodes(settings.nodes, random);
    std::int64_t now = 0;
    for (std::uint32_t index = 0; index < settings.pods; ++index) {
        now += random.between(0, 60);
        auto next = generate_pod(draw_shape(random), fmt::format("gen-pod-{:06}", index), random);
        next.created = now;
        next.deleted = now + random.between(600, 86'400);
        made.pods.push_back(std::move(next));
    }
    return made;
}

}  // namespace berth::replay
