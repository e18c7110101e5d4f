#include "extender/replay/openb.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "extender/replay/card_models.hpp"

using namespace berth::replay;
using strings = std::vector<std::string>;

namespace {

const std::string node_header = "sn,cpu_milli,memory_mib,gpu,model\n";
const std::string pod_header =
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,"
    "scheduled_time\n";

struct bad_csv {
    const char* name;
    std::string text;
    strings want;
};

}  // namespace

TEST_CASE("openb nodes are read with a card memory of their model", "[replay][openb]") {
    const auto read =
        read_openb_nodes(node_header + "n0,64000,262144,2,P100\r\nn1,96000,1000,0,\n\nn2,1,1,8,G3", "f");
    CHECK(read.problems.empty());
    CHECK(read.value == std::vector<node>{{"n0", 64000, 262144, 20, equal_cards("n0", 2, "P100", 16280)},
                                          {"n1", 96000, 1000, 0, {}},
                                          {"n2", 1, 1, 80, equal_cards("n2", 8, "G3", 40960)}});
}

TEST_CASE("openb pods are read with shares, models and times; files of five columns have no times",
          "[replay][openb]") {
    const auto full =
        read_openb_pods(pod_header + "p0,12000,16384,1,460,T4|A10|T4,LS,Running,10,20,10\n" +
                            "p1,6000,0,8,1000,,BE,Failed,11,12,\np2,1,2,0,0,,LS,Running,0,0,0\n",
                        "f");
    CHECK(full.problems.empty());
    REQUIRE(full.value.size() == 3);
    CHECK(full.value[0] ==
          pod{"p0", {{"main", container_role::app, 12000, 16384, 1, 460, 0, 0}}, {"T4", "A10"}, 10, 20});
    CHECK(full.value[1] == pod{"p1", {{"main", container_role::app, 6000, 0, 8, 1000, 0, 0}}, {}, 11, 12});
    CHECK_FALSE(wants_gpu(full.value[2]));

    const auto narrow = read_openb_pods("name,cpu_milli,memory_mib,num_gpu,gpu_milli\np0,1,2,1,1000\n", "f");
    CHECK(narrow.problems.empty());
    CHECK(narrow.value.at(0).deleted == std::nullopt);
}

TEST_CASE("every bad line of a node list is named with its number and what was expected", "[replay][openb]") {
    const auto c = GENERATE(values<bad_csv>({
        {"empty file",
         "",
         {"f:1: expected a header line with the columns sn,cpu_milli,memory_mib,gpu,model, found \"\""}},
        {"other header",
         "name,cpu\nn,1\n",
         {"f:1: expected a header line with the columns sn,cpu_milli,memory_mib,gpu,model, found "
          "\"name,cpu\""}},
        {"fields missing", node_header + "n0,1,1\n", {"f:2: expected 5 fields, found 3"}},
        {"fields too many", node_header + "n0,1,1,1,T4,\n", {"f:2: expected 5 fields, found 6"}},
        {"no number",
         node_header + "n0,1.5,1,1,T4\n",
         {"f:2: cpu_milli: expected a whole number from 1 to 100000000, found \"1.5\""}},
        {"negative",
         node_header + "n0,1,-1,1,T4\n",
         {"f:2: memory_mib: expected a whole number from 1 to 1000000000, found \"-1\""}},
        {"overflow",
         node_header + "n0,1,1,99999999999999999999,T4\n",
         {"f:2: gpu: expected a whole number from 0 to 64, found \"99999999999999999999\""}},
        {"unknown model",
         node_header + "n0,1,1,1,H100\n",
         {"f:2: model: expected one of A10, G1, G2, G3, P100, T4, V100M16, V100M32, found \"H100\""}},
        {"name twice and no name, both told",
         node_header + "n0,1,1,0,\nn0,1,1,0,\n,1,1,0,\n",
         {"f:3: expected a new name, found \"n0\" again",
          "f:4: expected a name of lower-case letters, digits, - and ., found \"\""}},
        {"a name that no API server would take",
         node_header + "\"n0\",1,1,0,\nn0-,1,1,0,\n",
         {"f:2: expected a name of lower-case letters, digits, - and ., found \"\"n0\"\"",
          "f:3: expected a name of lower-case letters, digits, - and ., found \"n0-\""}},
        {"two in one line",
         node_header + "n0,x,y,0,\n",
         {"f:2: cpu_milli: expected a whole number from 1 to 100000000, found \"x\"",
          "f:2: memory_mib: expected a whole number from 1 to 1000000000, found \"y\""}},
    }));
    DYNAMIC_SECTION(c.name) { CHECK(read_openb_nodes(c.text, "f").problems == c.want); }
}

TEST_CASE("every bad line of a pod list is named with its number and what was expected", "[replay][openb]") {
    const auto c = GENERATE(values<bad_csv>({
        {"share of several cards",
         pod_header + "p,1,1,2,500,,LS,Running,0,0,0\n",
         {"f:2: gpu_milli: expected 1000 with num_gpu 2, found 500"}},
        {"share without cards",
         pod_header + "p,1,1,0,500,,LS,Running,0,0,0\n",
         {"f:2: gpu_milli: expected 0 with num_gpu 0, found 500"}},
        {"nothing of a card",
         pod_header + "p,1,1,1,0,,LS,Running,0,0,0\n",
         {"f:2: gpu_milli: expected 1 to 1000 with num_gpu 1, found 0"}},
        {"more than a card",
         pod_header + "p,1,1,1,1001,,LS,Running,0,0,0\n",
         {"f:2: gpu_milli: expected a whole number from 0 to 1000, found \"1001\""}},
        {"unknown model",
         pod_header + "p,1,1,1,1000,T4|X,LS,Running,0,0,0\n",
         {"f:2: model: expected one of A10, G1, G2, G3, P100, T4, V100M16, V100M32, found \"X\""}},
        {"gone before it came",
         pod_header + "p,1,1,1,1000,,LS,Running,5,4,0\n",
         {"f:2: deletion_time: expected a whole number from 5 to 1000000000000, found \"4\""}},
        {"no creation time",
         pod_header + "p,1,1,1,1000,,LS,Running,,4,0\n",
         {"f:2: creation_time: expected a whole number from 0 to 1000000000000, found \"\""}},
    }));
    DYNAMIC_SECTION(c.name) { CHECK(read_openb_pods(c.text, "f").problems == c.want); }
}

TEST_CASE("a file that is wrong all over says so in twenty lines and a number", "[replay][openb]") {
    std::string text = node_header;
    for (int line = 0; line < 100; ++line) {
        text += "x\n";
    }
    const auto read = read_openb_nodes(text, "f");
    REQUIRE(read.problems.size() == 21);
    CHECK(read.problems.back() == "f: and 80 more problems");
}

TEST_CASE("a directory is no file", "[replay][openb]") {
    const auto read = load_openb_nodes(BERTH_SOURCE_DIR);
    REQUIRE(read.problems.size() == 1);
    CHECK(read.problems.front().find(BERTH_SOURCE_DIR ": cannot be read: ") == 0);
}

TEST_CASE("no model name is a part of another, as use-gputype compares substrings", "[replay][openb]") {
    for (const auto& a : card_models()) {
        CHECK(a.memory_mib > 0);
        for (const auto& b : card_models()) {
            CHECK((&a == &b || b.name.find(a.name) == std::string_view::npos));
        }
    }
}

TEST_CASE("UUIDs depend on node and index alone, and differ", "[replay][openb]") {
    CHECK(card_uuid("n0", 0) == card_uuid("n0", 0));
    CHECK(card_uuid("n0", 0).size() == 40);
    std::vector<std::string> all;
    for (int node_number = 0; node_number < 100; ++node_number) {
        for (int index = 0; index < 8; ++index) {
            all.push_back(card_uuid("openb-node-" + std::to_string(node_number), index));
        }
    }
    std::sort(all.begin(), all.end());
    CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
}
