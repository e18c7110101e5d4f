#pragma once

#include <string>
#include <vector>

#include "test/cases/runner/json.hpp"
#include "test/cases/runner/play.hpp"

/// What was seen against what a case expects. Only here is `expected` read.
namespace berth::cases {

/// Each entry says one difference; none means the case passed. `input` is the case's.
using differences = std::vector<std::string>;

differences compare_single(const single_transcript& seen, const json_value& expected,
                           const json_value& input);
differences compare_sequence(const sequence_transcript& seen, const json_value& expected);

/// Passes when one of the ways agrees with everything: a pod "said to hold a reservation afterwards" was
/// bound, another was not. Else the differences of the way that comes nearest.
differences compare_protocol(const std::vector<protocol_transcript>& ways, const json_value& expected);

}  // namespace berth::cases
