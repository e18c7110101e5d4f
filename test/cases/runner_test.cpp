#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

#include "test/cases/runner/case_file.hpp"
#include "test/cases/runner/isolated.hpp"
#include "test/cases/runner/moment.hpp"
#include "test/cases/runner/not_yet.hpp"

/// A runner that passes everything is worth nothing: here it is shown that wrong expectations are found.
namespace {

using namespace berth::cases;
namespace fs = std::filesystem;

const fs::path cases_folder = fs::path(BERTH_SOURCE_DIR) / "test/cases";

std::vector<fs::path> cases_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string joined(const differences& all) {
    std::string text;
    for (const auto& one : all) {
        text += (text.empty() ? "" : "; ") + one;
    }
    return text;
}

std::string failure_of(const json_value& content) {
    try {
        return joined(run_case(content));
    } catch (const bad_case& bad) {
        return bad.what();
    }
}

/// Makes one expectation after the other wrong, asks `look` each time, and puts it right again.
class spoiler {
public:
    using looker = std::function<void(const std::string& path)>;

    spoiler(json_document& expected, looker look) : expected_(expected), look_(std::move(look)) {}

    void spoil_all() { walk(expected_, ""); }

private:
    void walk(json_value& at, const std::string& path) {
        if (at.IsArray()) {
            for (rapidjson::SizeType i = 0; i < at.Size(); ++i) {
                walk(at[i], path + "/" + std::to_string(i));
            }
        }
        if (!at.IsObject()) {
            return;
        }
        for (auto& entry : at.GetObject()) {
            const std::string key(view_of(entry.name));
            if (key != "variants" && key != "known_wrong") {
                spoil(entry.value, key, path + "/" + key);
                walk(entry.value, path + "/" + key);
            }
        }
    }

    void spoil(json_value& at, const std::string& key, const std::string& path) {
        static const std::set<std::string> numbers{"mem", "cores", "slots", "cards", "accepted", "position"};
        static const std::set<std::string> words{"container", "role", "node", "id"};
        if (numbers.contains(key) && at.IsInt64()) {
            replace(at, json_value(at.GetInt64() + 1), path);
        } else if (words.contains(key) && at.IsString()) {
            replace(at, json_value("wrong"), path);
        } else if (key == "bound" && at.IsBool()) {
            replace(at, json_value(!at.GetBool()), path);
        } else if (key == "error" && at.IsString()) {
            replace(at, view_of(at) == "empty" ? json_value("nonempty") : json_value("empty"), path);
        } else if (key == "answer_in") {
            replace(at, view_of(at) == "Nodes" ? json_value("NodeNames") : json_value("Nodes"), path);
        } else if (key == "result") {
            spoil_result(at, path);
        } else if (key == "fits" || key == "node_names") {
            spoil_list(at, path);
        } else if (key == "status_any_of") {
            replace(at, list_of(json_value(599)), path);
        } else if (key == "rejected" || key == "annotation" || key == "pod_annotations" ||
                   key == "response_keys") {
            spoil_members(at, path);
        }
    }

    void spoil_result(json_value& at, const std::string& path) {
        const std::string result(view_of(at));
        if (result == "error") {
            replace(at, json_value("pass_through"), path);
        } else if (result == "pass_through" || result == "fits") {
            replace(at, json_value("none_fit"), path);
        } else if (result == "none_fit" || result == "bound") {
            replace(at, json_value("error"), path);
        }
    }

    void spoil_list(json_value& at, const std::string& path) {
        if (at.Empty()) {
            replace(at, list_of(json_value("wrong")), path);
        } else {
            replace(at, json_value(rapidjson::kArrayType), path);
        }
    }

    /// Members that are texts, or lists of texts of which one has to be met.
    void spoil_members(json_value& object, const std::string& path) {
        for (auto& entry : object.GetObject()) {
            const auto place = path + "/" + std::string(view_of(entry.name));
            if (entry.value.IsArray()) {
                replace(entry.value, list_of(json_value("wrong")), place);
            } else if (std::string(view_of(entry.name)) != "note") {
                replace(entry.value, json_value("wrong"), place);
            }
        }
    }

    json_value list_of(json_value element) {
        json_value list(rapidjson::kArrayType);
        list.PushBack(element, expected_.GetAllocator());
        return list;
    }

    void replace(json_value& at, json_value wrong, const std::string& path) {
        at.Swap(wrong);
        look_(path);
        at.Swap(wrong);
    }

    json_document& expected_;
    looker look_;
};

/// Expectations the schema says nobody looks at: the filter of a pod that a later step binds, a second bind
/// of a bound pod, the reasons beside an accepted Error, the cards of a free choice.
bool not_looked_at(const std::string& id, const std::string& path) {
    static const std::vector<std::string> places = {
        "bind-refused-then-taken/steps/f1/device_usage",
        "bind-refused-then-taken/steps/b3/bound",
        "held-back-answers/steps/f1/device_usage",
        "held-back-answers/steps/i1/device_usage",
        "held-back-answers/steps/f2/device_",
        "four-cards-in-any-order/annotation",
        "024-huge-quantity-must-not-wrap/steps/f1",
        "024-huge-quantity-must-not-wrap/steps/f2",
        "024-huge-quantity-must-not-wrap/steps/f3",
        "024-huge-quantity-must-not-wrap/steps/f4",
        "024-huge-quantity-must-not-wrap/steps/f5",
    };
    return std::any_of(places.begin(), places.end(),
                       [&](const std::string& place) { return (id + path).starts_with(place); });
}

TEST_CASE("cases with a wrong expectation fail, and say what differed", "[cases]") {
    const auto files = cases_in(cases_folder / "must-fail");
    REQUIRE(files.size() >= 9);
    for (const auto& file : files) {
        const auto read = read_case(file);
        REQUIRE(read);
        INFO(file.filename());
        CHECK_THAT(failure_of(read->content), Catch::Contains(text_at(read->content, {"must_fail_with"})));
    }
}

TEST_CASE("no expectation of a passing case can be made wrong without being noticed", "[cases]") {
    const auto not_yet = read_not_yet(cases_folder / "not-yet");
    std::size_t spoiled = 0;
    for (const auto& folder : {cases_folder, cases_folder / "own"}) {
        for (const auto& file : cases_in(folder)) {
            const auto read = read_case(file);
            REQUIRE(read);
            if (not_yet.contains(read->id)) {
                continue;
            }
            const played_case played(read->content);
            auto expected = copy_of(needed(read->content, "expected"));
            INFO(read->id);
            REQUIRE(joined(played.compare(expected)).empty());
            spoiler(expected, [&](const std::string& path) {
                INFO(path);
                if (!not_looked_at(read->id, path)) {
                    ++spoiled;
                    CHECK_FALSE(played.compare(expected).empty());
                }
            }).spoil_all();
        }
    }
    CHECK(spoiled > 800);
}

TEST_CASE("compare_sequence: node locks are told by owner or letter by letter", "[cases]") {
    sequence_transcript seen;
    seen.steps.emplace_back();
    seen.steps[0].id = "s";
    seen.steps[0].locks = {{"node-a", "2030-01-01T12:00:00Z,team-a,pod-1"}};
    struct lock_case {
        const char* expected;
        bool passes;
    };
    const auto c = GENERATE(values<lock_case>({
        {R"({"node_lock":{"node-a":"team-a/pod-1"}})", true},
        {R"({"node_lock":{"node-a":"team-a/pod-2"}})", false},
        {R"({"node_lock":{"node-a":null}})", false},
        {R"({"node_lock":{"node-b":null}})", true},
        {R"({"node_lock":{"node-b":"team-a/pod-1"}})", false},
        {R"({"node_lock_raw":{"node-a":"2030-01-01T12:00:00Z,team-a,pod-1"}})", true},
        {R"({"node_lock_raw":{"node-a":"2030-01-01T11:00:00Z,team-a,pod-1"}})", false},
    }));
    INFO(c.expected);
    const auto expected = parsed(std::string(R"({"steps":{"s":)") + c.expected + "}}", "test");
    CHECK(compare_sequence(seen, expected).empty() == c.passes);
}

TEST_CASE("compare_sequence: MIG instances match in any order, each at one of its starts", "[cases]") {
    sequence_transcript seen;
    seen.steps.emplace_back();
    seen.steps[0].id = "s";
    seen.steps[0].pod_annotations["hami.io/vgpu-mig-allocations"] =
        R"([{"containerIndex":0,"deviceIndex":0,"gpuUUID":"G","profile":"1g.5gb","placement":{"start":6,"size":1}},
            {"containerIndex":0,"deviceIndex":1,"gpuUUID":"G","profile":"2g.10gb","placement":{"start":0,"size":2}}])";
    struct mig_case {
        const char* expected;
        bool passes;
    };
    const auto c = GENERATE(values<mig_case>({
        {R"([{"profile":"1g.5gb","starts_any_of":[5,6]},{"profile":"2g.10gb","starts_any_of":[0,2]}])", true},
        {R"([{"profile":"2g.10gb","starts_any_of":[0]},{"profile":"1g.5gb","starts_any_of":[6],"hami_start":1}])",
         true},
        {R"([{"profile":"2g.10gb","starts_any_of":[2]},{"profile":"1g.5gb","starts_any_of":[6]}])", false},
        {R"([{"profile":"1g.5gb","starts_any_of":[6]},{"profile":"1g.5gb","starts_any_of":[0]}])", false},
        {R"([{"profile":"1g.5gb","starts_any_of":[6]}])", false},
    }));
    INFO(c.expected);
    const auto expected = parsed(std::string(R"({"steps":{"s":{"mig":)") + c.expected + "}}}", "test");
    CHECK(compare_sequence(seen, expected).empty() == c.passes);
}

TEST_CASE("compare_single: MIG instances stand on placements of their profile and do not overlap",
          "[cases]") {
    const auto input = parsed(R"({"nodes":[{"name":"n","devices":[{"id":"G","migProfiles":[
        {"name":"1g","placements":[{"start":0,"size":1},{"start":1,"size":1}]},
        {"name":"2g","placements":[{"start":0,"size":2}]}]}]}]})",
                              "test");
    const auto expected = parsed(R"({"fits":["n"],"mig":{"n":{"instances":[
        {"containerIndex":0,"deviceIndex":0,"gpuUUID":"G","profile":"1g"},
        {"containerIndex":0,"deviceIndex":1,"gpuUUID":"G","profile":"1g"}]}}})",
                                 "test");
    struct mig_case {
        const char* second;
        bool passes;
    };
    const auto c = GENERATE(values<mig_case>({
        {R"("profile":"1g","placement":{"start":1,"size":1})", true},
        {R"("profile":"1g","placement":{"start":0,"size":1})", false},
        {R"("profile":"1g","placement":{"start":2,"size":1})", false},
        {R"("profile":"2g","placement":{"start":0,"size":2})", false},
    }));
    INFO(c.second);
    single_transcript seen;
    seen.answer.status = 200;
    seen.answer.names = {{"n"}};
    auto& placement = seen.placements["n"];
    placement.way.node = "n";
    placement.way.bind.accepted = true;
    placement.annotations["hami.io/vgpu-mig-allocations"] =
        R"([{"containerIndex":0,"deviceIndex":0,"gpuUUID":"G","profile":"1g","placement":{"start":0,"size":1}},
            {"containerIndex":0,"deviceIndex":1,"gpuUUID":"G",)" +
        std::string(c.second) + "}]";
    CHECK(compare_single(seen, expected, input).empty() == c.passes);
}

TEST_CASE("merge: the examples of RFC 7386", "[cases]") {
    struct merge_case {
        const char* target;
        const char* patch;
        const char* result;
    };
    const auto c = GENERATE(values<merge_case>({
        {R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
        {R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
        {R"({"a":"b"})", R"({"a":null})", R"({})"},
        {R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
        {R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
        {R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
        {R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})"},
        {R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
        {R"(["a","b"])", R"(["c","d"])", R"(["c","d"])"},
        {R"({"a":"b"})", R"(["c"])", R"(["c"])"},
        {R"({"a":"foo"})", R"(null)", R"(null)"},
        {R"({"a":"foo"})", R"("bar")", R"("bar")"},
        {R"({"e":null})", R"({"a":1})", R"({"e":null,"a":1})"},
        {R"([1,2])", R"({"a":"b","c":null})", R"({"a":"b"})"},
        {R"({})", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"},
    }));
    auto target = parsed(c.target, "target");
    merge(target, parsed(c.patch, "patch"));
    CHECK(text_of(target) == c.result);
}

TEST_CASE("times of a case are RFC 3339", "[cases]") {
    CHECK(unix_seconds("2030-01-01T12:00:00Z") == 1'893'499'200);
    CHECK(unix_seconds("2030-01-01T13:30:00.25+01:30") == 1'893'499'200);
    CHECK(unix_seconds("2030-01-01T10:00:00-02:00") == 1'893'499'200);
    CHECK(handshake_time(1'893'499'200) == "2030-01-01 12:00:00");
    CHECK_THROWS_AS(unix_seconds("noon"), bad_case);
}

TEST_CASE("run_isolated: gives the text back, or how the process ended", "[cases]") {
    const std::string long_text(1'000'000, 'x');
    CHECK(run_isolated([&] { return long_text; }, std::chrono::seconds(60)).text == long_text);
    const auto dies = [](int signal) {
        return run_isolated(
            [signal]() -> std::string {
                std::signal(signal, SIG_DFL);
                std::raise(signal);
                return "";
            },
            std::chrono::seconds(60));
    };
    CHECK_THAT(dies(SIGKILL).died, Catch::Contains("the extender died: Killed"));
    CHECK(dies(SIGALRM).died == "the case did not end in time");
}

TEST_CASE("files of another schema are passed over, broken ones and half cases are told of", "[cases]") {
    const auto file = fs::temp_directory_path() / ("berth-case-" + std::to_string(::getpid()) + ".json");
    const auto write = [&](const std::string& text) { std::ofstream(file) << text; };
    write(R"({"schema":"other/1"})");
    CHECK_FALSE(read_case(file));
    write(R"({"schema":"gpu-extender-case/1","id":"x","kind":"single","input":{"config":{}}})");
    CHECK_THROWS_AS(run_case(read_case(file)->content), bad_case);
    write(R"({"schema":)");
    CHECK_THROWS_AS(read_case(file), bad_case);
    write("# a comment\n\nid-1  a reason of words\n");
    CHECK(read_not_yet(file) == std::map<std::string, std::string>{{"id-1", "a reason of words"}});
    write("id-1\n");
    CHECK_THROWS_AS(read_not_yet(file), bad_case);
    write("id-1 a\nid-1 b\n");
    CHECK_THROWS_AS(read_not_yet(file), bad_case);
    fs::remove(file);
}

}  // namespace
