#include <catch2/catch.hpp>
#include <optional>
#include <set>
#include <string>

#include "extender/wire/extender_args.hpp"

#include "test/extender/wire/bad_bodies.hpp"

using namespace berth;

namespace {

std::optional<api::bad_input> problem_of(const std::string& verb, std::string body) {
    if (verb == "bind") {
        const auto args = wire::parse_binding_args(body);
        return args ? std::nullopt : std::optional(args.error());
    }
    const std::vector<api::named_node> nodes{{"gpu-a", 0}, {"gpu-b", 1}};
    wire::node_index known(nodes);
    wire::extender_args_parser parser{{}};
    return parser.parse(body, known);
}

}  // namespace

TEST_CASE("bad input: every body of the table gets an error that names the field", "[wire][bad]") {
    const auto bodies = test::bad_bodies();
    REQUIRE(bodies.size() >= 100);
    std::set<std::string> names;
    for (const auto& bad : bodies) {
        DYNAMIC_SECTION(bad.name) {
            const auto problem = problem_of(bad.verb, bad.body);
            REQUIRE(problem.has_value());
            CHECK(problem->problem != "");
            // A path into nested brackets goes on where the table ends.
            CHECK_THAT(problem->field, Catch::StartsWith(bad.field));
            if (problem->problem.find("deeper") == std::string::npos) {
                CHECK(problem->field == bad.field);
            }
        }
        CHECK(names.insert(bad.name).second);
    }
}

TEST_CASE("bad input: the bodies of the table are wrong in one place only", "[wire][bad]") {
    using namespace test::bad_bodies_parts;
    CHECK_FALSE(problem_of("filter", with(args, "{}")));
    CHECK_FALSE(problem_of("filter", with(pod, "")));
    CHECK_FALSE(problem_of("filter", with(spec, "{}")));
    CHECK_FALSE(problem_of("filter", with(container, R"({"name":"side"})")));
    CHECK_FALSE(problem_of("filter", with(limit, R"("nvidia.com/gpumem":"24Ki")")));
    CHECK_FALSE(problem_of("filter", with(request, R"("cpu":"500m")")));
    CHECK_FALSE(problem_of("filter", with(status, "{}")));
    CHECK_FALSE(problem_of("filter", with(lists, R"("NodeNames":[])")));
    CHECK_FALSE(problem_of("bind", with(bind, "")));
}

TEST_CASE("bad input: a field that nobody reads may hold anything", "[wire][bad]") {
    using namespace test::bad_bodies_parts;
    CHECK_FALSE(problem_of(
        "filter", with(args, R"({"kind":7,"metadata":{"labels":[1],"labels":{},"ownerReferences":"x"},
        "spec":{"volumes":-5,"containers":[{"name":"a","image":{},"env":[[["x"]]],"resources":{"claims":true,
        "limits":{"ephemeral-storage":"lots","hugepages-2Mi":-1}}}]},"status":{"podIPs":1,"qosClass":[]}})")));
    CHECK_FALSE(problem_of("bind", with(bind, R"(,"Extra":{"a":[-1e300,null]},"Extra":1)")));
}
