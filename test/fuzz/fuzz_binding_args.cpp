// Any body: never throws, never crashes; what was taken is complete, and is read again unchanged when
// written.
#include "extender/wire/extender_args.hpp"
#include "extender/wire/json_writer.hpp"

#include "test/fuzz/fuzz_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace berth;
    auto body = test::text_of(data, size);
    const auto args = wire::parse_binding_args(body);
    if (!args) {
        test::must(!args.error().problem.empty());
        return 0;
    }
    std::string written;
    wire::json_writer json(written);
    json.begin_object();
    for (const auto& [key, value] : {std::pair<const char*, const std::string&>{"podname", args->pod_name},
                                     {"PODNAMESPACE", args->pod_namespace},
                                     {"PodUID", args->pod_uid},
                                     {"node", args->node}}) {
        test::must(!value.empty());
        json.key(key);
        json.text(value);
    }
    json.end_object();
    const auto again = wire::parse_binding_args(written);
    test::must(again && *again == *args);
    return 0;
}
