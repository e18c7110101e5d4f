#include "extender/wire/bind_annotations.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "test/support/builders.hpp"

using namespace berth;

namespace {

devicemodel::pod_record a_record(devicemodel::allocation chosen) {
    auto pod =
        test::a_pod("uid-1", "node-a", {test::init_of(10), test::app_of(20, 30, 2)}, std::move(chosen));
    pod.since = 1'893'499'200;
    return pod;
}

}  // namespace

TEST_CASE("bind_annotations: what HAMi's filter and bind write together, the same text each time",
          "[wire][annotation]") {
    const auto pod = a_record({{}, {test::share_of("G0", 20, 30), test::share_of("G1", 20, 30)}});
    const auto written = wire::bind_annotations(pod);
    CHECK(written == std::map<std::string, std::string>{
                         {"hami.io/vgpu-node", "node-a"},
                         {"hami.io/vgpu-time", "1893499200"},
                         {"hami.io/vgpu-devices-allocated", ";G0,NVIDIA,20,30:G1,NVIDIA,20,30:;"},
                         {"hami.io/vgpu-devices-to-allocate", ";G0,NVIDIA,20,30:G1,NVIDIA,20,30:;"},
                         {"hami.io/bind-phase", "allocating"},
                         {"hami.io/bind-time", "1893499200"},
                     });
    CHECK(wire::bind_annotations(pod) == written);
}

TEST_CASE("bind_annotations: a pod without cards gets none", "[wire][annotation]") {
    CHECK(wire::bind_annotations(a_record({{}, {}})).empty());
    CHECK(wire::bind_annotations(a_record({})).empty());
}
