#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace berth::test {

/// A body that no verb may act on.
struct bad_body {
    std::string name;
    std::string verb;  ///< "filter", "prioritize" or "bind".
    std::string body;
    std::string field;  ///< What the error names; empty where it is the body as a whole.
};

namespace bad_bodies_parts {

/// `text` with the first `%` replaced.
inline std::string with(std::string_view text, std::string_view part) {
    std::string out(text);
    const auto at = out.find('%');
    return out.replace(at, 1, part);
}

inline std::string repeated(std::string_view unit, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) {
        out += unit;
    }
    return out;
}

/// Templates: legal bodies once `%` is filled with something legal.
inline constexpr std::string_view args = R"({"Pod":%,"Nodes":null,"NodeNames":["gpu-a"]})";
inline constexpr std::string_view pod =
    R"({"Pod":{"metadata":{"name":"bad","namespace":"team-a","uid":"u-bad"%},"spec":{"containers":[{"name":"main","resources":{"limits":{"nvidia.com/gpu":"1","nvidia.com/gpumem":"1024"}}}]}},"NodeNames":["gpu-a"]})";
inline constexpr std::string_view spec =
    R"({"Pod":{"metadata":{"name":"bad","namespace":"team-a","uid":"u-bad"},"spec":%},"NodeNames":["gpu-a"]})";
inline constexpr std::string_view container =
    R"({"Pod":{"metadata":{"name":"bad","namespace":"team-a","uid":"u-bad"},"spec":{"initContainers":[{"name":"first"}],"containers":[{"name":"main","resources":{"limits":{"nvidia.com/gpu":"1"}}},%]}},"NodeNames":["gpu-a"]})";
inline constexpr std::string_view limit =
    R"({"Pod":{"metadata":{"name":"bad","namespace":"team-a","uid":"u-bad"},"spec":{"containers":[{"name":"main","resources":{"limits":{"nvidia.com/gpu":"1"}}},{"name":"side","resources":{"limits":{%}}}]}},"NodeNames":["gpu-a"]})";
inline constexpr std::string_view request =
    R"({"Pod":{"metadata":{"name":"bad","namespace":"team-a","uid":"u-bad"},"spec":{"initContainers":[{"name":"side","resources":{"requests":{%}}}],"containers":[{"name":"main","resources":{"limits":{"nvidia.com/gpu":"1"}}}]}},"NodeNames":["gpu-a"]})";
inline constexpr std::string_view status =
    R"({"Pod":{"metadata":{"name":"bad","namespace":"team-a","uid":"u-bad"},"spec":{"containers":[{"name":"main","resources":{"limits":{"nvidia.com/gpu":"1"}}}]},"status":%},"NodeNames":["gpu-a"]})";
inline constexpr std::string_view lists =
    R"({"Pod":{"metadata":{"name":"bad","namespace":"team-a","uid":"u-bad"},"spec":{"containers":[{"name":"main","resources":{"limits":{"nvidia.com/gpu":"1"}}}]}},%})";
inline constexpr std::string_view bind =
    R"({"PodName":"bad","PodNamespace":"team-a","PodUID":"u-bad","Node":"gpu-a"%})";

inline constexpr const char* limits_of_side = "Pod.spec.containers[1].resources.limits";
inline constexpr const char* requests_of_side = "Pod.spec.initContainers[0].resources.requests";

}  // namespace bad_bodies_parts

/// Bodies that are no JSON, too deep, of the wrong type, negative, overflowing, of an unknown unit, or with
/// a key twice, each wrong in one place only.
inline std::vector<bad_body> bad_bodies() {
    using namespace bad_bodies_parts;
    const std::string in_limits = limits_of_side;
    const std::string in_requests = requests_of_side;
    return {
        // --- no JSON ---
        {"empty body", "filter", "", ""},
        {"blanks only", "prioritize", " \r\n\t ", ""},
        {"no JSON at all", "filter", "hello", ""},
        {"binary", "filter", std::string("\x00\x01\x02\xFF", 4), ""},
        {"byte order mark", "filter", "\xEF\xBB\xBF" + with(args, "{}"), ""},
        {"cut after the pod", "filter", R"({"Pod":{"metadata":{"name":"bad"}})", "Pod"},
        {"cut inside a name", "filter", R"({"Pod":{},"NodeNames":["gpu-a","gp)", "NodeNames[1]"},
        {"cut inside an escape", "prioritize", R"({"Pod":{},"NodeNames":["gpu-\u00)", "NodeNames[0]"},
        {"second value", "filter", with(args, "{}") + "{}", ""},
        {"letter behind", "prioritize", with(args, "{}") + "x", ""},
        {"zero byte behind", "filter", with(args, "{}") + std::string(1, '\0'), ""},
        {"comma too many", "filter", R"({"Pod":{},"NodeNames":["gpu-a",]})", "NodeNames[1]"},
        {"comma missing", "filter", R"({"Pod":{},"NodeNames":["gpu-a" "gpu-b"]})", "NodeNames[1]"},
        {"single quotes", "filter", "{'Pod':{}}", ""},
        {"bare word", "filter", R"({"Pod":undefined,"NodeNames":["gpu-a"]})", "Pod"},
        {"not a number", "filter", with(limit, R"("nvidia.com/gpumem":NaN)"),
         in_limits + "[nvidia.com/gpumem]"},
        {"leading zero", "filter", with(limit, R"("nvidia.com/gpumem":01)"),
         in_limits + "[nvidia.com/gpumem]"},
        {"comment", "filter", "/* x */ " + with(args, "{}"), ""},
        {"unknown escape", "filter", with(args, R"({"metadata":{"name":"\q"}})"), "Pod.metadata.name"},
        {"half a surrogate pair, high", "filter", with(args, R"({"metadata":{"name":"\ud800"}})"),
         "Pod.metadata.name"},
        {"half a surrogate pair, low", "filter", with(args, R"({"metadata":{"name":"\udc00"}})"),
         "Pod.metadata.name"},
        {"not UTF-8", "filter", "{\"Pod\":{\"metadata\":{\"name\":\"\xC3\x28\"}},\"NodeNames\":[\"gpu-a\"]}",
         "Pod.metadata.name"},
        {"line break in a name", "filter", "{\"Pod\":{},\"NodeNames\":[\"gpu\n-a\"]}", "NodeNames[0]"},
        {"bind: empty body", "bind", "", ""},
        {"bind: cut", "bind", R"({"PodName":"bad","PodNamespace":"team-a","PodUID":"u-bad","Node":"gpu)",
         "Node"},

        // --- too deep ---
        {"100,000 open brackets", "filter", repeated("[", 100'000), ""},
        {"100,000 nested objects in a field nobody reads", "filter",
         with(lists, R"("Extra":)" + repeated(R"({"a":)", 100'000) + "1" + repeated("}", 100'000)), "Extra"},
        {"65 levels inside the pod", "prioritize",
         with(args, R"({"spec":{"affinity":)" + repeated("[", 63) + repeated("]", 63) + "}}"),
         "Pod.spec.affinity"},
        {"bind: 100,000 open brackets", "bind", repeated("[", 100'000), ""},

        // --- wrong type ---
        {"array for a body", "filter", "[]", ""},
        {"null for a body", "prioritize", "null", ""},
        {"string for a body", "filter", R"("Pod")", ""},
        {"no pod", "filter", R"({"NodeNames":["gpu-a"]})", "Pod"},
        {"null pod", "prioritize", with(args, "null"), "Pod"},
        {"array for a pod", "filter", with(args, "[]"), "Pod"},
        {"number for metadata", "filter", with(args, R"({"metadata":5})"), "Pod.metadata"},
        {"number for a name", "filter", with(args, R"({"metadata":{"name":5}})"), "Pod.metadata.name"},
        {"object for a uid", "filter", with(args, R"({"metadata":{"name":"bad","uid":{}}})"),
         "Pod.metadata.uid"},
        {"array for a namespace", "filter", with(args, R"({"metadata":{"namespace":[]}})"),
         "Pod.metadata.namespace"},
        {"truth for a deletion time", "filter", with(pod, R"(,"deletionTimestamp":true)"),
         "Pod.metadata.deletionTimestamp"},
        {"array for annotations", "filter", with(pod, R"(,"annotations":["x"])"), "Pod.metadata.annotations"},
        {"number for an annotation", "prioritize",
         with(pod, R"(,"annotations":{"nvidia.com/use-gpuuuid":1})"),
         "Pod.metadata.annotations[nvidia.com/use-gpuuuid]"},
        {"string for a spec", "filter", with(spec, R"("x")"), "Pod.spec"},
        {"object for containers", "filter", with(spec, R"({"containers":{"name":"main"}})"),
         "Pod.spec.containers"},
        {"string for init containers", "filter", with(spec, R"({"initContainers":"x"})"),
         "Pod.spec.initContainers"},
        {"number for a node name", "filter", with(spec, R"({"nodeName":7})"), "Pod.spec.nodeName"},
        {"string for a container", "filter", with(container, R"("side")"), "Pod.spec.containers[1]"},
        {"null for a container", "filter", with(container, "null"), "Pod.spec.containers[1]"},
        {"truth for a restart policy", "filter",
         with(spec, R"({"initContainers":[{"name":"s","restartPolicy":true}]})"),
         "Pod.spec.initContainers[0].restartPolicy"},
        {"array for resources", "filter", with(container, R"({"name":"side","resources":[]})"),
         "Pod.spec.containers[1].resources"},
        {"string for limits", "filter", with(container, R"({"name":"side","resources":{"limits":"1"}})"),
         "Pod.spec.containers[1].resources.limits"},
        {"object for a quantity", "filter", with(limit, R"("nvidia.com/gpu":{})"),
         in_limits + "[nvidia.com/gpu]"},
        {"truth for a quantity", "prioritize", with(limit, R"("nvidia.com/gpucores":true)"),
         in_limits + "[nvidia.com/gpucores]"},
        {"array for a status", "filter", with(status, "[]"), "Pod.status"},
        {"number for a phase", "filter", with(status, R"({"phase":1})"), "Pod.status.phase"},
        {"string for an exit code", "filter",
         with(status, R"({"initContainerStatuses":[{"name":"a","state":{"terminated":{"exitCode":"0"}}}]})"),
         "Pod.status.initContainerStatuses[0].state.terminated.exitCode"},
        {"exit code missing", "filter",
         with(status, R"({"initContainerStatuses":[{"name":"a","state":{"terminated":{}}}]})"),
         "Pod.status.initContainerStatuses[0].state.terminated.exitCode"},
        {"fraction for a restart count", "filter",
         with(status, R"({"containerStatuses":[{"name":"a","restartCount":1.5}]})"),
         "Pod.status.containerStatuses[0].restartCount"},
        {"status without a name", "filter", with(status, R"({"containerStatuses":[{"restartCount":1}]})"),
         "Pod.status.containerStatuses[0].name"},
        {"object for names", "filter", with(lists, R"("NodeNames":{"gpu-a":1})"), "NodeNames"},
        {"string for names", "prioritize", with(lists, R"("NodeNames":"gpu-a")"), "NodeNames"},
        {"number among names", "filter", with(lists, R"("NodeNames":["gpu-a",5])"), "NodeNames[1]"},
        {"null among names", "filter", with(lists, R"("NodeNames":[null,"gpu-a"])"), "NodeNames[0]"},
        {"array for nodes", "filter", with(lists, R"("Nodes":[])"), "Nodes"},
        {"object for items", "filter", with(lists, R"("Nodes":{"items":{}})"), "Nodes.items"},
        {"string among items", "filter", with(lists, R"("Nodes":{"items":["gpu-a"]})"), "Nodes.items[0]"},
        {"node without a name", "filter",
         with(lists, R"("Nodes":{"items":[{"metadata":{"name":"gpu-a"}},{}]})"),
         "Nodes.items[1].metadata.name"},
        {"number for a node's annotation", "filter",
         with(
             lists,
             R"("Nodes":{"items":[{"metadata":{"name":"gpu-a","annotations":{"hami.io/node-nvidia-register":1}}}]})"),
         "Nodes.items[0].metadata.annotations[hami.io/node-nvidia-register]"},
        {"bind: array", "bind", "[]", ""},
        {"bind: null", "bind", "null", ""},
        {"bind: number for a pod", "bind",
         R"({"PodName":7,"PodNamespace":"team-a","PodUID":"u-bad","Node":"gpu-a"})", "PodName"},
        {"bind: object for a node", "bind",
         R"({"PodName":"bad","PodNamespace":"team-a","PodUID":"u-bad","Node":{}})", "Node"},
        {"bind: no uid", "bind", R"({"PodName":"bad","PodNamespace":"team-a","Node":"gpu-a"})", "PodUID"},
        {"bind: null namespace", "bind",
         R"({"PodName":"bad","PodNamespace":null,"PodUID":"u-bad","Node":"gpu-a"})", "PodNamespace"},
        {"bind: empty node", "bind",
         R"({"PodName":"bad","PodNamespace":"team-a","PodUID":"u-bad","Node":""})", "Node"},

        // --- negative ---
        {"negative cards", "filter", with(limit, R"("nvidia.com/gpu":"-1")"), in_limits + "[nvidia.com/gpu]"},
        {"negative memory, a number", "filter",
         with(limit, R"("nvidia.com/gpu":"1","nvidia.com/gpumem":-1024)"), in_limits + "[nvidia.com/gpumem]"},
        {"negative cores", "prioritize", with(limit, R"("nvidia.com/gpucores":"-5")"),
         in_limits + "[nvidia.com/gpucores]"},
        {"negative cpu", "filter", with(request, R"("cpu":"-500m")"), in_requests + ".cpu"},
        {"negative restart count", "filter",
         with(status, R"({"containerStatuses":[{"name":"a","restartCount":-1}]})"),
         "Pod.status.containerStatuses[0].restartCount"},

        // --- overflow ---
        {"memory beyond 64 bits", "filter", with(limit, R"("nvidia.com/gpumem":"9223372036854775808")"),
         in_limits + "[nvidia.com/gpumem]"},
        {"memory of 64 bits", "filter", with(limit, R"("nvidia.com/gpumem":"9223372036854775807")"),
         in_limits + "[nvidia.com/gpumem]"},
        {"memory by a large exponent", "filter", with(limit, R"("nvidia.com/gpumem":"1e40")"),
         in_limits + "[nvidia.com/gpumem]"},
        {"cards by a large unit", "filter", with(limit, R"("nvidia.com/gpu":"16Ei")"),
         in_limits + "[nvidia.com/gpu]"},
        {"percentage beyond 64 bits", "filter",
         with(limit, R"("nvidia.com/gpumem-percentage":99999999999999999999)"),
         in_limits + "[nvidia.com/gpumem-percentage]"},
        {"host memory beyond a petabyte in all", "filter",
         with(spec, R"({"initContainers":[{"name":"a","resources":{"limits":{"memory":"1Pi"}}}],)"
                    R"("containers":[{"name":"b","resources":{"requests":{"memory":"1"}}}]})"),
         "Pod.spec"},
        {"host memory beyond a petabyte", "filter", with(request, R"("memory":"2Pi")"),
         in_requests + ".memory"},
        {"a number no double holds", "filter", with(limit, R"("nvidia.com/gpumem":1e400)"),
         in_limits + "[nvidia.com/gpumem]"},
        {"a quantity of 100 digits", "filter",
         with(limit, R"("nvidia.com/gpumem":")" + repeated("1", 100) + "\""),
         in_limits + "[nvidia.com/gpumem]"},
        {"exit code beyond 32 bits", "filter",
         with(status,
              R"({"containerStatuses":[{"name":"a","state":{"terminated":{"exitCode":2147483648}}}]})"),
         "Pod.status.containerStatuses[0].state.terminated.exitCode"},

        // --- no whole number, unknown unit, no quantity ---
        {"half a card", "filter", with(limit, R"("nvidia.com/gpu":"0.5")"), in_limits + "[nvidia.com/gpu]"},
        {"half a card, a number", "filter", with(limit, R"("nvidia.com/gpu":0.5)"),
         in_limits + "[nvidia.com/gpu]"},
        {"cards in thousandths", "filter", with(limit, R"("nvidia.com/gpu":"1500m")"),
         in_limits + "[nvidia.com/gpu]"},
        {"unknown unit", "filter", with(limit, R"("nvidia.com/gpumem":"16GB")"),
         in_limits + "[nvidia.com/gpumem]"},
        {"unit in the wrong case", "prioritize", with(limit, R"("nvidia.com/gpumem":"4K")"),
         in_limits + "[nvidia.com/gpumem]"},
        {"empty quantity", "filter", with(limit, R"("nvidia.com/gpu":"")"), in_limits + "[nvidia.com/gpu]"},
        {"blank in a quantity", "filter", with(limit, R"("nvidia.com/gpumem":"1 024")"),
         in_limits + "[nvidia.com/gpumem]"},
        {"a word for a quantity", "filter", with(request, R"("nvidia.com/gpumem":"all")"),
         in_requests + "[nvidia.com/gpumem]"},
        {"a percent sign", "filter", with(limit, R"("nvidia.com/gpucores":"50%")"),
         in_limits + "[nvidia.com/gpucores]"},
        {"hexadecimal", "filter", with(limit, R"("nvidia.com/gpumem":"0x400")"),
         in_limits + "[nvidia.com/gpumem]"},
        {"bad cpu", "filter", with(limit, R"("cpu":"2 cores")"), in_limits + ".cpu"},

        // --- twice ---
        {"two pods", "filter",
         R"({"Pod":{"metadata":{"name":"bad"}},"pod":{"metadata":{"name":"bad"}},"NodeNames":["gpu-a"]})",
         "Pod"},
        {"two lists of names", "filter", with(lists, R"("NodeNames":["gpu-a"],"nodeNames":["gpu-a"])"),
         "NodeNames"},
        {"two names of a pod", "prioritize", with(args, R"({"metadata":{"name":"bad","name":"worse"}})"),
         "Pod.metadata.name"},
        {"an annotation twice", "filter",
         with(pod, R"(,"annotations":{"nvidia.com/use-gputype":"A100","nvidia.com/use-gputype":"T4"})"),
         "Pod.metadata.annotations[nvidia.com/use-gputype]"},
        {"a resource twice", "filter", with(limit, R"("nvidia.com/gpumem":"1","nvidia.com/gpumem":"1")"),
         in_limits + "[nvidia.com/gpumem]"},
        {"two lists of containers", "filter", with(spec, R"({"containers":[{"name":"a"}],"containers":[]})"),
         "Pod.spec.containers"},
        {"two containers of one name", "filter", with(container, R"({"name":"main"})"),
         "Pod.spec.containers[1].name"},
        {"an app named as an init container", "filter", with(container, R"({"name":"first"})"),
         "Pod.spec.containers[1].name"},
        {"a container without a name", "filter", with(container, R"({"image":"x"})"),
         "Pod.spec.containers[1].name"},
        {"1,001 containers", "filter",
         [] {
             std::string containers = R"({"containers":[)";
             for (int i = 0; i <= 1'000; ++i) {
                 containers += (i == 0 ? R"({"name":"c)" : R"(,{"name":"c)") + std::to_string(i) + R"("})";
             }
             return with(spec, containers + "]}");
         }(),
         "Pod.spec.containers"},
        {"bind: two nodes", "bind", with(bind, R"(,"node":"gpu-b")"), "Node"},
        {"bind: two uids", "bind", with(bind, R"(,"PodUID":"u-bad")"), "PodUID"},
    };
}

}  // namespace berth::test
