#pragma once

#include <chrono>
#include <cstddef>
#include <ostream>
#include <string>

namespace berth::replay {

/// How far a run has come.
struct progress {
    std::size_t done = 0;  ///< Pods that have arrived.
    std::size_t planned = 0;
    std::size_t placed = 0;
    std::size_t refused = 0;
    double allocated_percent = 0;
    std::chrono::nanoseconds elapsed{0};

    friend bool operator==(const progress&, const progress&) = default;
};

/// "[##########..........]  4076/8152  placed 4060  refused 16  GPU 46.1 %  1350 pods/s"
std::string as_line(const progress& now);

/// Shows progress on a terminal in one line that is written over, ten times a second at most.
class progress_line {
public:
    explicit progress_line(std::ostream& terminal) : terminal_(terminal) {}

    void show(const progress& now);
    void clear();  ///< Leaves the terminal's line empty.

private:
    std::ostream& terminal_;
    std::chrono::nanoseconds next_{0};
};

/// Whether a file descriptor is a terminal (1: standard output, 2: standard error).
bool is_terminal(int descriptor);

}  // namespace berth::replay
