#pragma once

#include <functional>
#include <utility>

#include "extender/verbs/ports.hpp"

namespace berth::standalone {

/// The bind port of a cluster without an API server: every write succeeds, on the next turn of the loop, as a
/// real one would come back later. The books are the only copy.
class memory_bind : public verbs::bind_port {
public:
    /// `post` runs a function on the event loop, later.
    explicit memory_bind(std::function<void(std::function<void()>)> post) : post_(std::move(post)) {}

    void bind(const verbs::bind_order&, std::function<void(verbs::bind_answer)> done) override {
        post_([done = std::move(done)] { done({verbs::bind_outcome::bound, ""}); });
    }

private:
    std::function<void(std::function<void()>)> post_;
};

}  // namespace berth::standalone
