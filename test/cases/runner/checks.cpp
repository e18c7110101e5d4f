#include "test/cases/runner/checks.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace berth::cases {
namespace {

bool contains(const std::vector<std::string>& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

/// Reason kinds of the schema itself, which extenders word as they like.
bool any_wording(const std::string& kind) {
    return kind == "NodeUnregistered" || kind == "AllocationUndecodable";
}

bool matches(const triple& seen, const triple& expected, usage_match match) {
    return match == usage_match::equal
               ? seen == expected
               : seen.mem <= expected.mem && seen.cores <= expected.cores && seen.slots <= expected.slots;
}

std::string bound_word(usage_match match) { return match == usage_match::equal ? "" : "at most "; }

}  // namespace

std::string listed(const std::vector<std::string>& names) {
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

void check_fits(const std::vector<std::string>& answered, const filter_answer& answer,
                const json_value& expected, found_differences out) {
    const auto fits = texts_at(expected, {"fits"});
    const auto optional = texts_at(expected, {"fits_optional"});
    const auto& rejected = object_at(expected, {"rejected"});
    for (const auto& node : answered) {
        const bool told_below = find(rejected, {node}) != nullptr;
        if (!contains(fits, node) && !contains(optional, node) && !told_below) {
            out.add("node " + node + " was answered, it must not fit (fits: " + listed(fits) + ")");
        }
    }
    if (answered.empty() && !fits.empty()) {
        std::string why;
        for (const auto& node : fits) {
            const auto reason = answer.failed.find(node);
            why += reason == answer.failed.end() ? "" : "; " + node + ": " + reason->second;
        }
        out.add("no node was answered, expected one of " + listed(fits) + why);
    }
    check_rejected(answered, answer, rejected, out);
}

void check_rejected(const std::vector<std::string>& answered, const filter_answer& answer,
                    const json_value& rejected, found_differences out) {
    for (const auto& entry : rejected.GetObject()) {
        const std::string node(view_of(entry.name));
        if (contains(answered, node)) {
            out.add("node " + node + " was answered, it must be rejected");
        }
        const auto reason = answer.failed.find(node);
        const auto kinds = texts_at(entry.value, {});
        if (reason == answer.failed.end() || kinds.empty()) {
            continue;  // an extender need not explain the losers
        }
        const bool named = std::any_of(kinds.begin(), kinds.end(), [&](const std::string& kind) {
            return any_wording(kind) ? !reason->second.empty()
                                     : reason->second.find(kind) != std::string::npos;
        });
        if (!named) {
            out.add("node " + node + " is rejected with \"" + reason->second + "\", expected one of " +
                    listed(kinds));
        }
    }
}

triple triple_of(const json_value& expected) {
    return {number_at(expected, {"mem"}), number_at(expected, {"cores"}), number_at(expected, {"slots"})};
}

std::string shown(const triple& use) { return fmt::format("{}/{}/{}", use.mem, use.cores, use.slots); }

void check_usage(const cards_in_use& seen, const json_value& expected, usage_match match,
                 found_differences out) {
    std::set<std::string> cards;
    for (const auto& [uuid, use] : seen) {
        cards.insert(uuid);
    }
    for (const auto& entry : expected.GetObject()) {
        cards.emplace(view_of(entry.name));
    }
    for (const auto& uuid : cards) {
        const auto found = seen.find(uuid);
        const auto use = found == seen.end() ? triple{} : found->second;
        const auto wanted = triple_of(object_at(expected, {uuid}));
        if (!matches(use, wanted, match)) {
            out.add("card " + uuid + " carries " + shown(use) + ", expected " + bound_word(match) +
                    shown(wanted));
        }
    }
}

void check_usage_of_nodes(const seen_state& seen, const json_value& expected, usage_match match,
                          found_differences out) {
    for (const auto& entry : expected.GetObject()) {
        const std::string node(view_of(entry.name));
        const auto found = seen.nodes.find(node);
        check_usage(found == seen.nodes.end() ? cards_in_use{} : found->second, object_at(entry.value, {}),
                    match, out.at(node));
    }
}

void check_totals(const cards_in_use& seen, const json_value& expected, usage_match match,
                  found_differences out) {
    triple sum;
    std::int64_t cards = 0;
    for (const auto& [uuid, use] : seen) {
        cards += use == triple{} ? 0 : 1;
        sum = {sum.mem + use.mem, sum.cores + use.cores, sum.slots + use.slots};
    }
    const auto wanted = triple_of(expected);
    const auto wanted_cards = number_at(expected, {"cards"});
    const bool same_cards = match == usage_match::equal ? cards == wanted_cards : cards <= wanted_cards;
    if (!same_cards || !matches(sum, wanted, match)) {
        out.add(fmt::format("{} cards carry {} together, expected {}{} with {}", cards, shown(sum),
                            bound_word(match), wanted_cards, shown(wanted)));
    }
}

std::vector<seen_instance> instances_in(const std::map<std::string, std::string>& annotations) {
    std::vector<seen_instance> instances;
    json_document list;
    const auto text = annotations.find("hami.io/vgpu-mig-allocations");
    if (text == annotations.end() || !parses(text->second, list) || !list.IsArray()) {
        return instances;
    }
    for (const auto& entry : list.GetArray()) {
        instances.push_back({number_at(entry, {"containerIndex"}), number_at(entry, {"deviceIndex"}),
                             text_at(entry, {"gpuUUID"}), text_at(entry, {"profile"}),
                             number_at(entry, {"placement", "start"}),
                             number_at(entry, {"placement", "size"})});
    }
    return instances;
}

}  // namespace berth::cases
