#include <algorithm>
#include <map>

#include "test/cases/runner/cluster.hpp"
#include "test/cases/runner/play.hpp"
#include "test/cases/runner/scheduler.hpp"

namespace berth::cases {
namespace {

constexpr std::string_view lock_key = "hami.io/mutex.lock";

std::string uid_in(const json_value& pod) { return text_at(pod, {"metadata", "uid"}); }

/// The pods a step brings along as objects.
std::vector<const json_value*> objects_of(const json_value& step) {
    std::vector<const json_value*> pods;
    if (const auto* pod = find(step, {"pod"}); pod != nullptr && pod->IsObject()) {
        pods.push_back(pod);
    }
    for (const auto& pod : array_at(step, {"pods"}).GetArray()) {
        pods.push_back(&pod);
    }
    return pods;
}

/// The player of one sequence: the API server's and kube-scheduler's part of every step.
class sequence_player {
public:
    explicit sequence_player(const json_value& input) : steps_(array_at(input, {"steps"})), at_(input) {}

    sequence_transcript play() {
        sequence_transcript seen;
        for (rapidjson::SizeType i = 0; i < steps_.Size(); ++i) {
            seen.steps.push_back(play_step(i));
        }
        seen.notes = at_.notes();
        return seen;
    }

private:
    using player = void (sequence_player::*)(const json_value& step, seen_step& seen);

    static player player_of(const std::string& op) {
        static const std::map<std::string, player> players = {
            {"filter", &sequence_player::play_filter},
            {"parallel_filter", &sequence_player::play_parallel_filter},
            {"bind", &sequence_player::play_bind},
            {"pod_update", &sequence_player::play_pod_update},
            {"pod_add", &sequence_player::play_pod_add},
            {"pod_delete", &sequence_player::play_pod_delete},
            {"node_update", &sequence_player::play_node_update},
            {"quota_set", &sequence_player::play_quota_set},
            {"restart", &sequence_player::play_restart},
            {"inspect", &sequence_player::play_inspect},
        };
        const auto found = players.find(op);
        if (found == players.end()) {
            throw bad_case("a step has the unknown op " + op);
        }
        return found->second;
    }

    seen_step play_step(rapidjson::SizeType index) {
        const auto& step = steps_[index];
        index_ = index;
        seen_step seen;
        seen.id = needed_text(step, "id");
        seen.op = needed_text(step, "op");
        (this->*player_of(seen.op))(step, seen);
        seen.others_held_back = !held_back_.empty();
        seen.state = at_.look();
        seen.pod_annotations = at_.api().annotations_of(pod_name(step));
        for (const auto& node : at_.api().node_names()) {
            if (auto lock = at_.api().node_annotation(node, lock_key)) {
                seen.locks.emplace(node, std::move(*lock));
            }
        }
        return seen;
    }

    static std::string pod_name(const json_value& step) {
        const auto* pod = find(step, {"pod"});
        if (pod == nullptr) {
            return {};
        }
        return pod->IsString() ? std::string(view_of(*pod)) : name_of(*pod);
    }

    std::vector<std::string> nodes_of(const json_value& step) const {
        return find(step, {"nodes"}) == nullptr ? at_.api().node_names() : texts_at(step, {"nodes"});
    }

    /// Whether a step after this one names the pod: a filter by its UID, a bind by the name while it is still
    /// this UID's.
    bool named_later(const json_value& pod) const {
        const auto name = name_of(pod), uid = uid_in(pod);
        auto owner = uid;
        for (auto i = index_ + 1; i < steps_.Size(); ++i) {
            const auto& step = steps_[i];
            for (const auto* other : objects_of(step)) {
                if (uid_in(*other) == uid && text_at(step, {"op"}) != "pod_add") {
                    return true;
                }
                owner = name_of(*other) == name ? uid_in(*other) : owner;
            }
            if (text_at(step, {"op"}) == "bind" && pod_name(step) == name && owner == uid) {
                return true;
            }
        }
        return false;
    }

    void play_filter(const json_value& step, seen_step& seen) {
        const auto& pod = needed(step, "pod");
        at_.tell(at_.api().create_pod(pod));
        seen.filters.push_back(send_filter(at_, pod, nodes_of(step)));
        const auto& answer = seen.filters.back();
        held_back_.erase(uid_in(pod));
        if (answer.is_error() || answer.all().empty() || !at_.api().node_of(name_of(pod)).empty()) {
            return;  // nothing to bind, or a pod that has its node already
        }
        if (named_later(pod)) {
            seen.held_back = true;
            held_back_.insert(uid_in(pod));
        } else {
            seen.bound.push_back(go_on(at_, pod, answer));
        }
    }

    void play_parallel_filter(const json_value& step, seen_step& seen) {
        const auto& pods = array_at(step, {"pods"});
        for (const auto& pod : pods.GetArray()) {
            at_.tell(at_.api().create_pod(pod));
        }
        std::vector<std::shared_ptr<cluster::pending>> calls;
        for (const auto& pod : pods.GetArray()) {
            calls.push_back(at_.start("/filter", names_body(pod, nodes_of(step))));
        }
        at_.settle(calls);
        for (const auto& call : calls) {
            seen.filters.push_back(read_filter_answer(call->answer()));
        }
        bind_all(pods, seen);
    }

    /// Every prioritize comes before the first bind, and every bind before the first is answered.
    void bind_all(const json_value& pods, seen_step& seen) {
        std::vector<std::string> names;
        for (rapidjson::SizeType i = 0; i < pods.Size(); ++i) {
            const auto& answer = seen.filters[i];
            if (!answer.is_error() && !answer.all().empty()) {
                const auto best = send_prioritize(at_, pods[i], answer.all());
                seen.bound.push_back({best.name, best.problem, {}});
                names.push_back(name_of(pods[i]));
            }
        }
        const auto before = at_.accepted().size();
        std::vector<std::shared_ptr<cluster::pending>> calls;
        for (std::size_t i = 0; i < names.size(); ++i) {
            calls.push_back(start_bind(at_, names[i], seen.bound[i].node));
        }
        at_.settle(calls);
        for (std::size_t i = 0; i < names.size(); ++i) {
            seen.bound[i].bind = end_bind(at_, *calls[i], names[i], before);
        }
    }

    void play_bind(const json_value& step, seen_step& seen) {
        const auto name = needed_text(step, "pod");
        if (text_at(step, {"api_fail", "call"}) == "binding") {
            at_.fail_bindings(static_cast<unsigned>(number_at(step, {"api_fail", "status"})));
        }
        seen.bind_node = needed_text(step, "node");
        seen.bind = send_bind(at_, name, seen.bind_node);
        at_.fail_bindings(std::nullopt);
        held_back_.erase(at_.api().uid_of(name));
    }

    void play_pod_update(const json_value& step, seen_step&) {
        at_.tell(at_.api().merge_pod(needed_text(step, "pod"), needed(step, "merge")));
    }

    void play_pod_add(const json_value& step, seen_step&) {
        at_.tell(at_.api().add_pod(needed(step, "pod")));
    }

    void play_pod_delete(const json_value& step, seen_step&) {
        static const std::map<std::string, delete_mode> modes = {
            {"event", delete_mode::event},
            {"event_without_annotations", delete_mode::event_without_annotations},
            {"tombstone", delete_mode::tombstone},
        };
        const auto mode = modes.find(needed_text(step, "mode"));
        if (mode == modes.end()) {
            throw bad_case("a pod_delete has an unknown mode");
        }
        const auto name = needed_text(step, "pod");
        const auto given = text_at(step, {"uid"});
        held_back_.erase(given.empty() ? at_.api().uid_of(name) : given);
        at_.tell(at_.api().delete_pod(name, mode->second, given));
    }

    void play_node_update(const json_value& step, seen_step&) {
        const auto merge = step.FindMember("merge");
        static const json_value deleted;
        at_.tell(at_.api().merge_node(needed_text(step, "node"),
                                      merge == step.MemberEnd() ? deleted : merge->value));
    }

    void play_quota_set(const json_value& step, seen_step&) {
        static const json_value deleted;
        const auto* hard = find(step, {"hard"});
        at_.tell(at_.api().set_quota(needed_text(step, "namespace"), hard == nullptr ? deleted : *hard));
    }

    void play_restart(const json_value&, seen_step&) { at_.restart(); }
    void play_inspect(const json_value&, seen_step&) {}

    const json_value& steps_;
    cluster at_;
    rapidjson::SizeType index_ = 0;
    std::set<std::string> held_back_;  // UIDs whose answer is not followed by a bind yet
};

}  // namespace

sequence_transcript play_sequence(const json_value& input) { return sequence_player(input).play(); }

}  // namespace berth::cases
