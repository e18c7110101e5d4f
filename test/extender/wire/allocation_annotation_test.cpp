#include "extender/wire/allocation_annotation.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string>

using namespace berth;
using devicemodel::allocation;
using devicemodel::card_share;
using devicemodel::core_percent;
using devicemodel::mebibytes;
using wire::decode_allocation;
using wire::encode_allocation;

namespace {

card_share share(std::string uuid, std::int64_t memory, std::int64_t cores) {
    return {std::move(uuid), mebibytes{memory}, core_percent{cores}};
}

struct decode_case {
    std::string text;
    allocation want;
};

struct bad_text {
    const char* text;
    const char* want;
};

}  // namespace

TEST_CASE("decode_allocation: reads what every release of the plugin writes", "[wire][annotation]") {
    const auto c = GENERATE(values<decode_case>({
        {"", {}},
        {";;", {}},
        {";;;;;;;;", {}},
        // HAMi's own decoder counts three parts here; the two empty ones at the end carry nothing and are
        // cut.
        {"A,NVIDIA,1,2:;;", {{share("A", 1, 2)}}},
        {"abc:;", {}},
        {"u,NVIDIA,1,2,extra:;", {{share("u", 1, 2)}}},
        {"u,NVIDIA,1,2,:;", {{share("u", 1, 2)}}},
        {";GPU-a,NVIDIA,3000,30:GPU-b,NVIDIA,3000,30:;",
         {{}, {share("GPU-a", 3000, 30), share("GPU-b", 3000, 30)}}},
        {"A,NVIDIA,1000,0:;;,,0,0:;,,0,0:;,,0,0:;", {{share("A", 1000, 0)}}},
        {",,0,0:;A,NVIDIA,5,6:;", {{}, {share("A", 5, 6)}}},
        {"A,NVIDIA,1,2:junk:B,NVIDIA,3,4:;", {{share("A", 1, 2), share("B", 3, 4)}}},
        {"A,NVIDIA,1,2", {{share("A", 1, 2)}}},
        {";B,NVIDIA,3,4:;;", {{}, {share("B", 3, 4)}}},
        {"A,NVIDIA,2147483647,100:;", {{share("A", 2'147'483'647, 100)}}},
        {"A,,0,0:;", {{share("A", 0, 0)}}},
    }));

    DYNAMIC_SECTION(c.text) {
        const auto got = decode_allocation(c.text);
        CHECK(got.problem == "");
        CHECK(got.slots == c.want);
    }
}

TEST_CASE("decode_allocation: what cannot be read is a problem and never half a list", "[wire][annotation]") {
    const auto c = GENERATE(values<bad_text>({
        {"uuid,type,100:;", "the record \"uuid,type,100\" has fewer than four fields"},
        {"uuid,type,100,:;", "has an amount that is not an integer from 0 to 2147483647"},
        {"A,NVIDIA,1,2:;,:;", "the record \",\" has fewer than four fields"},
        {"u,NVIDIA,99999999999,1:;", "has an amount that is not an integer from 0 to 2147483647"},
        {"u,NVIDIA,2147483648,1:;", "has an amount that is not an integer from 0 to 2147483647"},
        {"u,NVIDIA,1,-1:;", "has an amount that is not an integer from 0 to 2147483647"},
        {"u,NVIDIA,1.5,1:;", "has an amount that is not an integer from 0 to 2147483647"},
        {"u,NVIDIA, 1,1:;", "has an amount that is not an integer from 0 to 2147483647"},
        {"u,NVIDIA,,1:;", "has an amount that is not an integer from 0 to 2147483647"},
        {"A,NVIDIA,1,2:;B,NVIDIA,x,1:;", "the record \"B,NVIDIA,x,1\" has an amount"},
        {",,1,0:;", "takes something of a card without UUID"},
    }));

    DYNAMIC_SECTION(c.text) {
        const auto got = decode_allocation(c.text);
        CHECK_THAT(got.problem, Catch::Contains(c.want));
        CHECK(got.slots.empty());
    }
}

TEST_CASE("decode_allocation: no pod has more parts than containers", "[wire][annotation]") {
    const std::string last = "A,NVIDIA,1,2:;";
    CHECK(decode_allocation(std::string(999, ';') + last).slots.size() == 1000);
    CHECK(decode_allocation(std::string(1000, ';') + last).problem ==
          "the allocation has more than 1000 parts");
    CHECK(decode_allocation(last + std::string(100'000, ';')).slots.size() == 1);
}

TEST_CASE("encode_allocation: one part per container, always", "[wire][annotation]") {
    CHECK(encode_allocation({}) == "");
    CHECK(encode_allocation({{}, {}}) == ";;");
    CHECK(encode_allocation({{}, {share("GPU-a", 3000, 30), share("GPU-b", 3000, 30)}, {}}) ==
          ";GPU-a,NVIDIA,3000,30:GPU-b,NVIDIA,3000,30:;;");
}

TEST_CASE("allocation annotation: reading what was written gives it back, and erasing keeps places",
          "[wire][annotation]") {
    constexpr auto seed = 7U;
    std::mt19937 random(seed);
    std::uniform_int_distribution<std::int64_t> memory(0, 2'147'483'647);
    std::uniform_int_distribution<std::int64_t> cores(0, 100);
    for (int round = 0; round < 2'000; ++round) {
        CAPTURE(seed, round);
        allocation chosen(random() % 6);
        for (auto& slot : chosen) {
            for (auto i = random() % 4; i > 0; --i) {
                slot.push_back(share("GPU-" + std::to_string(random()), memory(random), cores(random)));
            }
        }
        const auto text = encode_allocation(chosen);
        auto trimmed = chosen;
        while (!trimmed.empty() && trimmed.back().empty()) {
            trimmed.pop_back();
        }
        REQUIRE(decode_allocation(text).slots == trimmed);
        REQUIRE(decode_allocation(text + ";").slots == trimmed);
    }
    // The plugin erases a place it has served and writes the rest back, with one `;` more.
    CHECK(decode_allocation(";B,NVIDIA,1,2:;;").slots == allocation{{}, {share("B", 1, 2)}});
}
