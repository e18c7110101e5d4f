#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extender/replay/trace.hpp"

namespace berth::replay {

/// What was read, and everything wrong with it ("FILE:LINE: what was expected and found").
/// With problems, `value` holds the lines that were right and must not be used for a run.
template <class Value>
struct read_result {
    Value value;
    std::vector<std::string> problems;
};

/// Reads an openb node list (cluster-trace-gpu-v2023): `sn,cpu_milli,memory_mib,gpu,model`, columns found
/// by the header line. The memory of a card comes from card_models.hpp. `file` is for messages only.
read_result<std::vector<node>> read_openb_nodes(std::string_view text, std::string_view file);

/// Reads an openb pod list: `name,cpu_milli,memory_mib,num_gpu,gpu_milli`, and where the file has them
/// `gpu_spec` (models joined by `|`), `creation_time` and `deletion_time`; other columns are skipped.
/// Every pod has one container, "main".
read_result<std::vector<pod>> read_openb_pods(std::string_view text, std::string_view file);

/// The same from files. A file that cannot be read is a problem "FILE: cannot be read: why".
read_result<std::vector<node>> load_openb_nodes(const std::string& path);
read_result<std::vector<pod>> load_openb_pods(const std::string& path);

/// A whole file, or the one problem.
read_result<std::string> load_text(const std::string& path);

}  // namespace berth::replay
