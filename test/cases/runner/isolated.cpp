#include "test/cases/runner/isolated.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace berth::cases {
namespace {

void write_all(int to, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const auto written = ::write(to, text.data() + done, text.size() - done);
        if (written < 0 && errno != EINTR) {
            return;
        }
        done += written < 0 ? 0 : static_cast<std::size_t>(written);
    }
}

std::string read_all(int from) {
    std::string text;
    std::array<char, 4096> part{};
    while (true) {
        const auto got = ::read(from, part.data(), part.size());
        if (got > 0) {
            text.append(part.data(), static_cast<std::size_t>(got));
        } else if (got == 0 || errno != EINTR) {
            return text;
        }
    }
}

std::string death_of(int status) {
    if (WIFSIGNALED(status)) {
        return WTERMSIG(status) == SIGALRM ? "the case did not end in time"
                                           : std::string("the extender died: ") + strsignal(WTERMSIG(status));
    }
    return WEXITSTATUS(status) == 0
               ? ""
               : "the extender died with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

isolated_result run_isolated(const std::function<std::string()>& work, std::chrono::seconds at_most) {
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0) {
        throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
    }
    std::fflush(nullptr);  // else the child would print once more what waits to be printed
    const auto child = ::fork();
    if (child < 0) {
        throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
    }
    if (child == 0) {
        ::close(pipe[0]);
        ::alarm(static_cast<unsigned>(at_most.count()));
        write_all(pipe[1], work());
        ::close(pipe[1]);
        ::_exit(0);
    }
    ::close(pipe[1]);
    isolated_result result;
    result.text = read_all(pipe[0]);
    ::close(pipe[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    result.died = death_of(status);
    return result;
}

}  // namespace berth::cases
