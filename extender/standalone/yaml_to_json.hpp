#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extender/api/result.hpp"

namespace berth::standalone {

/// Every document of a YAML text as JSON text, so that one parser reads both.
///
/// Plain scalars that JSON knows as a number, true, false or null become that; everything else a string.
/// Duplicate keys stay duplicate: the parser behind names them. Errors: the line and what YAML says of it.
api::result<std::vector<std::string>> yaml_to_json(std::string_view text);

}  // namespace berth::standalone
