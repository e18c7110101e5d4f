#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace berth::cases {

/// The cases known to fail, by id, with the reason. One line each, `ID reason`; lines that are empty or begin
/// with
/// `#` are skipped. Throws bad_case for a file that cannot be read, an id without a reason, or an id given
/// twice.
std::map<std::string, std::string> read_not_yet(const std::filesystem::path& file);

}  // namespace berth::cases
