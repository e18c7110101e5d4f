#include "extender/http/blocking_socket.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <system_error>
#include <unistd.h>

namespace berth::http {
namespace {

void set_options(int descriptor, std::chrono::milliseconds wait) {
    const auto bounded = std::max(wait, std::chrono::milliseconds{1});  // zero would mean for ever
    timeval limit{};
    limit.tv_sec = static_cast<time_t>(bounded.count() / 1000);
    limit.tv_usec = static_cast<suseconds_t>(bounded.count() % 1000 * 1000);
    const int on = 1;
    ::setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/// Takes `sent` bytes off the front of the pieces.
void advance(std::array<iovec, 2>& pieces, std::size_t sent) {
    for (iovec& piece : pieces) {
        const std::size_t step = std::min(sent, piece.iov_len);
        piece.iov_base = static_cast<char*>(piece.iov_base) + step;
        piece.iov_len -= step;
        sent -= step;
    }
}

}  // namespace

blocking_socket::~blocking_socket() { close(); }

void blocking_socket::close() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
        descriptor_ = -1;
    }
}

std::string blocking_socket::connect(const std::string& host, std::uint16_t port,
                                     std::chrono::milliseconds wait) {
    close();
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found)) {
        return std::string("host not found: ") + ::gai_strerror(error);
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);
    int error = 0;
    for (const addrinfo* address = found; address != nullptr; address = address->ai_next) {
        descriptor_ = ::socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC, address->ai_protocol);
        if (descriptor_ < 0) {
            error = errno;
            continue;
        }
        set_options(descriptor_, wait);
        if (::connect(descriptor_, address->ai_addr, address->ai_addrlen) == 0) {
            return {};
        }
        error = errno == EINPROGRESS ? ETIMEDOUT : errno;  // how Linux says that SO_SNDTIMEO has run out
        close();
    }
    return "cannot connect: " + std::generic_category().message(error);
}

bool blocking_socket::is_quiet() const {
    char byte = 0;
    return ::recv(descriptor_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && (errno == EAGAIN || errno == EINTR);
}

int blocking_socket::send(std::string_view first, std::string_view second, std::size_t& sent) const {
    // sendmsg does not write to what it is given, whatever its type says.
    std::array<iovec, 2> pieces{iovec{const_cast<char*>(first.data()), first.size()},
                                iovec{const_cast<char*>(second.data()), second.size()}};
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = pieces.size();
    sent = 0;
    while (sent < first.size() + second.size()) {
        const ssize_t step = ::sendmsg(descriptor_, &message, MSG_NOSIGNAL);
        if (step >= 0) {
            sent += static_cast<std::size_t>(step);
            advance(pieces, static_cast<std::size_t>(step));
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

int blocking_socket::receive(char* into, std::size_t size, until how, std::size_t& got) const {
    got = 0;
    while (true) {
        const ssize_t step = ::recv(descriptor_, into, size, how == until::full ? MSG_WAITALL : 0);
        if (step >= 0) {
            got = static_cast<std::size_t>(step);
            return 0;
        }
        if (errno != EINTR) {
            return errno;
        }
    }
}

}  // namespace berth::http
