#pragma once

#include <string>
#include <vector>

#include "test/bench/measure.hpp"

namespace berth::bench {

/// A table of at most 100 columns with the budgets beside the figures.
std::string as_text(const std::vector<measured>& all);

/// One JSON object a line: {"name": ..., "value": ..., "unit": ...}.
std::string as_json_lines(const std::vector<measured>& all);

}  // namespace berth::bench
