#include "extender/wire/replies.hpp"

#include "extender/wire/json_writer.hpp"

namespace berth::wire {
namespace {

constexpr std::string_view entry_start = R"({"Host":)";

std::string json_string(std::string_view text) {
    std::string out;
    append_json_string(out, text);
    return out;
}

/// A list without the comma behind its last entry.
std::string_view entries_of(const block_buffer& list) {
    return list.view().substr(0, list.view().size() - (list.empty() ? 0 : 1));
}

}  // namespace

void append_escaped(block_buffer& out, std::string_view name, block_text behind) {
    const auto text = padded(json_string(name));
    out.append(as_blocks(text), behind);
}

node_verdict node_verdict::failed(std::string_view reason) { return {1, ':' + json_string(reason) + ','}; }

node_verdict node_verdict::unresolvable(std::string_view reason) {
    return {2, ':' + json_string(reason) + ','};
}

void filter_result_writer::begin(answer_list list, api::name_texts names_are) {
    list_ = list;
    names_are_ = names_are;
    for (auto& each : lists_) {
        each.clear();
    }
}

void filter_result_writer::add(const api::carried_node& node, const node_verdict& verdict) {
    auto& list = lists_[verdict.list_];
    if (verdict.list_ == 0) {
        list.append(node.text);
        list.append(as_blocks(verdict.behind_).view());
    } else {
        append_escaped(list, node.info.name, as_blocks(verdict.behind_));
    }
}

void filter_result_writer::end(std::string& out) const {
    const auto fitting = entries_of(lists_[0]), failed = entries_of(lists_[1]),
               unresolvable = entries_of(lists_[2]);
    out.reserve(out.size() + fitting.size() + failed.size() + unresolvable.size() + 128);
    if (list_ == answer_list::node_names) {
        out += R"({"Nodes":null,"NodeNames":[)";
        out += fitting;
        out += "],";
    } else {
        out += R"({"Nodes":{"metadata":{},"items":[)";
        out += fitting;
        out += R"(]},"NodeNames":null,)";
    }
    out += R"("FailedNodes":{)";
    out += failed;
    out += R"(},"FailedAndUnresolvableNodes":{)";
    out += unresolvable;
    out += R"(},"Error":""})";
}

void append_filter_error(std::string& out, std::string_view error) {
    out += R"({"Nodes":null,"NodeNames":null,"FailedNodes":null,"FailedAndUnresolvableNodes":null,"Error":)";
    append_json_string(out, error);
    out += '}';
}

host_priority_writer::host_priority_writer() {
    for (std::size_t level = 0; level < behind_.size(); ++level) {
        behind_[level] = padded(R"(,"Score":)" + std::to_string(level) + "}," + std::string(entry_start));
    }
}

void host_priority_writer::begin(api::name_texts names_are) {
    names_are_ = names_are;
    entries_.clear();
    entries_.append(entry_start);
}

void host_priority_writer::end(std::string& out) const {
    auto entries = entries_.view();
    entries.remove_suffix(entry_start.size() + (entries.size() > entry_start.size() ? 1 : 0));
    out.reserve(out.size() + entries.size() + 2);
    out += '[';
    out += entries;
    out += ']';
}

void append_binding_result(std::string& out, std::string_view error) {
    out += R"({"Error":)";
    append_json_string(out, error);
    out += '}';
}

}  // namespace berth::wire
