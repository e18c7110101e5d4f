#include "extender/standalone/yaml_to_json.hpp"

#include <algorithm>
#include <yaml-cpp/yaml.h>

#include "extender/wire/json_writer.hpp"

namespace berth::standalone {
namespace {

constexpr int deepest = 64;

bool digits(std::string_view& text) {
    const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(end);
    return end > 0;
}

bool skip(std::string_view& text, std::string_view one_of) {
    const bool there = !text.empty() && one_of.find(text.front()) != std::string_view::npos;
    text.remove_prefix(there ? 1 : 0);
    return there;
}

/// RFC 8259 section 6: `010`, `.5` and `1_000` are no numbers and stay text.
bool is_json_number(std::string_view text) {
    skip(text, "-");
    const bool leads_with_zero = !text.empty() && text.front() == '0';
    const auto before = text.size();
    if (!digits(text) || (leads_with_zero && before - text.size() > 1)) {
        return false;
    }
    if (skip(text, ".") && !digits(text)) {
        return false;
    }
    if (skip(text, "eE")) {
        skip(text, "+-");
        if (!digits(text)) {
            return false;
        }
    }
    return text.empty();
}

void write_scalar(std::string& out, const YAML::Node& node) {
    const std::string& text = node.Scalar();
    const bool plain = node.Tag() != "!";  // yaml-cpp marks quoted scalars with that tag
    if (plain && (text == "true" || text == "false" || is_json_number(text))) {
        out += text;
    } else if (plain && (text == "null" || text == "~" || text.empty())) {
        out += "null";
    } else {
        wire::append_json_string(out, text);
    }
}

void write(std::string& out, const YAML::Node& node, int depth) {
    if (depth > deepest) {
        throw YAML::ParserException(node.Mark(), "nested too deep");
    }
    switch (node.Type()) {
        case YAML::NodeType::Undefined:
        case YAML::NodeType::Null: out += "null"; return;
        case YAML::NodeType::Scalar: write_scalar(out, node); return;
        case YAML::NodeType::Sequence: {
            out += '[';
            const char* separator = "";
            for (const auto& item : node) {
                out += separator;
                separator = ",";
                write(out, item, depth + 1);
            }
            out += ']';
            return;
        }
        case YAML::NodeType::Map: {
            out += '{';
            const char* separator = "";
            for (const auto& member : node) {
                out += separator;
                separator = ",";
                wire::append_json_string(out, member.first.Scalar());
                out += ':';
                write(out, member.second, depth + 1);
            }
            out += '}';
            return;
        }
    }
}

}  // namespace

api::result<std::vector<std::string>> yaml_to_json(std::string_view text) {
    std::vector<std::string> documents;
    try {
        for (const auto& document : YAML::LoadAll(std::string(text))) {
            if (!document.IsNull()) {
                write(documents.emplace_back(), document, 0);
            }
        }
    } catch (const YAML::Exception& bad) {
        return api::bad_input{"line " + std::to_string(bad.mark.line + 1), bad.msg};
    }
    return documents;
}

}  // namespace berth::standalone
