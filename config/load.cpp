#include "config/load.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <yaml-cpp/yaml.h>

#include "config/fields.hpp"
#include "config/second_document.hpp"
#include "config/validate.hpp"

namespace berth::config {
namespace {

constexpr std::streamsize file_limit = 1 << 20;

int line_of(const YAML::Mark& mark) { return mark.is_null() ? 0 : mark.line + 1; }

/// What stands where a single value is wanted, or nothing when one value stands there.
std::optional<std::string> not_a_value(const YAML::Node& node, spelling wanted) {
    switch (node.Type()) {
        case YAML::NodeType::Map: return "is a group of keys, not a value";
        case YAML::NodeType::Sequence: return "is a list, not a value";
        case YAML::NodeType::Null:
        case YAML::NodeType::Undefined: return "is empty";
        case YAML::NodeType::Scalar: break;
    }
    // yaml-cpp marks plain scalars with the tag "?", quoted ones with "!".
    const bool plain = node.Tag() == "?" || node.Tag().empty();
    const bool text = plain || node.Tag() == "!";
    if (wanted == spelling::plain && !plain) {
        return fmt::format("is the text \"{}\"", node.Scalar());
    }
    return text ? std::nullopt : std::optional<std::string>{fmt::format("has the tag {}", node.Tag())};
}

/// Takes values one by one and collects what is wrong with them.
class collector {
public:
    explicit collector(settings values) : values_(std::move(values)) {}

    void take_document(const YAML::Node& document) {
        if (document.IsMap()) {
            take_map(document, "");
        } else if (!document.IsNull()) {
            report("", line_of(document.Mark()), "the document is not a map of keys", "");
        }
    }

    void take_override(const std::string& key, const std::string& text) {
        lines_.erase(key);
        if (const field* f = find(key)) {
            doubtful_.erase(key);
            take_text(*f, 0, text);
        } else if (const auto below = keys_below(key + "."); !below.empty()) {
            report(key, 0, "is not a key but a group of keys", below);
        } else {
            const auto siblings = keys_below(key.substr(0, key.rfind('.') + 1));
            report(key, 0, "is not a key", siblings.empty() ? keys_below("") : siblings);
        }
    }

    void report(const std::string& key, int line, std::string what, std::string allowed) {
        doubtful_.insert(key);
        problems_.push_back({key, line, std::move(what), std::move(allowed)});
    }

    /// Judges the values together and hands everything over.
    loaded finish() {
        for (problem& p : validate(values_, doubtful_)) {
            const auto line = lines_.find(p.key);
            p.line = line == lines_.end() ? 0 : line->second;
            problems_.push_back(std::move(p));
        }
        return {std::move(values_), std::move(problems_)};
    }

private:
    void take_map(const YAML::Node& map, const std::string& prefix) {
        std::set<std::string> seen;
        for (const auto& pair : map) {
            const int line = line_of(pair.first.Mark());
            if (!pair.first.IsScalar()) {
                report(prefix, line, "has a key that is not a word", keys_below(prefix));
                continue;
            }
            const std::string key = prefix + pair.first.Scalar();
            if (!seen.insert(key).second) {  // yaml-cpp 0.7 keeps both pairs
                report(key, line, "is given twice", "");
                continue;
            }
            take_pair(key, line, pair.second, prefix);
        }
    }

    void take_pair(const std::string& key, int line, const YAML::Node& value, const std::string& prefix) {
        lines_[key] = line;
        if (key.find('.', prefix.size()) != std::string::npos) {  // groups are maps, a dot is no short form
            report(key, line, "is not a key", keys_below(prefix));
            return;
        }
        if (const field* f = find(key)) {
            if (auto wrong = not_a_value(value, f->in_yaml)) {
                report(key, line, *wrong, f->allowed);
            } else {
                take_text(*f, line, value.Scalar());
            }
            return;
        }
        const std::string allowed_below = keys_below(key + ".");
        if (allowed_below.empty()) {
            report(key, line, "is not a key", keys_below(prefix));
        } else if (value.IsMap()) {
            take_map(value, key + ".");
        } else {
            report(key, line, "is not a group of keys", allowed_below);
        }
    }

    void take_text(const field& f, int line, const std::string& text) {
        if (auto wrong = f.read(values_, text)) {
            report(f.key, line, *wrong, f.allowed);
        }
    }

    const field* find(const std::string& key) const {
        const auto found =
            std::find_if(fields_.begin(), fields_.end(), [&](const field& f) { return f.key == key; });
        return found == fields_.end() ? nullptr : &*found;
    }

    /// The keys that may stand right below a prefix ("" or "limits."), comma separated.
    std::string keys_below(const std::string& prefix) const {
        std::vector<std::string> keys;
        for (const field& f : fields_) {
            if (f.key.starts_with(prefix)) {
                const std::string rest = f.key.substr(prefix.size());
                const std::string word = rest.substr(0, rest.find('.'));
                if (keys.empty() || keys.back() != word) {
                    keys.push_back(word);
                }
            }
        }
        return fmt::format("{}", fmt::join(keys, ", "));
    }

    const std::vector<field> fields_ = fields();
    settings values_;
    std::vector<problem> problems_;
    std::set<std::string> doubtful_;
    std::map<std::string, int> lines_;
};

void take_yaml(collector& all, std::string_view yaml) {
    try {
        const std::string text{yaml};
        const auto second = line_of_second_document(text);
        all.take_document(YAML::Load(text));
        if (second) {
            all.report("", *second, "a second document begins", "one document");
        }
    } catch (const YAML::Exception& e) {
        all.report("", line_of(e.mark), "is not YAML: " + e.msg, "");
    }
}

void take_overrides(collector& all, const overrides& over) {
    for (const auto& [key, text] : over) {
        all.take_override(key, text);
    }
}

}  // namespace

loaded load(std::string_view yaml, const overrides& over) {
    collector all{settings{}};
    take_yaml(all, yaml);
    take_overrides(all, over);
    return all.finish();
}

loaded load_file(const std::filesystem::path& file, const overrides& over) {
    std::ifstream in{file, std::ios::binary};
    std::string text(static_cast<std::size_t>(file_limit) + 1, '\0');
    in.read(text.data(), file_limit + 1);
    text.resize(static_cast<std::size_t>(in.gcount()));
    const bool too_large = in.gcount() > file_limit;
    if (in.eof() && !too_large) {
        return load(text, over);
    }
    collector all{settings{}};
    all.report("", 0, file.string() + (too_large ? " is larger than 1 MiB" : " cannot be read"), "");
    take_overrides(all, over);
    return all.finish();
}

std::vector<problem> apply_overrides(settings& s, const overrides& over) {
    collector all{s};
    take_overrides(all, over);
    loaded result = all.finish();
    s = std::move(result.values);
    return std::move(result.problems);
}

}  // namespace berth::config
