#pragma once

#include <cstdint>
#include <initializer_list>
#include <rapidjson/document.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// JSON as the case runner uses it: whole documents in memory, no speed needed.
namespace berth::cases {

using json_value = rapidjson::Value;
using json_document = rapidjson::Document;

/// The case file itself is wrong; the text says what and where.
struct bad_case : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws bad_case with the place of the first mistake. `what` names the text in that message.
json_document parsed(std::string_view text, const std::string& what);
/// Nothing when the text is not one JSON value.
bool parses(std::string_view text, json_document& into);

json_document copy_of(const json_value& value);
std::string text_of(const json_value& value);
std::string_view view_of(const json_value& string);

/// The member at the end of a path of keys, null when a step is absent, null or no object.
const json_value* find(const json_value& value, std::initializer_list<std::string_view> path);
/// The same for one key in any letter case, as Go's decoder takes it.
const json_value* find_in_any_case(const json_value& value, std::string_view key);
/// The text at a path, empty when there is none.
std::string text_at(const json_value& value, std::initializer_list<std::string_view> path);
/// The whole number at a path, 0 when there is none.
std::int64_t number_at(const json_value& value, std::initializer_list<std::string_view> path);
/// The strings of an array at a path, empty when there is none; other elements are left out.
std::vector<std::string> texts_at(const json_value& value, std::initializer_list<std::string_view> path);
/// The elements or members at a path, an empty list when there is none.
const json_value& array_at(const json_value& value, std::initializer_list<std::string_view> path);
const json_value& object_at(const json_value& value, std::initializer_list<std::string_view> path);

/// A member the schema demands. Throws bad_case.
const json_value& needed(const json_value& value, std::string_view key);
std::string needed_text(const json_value& value, std::string_view key);

/// Sets a member, replacing one of that name.
void set(json_document& object, std::string_view key, json_document value);
void set(json_document& object, std::string_view key, std::string_view text);

/// JSON merge patch (RFC 7386): null takes a member away, objects merge, anything else replaces.
void merge(json_document& target, const json_value& patch);

}  // namespace berth::cases
