#include "extender/standalone/yaml_to_json.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include "extender/wire/json_writer.hpp"

namespace berth::standalone {
namespace {

constexpr std::size_t deepest = 64;
constexpr std::size_t copied_limit = std::size_t{64} << 20;  // aliases of aliases grow beyond any file

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

/// Writes the events of one YAML document as JSON.
class json_from_events : public YAML::EventHandler {
public:
    std::string json;
    int begin = 0;  ///< Of the document, in the whole text.

    void OnDocumentStart(const YAML::Mark& mark) override { begin = mark.pos; }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        start_value(mark, anchor, is_key::no);
        json += "null";
        end_value();
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& text) override {
        const bool key = at_key();
        start_value(mark, anchor, key ? is_key::yes : is_key::no);
        const bool plain = tag != "!" && !key;  // yaml-cpp marks quoted scalars with that tag
        if (plain && (text == "true" || text == "false" || is_json_number(text))) {
            json += text;
        } else if (plain && (text == "null" || text == "~" || text.empty())) {
            json += "null";
        } else {
            wire::append_json_string(json, text);
        }
        end_value();
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto known = anchored_.find(anchor);
        if (known == anchored_.end()) {
            throw YAML::ParserException(mark, "an alias within what it stands for");
        }
        copied_ += known->second.size();
        if (copied_ > copied_limit) {
            throw YAML::ParserException(mark, "aliases make more than 64 MiB of it");
        }
        start_value(mark, 0, is_key::no);
        json += known->second;
        end_value();
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        start_collection(mark, anchor, '[');
    }
    void OnSequenceEnd() override { end_collection(']'); }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        start_collection(mark, anchor, '{');
    }
    void OnMapEnd() override { end_collection('}'); }

private:
    enum class is_key : bool { no, yes };

    /// An open list or object, and how many keys and values it has so far.
    struct frame {
        bool is_map = false;
        std::size_t parts = 0;
    };
    struct open_value {
        YAML::anchor_t anchor = 0;
        std::size_t begin = 0;
    };

    bool at_key() const { return !frames_.empty() && frames_.back().is_map && frames_.back().parts % 2 == 0; }

    void start_value(const YAML::Mark& mark, YAML::anchor_t anchor, is_key key) {
        if (at_key() && key == is_key::no) {
            throw YAML::ParserException(mark, "a key that is no text");
        }
        if (!frames_.empty()) {
            auto& in = frames_.back();
            json += in.is_map && in.parts % 2 == 1 ? ":" : in.parts > 0 ? "," : "";
            ++in.parts;
        }
        open_.push_back({anchor, json.size()});
    }

    void end_value() {
        if (open_.back().anchor != 0) {
            anchored_[open_.back().anchor] = json.substr(open_.back().begin);
        }
        open_.pop_back();
    }

    void start_collection(const YAML::Mark& mark, YAML::anchor_t anchor, char bracket) {
        start_value(mark, anchor, is_key::no);
        if (frames_.size() == deepest) {
            throw YAML::ParserException(mark, "nested deeper than 64");
        }
        frames_.push_back({bracket == '{', 0});
        json += bracket;
    }

    void end_collection(char bracket) {
        frames_.pop_back();
        json += bracket;
        end_value();
    }

    std::vector<frame> frames_;
    std::vector<open_value> open_;
    std::map<YAML::anchor_t, std::string> anchored_;
    std::size_t copied_ = 0;
};

}  // namespace

api::result<std::vector<std::string>> yaml_to_json(std::string_view text) {
    std::vector<std::string> documents;
    try {
        std::istringstream in{std::string(text)};
        YAML::Parser parser{in};
        int last_begin = -1;
        for (json_from_events document; parser.HandleNextDocument(document); document = {}) {
            // yaml-cpp 0.7 stops at a stray comma or bracket and finds empty documents there for ever.
            if (document.begin == last_begin) {
                const auto line = 1 + std::count(text.begin(), text.begin() + last_begin, '\n');
                return api::bad_input{"line " + std::to_string(line),
                                      "holds something behind the document's end"};
            }
            last_begin = document.begin;
            if (document.json != "null") {
                documents.push_back(std::move(document.json));
            }
        }
    } catch (const YAML::Exception& bad) {
        return api::bad_input{"line " + std::to_string(bad.mark.line + 1), bad.msg};
    }
    return documents;
}

}  // namespace berth::standalone
