#pragma once

#include <string_view>
#include <vector>

#include "devicemodel/card.hpp"
#include "extender/api/result.hpp"

namespace berth::wire {

/// The annotation by which a device plugin says what cards its node has.
inline constexpr std::string_view register_annotation = "hami.io/node-nvidia-register";
/// Cards an operator has taken out of service: UUIDs, comma-separated, blanks around them ignored.
inline constexpr std::string_view cordon_annotation = "hami.io/device-cordon";

/// Reads `hami.io/node-nvidia-register`; the cards come sorted by index, then UUID.
///
/// Plugins from 2.8 on write JSON and leave out zero values, so a card without `health` is not healthy, one
/// without `index` or `numa` has 0, one without `count` takes nobody:
///
///     [ { "id", "index", "count", "devmem" MiB, "devcore" %, "type", "numa", "mode", "health" }, ... ]
///
/// Older ones write text, with 7 or 9 fields a card (2.4, and 2.5 to 2.7); 7 fields mean index 0 and
/// mode `hami-core`; segments that are empty are skipped:
///
///     id,count,devmem,devcore,type,numa,health[,index,mode]:
///
/// Errors: unreadable text; another type; a number that is negative (except numa) or beyond int32; an id that
/// is empty, given twice, or holds `,` `:` `;`, which the allocation annotation could not carry; no card at
/// all. Never half a list.
/// Source: HAMi, pkg/device/nvidia/device.go and pkg/device/devices.go.
api::result<std::vector<devicemodel::card>> parse_register(std::string_view text);

/// Marks the cards that `list`, the text of `hami.io/device-cordon`, names.
void apply_cordon(std::string_view list, std::vector<devicemodel::card>& cards);

}  // namespace berth::wire
