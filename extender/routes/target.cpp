#include "extender/routes/target.hpp"

#include <algorithm>
#include <charconv>

namespace berth::routes {
namespace {

std::string decoded(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        if (text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16).ptr == text.data() + i + 3) {
            plain += static_cast<char>(byte);
            i += 2;
        } else {
            plain += text[i] == '+' ? ' ' : text[i];
        }
    }
    return plain;
}

}  // namespace

std::string_view path_of(std::string_view target) {
    target = target.substr(0, target.find('?'));
    while (target.starts_with("//")) {
        target.remove_prefix(1);
    }
    return target;
}

std::string query_value(std::string_view target, std::string_view name) {
    const auto question = target.find('?');
    auto query = question == std::string_view::npos ? std::string_view{} : target.substr(question + 1);
    while (!query.empty()) {
        const auto end = std::min(query.find('&'), query.size());
        const auto pair = query.substr(0, end);
        if (const auto equals = pair.find('=');
            pair.substr(0, equals) == name && equals != std::string_view::npos) {
            return decoded(pair.substr(equals + 1));
        }
        query.remove_prefix(std::min(end + 1, query.size()));
    }
    return {};
}

}  // namespace berth::routes
