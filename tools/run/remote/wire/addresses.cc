// Lists addresses of the interfaces, and opens connections to addresses.
#include "tools/run/remote/wire/addresses.h"
#include "base/clock.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace polder::run {

namespace {

struct Address {
    int family = AF_UNSPEC;
    unsigned char bytes[16] = {};

    std::size_t size() const { return family == AF_INET ? 4 : 16; }
};

bool parse(const std::string &text, Address *address) {
    for (const int family : {AF_INET, AF_INET6})
        if (inet_pton(family, text.c_str(), address->bytes) == 1) {
            address->family = family;
            return true;
        }
    return false;
}

Address of(const sockaddr *from) {
    Address address;
    address.family = from->sa_family;
    if (address.family == AF_INET)
        std::memcpy(address.bytes, &reinterpret_cast<const sockaddr_in *>(from)->sin_addr, 4);
    if (address.family == AF_INET6)
        std::memcpy(address.bytes, &reinterpret_cast<const sockaddr_in6 *>(from)->sin6_addr, 16);
    return address;
}

bool same_front(const Address &one, const Address &other, unsigned bits) {
    if (one.family != other.family) return false;
    for (unsigned bit = 0; bit < bits; ++bit)
        if ((one.bytes[bit / 8] ^ other.bytes[bit / 8]) >> (7 - bit % 8) & 1) return false;
    return true;
}

// "va0", "10.1.2.3", "10.1.0.0/16".
bool chosen(const std::string &interface, const char *name, const Address &address) {
    if (interface.empty() || interface == name) return true;
    const std::size_t slash = interface.find('/');
    Address wanted;
    if (!parse(interface.substr(0, slash), &wanted)) return false;
    const unsigned whole = static_cast<unsigned>(8 * wanted.size());
    const unsigned long bits =
        slash == std::string::npos ? whole : std::strtoul(interface.c_str() + slash + 1, nullptr, 10);
    return same_front(wanted, address, bits < whole ? static_cast<unsigned>(bits) : whole);
}

bool is_link_local(const Address &address) {
    return address.family == AF_INET6 && address.bytes[0] == 0xfe &&
           (address.bytes[1] & 0xc0) == 0x80; // would need the other's interface
}

socklen_t socket_address(const std::string &text, unsigned port, sockaddr_storage *to) {
    *to = {};
    Address address;
    if (!parse(text, &address)) return 0;
    to->ss_family = static_cast<sa_family_t>(address.family);
    if (address.family == AF_INET) {
        auto *in = reinterpret_cast<sockaddr_in *>(to);
        in->sin_port = htons(static_cast<std::uint16_t>(port));
        std::memcpy(&in->sin_addr, address.bytes, 4);
        return sizeof *in;
    }
    auto *in = reinterpret_cast<sockaddr_in6 *>(to);
    in->sin6_port = htons(static_cast<std::uint16_t>(port));
    std::memcpy(&in->sin6_addr, address.bytes, 16);
    return sizeof *in;
}

int begin_connection(const std::string &text, unsigned port) {
    sockaddr_storage address;
    const socklen_t length = socket_address(text, port, &address);
    if (!length) {
        errno = EINVAL;
        return -1;
    }
    const int fd = socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    if (connect(fd, reinterpret_cast<sockaddr *>(&address), length) == 0 || errno == EINPROGRESS) return fd;
    const int error = errno;
    close(fd);
    errno = error;
    return -1;
}

} // namespace

std::vector<std::string> own_addresses(const std::string &interface) {
    std::vector<std::string> found;
    std::vector<std::string> loopback;
    ifaddrs *all = nullptr;
    if (getifaddrs(&all) != 0) return found;
    for (const ifaddrs *entry = all; entry; entry = entry->ifa_next) {
        const int family = entry->ifa_addr ? entry->ifa_addr->sa_family : AF_UNSPEC;
        if ((family != AF_INET && family != AF_INET6) || !(entry->ifa_flags & IFF_UP)) continue;
        const Address address = of(entry->ifa_addr);
        char text[INET6_ADDRSTRLEN];
        if (is_link_local(address) || !chosen(interface, entry->ifa_name, address) ||
            !inet_ntop(family, address.bytes, text, sizeof text))
            continue;
        const bool aside = interface.empty() && entry->ifa_flags & IFF_LOOPBACK;
        (aside ? loopback : found).push_back(text);
    }
    freeifaddrs(all);
    return found.empty() ? loopback : found;
}

// All at once: an address that nobody answers for must not cost the time of its silence.
int connect_to_any(const std::vector<std::string> &addresses, unsigned port, double patience_s) {
    std::vector<pollfd> tries;
    int result = -1;
    int error = EADDRNOTAVAIL;
    for (const std::string &address : addresses) {
        const int fd = begin_connection(address, port);
        if (fd >= 0) tries.push_back({fd, POLLOUT, 0});
        if (fd < 0) error = errno;
    }
    const std::int64_t end = clock_ns() + static_cast<std::int64_t>(patience_s * 1e9);
    while (result < 0 && !tries.empty()) {
        const std::int64_t left = (end - clock_ns()) / 1000000;
        if (left <= 0 || poll(tries.data(), tries.size(), static_cast<int>(left)) <= 0) {
            error = ETIMEDOUT;
            break;
        }
        for (std::size_t i = tries.size(); i-- > 0 && result < 0;) {
            if (!tries[i].revents) continue;
            int outcome = 0;
            socklen_t size = sizeof outcome;
            getsockopt(tries[i].fd, SOL_SOCKET, SO_ERROR, &outcome, &size);
            if (outcome == 0) result = tries[i].fd;
            if (outcome != 0) {
                error = outcome;
                close(tries[i].fd);
            }
            tries.erase(tries.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    for (const pollfd &left : tries)
        close(left.fd);
    if (result >= 0) fcntl(result, F_SETFL, fcntl(result, F_GETFL) & ~O_NONBLOCK);
    errno = error;
    return result;
}

} // namespace polder::run
