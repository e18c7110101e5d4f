#pragma once

#include <string>
#include <string_view>

#include "devicemodel/allocation.hpp"
#include "extender/api/pod.hpp"

namespace berth::wire {

/// Reads `hami.io/vgpu-devices-allocated`:
///
///     device    = UUID "," vendor "," memory MiB "," cores % [ "," ignored ]... ":"
///     container = device*                 empty for a container without GPU
///     pod       = ( container ";" )*      initContainers in order, then containers
///
/// Taken as the device plugins of all releases write it: a last `:` or `;` may be missing, pieces without a
/// comma are skipped, and a record with an empty UUID and zeros (releases up to 2.10 write one for a
/// container without GPU) is an empty place. Empty parts at the end are cut off, since the plugin adds one
/// with every Allocate call.
/// Errors, as `problem`: fewer than four fields, an amount that is no integer, negative or beyond int32, an
/// amount without UUID, more parts than a pod may have containers. Never half a list.
/// Source: HAMi's device encoding, pkg/device/devices.go.
api::annotated_allocation decode_allocation(std::string_view text);

/// Writes the same: exactly one `;` per container, so positions can be told apart; vendor `NVIDIA`.
///
/// Requires: no UUID holds `,`, `:` or `;` (register_annotation.hpp takes none that does).
std::string encode_allocation(const devicemodel::allocation& chosen);

}  // namespace berth::wire
