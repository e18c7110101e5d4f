#include "extender/wire/pod.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "extender/wire/allocation_annotation.hpp"
#include "extender/wire/quantity.hpp"

namespace berth::wire {
namespace {

using devicemodel::container_list;
using devicemodel::container_status;

constexpr std::int64_t int32_limit = std::numeric_limits<std::int32_t>::max();

constexpr std::array<std::string_view, 15> annotation_keys{
    api::pod_annotation::node,        api::pod_annotation::time,        api::pod_annotation::allocated,
    api::pod_annotation::to_allocate, api::pod_annotation::bind_phase,  api::pod_annotation::bind_time,
    api::pod_annotation::use_uuid,    api::pod_annotation::avoid_uuid,  api::pod_annotation::use_type,
    api::pod_annotation::avoid_type,  api::pod_annotation::numa_bind,   api::pod_annotation::mode,
    api::pod_annotation::card_policy, api::pod_annotation::node_policy, api::pod_annotation::weights,
};

void read_text(const json_cursor& value, std::string& out) {
    if (const auto text = value.text()) {
        out = *text;
    }
}

/// The quantities of one of the two lists of a container.
struct amounts {
    std::optional<std::int64_t> gpus, memory, memory_percent, cores, cpu_milli, memory_bytes;
};

enum class sign : std::uint8_t { not_negative, any };

void read_amount(const json_cursor& value, quantity_reading reading, sign allowed,
                 std::optional<std::int64_t>& out) {
    const auto text = value.text_or_number();
    if (!text) {
        return;
    }
    const auto amount = parse_quantity(*text, reading);
    if (!amount) {
        value.complain(amount.error().problem);
    } else if (*amount < 0 && allowed == sign::not_negative) {
        value.complain("is negative: " + std::to_string(*amount));
    } else if (*amount > devicemodel::amount_limit) {
        value.complain("is larger than 2^50: " + std::to_string(*amount));
    } else {
        out = *amount;
    }
}

amounts read_amounts(const json_cursor& list, const api::resource_names& names) {
    amounts read;
    const auto whole = [](sign allowed, std::optional<std::int64_t>& out) {
        return [allowed, &out](const json_cursor& value) {
            read_amount(value, quantity_reading::whole, allowed, out);
        };
    };
    list.members({
        {names.gpus, whole(sign::not_negative, read.gpus)},
        {names.memory, whole(sign::not_negative, read.memory)},
        {names.memory_percent, whole(sign::any, read.memory_percent)},
        {names.cores, whole(sign::not_negative, read.cores)},
        {"cpu",
         [&](const json_cursor& value) {
             read_amount(value, quantity_reading::milli, sign::not_negative, read.cpu_milli);
         }},
        {"memory",
         [&](const json_cursor& value) {
             read_amount(value, quantity_reading::rounded_up, sign::not_negative, read.memory_bytes);
         }},
    });
    return read;
}

api::container_resources read_resources(const json_cursor& value, const api::resource_names& names) {
    amounts limits;
    amounts requests;
    value.members({
        {"limits", [&](const json_cursor& list) { limits = read_amounts(list, names); }},
        {"requests", [&](const json_cursor& list) { requests = read_amounts(list, names); }},
    });
    const auto first = [](const std::optional<std::int64_t>& a, const std::optional<std::int64_t>& b) {
        return a ? a : b;
    };
    return {.gpus = first(limits.gpus, requests.gpus),
            .memory = first(limits.memory, requests.memory),
            .memory_percent = first(limits.memory_percent, requests.memory_percent),
            .cores = first(limits.cores, requests.cores),
            .cpu_milli = first(requests.cpu_milli, limits.cpu_milli).value_or(0),
            .memory_bytes = first(requests.memory_bytes, limits.memory_bytes).value_or(0)};
}

/// Both container lists of one pod. They may come in either order; positions begin with initContainers.
struct container_lists {
    const api::resource_names& names;
    std::vector<api::container_spec> init_containers;
    std::vector<api::container_spec> containers;
    std::unordered_set<std::string> seen;  ///< Of both: statuses tell containers apart by name alone.

    std::vector<api::container_spec>& operator[](container_list list) {
        return list == container_list::init_containers ? init_containers : containers;
    }
    std::size_t size() const { return init_containers.size() + containers.size(); }
};

void read_container(const json_cursor& value, container_list list, container_lists& read) {
    api::container_spec container;
    std::string restart_policy;
    value.members({
        {"name",
         [&](const json_cursor& name) {
             read_text(name, container.name);
             if (!container.name.empty() && !read.seen.insert(container.name).second) {
                 name.complain("two containers are named " + shown(container.name));
             }
         }},
        {"restartPolicy", [&](const json_cursor& policy) { read_text(policy, restart_policy); }},
        {"resources",
         [&](const json_cursor& resources) { container.resources = read_resources(resources, read.names); }},
    });
    if (container.name.empty() && value.kind() == json_kind::object) {
        value.complain_missing("name");
    }
    container.role = devicemodel::role_of(list, restart_policy);
    read[list].push_back(std::move(container));
}

void read_containers(const json_cursor& value, container_list list, container_lists& read) {
    bool too_many = false;
    value.elements([&](const json_cursor& element) {
        too_many = too_many || read.size() == devicemodel::containers_limit;
        if (!too_many) {
            read_container(element, list, read);
        }
    });
    if (too_many) {
        value.complain("makes more than " + std::to_string(devicemodel::containers_limit) + " containers");
    }
}

void read_spec(const json_cursor& spec, const api::resource_names& names, api::pod& pod) {
    container_lists lists{names, {}, {}, {}};
    const auto into = [&lists](container_list list) {
        return [&lists, list](const json_cursor& value) { read_containers(value, list, lists); };
    };
    spec.members({
        {"nodeName", [&](const json_cursor& value) { read_text(value, pod.node_name); }},
        {"initContainers", into(container_list::init_containers)},
        {"containers", into(container_list::containers)},
    });
    pod.containers = std::move(lists.init_containers);
    std::move(lists.containers.begin(), lists.containers.end(), std::back_inserter(pod.containers));

    std::int64_t cpu_milli = 0;  // A node adds up its pods, so one amount's limit holds for a whole pod.
    std::int64_t memory_bytes = 0;
    for (const auto& container : pod.containers) {
        cpu_milli += container.resources.cpu_milli;
        memory_bytes += container.resources.memory_bytes;
    }
    if (std::max(cpu_milli, memory_bytes) > devicemodel::amount_limit) {
        spec.complain("asks for more than 2^50 thousandths of a CPU or bytes of memory in all");
    }
}

void read_terminated(const json_cursor& value, container_status& status) {
    bool has_code = false;
    value.members({{"exitCode", [&](const json_cursor& code) {
                        has_code = true;
                        if (const auto number = code.integer(-int32_limit - 1, int32_limit)) {
                            status.exit_code = static_cast<std::int32_t>(*number);
                        }
                    }}});
    if (!has_code && value.kind() == json_kind::object) {
        value.complain_missing("exitCode");  // Taken for 0 it would end an init phase.
    }
}

/// Exactly one state is set by the kubelet; none means waiting (core/v1), and one that runs still runs.
void read_state(const json_cursor& value, container_status& status) {
    using state = container_status::state;
    bool running = false;
    bool terminated = false;
    value.members({
        {"waiting",
         [&](const json_cursor& waiting) {
             waiting.members(
                 {{"reason", [&](const json_cursor& v) { read_text(v, status.waiting_reason); }}});
         }},
        {"running", [&](const json_cursor& v) { running = v.must_be(json_kind::object); }},
        {"terminated",
         [&](const json_cursor& v) {
             terminated = true;
             read_terminated(v, status);
         }},
    });
    status.now = running ? state::running : terminated ? state::terminated : state::waiting;
    if (status.now != state::waiting) {
        status.waiting_reason.clear();
    }
    if (status.now != state::terminated) {
        status.exit_code = 0;
    }
}

container_status read_container_status(const json_cursor& value) {
    container_status status;
    value.members({
        {"name", [&](const json_cursor& v) { read_text(v, status.name); }},
        {"state", [&](const json_cursor& v) { read_state(v, status); }},
        {"lastState",
         [&](const json_cursor& v) {
             v.members({{"terminated", [&](const json_cursor& terminated) {
                             status.has_run_before |= terminated.must_be(json_kind::object);
                         }}});
         }},
        {"restartCount",
         [&](const json_cursor& v) { status.has_run_before |= v.integer(0, int32_limit).value_or(0) > 0; }},
    });
    if (status.name.empty() && value.kind() == json_kind::object) {
        value.complain_missing("name");
    }
    return status;
}

void read_status(const json_cursor& value, devicemodel::pod_status& status) {
    const auto statuses_into = [](std::vector<container_status>& out) {
        return [&out](const json_cursor& list) {
            list.elements([&](const json_cursor& element) { out.push_back(read_container_status(element)); });
        };
    };
    const auto read_condition = [&](const json_cursor& condition) {
        std::string type;
        std::string is_true;
        condition.members({{"type", [&](const json_cursor& v) { read_text(v, type); }},
                           {"status", [&](const json_cursor& v) { read_text(v, is_true); }}});
        status.all_containers_restarting |= type == "AllContainersRestarting" && is_true == "True";
    };
    value.members({
        {"phase", [&](const json_cursor& v) { read_text(v, status.phase); }},
        {"conditions", [&](const json_cursor& list) { list.elements(read_condition); }},
        {"initContainerStatuses", statuses_into(status.init_containers)},
        {"containerStatuses", statuses_into(status.apps)},
    });
}

void read_metadata(const json_cursor& value, api::pod& pod) {
    value.members({
        {"name", [&](const json_cursor& v) { read_text(v, pod.name); }},
        {"namespace", [&](const json_cursor& v) { read_text(v, pod.name_space); }},
        {"uid", [&](const json_cursor& v) { read_text(v, pod.uid); }},
        {"deletionTimestamp", [&](const json_cursor& v) { pod.deleting = v.text().has_value(); }},
        {"annotations",
         [&](const json_cursor& annotations) {
             annotations.entries(annotation_keys, [&](const json_cursor& v) {
                 read_text(v, pod.annotations[std::string(v.key())]);
             });
         }},
    });
}

}  // namespace

void read_pod(const json_cursor& value, const api::resource_names& names, api::pod& pod) {
    pod = {};
    value.members({
        {"metadata", [&](const json_cursor& metadata) { read_metadata(metadata, pod); }},
        {"spec", [&](const json_cursor& spec) { read_spec(spec, names, pod); }},
        {"status", [&](const json_cursor& status) { read_status(status, pod.status); }},
    });
    if (pod.name_space.empty()) {
        pod.name_space = "default";
    }
    const auto allocated = pod.annotations.find(std::string_view(api::pod_annotation::allocated));
    if (allocated != pod.annotations.end()) {
        pod.allocated = decode_allocation(allocated->second);
    }
}

api::result<api::pod> parse_pod(std::string& text, const api::resource_names& names, std::string root) {
    json_document document;
    api::pod pod;
    if (document.parse(text, std::move(root))) {
        read_pod(document.root(), names, pod);
    }
    if (!document.problems().empty()) {
        return document.problems().front();
    }
    return pod;
}

}  // namespace berth::wire
