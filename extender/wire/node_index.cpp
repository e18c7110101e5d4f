#include "extender/wire/node_index.hpp"

#include <bit>

namespace berth::wire {

node_index::node_index(std::span<const api::named_node> nodes)
    : buckets_(std::bit_ceil(nodes.size() * 2 + 1)), mask_(buckets_.size() - 1) {
    for (const auto& node : nodes) {
        if (node.slot >= names_.size()) {
            names_.resize(node.slot + std::size_t{1});
        }
        names_[node.slot] = {static_cast<std::uint32_t>(texts_.size()),
                             static_cast<std::uint32_t>(node.name.size())};
        texts_ += node.name;

        const auto hash = hash_of(node.name);
        auto at = hash & mask_;
        while (buckets_[at].slot != unknown) {
            at = (at + 1) & mask_;
        }
        buckets_[at] = {node.slot, tag_of(hash)};
    }
}

}  // namespace berth::wire
