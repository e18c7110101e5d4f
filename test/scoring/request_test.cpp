#include "scoring/request.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "test/support/builders.hpp"

namespace {

using namespace berth::scoring;
using namespace berth::test;
using berth::devicemodel::accounting;
using berth::devicemodel::container_role;
using berth::devicemodel::core_percent;
using berth::devicemodel::mebibytes;

pod_request two_containers() {
    pod_request request;
    request.containers = {named("init", init_of(2'000, 20)), named("app", app_of(1'000, 10))};
    return request;
}

}  // namespace

TEST_CASE("pods that differ in names and in containers without a GPU only are of one kind", "[scoring]") {
    const auto kind = kind_of(two_containers());
    auto renamed = two_containers();
    renamed.containers[0].name = "other";
    CHECK(kind_of(renamed) == kind);

    auto more = two_containers();
    more.containers.insert(more.containers.begin(), without_gpu(container_role::sidecar));
    more.containers.push_back(without_gpu(container_role::app));
    more.containers.back().demand.memory = mebibytes{77};  // means nothing without a card
    CHECK(kind_of(more) == kind);
}

TEST_CASE("any other difference makes another kind", "[scoring]") {
    using change = std::pair<std::string, std::function<void(pod_request&)>>;
    const std::vector<change> changes{
        {"nothing", [](auto&) {}},
        {"role", [](auto& r) { r.containers[0].role = container_role::sidecar; }},
        {"role of the other", [](auto& r) { r.containers[1].role = container_role::init; }},
        {"cards", [](auto& r) { r.containers[0].demand.cards = 2; }},
        {"no cards", [](auto& r) { r.containers[0].demand.cards = 0; }},
        {"memory", [](auto& r) { r.containers[0].demand.memory = mebibytes{2'001}; }},
        {"percent", [](auto& r) { r.containers[0].demand.memory_percent = 7; }},
        {"percent for MiB",
         [](auto& r) {
             r.containers[0].demand.memory = {};
             r.containers[0].demand.memory_percent = 50;
         }},
        {"cores", [](auto& r) { r.containers[0].demand.cores = core_percent{21}; }},
        {"cores of the other", [](auto& r) { r.containers[1].demand.cores = core_percent{11}; }},
        {"order of containers", [](auto& r) { std::swap(r.containers[0].demand, r.containers[1].demand); }},
        {"one container more", [](auto& r) { r.containers.push_back(app_of(1)); }},
        {"one container less", [](auto& r) { r.containers.pop_back(); }},
        {"accounting", [](auto& r) { r.rule = accounting::hami; }},
        {"UUID wanted", [](auto& r) { r.rules.use_uuids = {"a"}; }},
        {"two UUIDs wanted",
         [](auto& r) {
             r.rules.use_uuids = {"a", "b"};
         }},
        {"one UUID that looks like two", [](auto& r) { r.rules.use_uuids = {"a,1,b"}; }},
        {"UUID avoided", [](auto& r) { r.rules.avoid_uuids = {"a"}; }},
        {"model wanted", [](auto& r) { r.rules.use_models = {"a"}; }},
        {"model avoided", [](auto& r) { r.rules.avoid_models = {"a"}; }},
        {"modes", [](auto& r) { r.rules.modes = "a"; }},
        {"idle cards only", [](auto& r) { r.rules.idle_cards_only = true; }},
        {"another card order", [](auto& r) { r.card_order = {card_order_key::spread}; }},
        {"a longer card order",
         [](auto& r) {
             r.card_order = {card_order_key::best_fit, card_order_key::numa};
         }},
        {"turned round",
         [](auto& r) {
             r.card_order = {card_order_key::numa, card_order_key::best_fit};
         }},
        {"no card order", [](auto& r) { r.card_order = {}; }},
        {"weight of slots", [](auto& r) { r.weights.slots = 2; }},
        {"weight of cores", [](auto& r) { r.weights.cores = 2; }},
        {"weight of memory", [](auto& r) { r.weights.memory = 2; }},
        {"node policy", [](auto& r) { r.nodes = node_policy::spread; }},
        {"another node policy", [](auto& r) { r.nodes = node_policy::binpack; }},
    };
    std::set<std::string> kinds;
    for (const auto& [name, apply] : changes) {
        CAPTURE(name);
        auto request = two_containers();
        apply(request);
        CHECK(kinds.insert(kind_of(request)).second);
    }
}
