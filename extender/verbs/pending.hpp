#pragma once

#include <list>
#include <string>
#include <string_view>
#include <unordered_map>

#include "devicemodel/amounts.hpp"
#include "scoring/request.hpp"

namespace berth::verbs {

/// What bind needs to know of a pod that has no node yet: a bind call carries names only.
struct pending_pod {
    std::string uid;
    std::string name_space;
    std::string name;
    scoring::pod_request request;
    devicemodel::host_resources host;
};

/// Pods that were seen without a node, by UID: from filter calls and from the API. Bounded: beyond `most`
/// the one seen longest ago is dropped, and has to be filtered again before it can be bound.
class pending_pods {
public:
    explicit pending_pods(std::size_t most = 50'000) : most_(most) {}

    void remember(pending_pod pod);
    void forget(std::string_view uid);
    const pending_pod* find(std::string_view uid) const;
    std::size_t size() const { return order_.size(); }

private:
    std::size_t most_;
    std::list<pending_pod> order_;                                                   // last seen first
    std::unordered_map<std::string_view, std::list<pending_pod>::iterator> by_uid_;  // keys live in order_
};

}  // namespace berth::verbs
