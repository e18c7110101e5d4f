#pragma once

#include <catch2/catch.hpp>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "test/extender/routes/played_service.hpp"

namespace berth::test {

/// Calls in their order, each compared byte for byte with a file of its own,
/// test/golden/SCENARIO/NN-WHAT.txt:
///
///     POST /filter                    method and target
///     {"Pod":...}                     the body, when there is one
///
///     200                             the status and the headers that are not the same in every reply
///     Content-Type: application/json
///     X-Berth-Decision: 1
///
///     {"Nodes":null,...}              the reply
///
/// BERTH_UPDATE_GOLDEN=1 in the environment writes the files anew; look at the difference before it is kept.
class golden_scenario {
public:
    explicit golden_scenario(const std::string& name) : folder_(root() / name) {
        if (updating()) {
            std::filesystem::remove_all(folder_);
            std::filesystem::create_directories(folder_);
        }
    }

    static std::filesystem::path root() { return std::string(BERTH_SOURCE_DIR) + "/test/golden"; }

    void call(played_service& berth, const std::string& what, const std::string& method,
              const std::string& target, const std::string& body = {}) {
        const auto x = berth.call(method, target, body);
        compare(file_name(what), method + " " + target + "\n" + (body.empty() ? "" : body + "\n") + "\n" +
                                     std::to_string(x->status) + "\n" + headers_of(*x) + "\n" + x->reply +
                                     "\n");
    }
    void get(played_service& berth, const std::string& what, const std::string& target) {
        call(berth, what, "GET", target);
    }
    void post(played_service& berth, const std::string& what, const std::string& target,
              const std::string& body) {
        call(berth, what, "POST", target, body);
    }

    /// No file is left that no call was compared with.
    void finish() const {
        for (const auto& file : std::filesystem::directory_iterator(folder_)) {
            INFO(file.path() << " is used by nobody");
            CHECK(used_.contains(file.path().filename()));
        }
    }

private:
    static bool updating() { return std::getenv("BERTH_UPDATE_GOLDEN") != nullptr; }

    static std::string headers_of(const http::exchange& x) {
        return "Content-Type: " + std::string(x.content_type) + "\n" +
               (x.allow.empty() ? "" : "Allow: " + std::string(x.allow) + "\n") +
               (x.decision == 0 ? "" : "X-Berth-Decision: " + std::to_string(x.decision) + "\n") +
               (x.close ? "Connection: close\n" : "");
    }

    /// "a node's name" as the third call is 03-a-nodes-name.txt.
    std::string file_name(const std::string& what) {
        std::string name = (used_.size() < 9 ? "0" : "") + std::to_string(used_.size() + 1) + "-";
        for (const char c : what) {
            if (c == ' ') {
                name += '-';
            } else if (const int letter = static_cast<unsigned char>(c); std::isalnum(letter) != 0) {
                name += static_cast<char>(std::tolower(letter));
            }
        }
        return *used_.insert(name + ".txt").first;
    }

    void compare(const std::string& file, const std::string& text) const {
        if (updating()) {
            std::ofstream(folder_ / file, std::ios::binary) << text;
        }
        std::ifstream in(folder_ / file, std::ios::binary);
        const std::string golden{std::istreambuf_iterator<char>(in), {}};
        INFO(folder_ / file);
        CHECK(text == golden);
    }

    std::filesystem::path folder_;
    std::set<std::string> used_;
};

}  // namespace berth::test
