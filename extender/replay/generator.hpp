#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "extender/replay/draws.hpp"
#include "extender/replay/trace.hpp"

namespace berth::replay {

/// The kinds of pod the generator makes. SYNTHETIC: public traces say nothing of containers, so these are
/// the forms that accounting rules differ on, not a picture of any real cluster.
enum class pod_shape : std::uint8_t {
    cpu_only,          ///< One app without a card.
    plain_share,       ///< One app with a share of a card.
    plain_memory,      ///< The same, memory in MiB instead of percent.
    whole_card,        ///< One app with a card of its own.
    two_cards,         ///< One app with the same share of two cards.
    init_bigger,       ///< An init container with a larger share than the app: the peak is the init's.
    init_smaller,      ///< A smaller one: it costs nothing beside the app.
    sidecar_app,       ///< A sidecar with a share beside the app's.
    sidecar_init_app,  ///< The init container runs on top of the sidecar.
    init_sidecar_app,  ///< The init container is gone before the sidecar starts.
    two_apps,          ///< Two apps with a share each.
    mesh_sidecar,      ///< Init container and sidecar without a card (a service mesh) around the app.
    init_only,         ///< Only the init container has a card.
    long_start,        ///< init, sidecar, init, sidecar without card, two apps.
};

/// A shape's name as reports show it ("sidecar-init-app"), and of 100 pods how many have it.
struct pod_shape_entry {
    pod_shape shape = pod_shape::cpu_only;
    std::string_view name;
    std::uint32_t weight = 0;
};
std::span<const pod_shape_entry> pod_shapes();

/// Sizes of a generated trace.
struct generator_settings {
    std::uint64_t seed = 1;
    std::uint32_t nodes = 100;
    std::uint32_t pods = 1000;

    friend bool operator==(const generator_settings&, const generator_settings&) = default;
};

/// A pod of one shape with drawn sizes: shares of 5 to 60 percent of a card, always able to run on an
/// empty node of generate_trace.
pod generate_pod(pod_shape shape, std::string_view name, draws& random);

/// Nodes of 1 to 8 cards of the models of card_models.hpp (one in sixteen without cards; never the first)
/// and pods of all shapes by their weights, arriving up to a minute apart and staying ten minutes to a day.
/// The same settings give the same trace on every machine.
trace generate_trace(const generator_settings& settings);

}  // namespace berth::replay
