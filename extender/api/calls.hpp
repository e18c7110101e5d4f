#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "devicemodel/node.hpp"
#include "extender/api/pod.hpp"

namespace berth::api {

/// A candidate node of a call: its name as sent, and the ledger slot it names. Small, as there are thousands.
struct named_node {
    static constexpr std::uint32_t unknown = 0xFFFF'FFFF;

    named_node() = default;
    named_node(std::string_view name, std::uint32_t at)
        : text(name.data()), length(static_cast<std::uint32_t>(name.size())), slot(at) {}

    std::string_view name() const { return {text, length}; }

    const char* text = nullptr;  ///< Of the name, unescaped; points into the request body.
    std::uint32_t length = 0;
    std::uint32_t slot = unknown;  ///< Index into ledger::slots().
};

/// What stands where a named_node points to.
enum class name_texts : std::uint8_t {
    unescaped,  ///< The name.
    as_sent,    ///< The name as it will be in the reply: nothing in it is escaped, its quotes are around it,
                ///< and a wire::block_text may read on behind them.
};

/// One Node object of a request that carries whole nodes, and its own text to send back.
struct carried_node {
    devicemodel::node_info info;
    std::string_view text;  ///< The JSON object as sent (nothing is changed on the way back).
};

/// ExtenderArgs (k8s.io/kube-scheduler/extender/v1): body of filter and prioritize.
struct extender_args {
    pod candidate;
    bool has_names = false;  ///< NodeNames was an array, maybe an empty one.
    bool has_nodes = false;  ///< Nodes was an object.
    std::vector<named_node> names;
    name_texts names_are = name_texts::unescaped;
    std::vector<carried_node> nodes;
};

/// ExtenderBindingArgs.
struct binding_args {
    std::string pod_name;
    std::string pod_namespace;
    std::string pod_uid;
    std::string node;

    friend bool operator==(const binding_args&, const binding_args&) = default;
};

}  // namespace berth::api
