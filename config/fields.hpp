#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/settings.hpp"

namespace berth::config {

/// How a value has to stand in a YAML file.
enum class spelling : std::uint8_t {
    plain,            ///< Without quotes: quoted digits are text, not a number.
    plain_or_quoted,  ///< Either way.
};

/// One knob: its key, what it may hold, and the two ways between text and value.
struct field {
    std::string key;      ///< "limits.body_bytes".
    std::string allowed;  ///< "a whole number of bytes, 65536..1073741824".
    spelling in_yaml = spelling::plain_or_quoted;

    /// Takes the value, or says what is wrong ("is 70000") and changes nothing.
    std::function<std::optional<std::string>(settings&, std::string_view)> read;
    /// The value as text that `read` takes back.
    std::function<std::string(const settings&)> write;
};

/// Every knob once, in the order of config/berth.example.yaml. The one place that knows ranges.
std::vector<field> fields();

}  // namespace berth::config
