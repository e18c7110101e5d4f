#pragma once

#include <cstdint>
#include <string_view>

#include "extender/api/result.hpp"

namespace berth::wire {

/// What part of a unit a quantity is counted in, and what becomes of the rest.
enum class quantity_reading : std::uint8_t {
    whole,       ///< Units; a fraction is an error. GPU resources: the API server takes whole numbers only.
    rounded_up,  ///< Units, rounded away from zero as Kubernetes does. Memory in bytes.
    milli,       ///< Thousandths, rounded away from zero. CPU.
};

/// A Kubernetes quantity as an exact integer; never through floating point.
///
///     quantity = [ "+" | "-" ] ( digits [ "." [ digits ] ] | "." digits ) [ suffix ]
///     suffix   = "n" | "u" | "m" | "k" | "M" | "G" | "T" | "P" | "E"    10^-9 .. 10^18
///              | "Ki" | "Mi" | "Gi" | "Ti" | "Pi" | "Ei"                2^10 .. 2^60
///              | ( "e" | "E" ) [ "+" | "-" ] digits                     a power of ten
///
/// `E` with digits is an exponent, alone it is exa. A JSON number is a quantity, too. Any number of digits
/// is taken. As in Kubernetes, what is finer than a nano-unit is rounded away from zero before anything
/// else, so that 0.9999999999 is 1 in every reading, and more than 2^63-1 in a binary unit is 2^63-1.
/// Errors, each a sentence without a field: empty, not a quantity, unknown unit, not a whole number, beyond
/// 2^63-1 on either side (Kubernetes lets its integers wrap there). A negative value is a value: the reader
/// of a field knows whether it may be.
/// Cost: O(characters).
/// Source: k8s.io/apimachinery/pkg/api/resource, ParseQuantity.
api::result<std::int64_t> parse_quantity(std::string_view text, quantity_reading reading);

}  // namespace berth::wire
