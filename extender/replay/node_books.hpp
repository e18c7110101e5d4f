#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "extender/replay/trace.hpp"

namespace berth::replay {

/// Why kube-scheduler's own fit check (NodeResourcesFit) turns a node down.
enum class stock_refusal : std::uint8_t { pods, cpu, memory, gpu };
inline constexpr std::size_t stock_refusals = 4;

/// kube-scheduler's words for it.
std::string_view sentence(stock_refusal why);

/// What kube-scheduler knows of every node: names, and what the pods it has placed ask for.
///
/// Node indices are positions in the vector given. The books know nothing of cards; `gpu_milli` is
/// written along only to see afterwards whether a node carries more than it has.
class node_books {
public:
    static constexpr std::uint32_t unknown = 0xFFFF'FFFF;

    /// Requires: `nodes` outlives the books.
    explicit node_books(const std::vector<node>& nodes);

    std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }
    const node& at(std::uint32_t index) const { return *entries_[index].what; }
    const std::string& quoted_name(std::uint32_t index) const { return entries_[index].quoted_name; }

    /// The index of a name; `guess` is looked at first. `unknown` for a name that is not there.
    std::uint32_t find(std::string_view name, std::uint32_t guess) const;

    /// How many nodes turned the pod down, by reason; a node counts once for each of its reasons.
    using refusal_counts = std::array<std::size_t, stock_refusals>;

    /// The nodes that pass the fit check, in order, into `passing`.
    void fitting(const pod_needs& needs, std::vector<std::uint32_t>& passing, refusal_counts& refused) const;

    /// NodeResourcesFit plus NodeResourcesBalancedAllocation, 0..200, with the pod on the node.
    std::int64_t stock_score(std::uint32_t index, const pod_needs& needs) const;

    void add(std::uint32_t index, const pod_needs& needs);
    void remove(std::uint32_t index, const pod_needs& needs);

    /// True when the pods on the node use more thousandths of cards at once than it has.
    bool is_overcommitted(std::uint32_t index) const;

private:
    struct entry {
        const node* what = nullptr;
        std::string quoted_name;  ///< As JSON, for request bodies.
        pod_needs used;
        std::int64_t pods = 0;
    };

    void change(std::uint32_t index, const pod_needs& needs, std::int64_t sign);

    std::vector<entry> entries_;
    std::unordered_map<std::string_view, std::uint32_t> index_;
};

}  // namespace berth::replay
