#include "extender/wire/json_cursor.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <limits>
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <utility>

#include "extender/wire/block_text.hpp"

namespace berth::wire {
namespace {

constexpr std::size_t shown_limit = 64;
constexpr std::size_t path_limit = 256;
constexpr std::size_t kept_tokens = 100'000;  // A document much larger than usual does not stay in memory.

/// RapidJSON 1.1 looks for the end of the text between characters only: one that is cut off (0xF4 and nothing
/// behind it) makes it take up to three bytes more. They have to be there. Also lets names be copied as
/// block_texts from the end of the text.
constexpr std::size_t padding = block_text::block;

constexpr unsigned parse_flags = rapidjson::kParseInsituFlag | rapidjson::kParseNumbersAsStringsFlag |
                                 rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag;

std::string_view name_of(json_kind kind) {
    switch (kind) {
        case json_kind::null: return "null";
        case json_kind::boolean: return "a boolean";
        case json_kind::number: return "a number";
        case json_kind::string: return "a string";
        case json_kind::array: return "an array";
        case json_kind::object: return "an object";
    }
    return "";
}

std::string printable(std::string_view text) {
    std::string out(text.substr(0, shown_limit));
    std::replace_if(
        out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return out + (text.size() > shown_limit ? "..." : "");
}

bool is_word(std::string_view key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

void append_key(std::string& path, std::string_view key) {
    if (path.size() > path_limit) {
        return;
    }
    if (is_word(key)) {
        path += path.empty() ? "" : ".";
        path += printable(key);
    } else {
        path += '[' + printable(key) + ']';
    }
}

void append_element(std::string& path, std::size_t element) {
    if (path.size() <= path_limit) {
        path += '[' + std::to_string(element) + ']';
    }
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// RapidJSON 1.1 takes `\udc00` on its own and makes three bytes of it that are not UTF-8.
bool holds_half_a_surrogate_pair(std::string_view text) {
    for (auto at = text.find('\xED'); at != std::string_view::npos; at = text.find('\xED', at + 1)) {
        if (at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) >= 0xA0) {
            return true;
        }
    }
    return false;
}

}  // namespace

/// RapidJSON's handler: writes the token list, and remembers the open brackets for the path of an error.
class token_list_builder : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, token_list_builder> {
public:
    token_list_builder(json_document& document, rapidjson::InsituStringStream& stream, const raw_reader& raw)
        : document_(document), stream_(stream), raw_(raw) {
        frames_.reserve(json_document::depth_limit);
    }

    bool Null() { return add(json_kind::null, stream_.Tell(), 0); }
    bool Bool(bool truth) { return add(json_kind::boolean, stream_.Tell(), truth ? 1 : 0); }
    bool RawNumber(const char* digits, rapidjson::SizeType length, bool) {
        return add(json_kind::number, offset_of(digits), length);
    }
    bool String(const char* text, rapidjson::SizeType length, bool) {
        return add(json_kind::string, offset_of(text), length);
    }
    bool Key(const char* text, rapidjson::SizeType length, bool) {
        frames_.back().last_key = tokens().size();
        return add(json_kind::string, offset_of(text), length);
    }
    bool StartObject() { return open(json_kind::object); }
    bool StartArray() { return open(json_kind::array); }
    bool EndObject(rapidjson::SizeType) { return close(); }
    bool EndArray(rapidjson::SizeType) { return close(); }

    /// The place of what could not be read.
    std::string path() const {
        std::string path = document_.root_;
        for (const auto& bracket : frames_) {
            if (tokens()[bracket.token].kind == json_kind::array) {
                // The bracket of the next frame is counted already, the value that failed is not.
                append_element(path, bracket.elements - (&bracket == &frames_.back() ? 0 : 1));
            } else if (bracket.last_key != 0) {
                append_key(path, document_.text_of(tokens()[bracket.last_key]));
            }
        }
        return path;
    }

    /// Not empty when it was we who stopped RapidJSON.
    const std::string& limit_hit() const { return limit_hit_; }

private:
    struct frame {
        std::size_t token;
        std::size_t last_key = 0;  ///< 0, the root, is never a key.
        std::size_t elements = 0;
    };

    std::vector<json_document::token>& tokens() const { return document_.tokens_; }
    std::size_t offset_of(const char* at) const { return static_cast<std::size_t>(at - document_.text_); }

    bool add(json_kind kind, std::size_t begin, std::size_t length) {
        if (tokens().size() >= document_.most_values_) {
            limit_hit_ = "holds more than " + std::to_string(document_.most_values_) + " values";
            return false;
        }
        tokens().push_back({kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(length),
                            static_cast<std::uint32_t>(tokens().size() + 1)});
        if (!frames_.empty()) {
            ++frames_.back().elements;
        }
        return true;
    }

    bool open(json_kind kind) {
        if (frames_.size() == json_document::depth_limit) {
            limit_hit_ = "is nested deeper than " + std::to_string(json_document::depth_limit) + " levels";
            return false;
        }
        const auto index = tokens().size();
        if (!add(kind, stream_.Tell(), 0)) {
            return false;
        }
        if (raw_ && frames_.size() == 1 && frames_.back().last_key != 0) {
            offer_raw();
        }
        frames_.push_back({index});
        return true;
    }

    /// RapidJSON stands at the opening bracket and takes one character when this returns. After an array
    /// that was read already it is put one before the closing bracket, so it sees an empty array.
    void offer_raw() {
        const auto key = document_.text_of(tokens()[frames_.back().last_key]);
        if (const auto length = raw_(key, {stream_.src_, document_.size_ - stream_.Tell()}); length != 0) {
            stream_.src_ += length - 1;
        }
    }

    /// RapidJSON stands at the closing bracket.
    bool close() {
        auto& closed = tokens()[frames_.back().token];
        closed.length = static_cast<std::uint32_t>(stream_.Tell() + 1 - closed.begin);
        closed.next = static_cast<std::uint32_t>(tokens().size());
        frames_.pop_back();
        return true;
    }

    json_document& document_;
    rapidjson::InsituStringStream& stream_;
    const raw_reader& raw_;
    std::vector<frame> frames_;
    std::string limit_hit_;
};

bool json_document::parse(std::string& text, std::string root, const raw_reader& raw) {
    size_ = text.size();
    root_ = std::move(root);
    tokens_.clear();
    problems_.clear();
    if (tokens_.capacity() > kept_tokens) {
        tokens_.shrink_to_fit();
    }
    if (size_ >= std::numeric_limits<std::uint32_t>::max()) {
        problems_.push_back({root_, "is longer than 4 GiB"});
        return false;
    }
    text.append(padding, '\0');
    text_ = text.data();
    rapidjson::InsituStringStream stream(text.data());
    token_list_builder builder(*this, stream, raw);
    rapidjson::Reader reader;
    const auto outcome = reader.Parse<parse_flags>(stream, builder);
    text.resize(size_);
    if (!outcome.IsError() && stream.Tell() == size_) {
        return true;
    }
    if (!builder.limit_hit().empty()) {
        problems_.push_back({builder.path(), builder.limit_hit()});
    } else if (outcome.IsError()) {
        problems_.push_back({builder.path(), "is not JSON at byte " + std::to_string(outcome.Offset()) +
                                                 ": " + rapidjson::GetParseError_En(outcome.Code())});
    } else {  // RapidJSON takes a zero byte for the end of the text.
        problems_.push_back(
            {root_, "is not JSON at byte " + std::to_string(stream.Tell()) + ": A zero byte."});
    }
    return false;
}

json_cursor json_document::root() { return {this, 0}; }

std::string json_cursor::path() const {
    std::string path = document_->root_;
    append_path(path);
    return path;
}

void json_cursor::append_path(std::string& path) const {
    if (parent_ == nullptr) {
        return;
    }
    parent_->append_path(path);
    if (parent_->kind() == json_kind::array) {
        append_element(path, element_);
    } else {
        append_key(path, key_);
    }
}

void json_cursor::complain(std::string problem) const { note(path(), std::move(problem)); }

void json_cursor::complain_missing(std::string_view member) const {
    std::string field = path();
    field += field.empty() ? "" : ".";
    field += member;
    note(std::move(field), "is missing");
}

void json_cursor::note(std::string field, std::string problem) const {
    if (document_->problems_.size() < json_document::problems_limit) {
        document_->problems_.push_back({std::move(field), std::move(problem)});
    }
}

bool json_cursor::must_be(json_kind wanted) const {
    if (kind() == wanted) {
        return true;
    }
    complain("must be " + std::string(name_of(wanted)) + ", not " + std::string(name_of(kind())));
    return false;
}

std::optional<std::string_view> json_cursor::text() const {
    if (!must_be(json_kind::string)) {
        return std::nullopt;
    }
    const auto text = document_->text_of(at());
    if (holds_half_a_surrogate_pair(text)) {
        complain("holds half of a surrogate pair");
        return std::nullopt;
    }
    return text;
}

std::optional<bool> json_cursor::truth() const {
    return must_be(json_kind::boolean) ? std::optional(at().length == 1) : std::nullopt;
}

std::optional<std::int64_t> json_cursor::integer(std::int64_t least, std::int64_t most) const {
    if (!must_be(json_kind::number)) {
        return std::nullopt;
    }
    const auto digits = document_->text_of(at());
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (end != digits.data() + digits.size()) {
        complain("must be a whole number, not " + printable(digits));
        return std::nullopt;
    }
    if (error != std::errc{} || value < least || value > most) {
        const bool negative = digits.front() == '-' && least >= 0;
        complain((negative ? "is negative: " : "is out of range: ") + printable(digits));
        return std::nullopt;
    }
    return value;
}

std::optional<std::string_view> json_cursor::text_or_number() const {
    return kind() == json_kind::number ? document_->text_of(at()) : text();
}

template <class Find, class Read>
void json_cursor::each_wanted(const Find& find, const Read& read) const {
    if (!must_be(json_kind::object)) {
        return;
    }
    const auto& tokens = document_->tokens_;
    std::uint64_t seen = 0;
    for (auto key = token_ + 1; key < at().next; key = tokens[key + 1].next) {
        const auto [which, name] = find(document_->text_of(tokens[key]));
        if (name.empty()) {
            continue;
        }
        const json_cursor value(*this, key + 1, name, 0);
        if ((seen >> which & 1) != 0) {
            value.complain("is given twice");
        } else if (value.kind() != json_kind::null) {
            read(which, value);
        }
        seen |= std::uint64_t{1} << which;
    }
}

void json_cursor::members(std::span<const json_member> wanted, key_case match) const {
    assert(wanted.size() <= 64);
    each_wanted(
        [&](std::string_view key) {
            const auto found = std::find_if(wanted.begin(), wanted.end(), [&](const json_member& m) {
                return match == key_case::exact ? m.key == key : equal_in_any_case(m.key, key);
            });
            const auto which = static_cast<std::size_t>(found - wanted.begin());
            return std::pair(which, found == wanted.end() ? std::string_view{} : found->key);
        },
        [&](std::size_t which, const json_cursor& value) { wanted[which].read(value); });
}

void json_cursor::entries(std::span<const std::string_view> keys, value_reader read) const {
    assert(keys.size() <= 64);
    each_wanted(
        [&](std::string_view key) {
            const auto found = std::find(keys.begin(), keys.end(), key);
            const auto which = static_cast<std::size_t>(found - keys.begin());
            return std::pair(which, found == keys.end() ? std::string_view{} : *found);
        },
        [&](std::size_t, const json_cursor& value) { read(value); });
}

void json_cursor::all_members(value_reader read) const {
    if (!must_be(json_kind::object)) {
        return;
    }
    const auto& tokens = document_->tokens_;
    for (auto key = token_ + 1; key < at().next; key = tokens[key + 1].next) {
        const json_cursor value(*this, key + 1, document_->text_of(tokens[key]), 0);
        if (value.kind() != json_kind::null) {
            read(value);
        }
    }
}

void json_cursor::elements(value_reader read) const {
    if (!must_be(json_kind::array)) {
        return;
    }
    std::uint32_t element = 0;
    for (auto index = token_ + 1; index < at().next; index = document_->tokens_[index].next) {
        read(json_cursor(*this, index, {}, element++));
    }
}

bool equal_in_any_case(std::string_view a, std::string_view b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string shown(std::string_view text) { return '"' + printable(text) + '"'; }

}  // namespace berth::wire
