#include "devicemodel/position.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "devicemodel/allocation.hpp"

#include "test/support/builders.hpp"
#include "test/support/model_printers.hpp"

namespace {

using namespace berth::devicemodel;
using namespace berth::test;

}  // namespace

TEST_CASE("only an entry of initContainers with exactly Always is a sidecar", "[devicemodel]") {
    struct row {
        container_list list;
        std::string restart_policy;
        std::string want;
    };
    const auto c = GENERATE(values<row>({
        {container_list::init_containers, "", "init"},
        {container_list::init_containers, "Never", "init"},
        {container_list::init_containers, "OnFailure", "init"},
        {container_list::init_containers, "always", "init"},
        {container_list::init_containers, "Always ", "init"},
        {container_list::init_containers, "Always", "sidecar"},
        {container_list::containers, "", "app"},
        {container_list::containers, "Always", "app"},
        {container_list::containers, "Never", "app"},
    }));
    CAPTURE(c.restart_policy);
    CHECK(name_of(role_of(c.list, c.restart_policy)) == c.want);
}

TEST_CASE("an init container without a GPU keeps its position beside a sidecar and an app with one",
          "[devicemodel]") {
    const std::vector<container> containers{without_gpu(container_role::init), sidecar_of(1'000, 10),
                                            without_gpu(container_role::app), app_of(2'000, 20)};
    const allocation chosen{{}, {share_of("G0", 1'000, 10)}, {}, {share_of("G0", 2'000, 20)}};

    CHECK(usage_of(containers, chosen, accounting::exact) ==
          std::vector<card_usage>{{"G0", {shares_of(1'000, 10), shares_of(3'000, 30, 2)}}});
    CHECK(wants_cards(containers));
    CHECK_FALSE(wants_cards({without_gpu(container_role::init), without_gpu(container_role::app)}));
    CHECK_FALSE(wants_cards({}));
}

TEST_CASE("the charge order is the start order, with the sidecars first under hami", "[devicemodel]") {
    const std::vector<container> containers{init_of(1), sidecar_of(2), init_of(3), sidecar_of(4), app_of(5)};
    CHECK(charge_order(containers, accounting::exact) == std::vector<std::size_t>{0, 1, 2, 3, 4});
    CHECK(charge_order(containers, accounting::hami) == std::vector<std::size_t>{1, 3, 0, 2, 4});
}
