// Any text: never throws, never crashes; what is no event says why, what is one has an object with a name.
// The same bytes as a list of objects give objects or problems, never neither.
#include <variant>

#include "extender/wire/objects.hpp"

#include "test/fuzz/fuzz_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace berth;
    auto text = test::text_of(data, size);
    const auto event = wire::parse_watch_event(text, {});
    if (event) {
        test::must(std::visit([](const auto& object) { return !object.name.empty(); }, event->object));
        const auto* pod = std::get_if<api::pod>(&event->object);
        test::must(pod == nullptr || (!pod->uid.empty() && !pod->name_space.empty()));
    } else {
        test::must(!event.error().problem.empty());
    }

    text = test::text_of(data, size);
    const auto list = wire::parse_object_list(text, {}, "file");
    for (const auto& problem : list.problems) {
        test::must(problem.field.starts_with("file") && !problem.problem.empty());
    }
    for (const auto& item : list.objects) {
        test::must(std::visit([](const auto& object) { return !object.name.empty(); }, item.object));
    }
    return 0;
}
