#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace berth::bench {

using nanoseconds = std::chrono::nanoseconds;

/// Times of one kind of call.
class samples {
public:
    void add(nanoseconds time) { times_.push_back(time); }

    /// The nearest rank; `percent` is 1..100.
    nanoseconds percentile(int percent) const;
    nanoseconds sum() const;
    bool empty() const { return times_.empty(); }

private:
    mutable std::vector<nanoseconds> times_;
};

/// Everything measured at one cluster size. Every time stands beside the time of an echo with a body and a
/// reply of the same sizes, called right after it over the same connection.
struct measured {
    std::size_t nodes = 0;
    std::size_t pods = 0;
    double fitting_percent = 0;     ///< Of the nodes of a filter call, on average.
    std::size_t request_bytes = 0;  ///< Of a filter call.
    std::size_t reply_bytes = 0;
    samples filter, filter_echo;
    samples prioritize, prioritize_echo;
    samples churn_filter, churn_filter_echo;
    samples churn_prioritize, churn_prioritize_echo;
    samples cold_filter, cold_filter_echo;  ///< The first call of each kind.
    samples decision, decision_echo;        ///< filter + prioritize + bind; three echoes of the same sizes.
    double churn_per_second = 0;            ///< Ledger changes that were made while churn_* ran.
    double peak_rss_mib = 0;                ///< Of the whole process, client included.
};

/// Builds a cluster, serves it and calls it. Prints what it is doing to standard error.
measured measure(std::size_t nodes);

}  // namespace berth::bench
