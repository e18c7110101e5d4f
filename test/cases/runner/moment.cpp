#include "test/cases/runner/moment.hpp"

#include <chrono>
#include <fmt/format.h>
#include <regex>

#include "test/cases/runner/json.hpp"

namespace berth::cases {

std::int64_t unix_seconds(std::string_view rfc3339) {
    static const std::regex form(
        R"((\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|([+-])(\d\d):(\d\d)))");
    std::match_results<std::string_view::const_iterator> part;
    if (!std::regex_match(rfc3339.begin(), rfc3339.end(), part, form)) {
        throw bad_case("is no RFC 3339 time: " + std::string(rfc3339));
    }
    const auto number = [&](std::size_t i) { return part[i].matched ? std::stoi(part[i].str()) : 0; };
    using namespace std::chrono;
    const auto day = year(number(1)) / month(static_cast<unsigned>(number(2))) /
                     std::chrono::day(static_cast<unsigned>(number(3)));
    const auto offset = (hours(number(10)) + minutes(number(11))) * (part[9].str() == "-" ? -1 : 1);
    const auto moment = sys_days(day) + hours(number(4)) + minutes(number(5)) + seconds(number(6)) - offset;
    return duration_cast<seconds>(moment.time_since_epoch()).count();
}

std::string handshake_time(std::int64_t seconds) {
    using namespace std::chrono;
    const sys_seconds moment{std::chrono::seconds(seconds)};
    const year_month_day date(floor<days>(moment));
    const hh_mm_ss time(moment - floor<days>(moment));
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                       time.hours().count(), time.minutes().count(), time.seconds().count());
}

}  // namespace berth::cases
