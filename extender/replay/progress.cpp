#include "extender/replay/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace berth::replay {
namespace {

constexpr std::size_t bar_width = 20;
constexpr std::chrono::milliseconds between_two{100};

}  // namespace

std::string as_line(const progress& now) {
    const std::size_t filled = now.planned == 0 ? bar_width : bar_width * now.done / now.planned;
    const double seconds = std::chrono::duration<double>(now.elapsed).count();
    return fmt::format("[{:#>{}}{:.>{}}] {:>6}/{}  placed {}  refused {}  GPU {:.1f} %  {:.0f} pods/s", "",
                       filled, "", bar_width - filled, now.done, now.planned, now.placed, now.refused,
                       now.allocated_percent, seconds > 0 ? static_cast<double>(now.done) / seconds : 0.0);
}

void progress_line::show(const progress& now) {
    if (now.elapsed < next_) {
        return;
    }
    next_ = now.elapsed + between_two;
    terminal_ << '\r' << as_line(now) << "\x1b[K" << std::flush;
}

void progress_line::clear() { terminal_ << "\r\x1b[K" << std::flush; }

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

}  // namespace berth::replay
