#include <array>
#include <optional>

#include "extender/wire/json_cursor.hpp"
#include "extender/wire/state.hpp"

namespace berth::wire {
namespace {

using devicemodel::amount_limit;

/// A reader that stores an integer of 0..amount_limit.
auto amount_into(std::int64_t& target) {
    return [&target](const json_cursor& value) {
        if (const auto number = value.integer(0, amount_limit)) {
            target = *number;
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
    std::int64_t memory = 0, cores = 0, slots = 0;
    value.members(
        {{"memory_mib", amount_into(memory)}, {"cores", amount_into(cores)}, {"slots", amount_into(slots)}});
    return {devicemodel::mebibytes{memory}, devicemodel::core_percent{cores}, devicemodel::slot_count{slots}};
}

devicemodel::host_resources read_host(const json_cursor& value, std::int64_t* gpus) {
    std::int64_t cpu = 0, memory = 0, unread = 0;
    value.members({{"cpu_milli", amount_into(cpu)},
                   {"memory_bytes", amount_into(memory)},
                   {"gpus", amount_into(gpus != nullptr ? *gpus : unread)}});
    return {devicemodel::milli_cpu{cpu}, devicemodel::host_bytes{memory}};
}

devicemodel::card read_card(const json_cursor& value) {
    devicemodel::card card;
    std::int64_t index = 0, numa = 0;
    value.members({{"uuid", text_into(card.uuid)},
                   {"index", amount_into(index)},
                   {"model", text_into(card.model)},
                   {"mode", text_into(card.mode)},
                   {"numa", [&](const json_cursor& n) { numa = n.integer(-1, 1'000'000).value_or(0); }},
                   {"healthy", truth_into(card.healthy)},
                   {"cordoned", truth_into(card.cordoned)},
                   {"capacity", [&](const json_cursor& amounts) { card.capacity = read_shares(amounts); }}});
    card.index = static_cast<std::uint32_t>(index);
    card.numa = static_cast<std::int32_t>(numa);
    return card;
}

devicemodel::node_info read_node(const json_cursor& value) {
    devicemodel::node_info node;
    value.members(
        {{"name", text_into(node.name)},
         {"register_problem", text_into(node.register_problem)},
         {"allocatable",
          [&](const json_cursor& host) { node.allocatable = read_host(host, &node.allocatable_gpus); }},
         {"cards", [&](const json_cursor& cards) {
              cards.elements([&](const json_cursor& card) { node.cards.push_back(read_card(card)); });
          }}});
    if (node.name.empty()) {
        value.complain("has no name");
    }
    return node;
}

devicemodel::container_demand read_demand(const json_cursor& value) {
    std::int64_t cards = 0, memory = 0, percent = 0, cores = 0;
    value.members({{"cards", [&](const json_cursor& n) { cards = n.integer(0, 1'000'000).value_or(0); }},
                   {"memory_mib", amount_into(memory)},
                   {"memory_percent", [&](const json_cursor& n) { percent = n.integer(0, 100).value_or(0); }},
                   {"cores", amount_into(cores)}});
    return {static_cast<std::int32_t>(cards), devicemodel::mebibytes{memory},
            static_cast<std::int32_t>(percent), devicemodel::core_percent{cores}};
}

devicemodel::card_share read_share(const json_cursor& value) {
    devicemodel::card_share share;
    std::int64_t memory = 0, cores = 0;
    value.members({{"uuid", text_into(share.uuid)},
                   {"memory_mib", amount_into(memory)},
                   {"cores", amount_into(cores)}});
    share.memory = devicemodel::mebibytes{memory};
    share.cores = devicemodel::core_percent{cores};
    return share;
}

void read_container(const json_cursor& value, devicemodel::pod_record& pod) {
    auto& container = pod.containers.emplace_back();
    auto& chosen = pod.chosen.emplace_back();
    value.members({{"name", text_into(container.name)},
                   {"role", word_into(container.role, roles)},
                   {"request", [&](const json_cursor& asked) { container.demand = read_demand(asked); }},
                   {"cards", [&](const json_cursor& cards) {
                        cards.elements(
                            [&](const json_cursor& share) { chosen.push_back(read_share(share)); });
                    }}});
}

devicemodel::pod_record read_pod_record(const json_cursor& value) {
    devicemodel::pod_record pod;
    value.members({{"uid", text_into(pod.uid)},
                   {"namespace", text_into(pod.name_space)},
                   {"name", text_into(pod.name)},
                   {"node", text_into(pod.node)},
                   {"stage", word_into(pod.now, stages)},
                   {"state", word_into(pod.state, states)},
                   {"source", word_into(pod.source, sources)},
                   {"since", amount_into(pod.since)},
                   {"allocation_problem", text_into(pod.allocation_problem)},
                   {"requests", [&](const json_cursor& host) { pod.requests = read_host(host, nullptr); }},
                   {"containers", [&](const json_cursor& containers) {
                        containers.elements(
                            [&](const json_cursor& container) { read_container(container, pod); });
                    }}});
    if (pod.uid.empty()) {
        value.complain("has no uid");
    }
    return pod;
}

}  // namespace

saved_state read_state(std::string& text) {
    saved_state state;
    json_document document;
    if (document.parse(text)) {
        std::string schema;
        document.root().members(
            {{"schema", text_into(schema)},
             {"nodes",
              [&](const json_cursor& nodes) {
                  nodes.elements([&](const json_cursor& node) { state.nodes.push_back(read_node(node)); });
              }},
             {"pods", [&](const json_cursor& pods) {
                  pods.elements([&](const json_cursor& pod) { state.pods.push_back(read_pod_record(pod)); });
              }}});
        if (schema != state_schema) {
            state.problems.push_back(
                {"schema", "is " + shown(schema) + ", this berth reads " + std::string(state_schema)});
        }
    }
    state.problems.insert(state.problems.end(), document.problems().begin(), document.problems().end());
    return state;
}

bool is_state(std::string_view text) {
    return text.substr(0, 200).find("\"schema\":\"berth-state/") != std::string_view::npos;
}

}  // namespace berth::wire
