#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace berth::wire {

/// Appends `text` as a JSON string, quotes included. Everything berth writes is escaped here.
///
/// Requires: UTF-8, which every text that came through json_document is.
void append_json_string(std::string& out, std::string_view text);

/// Writes JSON at the end of a string, in the order it is told; knows where commas go.
///
/// Requires: keys and values alternate inside objects, and what is begun is ended.
class json_writer {
public:
    explicit json_writer(std::string& out) : out_(out) {}

    void begin_object() { begin('{'); }
    void end_object() { end('}'); }
    void begin_array() { begin('['); }
    void end_array() { end(']'); }

    void key(std::string_view name);
    void text(std::string_view value);
    void number(std::int64_t value);
    void truth(bool value);
    void null();
    /// A value that is JSON already.
    void raw(std::string_view json);

private:
    void begin(char bracket);
    void end(char bracket);
    /// A comma, unless this is the first of its bracket or the value of a key.
    void separate();

    std::string& out_;
    bool first_ = true;
};

}  // namespace berth::wire
