#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What was seen of the extender while a case was played: its answers and its state. Values only, taken
/// before anybody looks at what the case expects.
namespace berth::cases {

/// Use of one card.
struct triple {
    std::int64_t mem = 0;  ///< MiB.
    std::int64_t cores = 0;
    std::int64_t slots = 0;

    friend bool operator==(const triple&, const triple&) = default;
};

using cards_in_use = std::map<std::string, triple>;  ///< By UUID.

struct seen_card {
    std::string id;
    std::int64_t mem = 0;
    std::int64_t cores = 0;

    friend auto operator<=>(const seen_card&, const seen_card&) = default;
};

struct seen_container {
    std::int64_t position = 0;
    std::string name;
    std::string role;
    std::vector<seen_card> cards;
};

struct seen_pod {
    std::string node;
    std::vector<seen_container> containers;
    cards_in_use charge;
};

/// `/debug/state`, as far as cases ask.
struct seen_state {
    std::map<std::string, cards_in_use> nodes;  ///< By node name; every card of the node.
    std::map<std::string, seen_pod> pods;       ///< By UID.
};

struct http_answer {
    unsigned status = 0;  ///< 0: no answer came.
    std::string body;
};

/// An answer to filter.
struct filter_answer {
    unsigned status = 0;
    std::string problem;  ///< Not empty: the body is no ExtenderFilterResult, and why.
    std::string error;    ///< Its Error.
    std::optional<std::vector<std::string>> names;  ///< NodeNames, unless null.
    std::optional<std::vector<std::string>> nodes;  ///< Names of the items of Nodes, unless null.
    std::map<std::string, std::string> failed;      ///< FailedNodes and FailedAndUnresolvableNodes.

    /// The nodes of both lists.
    std::vector<std::string> all() const;
    /// Whether the call was refused as a whole.
    bool is_error() const { return status != 200 || !error.empty(); }
};

/// An answer to bind; a status other than 200 is an error.
struct bind_result {
    unsigned status = 0;
    std::string error;
    bool accepted = false;  ///< The played API accepted a binding of this pod while the call ran.
    std::string on;         ///< spec.nodeName of the stored pod afterwards.
};

/// The way from a filter's answer to a bound pod: prioritize, then bind. Not taken when `node` is empty.
struct scheduled {
    std::string node;
    std::string problem;  ///< Of prioritize.
    bind_result bind;
};

seen_state read_state(const std::string& body);
filter_answer read_filter_answer(const http_answer& answer);
bind_result read_bind_answer(const http_answer& answer);

}  // namespace berth::cases
