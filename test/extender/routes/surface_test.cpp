// The HTTP surface, byte for byte: each test plays calls and compares the transcript with test/golden.
// BERTH_UPDATE_GOLDEN=1 in the environment writes the files anew; look at the difference before it is kept.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "test/extender/routes/played_service.hpp"

using namespace berth;
using test::gpu_container;
using test::pod_json;

namespace {

class transcript {
public:
    explicit transcript(test::played_service& berth) : berth_(berth) {}

    void call(const std::string& what, const std::string& method, const std::string& target,
              const std::string& body = {}) {
        const auto x = berth_.call(method, target, body);
        text_ += "# " + what + "\n> " + method + " " + target + "\n" + (body.empty() ? "" : body + "\n") +
                 "< " + std::to_string(x->status) +
                 (x->decision != 0 ? " decision " + std::to_string(x->decision) : "") + "\n" + x->reply +
                 "\n\n";
    }
    void post(const std::string& what, const std::string& target, const std::string& body) {
        call(what, "POST", target, body);
    }

    void compare(const std::string& file) const {
        const std::string path = std::string(BERTH_SOURCE_DIR) + "/test/golden/" + file;
        if (std::getenv("BERTH_UPDATE_GOLDEN") != nullptr) {
            std::ofstream(path) << text_;
        }
        std::ifstream in(path);
        const std::string golden{std::istreambuf_iterator<char>(in), {}};
        REQUIRE_FALSE(golden.empty());
        CHECK(text_ == golden);
    }

private:
    test::played_service& berth_;
    std::string text_;
};

std::string args(const std::string& pod, const std::string& names) {
    return R"({"Pod":)" + pod + R"(,"Nodes":null,"NodeNames":)" + names + "}";
}

const std::string all_nodes = R"(["gpu-a","gpu-b","cpu-c","gone-d"])";
const std::string small = pod_json("small", R"({"containers":[)" + gpu_container("main", 4'000) + "]}");
const std::string carried =
    R"({"metadata":{"name":"x","annotations":{"hami.io/node-nvidia-register":"GPU-x,10,8000,100,NVIDIA-A10,0,true,0,hami-core:"}},"status":{"allocatable":{"nvidia.com/gpu":"10"}}})";

}  // namespace

TEST_CASE("golden: filter", "[routes][golden]") {
    test::played_service berth;
    berth.load(test::small_cluster);
    transcript t(berth);
    t.post("a pod that fits on one node", "/filter", args(small, all_nodes));
    t.post("a sidecar, an init container and an app on one card each", "/filter",
           args(pod_json("phases", R"({"initContainers":[)" +
                                       gpu_container("proxy", 1'000, R"(,"restartPolicy":"Always")") + "," +
                                       gpu_container("download", 38'000, R"(,"restartPolicy":"OnFailure")") +
                                       R"(],"containers":[)" + gpu_container("main", 39'500) + "]}"),
                all_nodes));
    t.post("more than a card has", "/filter",
           args(pod_json("huge", R"({"containers":[)" + gpu_container("main", 41'000) + "]}"), all_nodes));
    t.post("a pod without GPU passes everywhere", "/filter",
           args(pod_json("web", R"({"containers":[{"name":"main"}]})"), all_nodes));
    t.post("one node", "/filter", args(small, R"(["gpu-a"])"));
    t.post("no node", "/filter", args(small, "[]"));
    t.post("keys in lower case, absent for null", "/filter",
           R"({"pod":)" + small + R"(,"nodenames":["gpu-a"]})");
    t.post("an escaped name", "/filter", args(small, R"(["\u0067pu-a","strange\"one"])"));
    t.post("whole nodes", "/filter",
           R"({"Pod":)" + small + R"(,"Nodes":{"items":[)" + carried +
               R"(,{"metadata":{"name":"y"}}]},"NodeNames":null})");
    t.post("neither nodes nor names", "/filter", R"({"Pod":)" + small + "}");
    t.post("a field of the wrong type", "/filter", args(R"({"metadata":{"name":7}})", all_nodes));
    t.compare("filter.txt");
}

TEST_CASE("golden: prioritize", "[routes][golden]") {
    routes::service_settings settings;
    settings.demand.nodes = GENERATE(scoring::node_policy::stock, scoring::node_policy::binpack);
    test::played_service berth(settings);
    berth.load(test::small_cluster);
    transcript t(berth);
    const auto tiny = pod_json("tiny", R"({"containers":[)" + gpu_container("main", 500) + "]}");
    t.post("two nodes that fit", "/prioritize", args(tiny, R"(["gpu-a","gpu-b"])"));
    t.post("nodes that do not fit get 0", "/prioritize", args(small, all_nodes));
    t.post("a pod without GPU", "/prioritize",
           args(pod_json("web", R"({"containers":[{"name":"main"}]})"), all_nodes));
    t.post("no node", "/prioritize", args(small, "[]"));
    t.post("whole nodes", "/prioritize", R"({"Pod":)" + small + R"(,"Nodes":{"items":[)" + carried + "]}}");
    t.post("an error is a status: the reply has no place for it", "/prioritize", R"({"Pod":)" + small + "}");
    t.compare(settings.demand.nodes == scoring::node_policy::stock ? "prioritize.txt"
                                                                   : "prioritize-binpack.txt");
}

TEST_CASE("golden: bind and the state", "[routes][golden]") {
    routes::service_settings settings;
    settings.events = routes::cluster_events::taken;
    settings.version = "1.2.3";
    test::played_service berth(settings);
    berth.load(test::small_cluster);
    transcript t(berth);
    const auto bind = [](const std::string& name, const std::string& node) {
        return R"({"PodName":")" + name + R"(","PodNamespace":"team-a","PodUID":"u-)" + name +
               R"(","Node":")" + node + R"("})";
    };
    t.post("a pod nobody asked about", "/bind", bind("small", "gpu-a"));
    t.post("ask", "/filter", args(small, R"(["gpu-a","gpu-b"])"));
    t.post("a node without room", "/bind", bind("small", "gpu-b"));
    t.post("a node that is not there", "/bind", bind("small", "gone-d"));
    t.post("bound", "/bind", bind("small", "gpu-a"));
    t.post("bound again", "/bind", bind("small", "gpu-a"));
    t.post("bound elsewhere", "/bind", bind("small", "gpu-b"));
    t.post("a field is missing", "/bind", R"({"PodName":"small","PodNamespace":"team-a","Node":"gpu-a"})");
    t.call("everything", "GET", "/debug/state");
    t.call("one node", "GET", "/debug/state?node=gpu-b");
    t.call("one pod", "GET", "/debug/state?pod=u-small");
    t.call("an unknown node", "GET", "/debug/state?node=gone-d");
    t.post(
        "the pod is gone", "/cluster/events",
        R"({"type":"DELETED","object":{"kind":"Pod","metadata":{"name":"small","namespace":"team-a","uid":"u-small"}}})");
    t.call("its cards are free", "GET", "/debug/state?node=gpu-a");
    t.compare("bind.txt");
}

TEST_CASE("golden: everything else", "[routes][golden]") {
    routes::service_settings settings;
    settings.version = "1.2.3";
    test::played_service berth(settings);
    transcript t(berth);
    t.call("alive from the start", "GET", "/livez");
    t.call("not ready", "GET", "/readyz");
    berth.load(test::small_cluster);
    t.call("ready", "GET", "/readyz");
    t.call("version", "GET", "/version");
    t.call("nothing there", "GET", "/nothing?a=b");
    t.call("another method", "GET", "/filter");
    t.call("another method", "POST", "/livez");
    t.post("events belong to the API server", "/cluster/events", "{}");
    t.post("no echo unless asked for", "/debug/echo", "hello");
    t.compare("other.txt");
}

TEST_CASE("echo: the size of the body or the one asked for", "[routes]") {
    routes::service_settings settings;
    settings.echo = routes::echo_route::on;
    test::played_service berth(settings);
    CHECK(berth.reply("/debug/echo", "hello").size() == 5);
    CHECK(berth.reply("/debug/echo?bytes=7", "hello").size() == 7);
    CHECK(berth.call("POST", "/debug/echo?bytes=x", "")->status == 400);
    CHECK(berth.call("POST", "/debug/echo?bytes=999999999999", "")->status == 400);
}

TEST_CASE("a pod over its namespace's quota is refused at bind, and nothing is charged", "[routes]") {
    devicemodel::quota_hook quota;
    quota.admits = [](std::string_view name_space, const devicemodel::shares& more) {
        return name_space != "team-a" || more.memory.value() < 4'000;
    };
    test::played_service berth({}, quota);
    berth.load(test::small_cluster);
    berth.reply("/filter", args(small, R"(["gpu-a"])"));
    const auto reply = berth.reply(
        "/bind", R"({"PodName":"small","PodNamespace":"team-a","PodUID":"u-small","Node":"gpu-a"})");
    CHECK(reply.find("quota") != std::string::npos);
    CHECK(berth.call("GET", "/debug/state?pod=u-small")->reply.find("u-small\"") == std::string::npos);
    CHECK(berth.api().writes == 0);
}
