#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace berth::config {

/// One thing wrong with the configuration. Data, not text: `sentence` writes it.
struct problem {
    std::string key;      ///< "limits.body_bytes"; empty for the document as a whole.
    int line = 0;         ///< Where it stands in the file, from 1; 0 when it does not come from a file.
    std::string what;     ///< "is 70000".
    std::string allowed;  ///< What may stand there: "a whole number, 0..65535". May be empty.

    friend bool operator==(const problem&, const problem&) = default;
};

/// "berth.yaml:3: listen_port: is 70000; allowed: a whole number, 0..65535". The file is left out where
/// the problem has no line.
std::string sentence(const problem& p, std::string_view file_name);

}  // namespace berth::config
