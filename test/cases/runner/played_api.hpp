#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "devicemodel/pod_record.hpp"

#include "test/cases/runner/json.hpp"

namespace berth::cases {

/// One line of a watch, ready to be sent.
struct watch_line {
    std::string about;  ///< "Pod team-a/x", for messages.
    std::string body;   ///< {"type": ..., "object": {...}}
};

/// How the deletion of a pod reaches the extender.
enum class delete_mode : std::uint8_t { event, event_without_annotations, tombstone };

/// The API server of a case: it stores pods, nodes and quotas as JSON and says what changed.
///
/// Nodes are kept as the records of a case and made into Node objects when they are told of. Pods are kept by
/// UID: a name points at the pod that has it now, and an object that gave its name to a newer pod is kept for
/// a delete event that comes late.
class played_api {
public:
    /// From `input` of a case: nodes, existing_pods, config.
    explicit played_api(const json_value& input);

    std::int64_t now() const { return now_; }

    /// What a list of everything would tell: nodes, then quotas, then pods.
    std::vector<watch_line> everything() const;

    /// Stores the pod if its UID is new; else nothing happens.
    std::optional<watch_line> create_pod(const json_value& pod);
    watch_line add_pod(const json_value& pod);
    watch_line merge_pod(const std::string& name, const json_value& patch);
    /// An empty `uid` means the stored one.
    watch_line delete_pod(const std::string& name, delete_mode mode, std::string uid);
    watch_line merge_node(const std::string& name, const json_value& patch);
    /// `hard` null deletes the quota.
    watch_line set_quota(const std::string& name_space, const json_value& hard);

    /// What the API answers to a Binding.
    struct binding_answer {
        unsigned status = 201;
        std::string message;
        std::optional<watch_line> event;  ///< When it was accepted: the pod with node and annotations.
    };
    binding_answer bind(const devicemodel::pod_record& order,
                        const std::map<std::string, std::string>& annotations);

    /// "namespace/name" of the stored pods. Null and empty when there is none of that name.
    const json_value* pod(const std::string& name) const;
    std::string uid_of(const std::string& name) const;
    std::string node_of(const std::string& name) const;
    std::map<std::string, std::string> annotations_of(const std::string& name) const;

    std::vector<std::string> node_names() const;
    std::optional<std::string> node_annotation(const std::string& node, std::string_view key) const;

private:
    json_document node_object(const json_value& record) const;
    static json_document quota_object(const std::string& name_space, const json_value& hard);
    json_document& stored(const std::string& name);
    void store(const json_value& pod);

    std::int64_t now_;
    std::vector<std::string> node_order_;
    std::map<std::string, json_document> nodes_;   // records
    std::vector<std::string> pod_order_;           // UIDs in order of creation
    std::map<std::string, json_document> pods_;    // by UID, those without a name any more, too
    std::map<std::string, std::string> uids_;      // by "namespace/name"
    std::map<std::string, json_document> quotas_;  // hard, by namespace
};

/// "namespace/name" of a pod object.
std::string name_of(const json_value& pod);

}  // namespace berth::cases
