#include "config/second_document.hpp"

#include <sstream>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

namespace berth::config {
namespace {

/// Listens for the start of a document only.
class document_start : public YAML::EventHandler {
public:
    int line = 0;  ///< Of the latest document, from 1.

    void OnDocumentStart(const YAML::Mark& mark) override { line = mark.line + 1; }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                         YAML::EmitterStyle::value) override {}
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                    YAML::EmitterStyle::value) override {}
    void OnMapEnd() override {}
};

}  // namespace

std::optional<int> line_of_second_document(const std::string& yaml) {
    std::istringstream in{yaml};
    YAML::Parser parser{in};
    document_start start;
    const bool second = parser.HandleNextDocument(start) && parser.HandleNextDocument(start);
    return second ? std::optional{start.line} : std::nullopt;
}

}  // namespace berth::config
