#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "devicemodel/pod_record.hpp"

namespace berth::verbs {

/// How the write of a binding ended.
enum class bind_outcome : std::uint8_t {
    bound,    ///< The API has the pod on the node with the allocation (now, or from an earlier try).
    refused,  ///< The API certainly does not and will not.
    unknown,  ///< The answer was lost: it may have happened, may still happen, or not.
};

struct bind_answer {
    bind_outcome outcome = bind_outcome::unknown;
    std::string message;  ///< Why, for refused and unknown.
};

/// One binding to be written: pod, node and allocation in one atomic request.
struct bind_order {
    devicemodel::pod_record pod;  ///< With uid, name, node and chosen cards.
    std::uint64_t decision = 0;   ///< Id of the bind call, for logs.
};

/// Writes bindings. Asynchronous: `done` is called once, later, on the event loop. Writing the same order
/// again is safe and is how a lost answer is settled.
class bind_port {
public:
    virtual ~bind_port() = default;
    virtual void bind(const bind_order& order, std::function<void(bind_answer)> done) = 0;
};

/// A call to come; destroying it calls it off.
class timer {
public:
    virtual ~timer() = default;
};

/// Calls back once after a while, on the event loop, unless the timer was destroyed before.
class timer_port {
public:
    virtual ~timer_port() = default;
    [[nodiscard]] virtual std::unique_ptr<timer> after(std::chrono::milliseconds delay,
                                                       std::function<void()> call) = 0;
};

/// Wall clock in Unix seconds; injected so that a test can say what time it is.
using unix_clock = std::function<std::int64_t()>;

}  // namespace berth::verbs
