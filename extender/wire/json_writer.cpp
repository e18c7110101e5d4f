#include "extender/wire/json_writer.hpp"

#include <array>
#include <charconv>

#include "extender/wire/plain_text.hpp"

namespace berth::wire {
namespace {

void append_escaped(std::string& out, char c) {
    static constexpr std::string_view hex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default: break;
    }
    if (byte >= 0x20) {  // A byte of a UTF-8 sequence.
        out += c;
        return;
    }
    out += "\\u00";
    out += hex[byte >> 4];
    out += hex[byte & 0xF];
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    out += '"';
    while (at != end) {
        const char* const special = skip_plain(at, end);
        out.append(at, special);
        at = special;
        if (at != end) {
            append_escaped(out, *at++);
        }
    }
    out += '"';
}

void json_writer::key(std::string_view name) {
    separate();
    append_json_string(out_, name);
    out_ += ':';
    first_ = true;  // Of its value.
}

void json_writer::text(std::string_view value) {
    separate();
    append_json_string(out_, value);
}

void json_writer::number(std::int64_t value) {
    std::array<char, 24> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    raw({digits.data(), end});
}

void json_writer::truth(bool value) { raw(value ? "true" : "false"); }

void json_writer::null() { raw("null"); }

void json_writer::raw(std::string_view json) {
    separate();
    out_ += json;
}

void json_writer::begin(char bracket) {
    separate();
    out_ += bracket;
    first_ = true;
}

void json_writer::end(char bracket) {
    out_ += bracket;
    first_ = false;
}

void json_writer::separate() {
    if (!first_) {
        out_ += ',';
    }
    first_ = false;
}

}  // namespace berth::wire
