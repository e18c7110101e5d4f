// Any text: never throws, never crashes; what was taken is written and read again unchanged.
#include "extender/wire/allocation_annotation.hpp"

#include "test/fuzz/fuzz_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace berth;
    const auto decoded = wire::decode_allocation(test::text_of(data, size));
    if (!decoded.problem.empty()) {
        test::must(decoded.slots.empty());
        return 0;
    }
    test::must(decoded.slots.empty() || !decoded.slots.back().empty());
    test::must(decoded.slots.size() <= devicemodel::containers_limit);
    for (const auto& slot : decoded.slots) {
        for (const auto& share : slot) {
            test::must(!share.uuid.empty() && share.memory.value() >= 0 && share.cores.value() >= 0);
        }
    }
    test::must(wire::decode_allocation(wire::encode_allocation(decoded.slots)) == decoded);
    return 0;
}
