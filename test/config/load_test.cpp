#include "config/load.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <random>
#include <sstream>
#include <string>
#include <vector>
#include <yaml-cpp/yaml.h>

#include "config/fields.hpp"

using namespace berth;
using namespace std::chrono_literals;

namespace {

const std::string example = BERTH_SOURCE_DIR "/config/berth.example.yaml";

std::vector<std::string> sentences(const std::vector<config::problem>& problems) {
    std::vector<std::string> all;
    std::transform(problems.begin(), problems.end(), std::back_inserter(all),
                   [](const config::problem& p) { return sentence(p, "f"); });
    return all;
}

struct bad_yaml {
    std::string name;
    std::string yaml;
    std::string want;  // the first sentence
};

struct range_case {
    std::string key;
    std::vector<std::string> good;
    std::vector<std::string> bad;
};

}  // namespace

TEST_CASE("load: the documented example says every key and nothing but defaults", "[config]") {
    const auto got = config::load_file(example);

    CHECK(sentences(got.problems).empty());
    CHECK(got.values == config::settings{});
    const auto document = YAML::LoadFile(example);
    for (const auto& f : config::fields()) {
        INFO(f.key);
        const auto dot = f.key.find('.');
        const auto top = document[f.key.substr(0, dot)];
        CHECK((dot == std::string::npos ? top : top[f.key.substr(dot + 1)]).IsDefined());
    }
}

TEST_CASE("load: nothing, or comments only, is all defaults", "[config]") {
    for (const std::string yaml : {"", "\n", "# nothing yet\n", "---\n", "{}"}) {
        const auto got = config::load(yaml);
        CHECK(sentences(got.problems).empty());
        CHECK(got.values == config::settings{});
    }
}

TEST_CASE("load: takes what the file says and leaves the rest", "[config]") {
    const auto got = config::load(
        "listen_address: \"::1\"\n"
        "listen_port: 0\n"
        "limits: {connections: 7, idle_timeout: 90s}\n"
        "accounting: hami\n"
        "shrink: 'never'\n"
        "policy: spread\n"
        "card_policy: binpack\n"
        "resources:\n  gpu: example.com/card\n"
        "default_memory_mib: 512\n"
        "default_cores: 100\n"
        "log: {level: error, format: json}\n");

    config::settings want;
    want.listen_address = "::1";
    want.listen_port = 0;
    want.limits.connections = 7;
    want.limits.idle_timeout = 90s;
    want.accounting = devicemodel::accounting::hami;
    want.shrink = devicemodel::shrink_rule::never;
    want.policy = config::node_policy::spread;
    want.card_policy = config::card_order::binpack;
    want.resources.gpu = "example.com/card";
    want.default_memory = devicemodel::mebibytes{512};
    want.default_cores = devicemodel::core_percent{100};
    want.log = {config::log_level::error, config::log_format::json};
    CHECK(sentences(got.problems).empty());
    CHECK(got.values == want);
}

TEST_CASE("load: each mistake is told with key, line and what is allowed", "[config]") {
    const auto c = GENERATE(values<bad_yaml>({
        {"unknown key", "listen_prot: 1\n",
         "f:1: listen_prot: is not a key; allowed: listen_address, listen_port, limits, accounting, shrink, "
         "policy, card_policy, resources, default_memory_mib, default_cores, memory_factor, bind_deadline, "
         "http_timeout, reservation_ttl, search, remembered_results, log"},
        {"unknown key in a group", "\nlog:\n  colour: red\n",
         "f:3: log.colour: is not a key; allowed: level, format"},
        {"key below a value", "listen_port: {a: 1}\n",
         "f:1: listen_port: is a group of keys, not a value; allowed: a whole number, 0..65535"},
        {"dots are not a path", "log.level: info\n", "f:1: log.level: is not a key; allowed: listen_address"},
        {"merge key", "a: &x {}\n", "f:1: a: is not a key; allowed: listen_address"},
        {"repeated key", "policy: spread\npolicy: spread\n", "f:2: policy: is given twice"},
        {"repeated group", "log: {level: info}\nlog: {format: json}\n", "f:2: log: is given twice"},
        {"repeated key in a group", "log:\n  level: info\n  level: debug\n",
         "f:3: log.level: is given twice"},
        {"list for a value", "listen_port: [1]\n",
         "f:1: listen_port: is a list, not a value; allowed: a whole number, 0..65535"},
        {"nothing for a value", "listen_port:\n",
         "f:1: listen_port: is empty; allowed: a whole number, 0..65535"},
        {"null for a value", "policy: ~\n", "f:1: policy: is empty; allowed: stock | binpack | spread"},
        {"value for a group", "log: info\n", "f:1: log: is not a group of keys; allowed: level, format"},
        {"nothing for a group", "log:\n", "f:1: log: is not a group of keys; allowed: level, format"},
        {"quoted number", "listen_port: \"80\"\n",
         "f:1: listen_port: is the text \"80\"; allowed: a whole number, 0..65535"},
        {"tagged number", "listen_port: !!str 80\n", "f:1: listen_port: is the text \"80\""},
        {"own tag", "policy: !x stock\n", "f:1: policy: has the tag !x; allowed: stock | binpack | spread"},
        {"key that is a list", "? [a]\n: 1\n", "f:1: has a key that is not a word; allowed: listen_address"},
        {"duration without unit", "bind_deadline: 10\n",
         "f:1: bind_deadline: is 10 without a unit (write 10s or 10ms); allowed: a duration such as 500ms, "
         "10s "
         "or 5m, 100ms..10m"},
        {"policy of a later version", "policy: fragmentation\n",
         "f:1: policy: is \"fragmentation\"; allowed: stock | binpack | spread"},
        {"wrong letter case", "policy: Stock\n",
         "f:1: policy: is \"Stock\"; allowed: stock | binpack | spread"},
        {"long values are cut", "policy: " + std::string(5'000, 'x'),
         "f:1: policy: is \"" + std::string(60, 'x') + "...\"; allowed: stock | binpack | spread"},
        {"rule between keys has the line of its key", "\nhttp_timeout: 5s\nbind_deadline: 6s\n",
         "f:3: bind_deadline: is 6s; allowed: less than http_timeout, which is 5s"},
        {"rule against a default has no line", "http_timeout: 5s\n",
         "bind_deadline: is 10s; allowed: less than http_timeout, which is 5s"},
        {"list as document", "- a\n", "f:1: the document is not a map of keys"},
        {"text as document", "hello\n", "f:1: the document is not a map of keys"},
        {"two documents", "policy: stock\n---\npolicy: spread\n",
         "f:2: a second document begins; allowed: one document"},
        {"stray comma after a map", "{},", "f:1: a second document begins; allowed: one document"},
        {"not YAML", "policy: stock\nlog: {level: info\n", "f:3: is not YAML: "},
        {"tab", "log:\n\tlevel: info\n", "f:2: is not YAML: "},
        {"unknown alias", "policy: *x\n", "f:1: is not YAML: "},
    }));

    DYNAMIC_SECTION(c.name) {
        const auto got = sentences(config::load(c.yaml).problems);
        REQUIRE(!got.empty());
        CHECK_THAT(got.front(), Catch::StartsWith(c.want));
        CHECK(got.size() == 1);
    }
}

TEST_CASE("load: all problems come at once, and one mistake is told once", "[config]") {
    const auto got = config::load(
        "listen_port: 65536\n"
        "http_timeout: soon\n"  // the rule against bind_deadline is left out
        "bind_deadline: 40s\n"
        "limits:\n"
        "  body_bytes: 1\n"
        "  depth: 3\n"
        "colour: red\n"
        "resources: {gpu: a.b/c, cores: a.b/c}\n",
        {{"log.level", "loud"}, {"verbose", "1"}});

    CHECK(
        sentences(got.problems) ==
        std::vector<std::string>{
            "f:1: listen_port: is \"65536\"; allowed: a whole number, 0..65535",
            "f:2: http_timeout: is \"soon\"; allowed: a duration such as 500ms, 10s or 5m, 1s..10m",
            "f:5: limits.body_bytes: is \"1\"; allowed: a whole number of bytes, 65536..1073741824",
            "f:6: limits.depth: is not a key; allowed: body_bytes, header_bytes, connections, read_timeout, "
            "idle_timeout",
            got.problems.size() > 4 ? sentence(got.problems[4], "f") : "",
            "log.level: is \"loud\"; allowed: debug | info | warn | error",
            got.problems.size() > 6 ? sentence(got.problems[6], "f") : "",
            "f:8: resources.cores: is \"a.b/c\", as resources.gpu is; allowed: a name of its own"});
    CHECK(got.problems.at(4).key == "colour");
    CHECK(got.problems.at(6).key == "verbose");
}

TEST_CASE("load: every key takes its range and nothing outside, in the file and as an override", "[config]") {
    const std::vector<std::string> not_resources{"gpu",
                                                 "/gpu",
                                                 "a.b/",
                                                 "a.b/c/d",
                                                 "A.b/c",
                                                 "a..b/c",
                                                 "-a.b/c",
                                                 "a.b/-c",
                                                 "a.b/c d",
                                                 "kubernetes.io/x",
                                                 "x.kubernetes.io/x",
                                                 "requests.a/b",
                                                 "a.b/" + std::string(64, 'x'),
                                                 std::string(254, 'a') + "/c"};
    const std::vector<std::string> resources{"nvidia.com/other", "a/b", "a-1.b/C_d.e-f",
                                             "a.b/" + std::string(63, 'x')};
    const std::vector<std::string> not_numbers{
        "-1", "+1", "1.0", "1e3", "0x1F", "1_000", "ten", "''", "18446744073709551616"};
    const std::vector<range_case> cases{
        {"listen_address",
         {"0.0.0.0", "::1", "fe80::1"},
         {"localhost", "1.2.3", "1.2.3.4:80", "256.1.1.1", "[::1]"}},
        {"listen_port", {"0", "65535"}, {"65536"}},
        {"limits.body_bytes", {"65536", "1073741824"}, {"65535", "1073741825"}},
        {"limits.header_bytes", {"1024", "1048576"}, {"1023", "1048577"}},
        {"limits.connections", {"1", "65535"}, {"0", "65536"}},
        {"limits.read_timeout", {"100ms", "10m"}, {"99ms", "600001ms"}},
        {"limits.idle_timeout", {"100ms", "1h"}, {"99ms", "3601s"}},
        {"accounting", {"exact", "hami"}, {"Exact", "''"}},
        {"shrink", {"after-init", "never"}, {"after_init"}},
        {"policy", {"stock", "binpack", "spread"}, {"best-fit"}},
        {"card_policy", {"best-fit", "binpack", "spread"}, {"stock"}},
        {"resources.gpu", resources, not_resources},
        {"resources.memory", resources, not_resources},
        {"resources.memory_percentage", resources, not_resources},
        {"resources.cores", resources, not_resources},
        {"default_memory_mib", {"0", "1048576000"}, {"1048576001"}},
        {"default_cores", {"0", "100"}, {"101"}},
        {"memory_factor", {"1", "1048576"}, {"0", "1048577"}},
        {"bind_deadline", {"100ms", "29999ms"}, {"99ms", "600001ms"}},
        {"http_timeout", {"10001ms", "10m"}, {"999ms", "600001ms"}},
        {"reservation_ttl", {"1s", "24h"}, {"999ms", "86401s"}},
        {"search.steps_per_node", {"1", "2000000"}, {"0", "1000000001"}},
        {"search.steps_per_call", {"20000", "1000000000000"}, {"0", "1000000000001"}},
        {"remembered_results", {"0", "100000000"}, {"100000001"}},
        {"log.level", {"debug", "info", "warn", "error"}, {"trace"}},
        {"log.format", {"text", "json"}, {"xml"}},
    };
    const auto in_yaml = [](const std::string& key, const std::string& value) {
        const auto dot = key.find('.');
        return dot == std::string::npos ? key + ": " + value
                                        : key.substr(0, dot) + ":\n  " + key.substr(dot + 1) + ": " + value;
    };
    const auto fields = config::fields();
    REQUIRE(cases.size() == fields.size());

    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& c = cases[i];
        REQUIRE(c.key == fields[i].key);
        for (const auto& value : c.good) {
            INFO(c.key << " = " << value);
            const auto got = config::load(in_yaml(c.key, value));
            config::settings overridden;
            CHECK(sentences(got.problems).empty());
            CHECK(sentences(config::apply_overrides(overridden, {{c.key, value}})).empty());
            CHECK(overridden == got.values);
            CHECK(config::load("", {{c.key, fields[i].write(got.values)}}).values == got.values);
        }
        auto bad = c.bad;
        if (fields[i].in_yaml == config::spelling::plain) {
            bad.insert(bad.end(), not_numbers.begin(), not_numbers.end());
        }
        for (const auto& value : bad) {
            INFO(c.key << " = " << value);
            const auto got = config::load(in_yaml(c.key, value));
            config::settings overridden;
            const auto problems = config::apply_overrides(overridden, {{c.key, value}});
            REQUIRE(got.problems.size() == 1);
            CHECK(got.problems[0].key == c.key);
            CHECK(got.problems[0].line == (c.key.find('.') == std::string::npos ? 1 : 2));
            CHECK(got.problems[0].allowed == fields[i].allowed);
            CHECK(got.values == config::settings{});
            REQUIRE(problems.size() == 1);
            CHECK(problems[0].key == c.key);
            CHECK(problems[0].line == 0);
            CHECK(overridden == config::settings{});
        }
    }
}

TEST_CASE("overrides: win over the file, the later over the earlier, and are judged with it", "[config]") {
    const auto got = config::load("listen_port: 1\nbind_deadline: 40s\n",
                                  {{"listen_port", "2"}, {"listen_port", "3"}, {"http_timeout", "1m"}});
    CHECK(sentences(got.problems).empty());
    CHECK(got.values.listen_port == 3);
    CHECK(got.values.bind_deadline == 40s);

    CHECK(sentences(config::load("\nbind_deadline: 9s\n", {{"bind_deadline", "31s"}}).problems) ==
          std::vector<std::string>{"bind_deadline: is 31s; allowed: less than http_timeout, which is 30s"});
    CHECK(sentences(config::load("", {{"log", "json"}, {"log.colour", "red"}}).problems) ==
          std::vector<std::string>{"log: is not a key but a group of keys; allowed: level, format",
                                   "log.colour: is not a key; allowed: level, format"});
}

TEST_CASE("load_file: a file that cannot be read, or is too large, is a problem", "[config]") {
    const auto missing = config::load_file(BERTH_SOURCE_DIR "/config/no-such-file.yaml");
    REQUIRE(missing.problems.size() == 1);
    CHECK_THAT(missing.problems[0].what, Catch::EndsWith("config/no-such-file.yaml cannot be read"));

    const auto folder = config::load_file(BERTH_SOURCE_DIR "/config");
    REQUIRE(folder.problems.size() == 1);
    CHECK_THAT(folder.problems[0].what, Catch::EndsWith("/config cannot be read"));

    const auto endless = config::load_file("/dev/zero", {{"listen_port", "x"}});
    REQUIRE(endless.problems.size() == 2);
    CHECK(endless.problems[0].what == "/dev/zero is larger than 1 MiB");
    CHECK(endless.problems[1].key == "listen_port");
}

TEST_CASE("load: no text makes it throw", "[config]") {
    std::ostringstream whole;
    for (const auto& f : config::fields()) {
        whole << f.key.substr(f.key.find('.') + 1) << ": &a {x: *a, y: [1, \"2\"]}\n";
    }
    const std::string seed_text = whole.str() + "limits:\n  body_bytes: 65536\nlog: {level: info}\n";
    const std::string alphabet = "{}[]:,-#&*!|>'\"%@`?~<\n\t \x01\xff";
    for (unsigned seed = 1; seed <= 300; ++seed) {
        std::mt19937 random{seed};
        std::string text = seed_text.substr(random() % seed_text.size());
        for (int change = 0; change < 8 && !text.empty(); ++change) {
            text[random() % text.size()] = alphabet[random() % alphabet.size()];
        }
        INFO("seed " << seed);
        CHECK_NOTHROW(config::load(text));
    }
    CHECK_NOTHROW(config::load(std::string(100'000, '[')));
    CHECK_NOTHROW(config::load(std::string(100'000, '{')));
}
