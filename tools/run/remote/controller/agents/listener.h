// Listener: where agents come in. Anybody on the network can connect. Who has not shown within a
// moment that it holds the key of the job is dropped. Only so many may be waiting at a time.
// Nothing a stranger sends is looked at beyond the fixed number of bytes of an answer.
#pragma once

#include "tools/run/remote/wire/handshake.h"

#include <cstdint>
#include <string>
#include <vector>

namespace polder::run {

class Listener {
public:
    explicit Listener(const JobKey &key);
    ~Listener();
    Listener(const Listener &) = delete;
    Listener &operator=(const Listener &) = delete;

    // Opens a port for the networks that `interface` chooses (empty: all). False, and a text of
    // why, on failure.
    bool open(const std::string &interface, std::string *error);
    unsigned port() const { return port_; }
    const std::vector<std::string> &addresses() const { return addresses_; }
    void close_port();

    void greet(int fd); // a connection from somewhere

    struct Arrival {
        unsigned node;
        int fd;                // the connection; -1: turned away, being of another version
        std::uint64_t machine; // where it runs
        std::string version;
    };
    int fd() const { return waits_; } // can be read when there is something to look at
    std::vector<Arrival> look();
    void drop_late(); // call now and then

private:
    struct Guest {
        int fd;
        Greeting greeting;
        Answer answer;
        std::size_t got;
        std::int64_t since_ns;
    };
    void accept_all();
    void hear(int fd, std::vector<Arrival> &arrivals);
    void judge(std::size_t guest, std::vector<Arrival> &arrivals);
    void watch(int fd);
    void let_go(std::size_t guest); // keeps the connection
    void drop(std::size_t guest);

    JobKey key_;
    int listener_ = -1;
    unsigned port_ = 0;
    std::vector<std::string> addresses_;
    std::vector<Guest> guests_;
    int waits_; // epoll
};

} // namespace polder::run
