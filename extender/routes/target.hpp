#pragma once

#include <string>
#include <string_view>

namespace berth::routes {

/// The path of a request target without its query. Slashes at the front count as one: kube-scheduler
/// joins urlPrefix and a verb that starts with `/` with two.
std::string_view path_of(std::string_view target);

/// The value of a query parameter, percent-decoded (RFC 3986) with `+` as a space; empty when it is not
/// there.
std::string query_value(std::string_view target, std::string_view name);

}  // namespace berth::routes
