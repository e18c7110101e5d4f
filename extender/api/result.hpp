#pragma once

#include <boost/system/result.hpp>
#include <ostream>
#include <stdexcept>
#include <string>

namespace berth::api {

/// Why something from outside was not taken. `field` is a path as a person would write it
/// ("Pod.spec.containers[2].resources.limits[nvidia.com/gpumem]"), empty for the document as a whole.
struct bad_input {
    std::string field;
    std::string problem;  ///< A sentence without the field: "is negative: -1".

    friend bool operator==(const bad_input&, const bad_input&) = default;
};

/// "field: problem", or the problem alone.
inline std::string sentence(const bad_input& bad) {
    return bad.field.empty() ? bad.problem : bad.field + ": " + bad.problem;
}

inline std::ostream& operator<<(std::ostream& out, const bad_input& bad) { return out << sentence(bad); }

[[noreturn]] inline void throw_exception_from_error(const bad_input& bad, const boost::source_location&) {
    throw std::runtime_error(sentence(bad));
}

/// A value, or why it was not taken.
template <class T>
using result = boost::system::result<T, bad_input>;

}  // namespace berth::api
