#include <algorithm>
#include <fmt/format.h>
#include <tuple>

#include "test/cases/runner/checks.hpp"
#include "test/cases/runner/compare.hpp"

namespace berth::cases {
namespace {

void check_answer(const filter_answer& answer, const json_value& expected, found_differences out) {
    const bool asked = find(expected, {"fits"}) != nullptr || find(expected, {"rejected"}) != nullptr;
    if (!answer.problem.empty()) {
        out.add(answer.problem);
        return;
    }
    if (answer.is_error()) {
        const auto* error_ok = find(expected, {"error_ok"});
        if (asked && (error_ok == nullptr || !error_ok->IsTrue())) {
            out.add(fmt::format("status {}, Error \"{}\"", answer.status, answer.error));
        } else if (!answer.all().empty()) {
            out.add("an Error came together with nodes: " + listed(answer.all()));
        }
        return;
    }
    if (find(expected, {"fits"}) != nullptr) {
        check_fits(answer.all(), answer, expected, out);
    } else {
        check_rejected(answer.all(), answer, object_at(expected, {"rejected"}), out);
    }
}

void check_way(const scheduled& way, const std::string& op, found_differences out) {
    if (!way.problem.empty()) {
        out.add(way.problem);
    }
    if (op == "filter" && !way.bind.error.empty()) {  // of parallel ones some may lose
        out.add("bind to " + way.node + " after the filter failed: " + way.bind.error);
    }
}

void check_bind(const seen_step& seen, const json_value& expected, found_differences out) {
    if (!seen.bind) {
        return;
    }
    const auto error = text_at(expected, {"error"});
    if (!error.empty() && (error == "empty") != seen.bind->error.empty()) {
        out.add("Error is \"" + seen.bind->error + "\", expected " + error);
    }
    const auto* bound = find(expected, {"bound"});
    if (bound == nullptr || !bound->IsBool()) {
        return;
    }
    // A bind that is repeated needs no second binding to be true.
    const bool is_bound = seen.bind->accepted || seen.bind->on == seen.bind_node;
    if (bound->GetBool() ? !is_bound : seen.bind->accepted) {
        out.add(bound->GetBool() ? "the API has no binding to " + seen.bind_node
                                 : "the API accepted a binding");
    }
}

void check_accepted(const seen_step& seen, const json_value& expected, found_differences out) {
    const auto* accepted = find(expected, {"accepted"});
    if (accepted == nullptr) {
        return;
    }
    const auto count = std::count_if(seen.bound.begin(), seen.bound.end(), [](const scheduled& way) {
        return way.bind.error.empty() && way.bind.accepted;
    });
    if (count != accepted->GetInt64()) {
        out.add(fmt::format("{} requests got a node, expected {}", count, accepted->GetInt64()));
    }
}

/// "time,namespace,name" as "namespace/name".
std::string owner_of(const std::string& lock) {
    const auto first = lock.find(',');
    auto owner = first == std::string::npos ? std::string() : lock.substr(first + 1);
    if (const auto second = owner.find(','); second != std::string::npos) {
        owner[second] = '/';
    }
    return owner;
}

void check_locks(const seen_step& seen, const json_value& expected, found_differences out) {
    const auto lock_of = [&](const json_value& node) {
        const auto found = seen.locks.find(std::string(view_of(node)));
        return found == seen.locks.end() ? std::string() : found->second;
    };
    for (const auto& entry : object_at(expected, {"node_lock"}).GetObject()) {
        const auto lock = lock_of(entry.name);
        const std::string wanted = entry.value.IsString() ? std::string(view_of(entry.value)) : "";
        if (wanted.empty() ? !lock.empty() : owner_of(lock) != wanted) {
            out.add(fmt::format("the lock of {} is \"{}\", expected owner {}", view_of(entry.name), lock,
                                wanted.empty() ? "none" : wanted));
        }
    }
    for (const auto& entry : object_at(expected, {"node_lock_raw"}).GetObject()) {
        const auto lock = lock_of(entry.name);
        const std::string wanted = entry.value.IsString() ? std::string(view_of(entry.value)) : "";
        if (lock != wanted) {
            out.add(
                fmt::format("the lock of {} is \"{}\", expected \"{}\"", view_of(entry.name), lock, wanted));
        }
    }
}

void check_annotations(const seen_step& seen, const json_value& expected, found_differences out) {
    for (const auto& entry : object_at(expected, {"pod_annotations"}).GetObject()) {
        const std::string key(view_of(entry.name));
        const auto found = seen.pod_annotations.find(key);
        const auto text = found == seen.pod_annotations.end() ? std::optional<std::string>() : found->second;
        const auto wanted =
            entry.value.IsString() ? std::optional(std::string(view_of(entry.value))) : std::nullopt;
        if (text != wanted) {
            out.add(fmt::format("annotation {} is {}, expected {}", key, text.value_or("absent"),
                                wanted.value_or("absent")));
        }
    }
}

void check_mig(const seen_step& seen, const json_value& expected, found_differences out) {
    auto instances = instances_in(seen.pod_annotations);
    if (instances.size() != expected.Size()) {
        out.add(fmt::format("{} MIG instances were chosen, expected {}", instances.size(), expected.Size()));
        return;
    }
    const auto may_be = [](const seen_instance& instance, const json_value& wanted) {
        const auto& starts = array_at(wanted, {"starts_any_of"}).GetArray();
        return instance.profile == text_at(wanted, {"profile"}) &&
               (starts.Empty() || std::any_of(starts.begin(), starts.end(), [&](const json_value& start) {
                    return start.IsInt64() && start.GetInt64() == instance.start;
                }));
    };
    const auto before = [](const seen_instance& a, const seen_instance& b) {
        return std::tie(a.start, a.profile) < std::tie(b.start, b.profile);
    };
    std::sort(instances.begin(), instances.end(), before);
    do {
        if (std::equal(instances.begin(), instances.end(), expected.Begin(), may_be)) {
            return;
        }
    } while (std::next_permutation(instances.begin(), instances.end(), before));
    std::vector<std::string> texts;
    for (const auto& one : instances) {
        texts.push_back(fmt::format("{} at {}", one.profile, one.start));
    }
    out.add("the MIG instances are " + listed(texts) + "; expected " + text_of(expected));
}

/// What the step left behind. Of a pod that is not bound yet there is nothing to see.
void check_state(const seen_step& seen, const json_value& expected, found_differences out) {
    if (seen.held_back) {
        return;
    }
    const auto match = seen.others_held_back ? usage_match::at_most : usage_match::equal;
    check_usage_of_nodes(seen.state, object_at(expected, {"device_usage"}), match, out);
    for (const auto& entry : object_at(expected, {"device_totals"}).GetObject()) {
        const std::string node(view_of(entry.name));
        const auto found = seen.state.nodes.find(node);
        check_totals(found == seen.state.nodes.end() ? cards_in_use{} : found->second, entry.value, match,
                     out.at(node));
    }
    check_annotations(seen, expected, out);
    if (const auto* mig = find(expected, {"mig"}); mig != nullptr && mig->IsArray()) {
        check_mig(seen, *mig, out);
    }
}

}  // namespace

differences compare_sequence(const sequence_transcript& seen, const json_value& expected) {
    differences all;
    const auto& steps = object_at(expected, {"steps"});
    for (const auto& entry : steps.GetObject()) {
        const std::string id(view_of(entry.name));
        if (std::none_of(seen.steps.begin(), seen.steps.end(),
                         [&](const seen_step& s) { return s.id == id; })) {
            throw bad_case("expected names a step that input does not have: " + id);
        }
    }
    for (const auto& step : seen.steps) {
        const auto* wanted = find(steps, {step.id});
        if (wanted == nullptr) {
            continue;
        }
        const auto out = found_differences(all).at(step.id);
        for (const auto& answer : step.filters) {
            check_answer(answer, *wanted, out);
        }
        for (const auto& way : step.bound) {
            check_way(way, step.op, out);
        }
        check_bind(step, *wanted, out);
        check_accepted(step, *wanted, out);
        check_locks(step, *wanted, out);
        check_state(step, *wanted, out);
    }
    return all;
}

}  // namespace berth::cases
