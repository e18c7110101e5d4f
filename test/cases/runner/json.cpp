#include "test/cases/runner/json.hpp"

#include <rapidjson/error/en.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "extender/wire/json_cursor.hpp"

namespace berth::cases {
namespace {

// Iterative, so that a deep document costs no stack; numbers keep every digit they had.
constexpr unsigned parse_flags = rapidjson::kParseIterativeFlag | rapidjson::kParseFullPrecisionFlag;

json_value text_value(std::string_view text, json_document::AllocatorType& memory) {
    return json_value(text.data(), static_cast<rapidjson::SizeType>(text.size()), memory);
}

/// `text` as a value that refers to it.
json_value reference(std::string_view text) {
    return json_value(rapidjson::StringRef(text.data(), static_cast<rapidjson::SizeType>(text.size())));
}

void merge_into(json_value& target, const json_value& patch, json_document::AllocatorType& memory) {
    if (!patch.IsObject()) {
        target.CopyFrom(patch, memory);
        return;
    }
    if (!target.IsObject()) {
        target.SetObject();
    }
    for (const auto& change : patch.GetObject()) {
        const auto old = target.FindMember(change.name);
        if (change.value.IsNull()) {
            if (old != target.MemberEnd()) {
                target.RemoveMember(old);
            }
        } else if (old != target.MemberEnd()) {
            merge_into(old->value, change.value, memory);
        } else {
            json_value added;
            merge_into(added, change.value, memory);
            target.AddMember(text_value(view_of(change.name), memory), added, memory);
        }
    }
}

const json_value& empty_array() {
    static const json_value none(rapidjson::kArrayType);
    return none;
}

const json_value& empty_object() {
    static const json_value none(rapidjson::kObjectType);
    return none;
}

}  // namespace

json_document parsed(std::string_view text, const std::string& what) {
    json_document document;
    document.Parse<parse_flags>(text.data(), text.size());
    if (document.HasParseError()) {
        throw bad_case(what + " is not JSON: " + rapidjson::GetParseError_En(document.GetParseError()) +
                       " At byte " + std::to_string(document.GetErrorOffset()) + ".");
    }
    return document;
}

bool parses(std::string_view text, json_document& into) {
    into.Parse<parse_flags>(text.data(), text.size());
    return !into.HasParseError();
}

json_document copy_of(const json_value& value) {
    json_document copy;
    copy.CopyFrom(value, copy.GetAllocator());
    return copy;
}

std::string text_of(const json_value& value) {
    rapidjson::StringBuffer text;
    rapidjson::Writer<rapidjson::StringBuffer> writer(text);
    value.Accept(writer);
    return {text.GetString(), text.GetSize()};
}

std::string_view view_of(const json_value& string) { return {string.GetString(), string.GetStringLength()}; }

const json_value* find(const json_value& value, std::initializer_list<std::string_view> path) {
    const json_value* at = &value;
    for (const auto& key : path) {
        if (!at->IsObject()) {
            return nullptr;
        }
        const auto found = at->FindMember(reference(key));
        if (found == at->MemberEnd() || found->value.IsNull()) {
            return nullptr;
        }
        at = &found->value;
    }
    return at;
}

const json_value* find_in_any_case(const json_value& value, std::string_view key) {
    if (!value.IsObject()) {
        return nullptr;
    }
    for (const auto& entry : value.GetObject()) {
        if (wire::equal_in_any_case(view_of(entry.name), key)) {
            return entry.value.IsNull() ? nullptr : &entry.value;
        }
    }
    return nullptr;
}

std::string text_at(const json_value& value, std::initializer_list<std::string_view> path) {
    const auto* found = find(value, path);
    return found != nullptr && found->IsString() ? std::string(view_of(*found)) : std::string();
}

std::int64_t number_at(const json_value& value, std::initializer_list<std::string_view> path) {
    const auto* found = find(value, path);
    return found != nullptr && found->IsInt64() ? found->GetInt64() : 0;
}

std::vector<std::string> texts_at(const json_value& value, std::initializer_list<std::string_view> path) {
    std::vector<std::string> texts;
    for (const auto& element : array_at(value, path).GetArray()) {
        if (element.IsString()) {
            texts.emplace_back(view_of(element));
        }
    }
    return texts;
}

const json_value& array_at(const json_value& value, std::initializer_list<std::string_view> path) {
    const auto* found = find(value, path);
    return found != nullptr && found->IsArray() ? *found : empty_array();
}

const json_value& object_at(const json_value& value, std::initializer_list<std::string_view> path) {
    const auto* found = find(value, path);
    return found != nullptr && found->IsObject() ? *found : empty_object();
}

const json_value& needed(const json_value& value, std::string_view key) {
    const auto* found = find(value, {key});
    if (found == nullptr) {
        throw bad_case("has no " + std::string(key) + " in " + text_of(value).substr(0, 100));
    }
    return *found;
}

std::string needed_text(const json_value& value, std::string_view key) {
    const auto& found = needed(value, key);
    if (!found.IsString()) {
        throw bad_case(std::string(key) + " is no text in " + text_of(value).substr(0, 100));
    }
    return std::string(view_of(found));
}

void set(json_document& object, std::string_view key, json_document value) {
    auto& memory = object.GetAllocator();
    json_value copy(value, memory);
    const auto old = object.FindMember(reference(key));
    if (old != object.MemberEnd()) {
        old->value = copy;
    } else {
        object.AddMember(text_value(key, memory), copy, memory);
    }
}

void set(json_document& object, std::string_view key, std::string_view text) {
    json_document value;
    value.SetString(text.data(), static_cast<rapidjson::SizeType>(text.size()), value.GetAllocator());
    set(object, key, std::move(value));
}

void merge(json_document& target, const json_value& patch) {
    merge_into(target, patch, target.GetAllocator());
}

}  // namespace berth::cases
