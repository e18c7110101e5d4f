#pragma once

#include <optional>

#include "devicemodel/card.hpp"
#include "scoring/refusal.hpp"
#include "scoring/request.hpp"

namespace berth::scoring {

/// Whether a pod with these rules may ever use the card, however empty it is. Health, cordon, model,
/// mode and UUID, in HAMi's order of checks.
std::optional<refusal> refuse_card(const devicemodel::card& c, const card_rules& rules);

/// Whether a container's share fits beside what is in use on the card at the moment it starts.
///
/// `in_use` counts other pods' charges and what this pod itself runs by then. Exclusive use: 100 cores on
/// a card of 100 cores needs a card without any share. Zero cores need a card whose cores are not all sold.
std::optional<refusal> refuse_share(const devicemodel::shares& capacity, const devicemodel::shares& in_use,
                                    const devicemodel::shares& asked, bool idle_cards_only);

}  // namespace berth::scoring
