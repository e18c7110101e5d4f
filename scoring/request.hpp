#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "devicemodel/demand.hpp"
#include "devicemodel/effective_demand.hpp"

namespace berth::scoring {

/// Which cards of a node a pod may use at all, from its annotations. Empty lists allow everything.
struct card_rules {
    std::vector<std::string> use_uuids;     ///< Only these UUIDs, compared exactly.
    std::vector<std::string> avoid_uuids;   ///< None of these.
    std::vector<std::string> use_models;    ///< The model contains one of these, whatever the case.
    std::vector<std::string> avoid_models;  ///< The model contains none of these.
    std::string modes;                      ///< Not empty: the card's mode must occur in this text.
    bool idle_cards_only = false;           ///< HAMi's `mutex`: no card that anybody uses.

    friend bool operator==(const card_rules&, const card_rules&) = default;
};

/// One key of the order in which the cards of a node are tried.
enum class card_order_key : std::uint8_t {
    best_fit,  ///< Least room left over after the container is placed.
    binpack,   ///< Fullest first (HAMi's card score).
    spread,    ///< Emptiest first (HAMi's card score).
    numa,      ///< Highest NUMA node first.
};

/// How the parts of a card's load count in HAMi's card score (`hami.io/device-scoring-weights`).
struct load_weights {
    std::int32_t slots = 1;
    std::int32_t cores = 1;
    std::int32_t memory = 1;

    friend bool operator==(const load_weights&, const load_weights&) = default;
};

/// How nodes that fit compare.
enum class node_policy : std::uint8_t {
    stock,    ///< All equal: kube-scheduler's own scores decide.
    binpack,  ///< Fuller nodes are better.
    spread,   ///< Emptier nodes are better.
};

/// Everything of a pod and the configuration that decides about cards: two pods with equal requests are
/// one kind and get equal answers on equal nodes.
struct pod_request {
    std::vector<devicemodel::container> containers;  ///< By position.
    devicemodel::accounting rule = devicemodel::accounting::exact;
    card_rules rules;
    std::vector<card_order_key> card_order{card_order_key::best_fit};
    load_weights weights;
    node_policy nodes = node_policy::stock;

    friend bool operator==(const pod_request&, const pod_request&) = default;
};

/// The kind as text: equal for equal requests but for container names and containers without a GPU,
/// different for any other difference.
std::string kind_of(const pod_request& request);

}  // namespace berth::scoring
