#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extender/replay/trace.hpp"

namespace berth::replay {

/// A card model of the openb trace and the memory we give it.
struct card_model {
    std::string_view name;
    std::int64_t memory_mib = 0;
};

/// The models of the openb trace. The trace says nothing about memory: the figures for the disclosed
/// models are what the driver reports for the smallest common variant; G1, G2 and G3 are undisclosed and
/// their figures are SYNTHETIC. No name is a part of another, because `use-gputype` compares substrings.
std::span<const card_model> card_models();

/// Memory of one card of this model in MiB, nothing for an unknown model.
std::optional<std::int64_t> card_memory_of(std::string_view model);

/// A made-up UUID in NVIDIA's form, the same for the same node name and index on every run.
std::string card_uuid(std::string_view node_name, std::int64_t index);

/// So many cards of one model on a node.
std::vector<card> equal_cards(std::string_view node_name, std::int64_t count, std::string_view model,
                              std::int64_t memory_mib);

}  // namespace berth::replay
