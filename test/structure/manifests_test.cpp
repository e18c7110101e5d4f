#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string>
#include <yaml-cpp/yaml.h>

#include "config/duration.hpp"
#include "config/settings.hpp"

using namespace berth;

namespace {

YAML::Node scheduler_config() { return YAML::LoadFile(BERTH_SOURCE_DIR "/manifests/scheduler-config.yaml"); }

std::set<std::string> keys_of(const YAML::Node& map) {
    std::set<std::string> keys;
    for (const auto& pair : map) {
        const bool is_new = keys.insert(pair.first.as<std::string>()).second;
        CHECK(is_new);
    }
    return keys;
}

}  // namespace

TEST_CASE("scheduler-config: has only keys that kube-scheduler's strict decoding takes", "[manifests]") {
    const auto config = scheduler_config();

    CHECK(config["apiVersion"].as<std::string>() == "kubescheduler.config.k8s.io/v1");
    CHECK(config["kind"].as<std::string>() == "KubeSchedulerConfiguration");
    CHECK(keys_of(config) ==
          std::set<std::string>{"apiVersion", "kind", "leaderElection", "profiles", "extenders"});
    CHECK(keys_of(config["leaderElection"]) == std::set<std::string>{"leaderElect"});
    REQUIRE(config["profiles"].size() == 1);
    CHECK(keys_of(config["profiles"][0]) ==
          std::set<std::string>{"schedulerName", "percentageOfNodesToScore"});
    CHECK(config["profiles"][0]["percentageOfNodesToScore"].as<int>() == 100);
    REQUIRE(config["extenders"].size() == 1);
    CHECK(keys_of(config["extenders"][0]) ==
          std::set<std::string>{"urlPrefix", "filterVerb", "prioritizeVerb", "bindVerb", "weight",
                                "nodeCacheCapable", "ignorable", "httpTimeout", "managedResources"});
}

TEST_CASE("scheduler-config: finds berth where it listens by default", "[manifests]") {
    const config::settings defaults;
    const auto extender = scheduler_config()["extenders"][0];

    CHECK(extender["urlPrefix"].as<std::string>() ==
          fmt::format("http://{}:{}", defaults.listen_address, defaults.listen_port));
    CHECK(extender["filterVerb"].as<std::string>() == "filter");
    CHECK(extender["prioritizeVerb"].as<std::string>() == "prioritize");
    CHECK(extender["bindVerb"].as<std::string>() == "bind");
    CHECK(extender["weight"].as<int>() == 1);
    CHECK(extender["nodeCacheCapable"].as<bool>());
    CHECK_FALSE(extender["ignorable"].as<bool>());
    CHECK(config::parse_duration(extender["httpTimeout"].as<std::string>()) == defaults.http_timeout);
}

TEST_CASE("scheduler-config: manages berth's resources and hides those no node advertises", "[manifests]") {
    const config::resource_names names;
    std::map<std::string, bool> hidden;
    for (const auto& resource : scheduler_config()["extenders"][0]["managedResources"]) {
        CHECK(keys_of(resource) == std::set<std::string>{"name", "ignoredByScheduler"});
        hidden[resource["name"].as<std::string>()] = resource["ignoredByScheduler"].as<bool>();
    }

    CHECK(hidden == std::map<std::string, bool>{{names.gpu, false},
                                                {names.memory, true},
                                                {names.memory_percentage, true},
                                                {names.cores, true}});
}
