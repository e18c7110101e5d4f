#include <set>
#include <utility>

#include "test/cases/runner/cluster.hpp"
#include "test/cases/runner/play.hpp"
#include "test/cases/runner/scheduler.hpp"

namespace berth::cases {
namespace {

constexpr std::size_t most_choices = 4;

/// A request as it goes out, and what of it can be read back.
struct request {
    std::string id;
    std::string endpoint;
    std::string method;
    std::string body;
    std::optional<json_document> pod;  ///< Endpoint filter: the Pod, when the body has one with a name.
    bool carries_nodes = false;
    std::string names_pod;  ///< Endpoint bind: "namespace/name".
    std::string names_uid;
};

std::string bytes_of(std::string_view hex) {
    std::string digits, bytes;
    for (const char c : hex) {
        if (c != ' ') {
            digits += c;
        }
    }
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
    }
    return bytes;
}

std::string repeated(const json_value& how) {
    std::string text = text_at(how, {"prefix"});
    const auto unit = text_at(how, {"unit"});
    const auto times = number_at(how, {"times"});
    text.reserve(text.size() + unit.size() * static_cast<std::size_t>(times));
    for (std::int64_t i = 0; i < times; ++i) {
        text += unit;
    }
    return text + text_at(how, {"suffix"});
}

std::string padded(const json_value& how) {
    auto pod = copy_of(needed(how, "pod"));
    json_document annotations(rapidjson::kObjectType), metadata(rapidjson::kObjectType);
    json_document patch(rapidjson::kObjectType);
    set(annotations, needed_text(how, "pad_annotation"),
        std::string(static_cast<std::size_t>(number_at(how, {"pad_bytes"})), 'x'));
    set(metadata, "annotations", std::move(annotations));
    set(patch, "metadata", std::move(metadata));
    merge(pod, patch);
    return names_body(pod, texts_at(how, {"node_names"}));
}

std::string generated(const json_value& how) {
    const auto kind = needed_text(how, "kind");
    if (kind == "bytes_hex") {
        return bytes_of(text_at(how, {"hex"}));
    }
    if (kind == "repeat") {
        return repeated(how);
    }
    if (kind == "filter_with_padding") {
        return padded(how);
    }
    throw bad_case("a request is generated in the unknown way " + kind);
}

std::string body_of(const json_value& asked) {
    if (const auto body = asked.FindMember("body"); body != asked.MemberEnd()) {
        return text_of(body->value);
    }
    if (const auto* raw = find(asked, {"body_raw"})) {
        return std::string(view_of(*raw));
    }
    const auto* how = find(asked, {"generate"});
    return how == nullptr ? std::string() : generated(*how);
}

request request_of(const json_value& asked) {
    request made;
    made.id = needed_text(asked, "id");
    made.endpoint = needed_text(asked, "endpoint");
    made.method = find(asked, {"method"}) == nullptr ? "POST" : text_at(asked, {"method"});
    made.body = body_of(asked);
    json_document body;
    if (made.method != "POST" || !parses(made.body, body)) {
        return made;
    }
    const auto text = [&](std::string_view key) {
        const auto* value = find_in_any_case(body, key);
        return value != nullptr && value->IsString() ? std::string(view_of(*value)) : std::string();
    };
    made.names_pod = text("PodNamespace") + "/" + text("PodName");
    made.names_uid = text("PodUID");
    made.carries_nodes = find_in_any_case(body, "Nodes") != nullptr;
    const auto* pod = find_in_any_case(body, "Pod");
    if (made.endpoint == "filter" && pod != nullptr && !text_at(*pod, {"metadata", "name"}).empty()) {
        made.pod = copy_of(*pod);
    }
    return made;
}

std::vector<request> requests_of(const json_value& input) {
    std::vector<request> requests;
    for (const auto& asked : array_at(input, {"http", "requests"}).GetArray()) {
        requests.push_back(request_of(asked));
    }
    return requests;
}

std::set<std::string> keys_of(const std::string& body) {
    std::set<std::string> keys;
    json_document object;
    if (parses(body, object) && object.IsObject()) {
        for (const auto& entry : object.GetObject()) {
            keys.emplace(view_of(entry.name));
        }
    }
    return keys;
}

bool bound_later(const std::vector<request>& requests, std::size_t index) {
    const auto uid = text_at(*requests[index].pod, {"metadata", "uid"});
    for (auto i = index + 1; i < requests.size(); ++i) {
        if (requests[i].endpoint == "bind" && requests[i].names_uid == uid) {
            return true;
        }
    }
    return false;
}

/// Plays all requests; pods whose UID is in `lost` are never bound by the runner, `went_on` tells which were.
protocol_transcript play_way(const json_value& input, const std::vector<request>& requests,
                             const std::set<std::string>& lost, std::set<std::string>& went_on) {
    cluster at(input);
    std::map<std::string, std::map<std::string, std::string>> created;
    protocol_transcript seen;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const auto& asked = requests[i];
        seen_response response{asked.id, asked.endpoint, {}, {}, {}, {}, {}};
        if (asked.pod) {
            at.tell(at.api().create_pod(*asked.pod));
            created.emplace(name_of(*asked.pod), at.api().annotations_of(name_of(*asked.pod)));
        }
        const auto before = at.accepted().size();
        const auto call = at.start("/" + asked.endpoint, asked.body, asked.method);
        at.settle({call});
        response.raw = call->answer();
        response.keys = keys_of(response.raw.body);
        response.filter = read_filter_answer(response.raw);
        response.bind = end_bind(at, *call, asked.names_pod, before);
        const auto& answer = response.filter;
        if (asked.pod && !asked.carries_nodes && !answer.is_error() && !answer.all().empty() &&
            at.api().node_of(name_of(*asked.pod)).empty() && !bound_later(requests, i)) {
            const auto uid = text_at(*asked.pod, {"metadata", "uid"});
            went_on.insert(uid);
            if (!lost.contains(uid)) {
                response.bound = go_on(at, *asked.pod, answer);
            }
        }
        seen.responses.push_back(std::move(response));
    }
    seen.state = at.look();
    seen.alive = at.alive();
    for (const auto& [name, annotations] : created) {
        if (at.api().annotations_of(name) != annotations) {
            seen.patched.insert(name);
        }
    }
    seen.notes = at.notes();
    return seen;
}

}  // namespace

std::vector<protocol_transcript> play_protocol(const json_value& input) {
    const auto requests = requests_of(input);
    std::set<std::string> pods, unused;
    std::vector<protocol_transcript> ways{play_way(input, requests, {}, pods)};
    if (pods.size() > most_choices) {
        ways.push_back(play_way(input, requests, pods, unused));
        return ways;
    }
    const std::vector<std::string> uids(pods.begin(), pods.end());
    for (std::size_t choice = 1; choice < std::size_t{1} << uids.size(); ++choice) {
        std::set<std::string> lost;
        for (std::size_t i = 0; i < uids.size(); ++i) {
            if ((choice >> i & 1U) != 0) {
                lost.insert(uids[i]);
            }
        }
        ways.push_back(play_way(input, requests, lost, unused));
    }
    return ways;
}

}  // namespace berth::cases
