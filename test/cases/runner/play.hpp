#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "test/cases/runner/json.hpp"
#include "test/cases/runner/seen.hpp"

/// Playing a case: from its `input` alone to what was seen. Nothing here is ever given what a case expects;
/// the comparison comes afterwards (compare.hpp).
namespace berth::cases {

// --- single ---------------------------------------------------------------------------------------

/// The pod bound to one of the nodes filter answered, in a cluster of its own.
struct seen_placement {
    scheduled way;
    std::optional<seen_pod> before_init_done;  ///< Nothing: not in `/debug/state`.
    std::optional<seen_pod> after_init_done;
    std::map<std::string, std::string> annotations;  ///< Of the stored pod.
};

struct single_transcript {
    seen_state existing;  ///< Before the pod came.
    filter_answer answer;
    std::map<std::string, seen_placement> placements;  ///< By node, one for each node of the answer.
    std::vector<std::string> notes;
};

single_transcript play_single(const json_value& input);

// --- sequence -------------------------------------------------------------------------------------

struct seen_step {
    std::string id;
    std::string op;
    std::vector<filter_answer> filters;  ///< One of filter, one per pod of parallel_filter.
    std::vector<scheduled> bound;        ///< Of the filters that went on, in their order.
    std::optional<bind_result> bind;     ///< Op bind.
    std::string bind_node;
    bool held_back = false;         ///< A filter whose pod a later step names: it did not go on to bind.
    bool others_held_back = false;  ///< Such an answer was open while this step ran.
    seen_state state;               ///< After the step.
    std::map<std::string, std::string> pod_annotations;  ///< Of the step's pod.
    std::map<std::string, std::string> locks;            ///< hami.io/mutex.lock by node, where there is one.
};

struct sequence_transcript {
    std::vector<seen_step> steps;
    std::vector<std::string> notes;
};

sequence_transcript play_sequence(const json_value& input);

// --- protocol -------------------------------------------------------------------------------------

struct seen_response {
    std::string id;
    std::string endpoint;
    http_answer raw;
    std::set<std::string> keys;      ///< Of the JSON object answered.
    filter_answer filter;            ///< Endpoint filter.
    bind_result bind;                ///< Endpoint bind.
    std::optional<scheduled> bound;  ///< A filter that went on to bind.
};

struct protocol_transcript {
    std::vector<seen_response> responses;
    seen_state state;  ///< After the last request.
    bool alive = false;
    std::set<std::string>
        patched;  ///< "namespace/name" of pods whose annotations are not as they were created.
    std::vector<std::string> notes;
};

/// One transcript for each way kube-scheduler may go on after the filters: whether it binds a pod that fits
/// is not the extender's business, so every choice is played, the first one binding all of them. With more
/// than four such pods: all and none.
///
/// A filter whose pod a later bind request names is followed by that only, one with Nodes by none.
std::vector<protocol_transcript> play_protocol(const json_value& input);

}  // namespace berth::cases
