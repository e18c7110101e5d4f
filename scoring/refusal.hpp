#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace berth::scoring {

/// Why a card or a node will not do. The names in replies are HAMi's where HAMi has the reason.
/// The order is the order in which a card is checked: the first that applies is the card's reason.
enum class refusal_reason : std::uint8_t {
    node_unregistered,         ///< The node is unknown or has no usable register data.
    allocation_undecodable,    ///< A live pod of the node has an allocation that cannot be read.
    node_insufficient_device,  ///< Fewer cards on the node than one container asks for.
    card_not_healthy,
    card_cordoned,
    card_type_mismatch,  ///< Model or mode not allowed by the pod's annotations.
    card_uuid_mismatch,  ///< UUID not allowed by the pod's annotations.
    mig_infeasible,      ///< The card is cut into MIG instances, which berth does not hand out yet.
    slots_exhausted,     ///< Every slot of the card is taken.
    exclusive_conflict,  ///< The pod wants the card for itself and the card has a share on it.
    insufficient_memory,
    insufficient_cores,
    cores_sold_out,          ///< A demand of zero cores on a card whose cores are all sold.
    allocated_insufficient,  ///< Some cards fit, but fewer than the container asks for.
    quota_not_fit,           ///< The namespace's quota does not allow it.
    search_exhausted,        ///< The bounded search ended before it found or excluded an assignment.
};
inline constexpr int refusal_reason_count = static_cast<int>(refusal_reason::search_exhausted) + 1;

/// The constant name of a reason ("CardInsufficientMemory").
std::string_view name_of(refusal_reason reason);

/// One reason with its numbers. Data, not text: `sentence` writes it.
struct refusal {
    refusal_reason reason = refusal_reason::node_unregistered;
    std::int64_t requested = 0;  ///< In the reason's unit: MiB, percent, slots or cards.
    std::int64_t available = 0;  ///< Same unit. Zero with `requested` zero where no number applies.

    friend constexpr bool operator==(const refusal&, const refusal&) = default;
};

/// "CardInsufficientMemory: asks 9217 MiB, free 9216 MiB"; the bare name where there are no numbers.
std::string sentence(const refusal& why);

/// A set of reasons, for one node.
class reason_set {
public:
    constexpr reason_set() = default;
    constexpr explicit reason_set(refusal_reason one) { add(one); }

    constexpr void add(refusal_reason one) {
        bits_ |= static_cast<std::uint16_t>(1U << static_cast<unsigned>(one));
    }
    constexpr bool contains(refusal_reason one) const {
        return (bits_ >> static_cast<unsigned>(one) & 1U) != 0;
    }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr std::uint16_t bits() const { return bits_; }
    static constexpr reason_set from_bits(std::uint16_t bits) {
        reason_set set;
        set.bits_ = bits;
        return set;
    }
    friend constexpr bool operator==(const reason_set&, const reason_set&) = default;

private:
    static_assert(refusal_reason_count <= 16);
    std::uint16_t bits_ = 0;
};

/// The names of the set in alphabetical order, joined by ", ". Constant per set: no number, no node, no
/// UUID, so kube-scheduler can count equal reasons over nodes.
std::string text_of(reason_set reasons);

}  // namespace berth::scoring
