#include "extender/replay/openb.hpp"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>

#include "extender/replay/card_models.hpp"
#include "extender/replay/csv.hpp"
#include "extender/wire/json_cursor.hpp"

namespace berth::replay {
namespace {

constexpr std::int64_t most_cpu_milli = 100'000'000;
constexpr std::int64_t most_memory_mib = 1'000'000'000;
constexpr std::int64_t most_gpus = 64;
constexpr std::int64_t last_second = 1'000'000'000'000;

std::string known_models() {
    std::string names;
    for (const auto& model : card_models()) {
        names.append(names.empty() ? "" : ", ").append(model.name);
    }
    return names;
}

/// The API server's rule for names of nodes and pods (a DNS subdomain).
bool is_name(std::string_view text) {
    constexpr std::size_t longest = 253;
    const auto is_alphanumeric = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return !text.empty() && text.size() <= longest && is_alphanumeric(text.front()) &&
           is_alphanumeric(text.back()) && std::all_of(text.begin(), text.end(), [&](char c) {
               return is_alphanumeric(c) || c == '-' || c == '.';
           });
}

bool is_new_name(csv_reader& csv, std::string_view name, std::set<std::string, std::less<>>& seen) {
    if (!is_name(name)) {
        csv.problem("expected a name of lower-case letters, digits, - and ., found " + wire::shown(name));
        return false;
    }
    if (!seen.emplace(name).second) {
        csv.problem(fmt::format("expected a new name, found \"{}\" again", name));
        return false;
    }
    return true;
}

std::optional<std::int64_t> model_memory(csv_reader& csv, std::string_view model) {
    const auto memory = card_memory_of(model);
    if (!memory) {
        csv.problem(fmt::format("model: expected one of {}, found {}", known_models(), wire::shown(model)));
    }
    return memory;
}

std::optional<node> read_node(csv_reader& csv, std::set<std::string, std::less<>>& seen) {
    const bool is_new = is_new_name(csv, csv.text("sn"), seen);
    const auto cpu = csv.number("cpu_milli", 1, most_cpu_milli);
    const auto memory = csv.number("memory_mib", 1, most_memory_mib);
    const auto gpus = csv.number("gpu", 0, most_gpus);
    const auto card_memory = gpus.value_or(0) > 0 ? model_memory(csv, csv.text("model")) : 0;
    if (!is_new || !cpu || !memory || !gpus || !card_memory) {
        return std::nullopt;
    }
    const auto name = csv.text("sn");
    return node{std::string(name), *cpu, *memory, *gpus * slots_per_card,
                equal_cards(name, *gpus, csv.text("model"), *card_memory)};
}

std::vector<std::string> read_models(csv_reader& csv) {
    std::vector<std::string> models;
    std::string_view left = csv.text("gpu_spec");
    while (!left.empty()) {
        const auto bar = left.find('|');
        const auto model = left.substr(0, bar);
        left.remove_prefix(bar == std::string_view::npos ? left.size() : bar + 1);
        const bool repeated = std::find(models.begin(), models.end(), model) != models.end();
        if (!repeated && model_memory(csv, model)) {
            models.emplace_back(model);
        }
    }
    return models;
}

/// The share of a card must match the number of cards: none without cards, a whole one with several.
bool is_share(csv_reader& csv, std::int64_t gpus, std::int64_t milli) {
    const std::int64_t low = gpus == 0 ? 0 : (gpus == 1 ? 1 : card_milli);
    const std::int64_t high = gpus == 0 ? 0 : card_milli;
    if (milli >= low && milli <= high) {
        return true;
    }
    const auto wanted = low == high ? fmt::format("{}", low) : fmt::format("{} to {}", low, high);
    csv.problem(fmt::format("gpu_milli: expected {} with num_gpu {}, found {}", wanted, gpus, milli));
    return false;
}

bool read_times(csv_reader& csv, pod& p) {
    if (csv.has("creation_time")) {
        p.created = csv.number("creation_time", 0, last_second).value_or(-1);
    }
    if (!csv.text("deletion_time").empty()) {
        p.deleted = csv.number("deletion_time", std::max<std::int64_t>(p.created, 0), last_second);
        return p.created >= 0 && p.deleted.has_value();
    }
    return p.created >= 0;
}

std::optional<pod> read_pod(csv_reader& csv, std::set<std::string, std::less<>>& seen) {
    pod p;
    p.name = csv.text("name");
    const bool is_new = is_new_name(csv, p.name, seen);
    const auto cpu = csv.number("cpu_milli", 0, most_cpu_milli);
    const auto memory = csv.number("memory_mib", 0, most_memory_mib);
    const auto gpus = csv.number("num_gpu", 0, most_gpus);
    const auto milli = csv.number("gpu_milli", 0, card_milli);
    p.models = read_models(csv);
    const bool has_times = read_times(csv, p);
    if (!is_new || !cpu || !memory || !gpus || !milli || !is_share(csv, *gpus, *milli) || !has_times) {
        return std::nullopt;
    }
    p.containers.push_back({"main", container_role::app, *cpu, *memory, *gpus, *milli, 0, 0});
    return p;
}

template <class Value, class ReadOne>
read_result<std::vector<Value>> read_all(csv_reader& csv, ReadOne read_one) {
    read_result<std::vector<Value>> result;
    std::set<std::string, std::less<>> seen;
    while (csv.next()) {
        if (auto value = read_one(csv, seen)) {
            result.value.push_back(std::move(*value));
        }
    }
    result.problems = csv.problems();
    return result;
}

}  // namespace

read_result<std::vector<node>> read_openb_nodes(std::string_view text, std::string_view file) {
    csv_reader csv(text, file, {"sn", "cpu_milli", "memory_mib", "gpu", "model"});
    return read_all<node>(csv, read_node);
}

read_result<std::vector<pod>> read_openb_pods(std::string_view text, std::string_view file) {
    csv_reader csv(text, file, {"name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli"});
    return read_all<pod>(csv, read_pod);
}

read_result<std::string> load_text(const std::string& path) {
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    in.peek();  // a directory opens, and only reading from it sets badbit
    std::ostringstream text;
    text << in.rdbuf();
    if (!in.is_open() || in.bad()) {
        return {{}, {fmt::format("{}: cannot be read: {}", path, std::generic_category().message(errno))}};
    }
    return {text.str(), {}};
}

read_result<std::vector<node>> load_openb_nodes(const std::string& path) {
    const auto text = load_text(path);
    return text.problems.empty() ? read_openb_nodes(text.value, path)
                                 : read_result<std::vector<node>>{{}, text.problems};
}

read_result<std::vector<pod>> load_openb_pods(const std::string& path) {
    const auto text = load_text(path);
    return text.problems.empty() ? read_openb_pods(text.value, path)
                                 : read_result<std::vector<pod>>{{}, text.problems};
}

}  // namespace berth::replay
