#include "extender/replay/card_models.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace berth::replay {
namespace {

constexpr std::array<card_model, 8> table{{
    {"A10", 23028},
    {"G1", 16384},
    {"G2", 32768},
    {"G3", 40960},
    {"P100", 16280},
    {"T4", 15360},
    {"V100M16", 16384},
    {"V100M32", 32768},
}};

std::uint64_t fnv1a(std::string_view text, std::uint64_t hash) {
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3U;
    }
    return hash;
}

/// The finalizer of splitmix64: FNV alone leaves neighbouring names with neighbouring bits.
std::uint64_t stir(std::uint64_t value) {
    value = (value ^ (value >> 30U)) * 0xbf58'476d'1ce4'e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d0'49bb'1331'11ebU;
    return value ^ (value >> 31U);
}

}  // namespace

std::span<const card_model> card_models() { return table; }

std::optional<std::int64_t> card_memory_of(std::string_view model) {
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const card_model& m) { return m.name == model; });
    return found == table.end() ? std::nullopt : std::optional{found->memory_mib};
}

std::string card_uuid(std::string_view node_name, std::int64_t index) {
    const std::uint64_t base = fnv1a(node_name, 0xcbf2'9ce4'8422'2325U);
    const std::uint64_t high = stir(base + static_cast<std::uint64_t>(index));
    const std::uint64_t low = stir(high ^ base);
    return fmt::format("GPU-{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32U, (high >> 16U) & 0xFFFFU,
                       high & 0xFFFFU, low >> 48U, low & 0xFFFF'FFFF'FFFFU);
}

std::vector<card> equal_cards(std::string_view node_name, std::int64_t count, std::string_view model,
                              std::int64_t memory_mib) {
    std::vector<card> cards;
    for (std::int64_t index = 0; index < count; ++index) {
        card& added = cards.emplace_back();
        added.uuid = card_uuid(node_name, index);
        added.model = model;
        added.memory_mib = memory_mib;
    }
    return cards;
}

}  // namespace berth::replay
