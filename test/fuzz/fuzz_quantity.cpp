// Any text: never throws, never crashes; one that has the form of a quantity is the amount that exact
// fractions make of it, or refused where they refuse it, in every reading.
#include "extender/wire/quantity.hpp"

#include "test/fuzz/fuzz_input.hpp"
#include "test/support/exact_quantity.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace berth;
    const auto text = test::text_of(data, size);
    for (const auto reading :
         {wire::quantity_reading::whole, wire::quantity_reading::rounded_up, wire::quantity_reading::milli}) {
        const auto amount = wire::parse_quantity(text, reading);
        if (amount) {
            test::must(*amount == test::exact_quantity(text, reading));
            continue;
        }
        const auto& problem = amount.error().problem;
        const bool has_form = problem.starts_with("is larger") || problem.starts_with("is not a whole");
        test::must(!problem.empty() && (!has_form || !test::exact_quantity(text, reading)));
    }
    return 0;
}
