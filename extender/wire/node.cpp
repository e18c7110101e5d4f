#include "extender/wire/node.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "extender/wire/quantity.hpp"
#include "extender/wire/register_annotation.hpp"

namespace berth::wire {
namespace {

struct metadata {
    std::string name;
    std::optional<std::string_view> cards;
    std::optional<std::string_view> cordon;
};

metadata read_metadata(const json_cursor& value) {
    metadata read;
    value.members({
        {"name", [&](const json_cursor& v) { read.name = v.text().value_or(""); }},
        {"annotations",
         [&](const json_cursor& annotations) {
             annotations.members({
                 {register_annotation, [&](const json_cursor& v) { read.cards = v.text(); }},
                 {cordon_annotation, [&](const json_cursor& v) { read.cordon = v.text(); }},
             });
         }},
    });
    return read;
}

void read_cards(const metadata& read, devicemodel::node_info& node) {
    if (!read.cards) {
        node.register_problem = "no " + std::string(register_annotation) + " annotation";
        return;
    }
    auto cards = parse_register(*read.cards);
    if (!cards) {
        node.register_problem = api::sentence(cards.error());
        return;
    }
    node.cards = std::move(*cards);
    apply_cordon(read.cordon.value_or(""), node.cards);
}

std::int64_t read_amount(const json_cursor& value, quantity_reading reading, std::string& problem) {
    const auto text = value.text_or_number();
    if (!text) {
        return 0;
    }
    const auto amount = parse_quantity(*text, reading);
    if (amount && *amount >= 0 && *amount <= devicemodel::amount_limit) {
        return *amount;
    }
    if (problem.empty()) {
        problem =
            value.path() + ": " +
            (!amount ? amount.error().problem
                     : (*amount < 0 ? "is negative: " : "is larger than 2^50: ") + std::to_string(*amount));
    }
    return 0;
}

/// The answer is the first quantity that cannot be used, or empty.
std::string read_allocatable(const json_cursor& value, const api::resource_names& names,
                             devicemodel::node_info& node) {
    std::string problem;
    value.members({
        {"cpu",
         [&](const json_cursor& v) {
             node.allocatable.cpu = devicemodel::milli_cpu{read_amount(v, quantity_reading::milli, problem)};
         }},
        {"memory",
         [&](const json_cursor& v) {
             node.allocatable.memory =
                 devicemodel::host_bytes{read_amount(v, quantity_reading::rounded_up, problem)};
         }},
        {names.gpus,
         [&](const json_cursor& v) {
             node.allocatable_gpus = read_amount(v, quantity_reading::whole, problem);
         }},
    });
    return problem;
}

}  // namespace

void read_node(const json_cursor& value, const api::resource_names& names, devicemodel::node_info& node) {
    node = {};
    metadata read;
    std::string problem;
    value.members({
        {"metadata", [&](const json_cursor& v) { read = read_metadata(v); }},
        {"status",
         [&](const json_cursor& status) {
             status.members({{"allocatable",
                              [&](const json_cursor& v) { problem = read_allocatable(v, names, node); }}});
         }},
    });
    if (read.name.empty() && value.kind() == json_kind::object) {
        value.complain_missing("metadata.name");
    }
    node.name = std::move(read.name);
    read_cards(read, node);
    if (node.register_problem.empty()) {
        node.register_problem = std::move(problem);
    }
}

api::result<devicemodel::node_info> parse_node(std::string& text, const api::resource_names& names,
                                               std::string root) {
    json_document document;
    devicemodel::node_info node;
    if (document.parse(text, std::move(root))) {
        read_node(document.root(), names, node);
    }
    if (!document.problems().empty()) {
        return document.problems().front();
    }
    return node;
}

}  // namespace berth::wire
