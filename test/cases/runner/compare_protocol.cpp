#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "extender/wire/json_cursor.hpp"

#include "test/cases/runner/checks.hpp"
#include "test/cases/runner/compare.hpp"

namespace berth::cases {
namespace {

constexpr unsigned ok = 200;

bool is_client_error(unsigned status) { return status >= 400 && status < 500; }

std::string shown(const seen_response& response) {
    return fmt::format("status {}: {}", response.raw.status, response.raw.body.substr(0, 300));
}

/// A bind answer reads as a filter answer without nodes, so one rule serves both endpoints.
bool is_error(const seen_response& response) {
    return response.raw.status == ok ? response.filter.problem.empty() && !response.filter.error.empty() &&
                                           response.filter.all().empty()
                                     : is_client_error(response.raw.status);
}

bool is_answer(const seen_response& response, found_differences out) {
    const auto& answer = response.filter;
    if (response.raw.status == ok && answer.problem.empty() && answer.error.empty()) {
        return true;
    }
    out.add("no answer without Error but " + (answer.problem.empty() ? shown(response) : answer.problem));
    return false;
}

void check_fits_result(const seen_response& response, const json_value& expected, found_differences out) {
    if (!is_answer(response, out)) {
        return;
    }
    const auto& answer = response.filter;
    auto nodes = answer.all();
    if (const auto list = text_at(expected, {"answer_in"}); !list.empty()) {
        nodes = (list == "Nodes" ? answer.nodes : answer.names).value_or(std::vector<std::string>{});
        if (nodes.empty() && !answer.all().empty()) {
            out.add("the answer is not in " + list);
            return;
        }
    }
    check_fits(nodes, answer, expected, out);
    const auto* all = find(expected, {"all_required"});
    if (all == nullptr || !all->IsTrue()) {
        return;
    }
    for (const auto& node : texts_at(expected, {"fits"})) {
        if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) {
            out.add("node " + node + " is missing, all of " + listed(texts_at(expected, {"fits"})) +
                    " are required");
        }
    }
}

void check_none_fit(const seen_response& response, const json_value& expected, found_differences out) {
    if (!is_answer(response, out)) {
        return;
    }
    const auto nodes = response.filter.all();
    if (!nodes.empty()) {
        out.add("nodes were answered, none fits: " + listed(nodes));
    }
    check_rejected(nodes, response.filter, object_at(expected, {"rejected"}), out);
}

void check_error(const seen_response& response, const json_value&, found_differences out) {
    if (!is_error(response)) {
        out.add("expected an error, got " + shown(response));
    }
}

void check_pass_through(const seen_response& response, const json_value& expected, found_differences out) {
    if (!is_answer(response, out)) {
        return;
    }
    const auto names = response.filter.names.value_or(std::vector<std::string>{});
    const auto wanted = texts_at(expected, {"node_names"});
    if (names != wanted) {
        out.add("NodeNames are " + listed(names) + ", expected unchanged " + listed(wanted));
    }
}

void check_bound(const seen_response& response, const json_value& expected, found_differences out) {
    const auto node = text_at(expected, {"node"});
    if (!response.bind.error.empty()) {
        out.add("Error is \"" + response.bind.error + "\"");
    }
    if (response.bind.on != node) {
        out.add("the API has the pod on \"" + response.bind.on + "\", expected " + node);
    }
}

void check_none_fit_or_error(const seen_response& response, const json_value& expected,
                             found_differences out) {
    if (!is_error(response)) {
        check_none_fit(response, expected, out);
    }
}

void check_error_or_fits(const seen_response& response, const json_value& expected, found_differences out) {
    if (!is_error(response)) {
        check_fits_result(response, expected, out);
    }
}

void check_any(const seen_response&, const json_value&, found_differences) {}

using check = void (*)(const seen_response&, const json_value&, found_differences);

check check_of(const std::string& result) {
    static const std::map<std::string, check> checks = {
        {"fits", check_fits_result},
        {"none_fit", check_none_fit},
        {"error", check_error},
        {"pass_through", check_pass_through},
        {"bound", check_bound},
        {"none_fit_or_error", check_none_fit_or_error},
        {"error_or_fits", check_error_or_fits},
        {"any", check_any},
    };
    const auto found = checks.find(result);
    if (found == checks.end()) {
        throw bad_case("a response has the unknown result " + result);
    }
    return found->second;
}

void check_response(const seen_response& response, const json_value& expected, found_differences out) {
    const auto& statuses = array_at(expected, {"status_any_of"}).GetArray();
    const bool allowed =
        statuses.Empty() || std::any_of(statuses.begin(), statuses.end(), [&](const json_value& one) {
            return one.IsUint() && one.GetUint() == response.raw.status;
        });
    if (!allowed) {
        out.add(shown(response) + "; expected a status of " + text_of(array_at(expected, {"status_any_of"})));
        return;
    }
    check_of(needed_text(expected, "result"))(response, expected, out);
}

void check_keys(const protocol_transcript& seen, const json_value& expected, found_differences out) {
    for (const auto& response : seen.responses) {
        const auto wanted = texts_at(expected, {response.endpoint});
        if (response.raw.status != ok || response.keys.empty()) {
            continue;
        }
        for (const auto& key : wanted) {
            if (!response.keys.contains(key)) {
                out.at(response.id).add("the answer has no key spelled " + key);
            }
        }
    }
}

differences compare_way(const protocol_transcript& seen, const json_value& expected) {
    differences all;
    found_differences out(all);
    const auto& responses = object_at(expected, {"responses"});
    for (const auto& entry : responses.GetObject()) {
        const std::string id(view_of(entry.name));
        const auto response = std::find_if(seen.responses.begin(), seen.responses.end(),
                                           [&](const seen_response& r) { return r.id == id; });
        if (response == seen.responses.end()) {
            throw bad_case("expected names a request that input does not have: " + id);
        }
        check_response(*response, entry.value, out.at(id));
    }
    for (const auto& response : seen.responses) {
        if (response.bound && !(response.bound->problem + response.bound->bind.error).empty()) {
            out.at(response.id)
                .add("bind after the filter failed: " + response.bound->problem + response.bound->bind.error);
        }
    }
    if (const auto* usage = find(expected, {"device_usage_after"})) {
        check_usage_of_nodes(seen.state, *usage, usage_match::equal, out.at("afterwards"));
    }
    for (const auto& pod : texts_at(expected, {"no_annotations_on"})) {
        if (seen.patched.contains(pod)) {
            out.add("pod " + pod + " was patched");
        }
    }
    check_keys(seen, object_at(expected, {"response_keys"}), out);
    if (const auto* alive = find(expected, {"process_alive"});
        alive != nullptr && alive->IsTrue() && !seen.alive) {
        out.add("the extender does not answer a health check");
    }
    return all;
}

}  // namespace

differences compare_protocol(const std::vector<protocol_transcript>& ways, const json_value& expected) {
    std::vector<differences> all;
    for (const auto& way : ways) {
        all.push_back(compare_way(way, expected));
    }
    return *std::min_element(all.begin(), all.end(),
                             [](const differences& a, const differences& b) { return a.size() < b.size(); });
}

}  // namespace berth::cases
