// Any text: never throws, never crashes; cards that were taken are in order, apart, and read again unchanged
// when written as JSON.
#include <algorithm>
#include <tuple>

#include "extender/wire/allocation_annotation.hpp"
#include "extender/wire/json_writer.hpp"
#include "extender/wire/register_annotation.hpp"

#include "test/fuzz/fuzz_input.hpp"

namespace {

using namespace berth;

std::string written(const std::vector<devicemodel::card>& cards) {
    std::string out;
    wire::json_writer json(out);
    const auto number = [&](const char* key, std::int64_t value) {
        json.key(key);
        json.number(value);
    };
    const auto text = [&](const char* key, const std::string& value) {
        json.key(key);
        json.text(value);
    };
    json.begin_array();
    for (const auto& c : cards) {
        json.begin_object();
        text("id", c.uuid);
        text("type", c.model);
        text("mode", c.mode);
        number("index", c.index);
        number("numa", c.numa);
        number("count", c.capacity.slots.value());
        number("devmem", c.capacity.memory.value());
        number("devcore", c.capacity.cores.value());
        json.key("health");
        json.truth(c.healthy);
        json.end_object();
    }
    json.end_array();
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto text = test::text_of(data, size);
    // An annotation reaches the parser as UTF-8; this keeps to ASCII.
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return static_cast<char>(c & 0x7F); });
    auto cards = wire::parse_register(text);
    if (!cards) {
        test::must(!cards.error().problem.empty() &&
                   cards.error().field.starts_with(wire::register_annotation));
        return 0;
    }
    test::must(!cards->empty());
    for (const auto& c : *cards) {
        test::must(!c.uuid.empty() && c.capacity.memory.value() >= 0 && c.capacity.cores.value() >= 0 &&
                   c.capacity.slots.value() >= 0);
        const devicemodel::allocation one{{{c.uuid, c.capacity.memory, c.capacity.cores}}};
        test::must(wire::decode_allocation(wire::encode_allocation(one)).slots == one);
    }
    test::must(std::is_sorted(cards->begin(), cards->end(), [](const auto& a, const auto& b) {
        return std::tie(a.index, a.uuid) < std::tie(b.index, b.uuid);
    }));
    const auto again = wire::parse_register(written(*cards));
    test::must(again && *again == *cards);

    wire::apply_cordon(" ," + cards->front().uuid + ",", *cards);
    test::must(std::count_if(cards->begin(), cards->end(), [](const auto& c) { return c.cordoned; }) <= 1);
    return 0;
}
