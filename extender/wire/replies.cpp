#include "extender/wire/replies.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "extender/wire/json_writer.hpp"

namespace berth::wire {
namespace {

constexpr std::string_view entry_start = R"({"Host":)";

/// A list without the comma behind its last entry.
std::string_view entries_of(std::string_view list) {
    return list.substr(0, list.size() - (list.empty() ? 0 : 1));
}

}  // namespace

void filter_result_writer::begin(const node_index& known, answer_list list) {
    known_ = &known;
    list_ = list;
    fitting_.clear();
    failed_.clear();
    unresolvable_.clear();
}

void filter_result_writer::fits(const api::named_node& node) {
    append_key(fitting_, node);
    fitting_.back() = ',';
}

void filter_result_writer::failed(const api::named_node& node, std::string_view reason) {
    append_key(failed_, node);
    append_reason(failed_, reason);
}

void filter_result_writer::unresolvable(const api::named_node& node, std::string_view reason) {
    append_key(unresolvable_, node);
    append_reason(unresolvable_, reason);
}

void filter_result_writer::fits(const api::carried_node& node) {
    fitting_ += node.text;
    fitting_ += ',';
}

void filter_result_writer::failed(const api::carried_node& node, std::string_view reason) {
    append_json_string(failed_, node.info.name);
    failed_ += ':';
    append_reason(failed_, reason);
}

void filter_result_writer::unresolvable(const api::carried_node& node, std::string_view reason) {
    append_json_string(unresolvable_, node.info.name);
    unresolvable_ += ':';
    append_reason(unresolvable_, reason);
}

void filter_result_writer::end(std::string& out) const {
    out.reserve(out.size() + fitting_.size() + failed_.size() + unresolvable_.size() + 128);
    if (list_ == answer_list::node_names) {
        out += R"({"Nodes":null,"NodeNames":[)";
        out += entries_of(fitting_);
        out += "],";
    } else {
        out += R"({"Nodes":{"metadata":{},"items":[)";
        out += entries_of(fitting_);
        out += R"(]},"NodeNames":null,)";
    }
    out += R"("FailedNodes":{)";
    out += entries_of(failed_);
    out += R"(},"FailedAndUnresolvableNodes":{)";
    out += entries_of(unresolvable_);
    out += R"(},"Error":""})";
}

void filter_result_writer::append_key(std::string& list, const api::named_node& node) const {
    if (node.slot != node_index::unknown) {
        list += known_->as_key(node.slot);
    } else {
        append_json_string(list, node.name);
        list += ':';
    }
}

/// Nodes of one kind are refused for the same reason one after the other, so the last one is kept ready.
void filter_result_writer::append_reason(std::string& list, std::string_view reason) {
    if (reason != last_reason_ || last_entry_.empty()) {
        last_reason_ = reason;
        last_entry_.clear();
        append_json_string(last_entry_, reason);
        last_entry_ += ',';
    }
    list += last_entry_;
}

void append_filter_error(std::string& out, std::string_view error) {
    out += R"({"Nodes":null,"NodeNames":null,"FailedNodes":null,"FailedAndUnresolvableNodes":null,"Error":)";
    append_json_string(out, error);
    out += '}';
}

host_priority_writer::host_priority_writer(const node_index& known, std::string& out)
    : known_(known), out_(out) {
    out_ += '[';
    out_ += entry_start;
}

void host_priority_writer::add(const api::named_node& node, std::int64_t level) {
    if (node.slot != node_index::unknown) {
        out_ += known_.quoted(node.slot);
    } else {
        append_json_string(out_, node.name);
    }
    append_score(level);
}

void host_priority_writer::add(const api::carried_node& node, std::int64_t level) {
    append_json_string(out_, node.info.name);
    append_score(level);
}

/// Ends an entry and starts the next, in one piece: there are thousands of them.
void host_priority_writer::append_score(std::int64_t level) {
    constexpr std::string_view before = R"(,"Score":)";
    std::array<char, 48> text{};
    auto* const digits = std::copy(before.begin(), before.end(), text.data());
    auto* end = std::to_chars(digits, digits + 20, level).ptr;
    *end++ = '}';
    *end++ = ',';
    end = std::copy(entry_start.begin(), entry_start.end(), end);
    out_.append(text.data(), end);
}

void host_priority_writer::end() {
    out_.resize(out_.size() - entry_start.size());
    if (out_.back() == ',') {
        out_.pop_back();
    }
    out_ += ']';
}

void append_binding_result(std::string& out, std::string_view error) {
    out += R"({"Error":)";
    append_json_string(out, error);
    out += '}';
}

}  // namespace berth::wire
