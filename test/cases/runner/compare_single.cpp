#include <algorithm>
#include <fmt/format.h>

#include "test/cases/runner/checks.hpp"
#include "test/cases/runner/compare.hpp"

namespace berth::cases {
namespace {

/// The schema gives one order only beyond this many cards of one container.
constexpr std::size_t all_orders_given = 3;

std::vector<std::string> split(const std::string& text, char end) {
    std::vector<std::string> parts;
    std::string part;
    for (const char c : text) {
        if (c == end) {
            parts.push_back(std::exchange(part, {}));
        } else {
            part += c;
        }
    }
    parts.push_back(part);
    return parts;
}

/// The allocation text with the records of long parts sorted, so that equal sets of cards are equal texts.
std::string without_order(const std::string& text) {
    std::string sorted;
    for (const auto& part : split(text, ';')) {
        auto records = split(part, ':');
        if (records.size() > all_orders_given + 1) {  // the last record ends with ':', too
            std::sort(records.begin(), records.end());
        }
        sorted += fmt::format("{};", fmt::join(records, ":"));
    }
    return sorted;
}

std::string shown(const std::vector<seen_card>& cards) {
    std::vector<std::string> texts;
    for (const auto& card : cards) {
        texts.push_back(fmt::format("{} {}/{}", card.id, card.mem, card.cores));
    }
    return listed(texts);
}

void check_container(const seen_pod& seen, const json_value& expected, found_differences out) {
    const auto position = number_at(expected, {"position"});
    const auto container = std::find_if(seen.containers.begin(), seen.containers.end(),
                                        [&](const seen_container& c) { return c.position == position; });
    if (container == seen.containers.end()) {
        out.add(fmt::format("position {} is not in the state", position));
        return;
    }
    const auto name = text_at(expected, {"container"}), role = text_at(expected, {"role"});
    if (container->name != name || container->role != role) {
        out.add(fmt::format("position {} is {} {}, expected {} {}", position, container->role,
                            container->name, role, name));
    }
    std::vector<seen_card> wanted;
    for (const auto& gpu : array_at(expected, {"gpus"}).GetArray()) {
        wanted.push_back({text_at(gpu, {"id"}), number_at(gpu, {"mem"}), number_at(gpu, {"cores"})});
    }
    auto cards = container->cards;
    std::sort(cards.begin(), cards.end());
    std::sort(wanted.begin(), wanted.end());
    if (cards != wanted) {
        out.add(fmt::format("position {} has {}, expected {}", position, shown(cards), shown(wanted)));
    }
}

void check_annotation(const seen_placement& seen, const json_value& accepted, found_differences out) {
    const auto found = seen.annotations.find("hami.io/vgpu-devices-allocated");
    const std::string text = found == seen.annotations.end() ? "" : found->second;
    const auto texts = texts_at(accepted, {});
    const bool known = std::any_of(texts.begin(), texts.end(), [&](const std::string& one) {
        return one == text || without_order(one) == without_order(text);
    });
    if (!known) {
        out.add("the allocation annotation is \"" + text + "\", expected \"" +
                fmt::format("{}", fmt::join(texts, "\" or \"")) + "\"");
    }
}

bool overlap(const seen_instance& a, const seen_instance& b) {
    return a.uuid == b.uuid && a.start < b.start + b.size && b.start < a.start + a.size;
}

/// Whether the node's register list allows the instance to stand where it does.
bool legal(const seen_instance& instance, const json_value& input) {
    for (const auto& node : array_at(input, {"nodes"}).GetArray()) {
        for (const auto& device : array_at(node, {"devices"}).GetArray()) {
            if (text_at(device, {"id"}) != instance.uuid) {
                continue;
            }
            for (const auto& profile : array_at(device, {"migProfiles"}).GetArray()) {
                const auto& places = array_at(profile, {"placements"}).GetArray();
                if (text_at(profile, {"name"}) == instance.profile &&
                    std::any_of(places.begin(), places.end(), [&](const json_value& place) {
                        return number_at(place, {"start"}) == instance.start &&
                               number_at(place, {"size"}) == instance.size;
                    })) {
                    return true;
                }
            }
        }
    }
    return false;
}

std::string identity(std::int64_t container, std::int64_t device, const std::string& uuid,
                     const std::string& profile) {
    return fmt::format("container {} device {} {} on {}", container, device, profile, uuid);
}

void check_mig(const seen_placement& seen, const json_value& expected, const json_value& input,
               found_differences out) {
    const auto instances = instances_in(seen.annotations);
    std::vector<std::string> have, want;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const auto& one = instances[i];
        have.push_back(identity(one.container, one.device, one.uuid, one.profile));
        if (!legal(one, input)) {
            out.add(fmt::format("{} stands at {}+{}, which its profile does not offer", have.back(),
                                one.start, one.size));
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (overlap(one, instances[j])) {
                out.add(have[i] + " overlaps " + have[j]);
            }
        }
    }
    for (const auto& one : array_at(expected, {"instances"}).GetArray()) {
        want.push_back(identity(number_at(one, {"containerIndex"}), number_at(one, {"deviceIndex"}),
                                text_at(one, {"gpuUUID"}), text_at(one, {"profile"})));
    }
    std::sort(have.begin(), have.end());
    std::sort(want.begin(), want.end());
    if (have != want) {
        out.add("the MIG instances are " + listed(have) + "; expected " + listed(want));
    }
}

struct expected_stage {
    const char* key;
    const std::optional<seen_pod>& seen;
};

void check_placement(const seen_placement& seen, const json_value& expected, const json_value& input,
                     found_differences out) {
    const auto& node = seen.way.node;
    if (!seen.way.problem.empty()) {
        out.add(seen.way.problem);
    }
    if (!seen.way.bind.error.empty() || !seen.way.bind.accepted) {
        out.add("bind failed: " + seen.way.bind.error);
        return;
    }
    const bool any_placement = text_at(expected, {"device_choice"}) == "free";
    if (const auto* devices = find(expected, {"devices", node}); devices != nullptr && !any_placement) {
        for (const auto& container : array_at(*devices, {}).GetArray()) {
            check_container(seen.before_init_done.value_or(seen_pod{}), container, out);
        }
    }
    if (const auto* accepted = find(expected, {"annotation", node}); accepted != nullptr && !any_placement) {
        check_annotation(seen, *accepted, out);
    }
    for (const auto& stage : {expected_stage{"before_init_done", seen.before_init_done},
                              expected_stage{"after_init_done", seen.after_init_done}}) {
        const auto charge = stage.seen.value_or(seen_pod{}).charge;
        if (const auto* usage = find(expected, {"pod_usage", node, stage.key});
            usage != nullptr && !any_placement) {
            check_usage(charge, object_at(*usage, {}), usage_match::equal, out.at(stage.key));
        }
        if (const auto* totals = find(expected, {"pod_usage_totals", node, stage.key})) {
            check_totals(charge, *totals, usage_match::equal, out.at(stage.key));
        }
    }
    if (const auto* mig = find(expected, {"mig", node})) {
        check_mig(seen, *mig, input, out);
    }
}

}  // namespace

differences compare_single(const single_transcript& seen, const json_value& expected,
                           const json_value& input) {
    differences all;
    const found_differences out(all);
    check_usage_of_nodes(seen.existing, object_at(expected, {"existing_usage"}), usage_match::equal,
                         out.at("existing_usage"));
    auto filter = out.at("filter");
    if (!seen.answer.problem.empty()) {
        filter.add(seen.answer.problem);
    } else if (seen.answer.is_error()) {
        filter.add(fmt::format("status {}, Error \"{}\"", seen.answer.status, seen.answer.error));
    } else {
        check_fits(seen.answer.all(), seen.answer, expected, filter);
    }
    for (const auto& [node, placement] : seen.placements) {
        check_placement(placement, expected, input, out.at("on " + node));
    }
    return all;
}

}  // namespace berth::cases
