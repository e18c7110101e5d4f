#include "config/fields.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <type_traits>
#include <utility>

#include "config/duration.hpp"

namespace berth::config {
namespace {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

constexpr std::size_t longest_shown = 60;

/// Values in messages are quoted and cut, so that a mistake cannot fill the screen.
std::string shown(std::string_view text) {
    return text.size() <= longest_shown ? fmt::format("is \"{}\"", text)
                                        : fmt::format("is \"{}...\"", text.substr(0, longest_shown));
}

std::optional<std::uint64_t> parse_whole(std::string_view text) {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, failed] = std::from_chars(text.data(), end, value);
    return failed == std::errc{} && stopped == end ? std::optional{value} : std::nullopt;
}

// The fields below take `Member`: a captureless lambda from settings, const or not, to a member of them.

template <class Value>
std::uint64_t number_in(const Value& value) {
    if constexpr (std::is_integral_v<Value>) {
        return value;
    } else {
        return static_cast<std::uint64_t>(value.value());
    }
}

template <class Value>
Value number_as(std::uint64_t number) {
    if constexpr (std::is_integral_v<Value>) {
        return static_cast<Value>(number);
    } else {
        return Value{static_cast<std::int64_t>(number)};
    }
}

template <class Member>
field whole_number(std::string key, std::string_view unit, std::uint64_t least, std::uint64_t most,
                   Member member) {
    using value = std::remove_reference_t<decltype(member(std::declval<settings&>()))>;
    field f{
        std::move(key), fmt::format("a whole number{}, {}..{}", unit, least, most), spelling::plain, {}, {}};
    f.read = [=](settings& s, std::string_view text) -> std::optional<std::string> {
        const auto number = parse_whole(text);
        if (!number || *number < least || *number > most) {
            return shown(text);
        }
        member(s) = number_as<value>(*number);
        return std::nullopt;
    };
    f.write = [=](const settings& s) { return fmt::to_string(number_in(member(s))); };
    return f;
}

template <class Member>
field duration(std::string key, milliseconds least, milliseconds most, Member member) {
    field f{std::move(key),
            fmt::format("a duration such as 500ms, 10s or 5m, {}..{}", text_of(least), text_of(most)),
            spelling::plain_or_quoted,
            {},
            {}};
    f.read = [=](settings& s, std::string_view text) -> std::optional<std::string> {
        if (parse_whole(text)) {
            return fmt::format("is {0} without a unit (write {0}s or {0}ms)", text);
        }
        const auto value = parse_duration(text);
        if (!value || *value < least || *value > most) {
            return shown(text);
        }
        member(s) = *value;
        return std::nullopt;
    };
    f.write = [=](const settings& s) { return text_of(member(s)); };
    return f;
}

/// `words` in the order of the enumerators.
template <class Member>
field choice(std::string key, std::vector<std::string> words, Member member) {
    using value = std::remove_reference_t<decltype(member(std::declval<settings&>()))>;
    field f{std::move(key), fmt::format("{}", fmt::join(words, " | ")), spelling::plain_or_quoted, {}, {}};
    f.read = [=](settings& s, std::string_view text) -> std::optional<std::string> {
        const auto found = std::find(words.begin(), words.end(), text);
        if (found == words.end()) {
            return shown(text);
        }
        member(s) = static_cast<value>(found - words.begin());
        return std::nullopt;
    };
    f.write = [=](const settings& s) { return words.at(static_cast<std::size_t>(member(s))); };
    return f;
}

template <class Member>
field text(std::string key, std::string allowed, bool (*accepts)(const std::string&), Member member) {
    field f{std::move(key), std::move(allowed), spelling::plain_or_quoted, {}, {}};
    f.read = [=](settings& s, std::string_view given) -> std::optional<std::string> {
        if (!accepts(std::string{given})) {
            return shown(given);
        }
        member(s) = given;
        return std::nullopt;
    };
    f.write = [=](const settings& s) { return member(s); };
    return f;
}

bool is_address(const std::string& given) {
    in6_addr unused{};
    const bool has_zero_byte = given.find('\0') != std::string::npos;
    return !has_zero_byte && (inet_pton(AF_INET, given.c_str(), &unused) == 1 ||
                              inet_pton(AF_INET6, given.c_str(), &unused) == 1);
}

bool letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// A label of a domain, or the part of a resource name after the slash.
bool is_name_part(std::string_view part, std::string_view also_inside) {
    return !part.empty() && part.size() <= 63 && letter_or_digit(part.front()) &&
           letter_or_digit(part.back()) && std::all_of(part.begin(), part.end(), [&](char c) {
               return letter_or_digit(c) || also_inside.find(c) != std::string_view::npos;
           });
}

bool is_domain(std::string_view domain) {
    if (domain.size() > 253 ||
        std::any_of(domain.begin(), domain.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) {
        return false;
    }
    while (true) {
        const auto dot = domain.find('.');
        if (!is_name_part(domain.substr(0, dot), "-")) {
            return false;
        }
        if (dot == std::string_view::npos) {
            return true;
        }
        domain.remove_prefix(dot + 1);
    }
}

/// What kube-scheduler takes as the name of a managed resource (k8s.io/kubernetes IsExtendedResourceName):
/// a qualified name whose domain is not Kubernetes' own.
bool is_extended_resource(const std::string& given) {
    const std::string_view name = given;
    const auto slash = name.find('/');
    if (slash == std::string_view::npos || name.substr(0, 9) == "requests.") {
        return false;
    }
    const auto domain = name.substr(0, slash);
    const std::string_view own = "kubernetes.io";
    const bool kubernetes_own =
        domain.size() >= own.size() && domain.substr(domain.size() - own.size()) == own;
    return !kubernetes_own && is_domain(domain) && is_name_part(name.substr(slash + 1), "-_.");
}

template <class Member>
field resource(std::string key, Member member) {
    return text(std::move(key), "an extended resource name such as nvidia.com/gpu", is_extended_resource,
                member);
}

void add_listening(std::vector<field>& all) {
    all.push_back(text(
        "listen_address", "an IPv4 or IPv6 address", is_address,
        [](auto& s) -> auto& { return s.listen_address; }));
    all.push_back(whole_number(
        "listen_port", "", 0, 65'535, [](auto& s) -> auto& { return s.listen_port; }));
    all.push_back(whole_number(
        "limits.body_bytes", " of bytes", 65'536, 1'073'741'824,
        [](auto& s) -> auto& { return s.limits.body_bytes; }));
    all.push_back(whole_number(
        "limits.header_bytes", " of bytes", 1'024, 1'048'576,
        [](auto& s) -> auto& { return s.limits.header_bytes; }));
    all.push_back(whole_number(
        "limits.connections", "", 1, 65'535, [](auto& s) -> auto& { return s.limits.connections; }));
    all.push_back(duration(
        "limits.read_timeout", 100ms, 10min, [](auto& s) -> auto& { return s.limits.read_timeout; }));
    all.push_back(duration(
        "limits.idle_timeout", 100ms, 1h, [](auto& s) -> auto& { return s.limits.idle_timeout; }));
}

void add_deciding(std::vector<field>& all) {
    all.push_back(choice(
        "accounting", {"exact", "hami"}, [](auto& s) -> auto& { return s.accounting; }));
    all.push_back(choice(
        "shrink", {"after-init", "never"}, [](auto& s) -> auto& { return s.shrink; }));
    all.push_back(choice(
        "policy", {"stock", "binpack", "spread"}, [](auto& s) -> auto& { return s.policy; }));
    all.push_back(choice(
        "card_policy", {"best-fit", "binpack", "spread"}, [](auto& s) -> auto& { return s.card_policy; }));
    all.push_back(resource(
        "resources.gpu", [](auto& s) -> auto& { return s.resources.gpu; }));
    all.push_back(resource(
        "resources.memory", [](auto& s) -> auto& { return s.resources.memory; }));
    all.push_back(resource(
        "resources.memory_percentage", [](auto& s) -> auto& { return s.resources.memory_percentage; }));
    all.push_back(resource(
        "resources.cores", [](auto& s) -> auto& { return s.resources.cores; }));
    all.push_back(whole_number(
        "default_memory_mib", " of MiB", 0, 1'048'576'000,
        [](auto& s) -> auto& { return s.default_memory; }));
    all.push_back(whole_number(
        "default_cores", " of percent", 0, 100, [](auto& s) -> auto& { return s.default_cores; }));
    all.push_back(whole_number(
        "memory_factor", "", 1, 1'048'576, [](auto& s) -> auto& { return s.memory_factor; }));
}

void add_running(std::vector<field>& all) {
    all.push_back(duration(
        "bind_deadline", 100ms, 10min, [](auto& s) -> auto& { return s.bind_deadline; }));
    all.push_back(duration(
        "http_timeout", 1s, 10min, [](auto& s) -> auto& { return s.http_timeout; }));
    all.push_back(duration(
        "reservation_ttl", 1s, 24h, [](auto& s) -> auto& { return s.reservation_ttl; }));
    all.push_back(whole_number(
        "search.steps_per_node", "", 1, 1'000'000'000,
        [](auto& s) -> auto& { return s.search.steps_per_node; }));
    all.push_back(whole_number(
        "search.steps_per_call", "", 1, 1'000'000'000'000,
        [](auto& s) -> auto& { return s.search.steps_per_call; }));
    all.push_back(whole_number(
        "remembered_results", "", 0, 100'000'000, [](auto& s) -> auto& { return s.remembered_results; }));
    all.push_back(choice(
        "log.level", {"debug", "info", "warn", "error"}, [](auto& s) -> auto& { return s.log.level; }));
    all.push_back(choice(
        "log.format", {"text", "json"}, [](auto& s) -> auto& { return s.log.format; }));
}

}  // namespace

std::vector<field> fields() {
    std::vector<field> all;
    add_listening(all);
    add_deciding(all);
    add_running(all);
    return all;
}

}  // namespace berth::config
