#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "extender/api/result.hpp"

namespace berth::wire {

enum class json_kind : std::uint8_t { null, boolean, number, string, array, object };

/// Whether the keys of an object have to match letter by letter. Go's decoder takes any case where a type
/// has no JSON tags, and that is the extender's own level only; API objects inside are exact.
enum class key_case : std::uint8_t { exact, any };

class json_cursor;

/// Refers to a function that reads one value; lives no longer than the call it is passed to.
class value_reader {
public:
    template <class Function>
    requires(!std::same_as<std::remove_cvref_t<Function>, value_reader>) value_reader(const Function& read)
        : object_(&read), call_([](const void* object, const json_cursor& value) {
              (*static_cast<const Function*>(object))(value);
          }) {}

    void operator()(const json_cursor& value) const { call_(object_, value); }

private:
    const void* object_;
    void (*call_)(const void*, const json_cursor&);
};

/// A key that is read, and what reads its value.
struct json_member {
    std::string_view key;
    value_reader read;
};

/// Sees the value of each top-level member that is an array or an object while its bytes are still as sent:
/// `rest` goes from its bracket to the end of the text. May read an array on its own and answer how many
/// bytes there are before the closing bracket; the array then stands in the document without elements. 0
/// leaves it to RapidJSON.
using raw_reader = std::function<std::size_t(std::string_view key, std::string_view rest)>;

/// One JSON text, taken apart by RapidJSON in place. Keeps its storage for the next text.
///
/// RapidJSON (iterative, so nesting costs no stack) checks the grammar and the UTF-8 of the whole text and
/// unescapes strings in the caller's buffer; a flat list of tokens is all that is stored. Readers walk it
/// with json_cursor and note what they cannot take as problems, so one pass finds all of them.
/// Errors: not JSON, more than one value, nested deeper than `depth_limit`, more values than `most_values`.
/// Source: RFC 8259.
class json_document {
public:
    static constexpr std::size_t depth_limit = 64;
    static constexpr std::size_t values_limit = 4'000'000;
    static constexpr std::size_t problems_limit = 1'000;
    /// For files of the operator: bounded by the size of the text alone. A value takes 16 bytes.
    static constexpr std::size_t any_values = static_cast<std::size_t>(-1);

    /// A key counts as a value.
    explicit json_document(std::size_t most_values = values_limit) : most_values_(most_values) {}

    /// Changes `text`, which has to stay where it is while cursors are in use. `root` starts every path.
    /// False: see problems().
    bool parse(std::string& text, std::string root = {}, const raw_reader& raw = {});

    json_cursor root();

    /// What was wrong, in the order it was met; empty when everything read so far was taken.
    const std::vector<api::bad_input>& problems() const { return problems_; }

private:
    friend class json_cursor;
    friend class token_list_builder;

    /// A value or a key. `next` is the token after the value, so a value is skipped in one step.
    struct token {
        json_kind kind = json_kind::null;
        std::uint32_t begin = 0;   ///< Offset in the text: first character, or the bracket.
        std::uint32_t length = 0;  ///< Bytes: unescaped for strings, with brackets for arrays and objects;
                                   ///< 0 and 1 are false and true.
        std::uint32_t next = 0;
    };

    std::string_view text_of(const token& t) const { return {text_ + t.begin, t.length}; }

    const char* text_ = nullptr;
    std::size_t size_ = 0;
    std::size_t most_values_;
    std::string root_;
    std::vector<token> tokens_;
    std::vector<api::bad_input> problems_;
};

/// One value of a document and the path that leads to it. Cheap to make; must not outlive its parent.
///
/// A read that does not find what it wants notes a problem and gives nothing. An absent member and one
/// that is null are the same: neither reaches its reader. Members nobody asks for may hold anything.
class json_cursor {
public:
    json_kind kind() const { return at().kind; }
    /// The member's name as its reader spells it; empty for elements.
    std::string_view key() const { return key_; }
    /// "Pod.spec.containers[2].resources.limits[nvidia.com/gpumem]".
    std::string path() const;
    /// Notes that this value is not taken. `problem` goes on from the path: "is negative: -1".
    void complain(std::string problem) const;
    /// Notes that a member this object must have is absent or empty.
    void complain_missing(std::string_view member) const;

    /// Notes the problem when it is not.
    bool must_be(json_kind wanted) const;

    std::optional<std::string_view> text() const;
    std::optional<bool> truth() const;
    /// A JSON integer within [least, most]; `1.0` and `1e0` are none (Go's decoder takes neither).
    std::optional<std::int64_t> integer(std::int64_t least, std::int64_t most) const;
    /// The characters of a string or a number: Kubernetes writes quantities as either.
    std::optional<std::string_view> text_or_number() const;

    /// Reads the members of an object. One that is asked for and stands there twice is a problem.
    void members(std::span<const json_member> wanted, key_case match = key_case::exact) const;
    void members(std::initializer_list<json_member> wanted, key_case match = key_case::exact) const {
        members(std::span<const json_member>(wanted.begin(), wanted.size()), match);
    }
    /// The same reader for each of these keys (at most 64); see key().
    void entries(std::span<const std::string_view> keys, value_reader read) const;
    /// Every member of an object that is not null, whatever its name; see key().
    void all_members(value_reader read) const;
    /// The elements of an array, nulls included.
    void elements(value_reader read) const;

    /// Where an array or object stands in the text as sent: offset of its bracket, and bytes.
    std::size_t source_begin() const { return at().begin; }
    std::size_t source_length() const { return at().length; }

private:
    friend class json_document;
    using token = json_document::token;

    json_cursor(json_document* document, std::uint32_t index) : document_(document), token_(index) {}
    json_cursor(const json_cursor& parent, std::uint32_t index, std::string_view key, std::uint32_t element)
        : document_(parent.document_), parent_(&parent), key_(key), token_(index), element_(element) {}

    const token& at() const { return document_->tokens_[token_]; }
    void append_path(std::string& path) const;
    void note(std::string field, std::string problem) const;
    template <class Find, class Read>
    void each_wanted(const Find& find, const Read& read) const;

    json_document* document_;
    const json_cursor* parent_ = nullptr;
    std::string_view key_;
    std::uint32_t token_ = 0;
    std::uint32_t element_ = 0;
};

/// ASCII letters only.
bool equal_in_any_case(std::string_view a, std::string_view b);

/// Text from outside as it may stand in a message: printable ASCII, quoted, cut after 64 characters.
std::string shown(std::string_view text);

}  // namespace berth::wire
