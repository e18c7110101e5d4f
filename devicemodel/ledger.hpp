#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "devicemodel/node.hpp"
#include "devicemodel/pod_record.hpp"
#include "devicemodel/snapshot.hpp"

namespace berth::devicemodel {

/// The rules every charge follows; fixed for the life of a ledger.
struct ledger_rules {
    accounting rule = accounting::exact;
    shrink_rule shrink = shrink_rule::after_init;
};

/// Asked and told in the same step as the cards, so a quota can never disagree with them. Both functions
/// may be empty. Amounts are sums over the cards of one pod.
struct quota_hook {
    std::function<bool(std::string_view name_space, const shares& more)> admits;
    std::function<void(std::string_view name_space, const shares& before, const shares& after)> charged;
};

/// The ticket of a reservation. A completion that carries an old generation changes nothing.
struct claim {
    std::string uid;
    std::uint64_t generation = 0;

    friend bool operator==(const claim&, const claim&) = default;
};

/// Why nothing was reserved.
enum class reserve_refusal : std::uint8_t {
    node_unknown,  ///< No such node.
    card_unknown,  ///< The allocation names a card the node does not have.
    over_commit,   ///< A card would carry more than it has.
    already_held,  ///< The pod is bound already.
    quota,         ///< The quota hook said no.
};

/// The one mutable truth: nodes, their cards, and what every pod holds.
///
/// Owned by one event loop, no locks. A node changes by being replaced, so a published snapshot stays as
/// it was. Every change of a node gives it a new revision, larger than any before.
class ledger {
public:
    explicit ledger(ledger_rules rules = {}, quota_hook quota = {});

    const ledger_rules& rules() const { return rules_; }

    // --- what the API says -------------------------------------------------------------------------

    /// Adds the node or replaces what it says of itself. Its pods stay, charged on the cards they name.
    /// Saying the same again changes nothing, no revision either.
    void put_node(node_info info);

    /// The node is gone. Its pods are kept and come back with it.
    void remove_node(std::string_view name);

    /// The pod as the API shows it: adds it or replaces all that was known of this UID, on whatever node.
    /// `usage` and `generation` of the argument are ignored.
    void put_pod(pod_record pod);

    /// This UID is deleted. Unknown UIDs are fine.
    void remove_pod(std::string_view uid);

    // --- our own writes ----------------------------------------------------------------------------

    /// Charges the pod's effective demand before its write begins. `pod.state` becomes reserved. An older
    /// reservation of the same pod gives way.
    /// All or nothing: on a refusal the ledger is as it was.
    std::optional<reserve_refusal> reserve(pod_record pod, claim& ticket);

    /// The write was acknowledged. False when the claim is not held any more (or by another generation).
    bool bound(const claim& ticket);

    /// The write certainly did not happen. False as above.
    bool forget(const claim& ticket);

    // --- reading -----------------------------------------------------------------------------------

    /// Null when unknown.
    pod_ptr find_pod(std::string_view uid) const;

    /// Nodes stand in slots that do not move; a removed node leaves an empty (null) slot for a later one.
    const std::vector<node_ptr>& slots() const { return slots_; }
    std::optional<std::size_t> slot_of(std::string_view node_name) const;

    /// The revision of every slot's last change, its emptying included: what changed since a revision is
    /// found without following a pointer per node.
    const std::vector<std::uint64_t>& slot_revisions() const { return slot_revisions_; }

    /// Grows when a node comes, goes or changes slots: whoever keeps names beside slots looks here.
    std::uint64_t names_revision() const { return names_revision_; }
    std::uint64_t revision() const { return revision_; }
    std::size_t pod_count() const { return pods_.size(); }

    /// What is charged on the cards of the pod's own node by everybody else.
    std::vector<shares> used_without(const node_state& node, const pod_record& pod) const;

    /// Cost: one pointer per node.
    snapshot publish() const;

    /// Counts everything anew and compares. Every string says one difference; empty means no drift.
    std::vector<std::string> audit() const;

private:
    struct uid_hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view uid) const { return std::hash<std::string_view>{}(uid); }
        std::size_t operator()(const pod_ptr& pod) const { return (*this)(std::string_view(pod->uid)); }
    };
    struct uid_equal {
        using is_transparent = void;
        static std::string_view key(std::string_view uid) { return uid; }
        static std::string_view key(const pod_ptr& pod) { return pod->uid; }
        template <class A, class B>
        bool operator()(const A& a, const B& b) const {
            return key(a) == key(b);
        }
    };
    struct name_hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
    };

    void set_slot(std::size_t slot, node_ptr node);
    void store(pod_ptr pod);
    void drop(pod_ptr pod);
    void replace_state(const pod_ptr& old, claim_state state);
    node_state& change(std::size_t slot);
    shares total_charge(const pod_record& pod) const;
    void apply(node_state& node, const pod_record& pod, int sign) const;
    void tell_quota(std::string_view name_space, const shares& before, const shares& after) const;
    std::optional<reserve_refusal> why_not(const pod_record& pod) const;

    ledger_rules rules_;
    quota_hook quota_;
    std::vector<node_ptr> slots_;
    std::vector<std::uint64_t> slot_revisions_;
    std::vector<std::size_t> free_slots_;
    std::unordered_map<std::string, std::size_t, name_hash, std::equal_to<>> by_name_;
    std::unordered_set<pod_ptr, uid_hash, uid_equal> pods_;
    std::unordered_map<std::string, std::vector<pod_ptr>, name_hash, std::equal_to<>> homeless_;
    std::uint64_t revision_ = 0;
    std::uint64_t names_revision_ = 0;
    std::uint64_t generation_ = 0;
};

}  // namespace berth::devicemodel
