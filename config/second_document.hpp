#pragma once

#include <optional>
#include <string>

namespace berth::config {

/// The line at which a second YAML document begins, if there is one.
///
/// yaml-cpp 0.7 offers no other safe way to ask: `Load` drops what follows the first document in silence, and
/// `LoadAll` never ends on text such as `{},` where a stray comma yields empty documents forever.
///
/// Errors: throws YAML::Exception for text that is not YAML, within the first two documents.
std::optional<int> line_of_second_document(const std::string& yaml);

}  // namespace berth::config
