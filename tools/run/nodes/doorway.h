// Doorway: where agents come in. Anybody on the network can knock: whoever has not shown within a moment that he holds the key of the job is
// dropped, and only so many may be waiting at a time. Nothing a stranger sends is looked at beyond the fixed number of bytes of an answer.
#pragma once

#include "tools/run/nodes/handshake.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace polder::run {

class Doorway {
public:
    explicit Doorway(const JobKey &key) : key_(key) {}
    ~Doorway();
    Doorway(const Doorway &) = delete;
    Doorway &operator=(const Doorway &) = delete;

    // Opens a port for the networks that `interface` chooses (empty: all). False, and a text of why, on failure.
    bool open(const std::string &interface, std::string *error);
    unsigned port() const { return port_; }
    const std::vector<std::string> &addresses() const { return addresses_; }
    void close_port();

    void greet(int fd); // a connection from somewhere

    // Descriptors to wait for, and what to do when one is ready. admit: the agent of a node, with its connection. turn_away: an agent that holds
    // the key, of another version.
    const std::vector<int> &descriptors();
    void ready(int fd, const std::function<void(unsigned node, int fd)> &admit,
               const std::function<void(unsigned node, const std::string &version)> &turn_away);
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
    void drop(std::size_t guest);

    JobKey key_;
    int listener_ = -1;
    unsigned port_ = 0;
    std::vector<std::string> addresses_;
    std::vector<Guest> guests_;
    std::vector<int> descriptors_;
};

} // namespace polder::run
