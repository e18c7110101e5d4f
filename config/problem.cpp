#include "config/problem.hpp"

#include <fmt/format.h>

namespace berth::config {

std::string sentence(const problem& p, std::string_view file_name) {
    std::string text;
    if (p.line > 0) {
        text = fmt::format("{}:{}: ", file_name, p.line);
    }
    if (!p.key.empty()) {
        text += p.key + ": ";
    }
    text += p.what;
    return p.allowed.empty() ? text : text + "; allowed: " + p.allowed;
}

}  // namespace berth::config
