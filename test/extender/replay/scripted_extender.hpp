#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "extender/replay/extender_port.hpp"

namespace berth::replay::test {

/// The quoted strings of the NodeNames array of a request body.
inline std::vector<std::string> names_in(std::string_view body) {
    std::vector<std::string> names;
    constexpr std::string_view opening = "\"NodeNames\":[";
    auto left = body.substr(body.find(opening) + opening.size());
    left = left.substr(0, left.find(']'));
    for (auto quote = left.find('"'); quote != std::string_view::npos; quote = left.find('"')) {
        left.remove_prefix(quote + 1);
        names.emplace_back(left.substr(0, left.find('"')));
        left.remove_prefix(names.back().size() + 1);
    }
    return names;
}

/// The value of the first `"key":"value"` of a body.
inline std::string text_in(std::string_view body, std::string_view key) {
    const auto opening = "\"" + std::string(key) + "\":\"";
    const auto begin = body.find(opening);
    if (begin == std::string_view::npos) {
        return {};
    }
    const auto value = body.substr(begin + opening.size());
    return std::string(value.substr(0, value.find('"')));
}

inline std::string joined(const std::vector<std::string>& names) {
    std::string list;
    for (const auto& name : names) {
        list += (list.empty() ? "\"" : ",\"") + name + "\"";
    }
    return list;
}

/// An extender that accepts everything, writes down every call, and does what a test puts in its place.
class scripted_extender final : public extender_port {
public:
    using reply_maker = std::function<response(std::string_view body)>;

    reply_maker filter = [](std::string_view body) {
        return response{200, R"({"NodeNames":[)" + joined(names_in(body)) + R"(],"Error":""})", {}};
    };
    reply_maker prioritize = [](std::string_view) { return response{200, "[]", {}}; };
    reply_maker bind = [](std::string_view) { return response{200, R"({"Error":""})", {}}; };
    reply_maker events = [](std::string_view) { return response{200, "{}", {}}; };
    reply_maker state = [](std::string_view) { return response{404, "{}", {}}; };

    /// "filter pod-a", "bind pod-a node-1", "ADDED pod-a node-1": what was called, in order.
    std::vector<std::string> log;
    std::vector<std::string> bodies;

    response post(std::string_view path, std::string_view body) override {
        bodies.emplace_back(body);
        if (path == "/filter" || path == "/prioritize") {
            log.push_back(std::string(path.substr(1)) + " " + text_in(body, "name"));
            return path == "/filter" ? filter(body) : prioritize(body);
        }
        if (path == "/bind") {
            log.push_back("bind " + text_in(body, "PodName") + " " + text_in(body, "Node"));
            return bind(body);
        }
        const auto node = text_in(body, "nodeName");
        log.push_back(text_in(body, "type") + " " + text_in(body, "name") + (node.empty() ? "" : " " + node));
        return events(body);
    }
    response get(std::string_view) override { return state({}); }

    std::size_t count(std::string_view word) const {
        return static_cast<std::size_t>(std::count_if(log.begin(), log.end(), [&](const std::string& entry) {
            return entry.compare(0, word.size(), word) == 0;
        }));
    }
};

}  // namespace berth::replay::test
