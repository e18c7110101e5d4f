// Any text: never throws, never crashes; a state that was taken fills a ledger that has no drift, and once
// written, it is read and written again as the same bytes.
#include "extender/wire/state.hpp"

#include "test/fuzz/fuzz_input.hpp"

namespace {

using namespace berth;

std::string written_again(const wire::saved_state& state) {
    devicemodel::ledger books;
    for (const auto& node : state.nodes) {
        books.put_node(node);
    }
    for (const auto& pod : state.pods) {
        books.put_pod(pod);
    }
    test::must(books.audit().empty());
    auto view = books.publish();
    view.revision = 0;
    std::string text;
    wire::write_state(text, view, {});
    return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto text = test::text_of(data, size);
    const auto state = wire::read_state(text);
    for (const auto& problem : state.problems) {
        test::must(!problem.problem.empty());
    }
    if (!state.problems.empty()) {
        return 0;
    }
    const auto once = written_again(state);
    test::must(wire::is_state(once));
    auto changed = once;
    const auto again = wire::read_state(changed);
    test::must(again.problems.empty() && written_again(again) == once);
    return 0;
}
