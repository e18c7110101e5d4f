#include "extender/replay/options.hpp"

#include <catch2/catch.hpp>

using namespace berth::replay;

TEST_CASE("good options have no problems", "[replay][options]") {
    options o;
    o.node_file = "n";
    o.pod_file = "p";
    CHECK(validate(o).empty());
    o.until = 130;
    o.shuffle = 7;
    o.paths.prioritize = "";
    CHECK(validate(o).empty());
}

TEST_CASE("all problems are listed at once", "[replay][options]") {
    options o;
    o.until = 0;
    o.first = 0;
    o.weight = -1;
    o.check_every = -5;
    o.name_space = "";
    o.paths.filter = "";
    o.paths.events = "events";
    o.leaving = departures::by_trace;
    o.shuffle = 1;
    CHECK(validate(o) ==
          std::vector<std::string>{
              "nothing to replay: name --nodes and --pods, --state, or --generate",
              "--until: expected 1 to 1000, found 0", "--first: expected 1 to 100000000, found 0",
              "--weight: expected 0 to 1000000, found -1", "--check-every: expected 0 to 100000000, found -5",
              "the namespace of the pods is empty", "--filter-path: expected one, found none",
              "path of events: expected to begin with /, found \"events\"",
              "--departures and --until exclude each other: pods drawn again have no times of their own",
              "--departures and --shuffle exclude each other: the trace's times are the order"});
}

TEST_CASE("each source is asked for what it needs", "[replay][options]") {
    options o;
    o.pod_file = "p";
    CHECK(validate(o) == std::vector<std::string>{"--nodes: expected a node list beside --pods"});
    o.source = trace_source::generated;
    CHECK(validate(o).empty());
    o.generated = {1, 0, 0};
    CHECK(validate(o).size() == 2);
    o.source = trace_source::saved_state;
    CHECK(validate(o) == std::vector<std::string>{"--state: expected a file"});
}
