// Any text: never throws, never crashes, never takes long; what was not taken says why.
#include "config/load.hpp"

#include "test/fuzz/fuzz_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace berth;
    for (const auto& problem : config::load(test::text_of(data, size)).problems) {
        test::must(!config::sentence(problem, "file").empty());
    }
    return 0;
}
