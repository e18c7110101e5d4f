#include "devicemodel/mig.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace {

using namespace berth::devicemodel;

/// An A100 of 40 GB: seven compute slices over eight memory slices.
const std::vector<mig_profile> a100{
    {"7g.40gb", mebibytes{40'192}, core_percent{100}, 7, {{0, 8}}},
    {"3g.20gb", mebibytes{19'968}, core_percent{42}, 3, {{0, 4}, {4, 4}}},
    {"2g.10gb", mebibytes{9'856}, core_percent{28}, 2, {{0, 2}, {2, 2}, {4, 2}}},
    {"1g.5gb",
     mebibytes{4'864},
     core_percent{14},
     1,
     {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}}},
};

/// Cuts one instance after the other, "1g.5gb@6" each, "-" where none can be cut.
std::vector<std::string> cut(const std::vector<std::int64_t>& demands,
                             std::vector<mig_placement> taken = {}) {
    std::vector<std::string> cuts;
    for (const auto asked : demands) {
        const auto choice = choose_instance(a100, taken, mebibytes{asked});
        if (choice) {
            taken.push_back(choice->placement);
        }
        cuts.push_back(choice ? a100[choice->profile].name + "@" + std::to_string(choice->placement.start)
                              : "-");
    }
    return cuts;
}

using cuts = std::vector<std::string>;

}  // namespace

TEST_CASE("MIG instances are cut greedily, the smallest profile first", "[devicemodel][mig]") {
    CHECK(cut({4'000, 8'000, 15'000, 4'000, 9'000}) ==
          cuts{"1g.5gb@6", "2g.10gb@0", "-", "1g.5gb@5", "2g.10gb@2"});
    CHECK(cut({8'000, 8'000, 8'000, 8'000}) == cuts{"2g.10gb@0", "2g.10gb@2", "2g.10gb@4", "-"});
    CHECK(cut({15'000, 15'000, 15'000}) == cuts{"3g.20gb@4", "3g.20gb@0", "-"});
}

TEST_CASE("a MIG demand takes the next larger profile when its own has no place left", "[devicemodel][mig]") {
    CHECK(cut({4'000}, {{4, 4}}) == cuts{"1g.5gb@3"});
    CHECK(cut(std::vector<std::int64_t>(8, 4'000)) ==
          cuts{"1g.5gb@6", "1g.5gb@5", "1g.5gb@4", "1g.5gb@3", "1g.5gb@2", "1g.5gb@1", "1g.5gb@0", "-"});
    CHECK(cut({9'856, 9'857}) == cuts{"2g.10gb@0", "3g.20gb@4"});
    CHECK(cut({8'000}, {{0, 1}, {2, 1}, {4, 1}}) == cuts{"-"});  // 3g and 7g would overlap, too
    CHECK(cut({8'000}, {{0, 1}, {2, 1}}) == cuts{"2g.10gb@4"});
}

TEST_CASE("a MIG demand beyond every profile, or on a card without any, finds nothing",
          "[devicemodel][mig]") {
    CHECK(cut({40'192}) == cuts{"7g.40gb@0"});
    CHECK(cut({40'193}) == cuts{"-"});
    CHECK_FALSE(choose_instance({}, {}, mebibytes{1}));
}

TEST_CASE("of two MIG profiles of equal memory the one with fewer slices is cut", "[devicemodel][mig]") {
    const std::vector<mig_profile> profiles{{"2g.20gb", mebibytes{19'968}, {}, 2, {{0, 4}}},
                                            {"1g.20gb", mebibytes{19'968}, {}, 1, {{0, 4}}}};
    CHECK(choose_instance(profiles, {}, mebibytes{10'000})->profile == 1);
}
