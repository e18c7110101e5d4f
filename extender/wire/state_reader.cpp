#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "extender/wire/json_cursor.hpp"
#include "extender/wire/state.hpp"

namespace berth::wire {
namespace {

using devicemodel::amount_limit;

constexpr std::int64_t card_limit = std::numeric_limits<std::int32_t>::max();

/// Reads an object whose members are all there, since the writer leaves none out but the `optional` ones.
void all_members(const json_cursor& value, std::initializer_list<json_member> wanted,
                 std::initializer_list<json_member> optional = {}) {
    if (!value.must_be(json_kind::object)) {
        return;
    }
    value.members(optional);
    std::vector<std::string_view> keys;
    for (const auto& member : wanted) {
        keys.push_back(member.key);
    }
    std::vector<bool> seen(keys.size());
    value.entries(keys, [&](const json_cursor& found) {
        const auto at = std::find(keys.begin(), keys.end(), found.key()) - keys.begin();
        seen[static_cast<std::size_t>(at)] = true;
        wanted.begin()[at].read(found);
    });
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (!seen[i]) {
            value.complain_missing(keys[i]);
        }
    }
}

/// A reader that stores an integer of its target's own range, or of the one given.
template <class Integer>
auto integer_into(Integer& target, std::int64_t least = std::numeric_limits<Integer>::min(),
                  std::int64_t most = std::numeric_limits<Integer>::max()) {
    return [&target, least, most](const json_cursor& value) {
        if (const auto number = value.integer(least, most)) {
            target = static_cast<Integer>(*number);
        }
    };
}

auto amount_into(std::int64_t& target) { return integer_into(target, 0, amount_limit); }

/// The same for an amount with a unit. Of cards no annotation carries more than an int32.
template <class Unit>
auto amount_into(devicemodel::amount<Unit>& target, std::int64_t most = amount_limit) {
    return [&target, most](const json_cursor& value) {
        if (const auto number = value.integer(0, most)) {
            target = devicemodel::amount<Unit>{*number};
        }
    };
}

auto text_into(std::string& target) {
    return [&target](const json_cursor& value) {
        if (const auto text = value.text()) {
            target = *text;
        }
    };
}

/// The same for a text that identifies something.
auto name_into(std::string& target) {
    return [&target](const json_cursor& value) {
        if (const auto text = value.text()) {
            target = *text;
            if (text->empty()) {
                value.complain("is empty");
            }
        }
    };
}

auto truth_into(bool& target) {
    return [&target](const json_cursor& value) {
        if (const auto truth = value.truth()) {
            target = *truth;
        }
    };
}

/// A reader for one of a few words; `name_of` gives the word of each value.
template <class Word, std::size_t N>
auto word_into(Word& target, const std::array<Word, N>& words) {
    return [&target, words](const json_cursor& value) {
        const auto text = value.text();
        if (!text) {
            return;
        }
        for (const Word word : words) {
            if (name_of(word) == *text) {
                target = word;
                return;
            }
        }
        value.complain("is not a word berth writes there: " + shown(*text));
    };
}

constexpr std::array roles{devicemodel::container_role::init, devicemodel::container_role::sidecar,
                           devicemodel::container_role::app};
constexpr std::array stages{devicemodel::stage::init, devicemodel::stage::steady, devicemodel::stage::zero};
constexpr std::array states{devicemodel::claim_state::reserved, devicemodel::claim_state::bound};
constexpr std::array sources{devicemodel::record_source::bind, devicemodel::record_source::annotation,
                             devicemodel::record_source::none};

devicemodel::shares read_shares(const json_cursor& value) {
    devicemodel::shares amounts;
    all_members(value, {{"memory_mib", amount_into(amounts.memory, card_limit)},
                        {"cores", amount_into(amounts.cores, card_limit)},
                        {"slots", amount_into(amounts.slots, card_limit)}});
    return amounts;
}

devicemodel::card read_card(const json_cursor& value) {
    devicemodel::card card;
    all_members(value,
                {{"uuid", name_into(card.uuid)},
                 {"index", integer_into(card.index)},
                 {"model", text_into(card.model)},
                 {"mode", text_into(card.mode)},
                 {"numa", integer_into(card.numa)},
                 {"healthy", truth_into(card.healthy)},
                 {"cordoned", truth_into(card.cordoned)},
                 {"capacity", [&](const json_cursor& amounts) { card.capacity = read_shares(amounts); }}});
    return card;
}

void read_allocatable(const json_cursor& value, devicemodel::node_info& node) {
    all_members(value, {{"cpu_milli", amount_into(node.allocatable.cpu)},
                        {"memory_bytes", amount_into(node.allocatable.memory)},
                        {"gpus", amount_into(node.allocatable_gpus)}});
}

devicemodel::node_info read_node(const json_cursor& value) {
    devicemodel::node_info node;
    all_members(value,
                {{"name", name_into(node.name)},
                 {"allocatable", [&](const json_cursor& host) { read_allocatable(host, node); }},
                 {"cards",
                  [&](const json_cursor& cards) {
                      cards.elements([&](const json_cursor& card) { node.cards.push_back(read_card(card)); });
                  }}},
                {{"register_problem", text_into(node.register_problem)}});
    return node;
}

devicemodel::container_demand read_demand(const json_cursor& value) {
    devicemodel::container_demand demand;
    all_members(value, {{"cards", integer_into(demand.cards, 0)},
                        {"memory_mib", amount_into(demand.memory)},
                        {"memory_percent", integer_into(demand.memory_percent, 0, 100)},
                        {"cores", amount_into(demand.cores)}});
    return demand;
}

devicemodel::card_share read_share(const json_cursor& value) {
    devicemodel::card_share share;
    all_members(value, {{"uuid", name_into(share.uuid)},
                        {"memory_mib", amount_into(share.memory, card_limit)},
                        {"cores", amount_into(share.cores, card_limit)}});
    return share;
}

void read_container(const json_cursor& value, devicemodel::pod_record& pod) {
    const auto position = static_cast<std::int64_t>(pod.containers.size());
    auto& container = pod.containers.emplace_back();
    auto& chosen = pod.chosen.emplace_back();
    all_members(value,
                {{"position", [&](const json_cursor& number) { number.integer(position, position); }},
                 {"name", text_into(container.name)},
                 {"role", word_into(container.role, roles)},
                 {"request", [&](const json_cursor& asked) { container.demand = read_demand(asked); }},
                 {"cards", [&](const json_cursor& cards) {
                      cards.elements([&](const json_cursor& share) { chosen.push_back(read_share(share)); });
                  }}});
}

devicemodel::pod_record read_pod_record(const json_cursor& value) {
    devicemodel::pod_record pod;
    const auto read_requests = [&](const json_cursor& host) {
        all_members(host, {{"cpu_milli", amount_into(pod.requests.cpu)},
                           {"memory_bytes", amount_into(pod.requests.memory)}});
    };
    const auto read_containers = [&](const json_cursor& containers) {
        containers.elements([&](const json_cursor& container) { read_container(container, pod); });
    };
    all_members(value,
                {{"uid", name_into(pod.uid)},
                 {"namespace", text_into(pod.name_space)},
                 {"name", text_into(pod.name)},
                 {"node", name_into(pod.node)},
                 {"stage", word_into(pod.now, stages)},
                 {"state", word_into(pod.state, states)},
                 {"source", word_into(pod.source, sources)},
                 {"since", amount_into(pod.since)},
                 {"requests", read_requests},
                 {"containers", read_containers}},
                {{"allocation_problem", text_into(pod.allocation_problem)}});
    return pod;
}

}  // namespace

saved_state read_state(std::string& text) {
    saved_state state;
    json_document document(json_document::any_values);
    if (document.parse(text)) {
        const auto root = document.root();
        std::string schema;
        root.members({{"schema", text_into(schema)}});
        if (document.problems().empty() && schema != state_schema) {
            state.problems.push_back(
                {"schema", "is " + shown(schema) + ", this berth reads " + std::string(state_schema)});
            return state;
        }
        all_members(
            root,
            {{"nodes",
              [&](const json_cursor& nodes) {
                  nodes.elements([&](const json_cursor& node) { state.nodes.push_back(read_node(node)); });
              }},
             {"pods", [&](const json_cursor& pods) {
                  pods.elements([&](const json_cursor& pod) { state.pods.push_back(read_pod_record(pod)); });
              }}});
    }
    state.problems = document.problems();
    return state;
}

bool is_state(std::string_view text) {
    static constexpr std::string_view blanks = " \t\r\n";
    static constexpr std::string_view key = "\"schema\"";
    for (auto at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
        const auto colon = text.find_first_not_of(blanks, at + key.size());
        if (colon == std::string_view::npos || text[colon] != ':') {
            continue;
        }
        const auto value = text.find_first_not_of(blanks, colon + 1);
        if (value != std::string_view::npos && text.substr(value).starts_with("\"berth-state/")) {
            return true;
        }
    }
    return false;
}

}  // namespace berth::wire
