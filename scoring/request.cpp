#include "scoring/request.hpp"

#include <string_view>

namespace berth::scoring {
namespace {

void add(std::string& key, std::int64_t number) {
    key += std::to_string(number);
    key += ',';
}

/// Length first, so that no text can look like the end of another.
void add(std::string& key, std::string_view text) {
    add(key, static_cast<std::int64_t>(text.size()));
    key += text;
}

void add(std::string& key, const std::vector<std::string>& texts) {
    add(key, static_cast<std::int64_t>(texts.size()));
    for (const auto& text : texts) {
        add(key, std::string_view(text));
    }
}

}  // namespace

std::string kind_of(const pod_request& request) {
    std::string key;
    for (const auto& c : request.containers) {
        if (c.demand.cards > 0) {
            add(key, static_cast<std::int64_t>(c.role));
            add(key, c.demand.cards);
            add(key, c.demand.memory.value());
            add(key, c.demand.memory_percent);
            add(key, c.demand.cores.value());
        }
    }
    key += '|';
    add(key, static_cast<std::int64_t>(request.rule));
    add(key, request.rules.use_uuids);
    add(key, request.rules.avoid_uuids);
    add(key, request.rules.use_models);
    add(key, request.rules.avoid_models);
    add(key, std::string_view(request.rules.modes));
    add(key, request.rules.idle_cards_only ? 1 : 0);
    key += '|';
    for (const auto order : request.card_order) {
        add(key, static_cast<std::int64_t>(order));
    }
    key += '|';
    add(key, request.weights.slots);
    add(key, request.weights.cores);
    add(key, request.weights.memory);
    add(key, static_cast<std::int64_t>(request.nodes));
    return key;
}

}  // namespace berth::scoring
