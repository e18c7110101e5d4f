#pragma once

#include "config/settings.hpp"
#include "extender/http/limits.hpp"
#include "extender/routes/service.hpp"

namespace berth::app {

/// The configuration in the words of the layers it is for. They do not know config/, and it not them.
http::server_limits server_limits_of(const config::settings& s);
routes::service_settings service_settings_of(const config::settings& s);

}  // namespace berth::app
