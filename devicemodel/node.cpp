#include "devicemodel/node.hpp"

#include <utility>

namespace berth::devicemodel {

node_state empty_node(node_info info) {
    node_state node;
    node.used.resize(info.cards.size());
    node.info = std::make_shared<const node_info>(std::move(info));
    return node;
}

}  // namespace berth::devicemodel
