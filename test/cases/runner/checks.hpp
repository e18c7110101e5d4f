#pragma once

#include <string>
#include <vector>

#include "test/cases/runner/json.hpp"
#include "test/cases/runner/seen.hpp"

/// Single expectations of section 4 of the schema. Each appends what differed.
namespace berth::cases {

/// Collects differences, each with the place it was found at in front.
class found_differences {
public:
    explicit found_differences(std::vector<std::string>& all, std::string place = {})
        : all_(all), place_(std::move(place)) {}

    void add(const std::string& text) { all_.push_back(place_.empty() ? text : place_ + ": " + text); }
    found_differences at(const std::string& place) const {
        return found_differences(all_, place_.empty() ? place : place_ + " " + place);
    }

private:
    std::vector<std::string>& all_;
    std::string place_;
};

/// "a, b", or "none".
std::string listed(const std::vector<std::string>& names);

/// `fits`, `fits_optional` and `rejected` of `expected` against the nodes answered and the reasons given.
void check_fits(const std::vector<std::string>& answered, const filter_answer& answer,
                const json_value& expected, found_differences out);
/// The reasons alone.
void check_rejected(const std::vector<std::string>& answered, const filter_answer& answer,
                    const json_value& rejected, found_differences out);

/// Whether usage has to be what is stated, or may be less on any card: while a fitting pod is not bound, an
/// extender that reserves at bind has nothing to show for it.
enum class usage_match { equal, at_most };

triple triple_of(const json_value& expected);
std::string shown(const triple& use);

/// `{uuid: triple}` against the cards in use; a card that is not listed is 0.
void check_usage(const cards_in_use& seen, const json_value& expected, usage_match match,
                 found_differences out);
/// `{node: {uuid: triple}}` against the state.
void check_usage_of_nodes(const seen_state& seen, const json_value& expected, usage_match match,
                          found_differences out);
/// `{cards, mem, cores, slots}` against the sums over cards in use.
void check_totals(const cards_in_use& seen, const json_value& expected, usage_match match,
                  found_differences out);

/// What stands in `hami.io/vgpu-mig-allocations`.
struct seen_instance {
    std::int64_t container = 0;
    std::int64_t device = 0;
    std::string uuid;
    std::string profile;
    std::int64_t start = 0;
    std::int64_t size = 0;
};
std::vector<seen_instance> instances_in(const std::map<std::string, std::string>& annotations);

}  // namespace berth::cases
