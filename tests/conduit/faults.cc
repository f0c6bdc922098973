// What happens when something is wrong: peers that die or fall silent, wrong keys, strangers at the
// port, misuse.
#include "support/nodes.h"

#include "base/clock.h"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <atomic>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace polder;
using namespace polder::tests;

namespace {

std::vector<Setup> several_nodes() {
    std::vector<Setup> list;
    for (const Setup &setup : plain_setups())
        if (setup.nodes == 2 && setup.ends == 1) list.push_back(setup);
    return list;
}

class Faults : public testing::TestWithParam<Setup> {};

// Node 1 goes, by `how`, after both have talked. Node 0 learns it, once, and every operation to it
// ends.
template <class How> void survive(Node &node, How how) {
    static std::uint64_t word = 1;
    node.send(node.peer(), word);
    node.poll_until([&] { return node.received == 1; });
    node.put(node.peer(), 0, &word, 8);
    node.barrier();
    if (node.node == 1) how();
    static ConduitOperation operations[20];
    unsigned started = 0;
    while (!node.lost) {
        if (started < 20 &&
            is_ok(node.table->put(*node.conduit, 1, node.remote(1), node.key(1), &word, 8, operations[started])))
            ++started;
        if (!node.poll()) usleep(100);
    }
    for (unsigned i = 0; i < started; ++i)
        while (operations[i].left.load())
            node.poll();
    ConduitOperation late{}, fetch{};
    std::uint64_t result;
    CHECK(is_ok(node.table->put(*node.conduit, 1, node.remote(1), node.key(1), &word, 8, late)));
    CHECK(is_ok(node.table->atomic(*node.conduit, 1, node.remote(1), node.key(1), AtomicType::u64, AtomicOperation::add,
                                   1, 0, &result, fetch)));
    while (late.left.load() || fetch.left.load())
        node.poll();
    CHECK(late.status == Status::system_error && fetch.status == Status::system_error);
    const ConduitMessage message{&word, 8, nullptr, 0};
    CHECK(node.table->send(*node.conduit, 1, message) == Status::system_error);
    CHECK(node.table->flushed(*node.conduit, 1));
    node.flush();
    for (int i = 0; i < 1000; ++i)
        node.poll();
    CHECK(node.lost == 1 && !node.lost_why.empty());
}

void peer_ends(Node &node) {
    survive(node, [] { _exit(0); });
}
void peer_is_killed(Node &node) {
    survive(node, [] { raise(SIGKILL); });
}
TEST_P(Faults, PeerEnds) {
    run_nodes(GetParam(), peer_ends, {.timeout_s = 1, .may_die = 1});
}
TEST_P(Faults, PeerIsKilled) {
    run_nodes(GetParam(), peer_is_killed, {.timeout_s = 1, .may_die = 1});
}

// It goes while nothing is under way: providers close such a connection without a word and connect
// again for ever. No timeout is needed.
constexpr double never_s = 1e6;
void peer_ends_unseen(Node &node) {
    std::uint64_t word = 1;
    node.send(node.peer(), word);
    node.poll_until([&] { return node.received == 1; });
    node.barrier();
    if (node.node == 1) _exit(0);
    const std::int64_t start = clock_ns();
    while (clock_ns() - start < 300'000'000)
        node.poll();
    std::uint64_t back;
    ConduitOperation fetch{};
    bool started = false;
    while (!node.lost) {
        started = started || is_ok(node.table->get(*node.conduit, 1, node.remote(1), node.key(1), &back, 8, fetch));
        if (!node.poll()) usleep(100);
    }
    while (started && fetch.left.load())
        node.poll();
    CHECK(!started || fetch.status == Status::system_error);
}
TEST_P(Faults, PeerEndsWhileNothingIsUnderWay) {
    run_nodes(GetParam(), peer_ends_unseen, {.timeout_s = never_s, .may_die = 1});
}

// Stopped, or computing, not dead: its machine answers for it, however many timeouts that takes.
// Killed then, it is lost though it has not run since.
void stays(Node &node, unsigned timeouts) {
    for (const std::int64_t until = clock_ns() + timeouts * 1'000'000'000ll; clock_ns() < until;) {
        node.poll();
        node.table->wait(*node.conduit, 100'000'000);
        CHECK(node.lost == 0);
    }
}
void peer_stops(Node &node) {
    std::uint64_t word = 1;
    node.send(node.peer(), word);
    node.poll_until([&] { return node.received == 1; });
    if (node.node == 1) node.put_word(static_cast<std::uint64_t>(getpid()));
    node.barrier();
    if (node.node == 1) {
        raise(SIGSTOP);
        node.send(0, word);
        for (const std::int64_t until = clock_ns() + 2'500'000'000; clock_ns() < until;) {
        }
        node.send(0, word);
        node.poll_until([&] { return node.received == 2; });
        raise(SIGSTOP);
        _exit(0);
    }
    usleep(100000);
    const ConduitMessage message{&word, 8, nullptr, 0};
    stays(node, 3);
    CHECK(kill(static_cast<pid_t>(node.word()), SIGCONT) == 0);
    node.poll_until([&] { return node.received == 3; });
    CHECK(node.lost == 0);
    CHECK(is_ok(node.table->send(*node.conduit, 1, message)));
    stays(node, 2);
    node.kill_process(1);
    while (!node.lost) {
        node.poll();
        node.table->wait(*node.conduit, 100'000'000);
    }
}
TEST_P(Faults, OnlyWhoDiesIsLost) {
    run_nodes(GetParam(), peer_stops, {.timeout_s = 1, .may_die = 1});
}

// The one that was stopped must not call the others dead when it goes on.
void nobody_died(Node &node) {
    std::uint64_t word = 1;
    node.send(node.peer(), word);
    node.poll_until([&] { return node.received == 1; });
    node.barrier();
    if (node.node == 1)
        usleep(1500000); // computes, and its peer knows better than to wait
    else {
        const std::int64_t until = clock_ns() + 700'000'000;
        while (clock_ns() < until)
            node.poll();
        CHECK(node.lost == 0);
        usleep(800000);
    }
    const std::int64_t until = clock_ns() + 200'000'000;
    while (clock_ns() < until)
        node.poll();
    CHECK(node.lost == 0);
    node.barrier();
}
TEST_P(Faults, WhoComputesCallsNobodyLost) {
    run_nodes(GetParam(), nobody_died, {.timeout_s = 1});
}

void never_reached(Node &node) {
    if (node.node == 1) _exit(0);
    usleep(200000);
    std::uint64_t word = 1;
    const ConduitMessage message{&word, 8, nullptr, 0};
    while (!node.lost) {
        if (node.table->send(*node.conduit, 1, message) == Status::again) usleep(100);
        node.poll();
    }
    CHECK(node.lost == 1);
}
TEST_P(Faults, PeerThatWasGoneBefore) {
    run_nodes(GetParam(), never_reached, {.timeout_s = 1, .may_die = 1});
}

// Each node holds another key: nothing is delivered.
void strangers(Node &node) {
    std::uint64_t word = 1;
    const ConduitMessage message{&word, 8, nullptr, 0};
    const std::int64_t until = clock_ns() + 500'000'000;
    unsigned sent = 0;
    while (clock_ns() < until || !(node.lost || node.table->counts(*node.conduit).dropped)) {
        if (sent < 100 && is_ok(node.table->send(*node.conduit, node.peer(), message))) ++sent;
        node.poll();
    }
    CHECK(node.received == 0);
    CHECK(node.lost || node.table->counts(*node.conduit).dropped > 0);
}
TEST_P(Faults, EndsWithAnotherKeyAreNotHeard) {
    run_nodes(GetParam(), strangers, {.key = Key::own, .timeout_s = 30});
}

// A sender that does not stop against a receiver that does not poll: `again`, after a bounded
// number of bytes.
std::size_t resident_bytes() {
    std::FILE *file = std::fopen("/proc/self/statm", "r");
    unsigned long size, resident = 0;
    CHECK(file && std::fscanf(file, "%lu %lu", &size, &resident) == 2);
    std::fclose(file);
    return resident * 4096;
}
void back_pressure(Node &node) {
    static unsigned char payload[1000];
    std::uint64_t word = 1;
    node.send(node.peer(), word);
    node.poll_until([&] { return node.received == 1; });
    node.barrier();
    std::uint64_t sent = 0;
    if (node.node == 0) {
        const std::size_t before = resident_bytes();
        const ConduitMessage message{&word, 8, payload, sizeof payload};
        unsigned refused = 0;
        while (refused < 20000) { // in a row
            const Status status = node.table->send(*node.conduit, 1, message);
            CHECK(is_ok(status) || status == Status::again);
            if (is_ok(status)) {
                ++sent;
                refused = 0;
            } else
                ++refused;
            node.poll();
            CHECK(sent * sizeof payload < std::size_t{64} << 20);
        }
        CHECK(resident_bytes() < before + (std::size_t{32} << 20));
        node.put_word(sent);
    }
    node.quiet_barrier();
    if (node.node == 1) node.poll_until([&] { return node.received == node.word() + 1; });
    node.barrier();
}
TEST_P(Faults, SendersAreHeldBack) {
    run_nodes(GetParam(), back_pressure, {.timeout_s = 60});
}

INSTANTIATE_TEST_SUITE_P(Conduits, Faults, testing::ValuesIn(several_nodes()),
                         [](const auto &info) { return info.param.name(); });

// ---- a sender that comes to a halt in the middle of a message ----

struct Numbered {
    std::uint32_t process, filler;
    std::uint64_t number;
};
void check_numbered(Node &node, const ConduitMessage &message) {
    Numbered numbered;
    std::memcpy(&numbered, message.header, sizeof numbered);
    CHECK(numbered.number == static_cast<std::uint64_t *>(node.context)[numbered.process]++);
    CHECK(has_pattern(message.payload, message.payload_bytes, numbered.number + numbered.process));
}

// False: not now.
bool send_numbered(Node &node, std::uint64_t number) {
    static unsigned char payload[65536];
    fill_pattern(payload, sizeof payload, number + node.process);
    const Numbered numbered{node.process, 0, number};
    const ConduitMessage message{&numbered, sizeof numbered, payload, sizeof payload};
    const Status status = node.table->send(*node.conduit, 0, message);
    CHECK(is_ok(status) || status == Status::again);
    return is_ok(status);
}

// Processes 2 and 3 are node 1. Process 3 fills the network while nobody takes anything, and stops
// in the middle of some message. It goes on when 10 MB of process 2 have come to the same receiver.
// What had been written of the message lies where it did.
void halts(Node &node) {
    constexpr std::uint64_t many = 150;
    std::uint64_t next[most_processes] = {};
    node.context = next;
    node.deliver = check_numbered;
    std::uint64_t sent = 0;
    while (node.node == 1 && !sent) {
        sent += send_numbered(node, 0);
        node.poll();
    }
    const auto came = [&](std::uint64_t of_2, std::uint64_t of_3) {
        node.poll_until(
            [&] { return (next[2] >= of_2 && next[3] >= of_3) || node.table->counts(*node.conduit).dropped; });
    };
    if (node.process == 0) came(1, 1);
    node.flush();
    node.barrier();
    if (node.process == 3) {
        for (unsigned refused = 0; refused < 1000 && sent < 1000; ++refused) {
            if (send_numbered(node, sent)) {
                ++sent;
                refused = 0;
            }
            node.poll();
        }
        node.put_word(sent);
    }
    node.quiet_barrier();
    if (node.process == 0) came(1 + many, 1);
    while (node.process == 2 && sent < 1 + many) {
        if (send_numbered(node, sent)) ++sent;
        node.poll();
    }
    if (node.process == 2) node.flush();
    node.quiet_barrier();
    if (node.process == 3) node.flush();
    if (node.process == 0) came(1 + many, node.word());
    CHECK(node.table->counts(*node.conduit).dropped == 0);
    node.barrier();
}
std::vector<Setup> several_ends() {
    std::vector<Setup> list;
    for (const Setup &setup : plain_setups())
        if (setup.nodes == 2 && setup.ends == 2) list.push_back(setup);
    return list;
}
class Halts : public testing::TestWithParam<Setup> {};
TEST_P(Halts, InTheMiddleOfAMessage) {
    run_nodes(GetParam(), halts);
}
INSTANTIATE_TEST_SUITE_P(Conduits, Halts, testing::ValuesIn(several_ends()),
                         [](const auto &info) { return info.param.name(); });

// ---- strangers at the port of ofi ----

std::vector<std::uint16_t> listening_ports() { // of this process
    std::vector<std::uint16_t> ports;
    for (int fd = 3; fd < 256; ++fd) {
        int listens = 0;
        socklen_t length = sizeof listens;
        sockaddr_in address{};
        socklen_t size = sizeof address;
        if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) || !listens) continue;
        if (!getsockname(fd, reinterpret_cast<sockaddr *>(&address), &size) && address.sin_family == AF_INET)
            ports.push_back(ntohs(address.sin_port));
    }
    return ports;
}

int connect_to(std::uint16_t port) {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval soon{0, 100000};
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &soon, sizeof soon);
    if (connect(fd, reinterpret_cast<sockaddr *>(&address), sizeof address)) {
        close(fd);
        return -1;
    }
    return fd;
}

// What a stranger writes: noise, zeroes, ones, the beginning of what a provider may expect and then
// noise.
std::size_t nonsense(unsigned char *bytes, std::size_t room, unsigned kind, std::uint64_t &state) {
    const std::size_t length = 1 + random_bits(state) % room;
    for (std::size_t i = 0; i < length; ++i)
        bytes[i] = kind % 4 == 1 ? 0 : kind % 4 == 2 ? 0xff : static_cast<unsigned char>(random_bits(state));
    if (kind % 4 == 3) std::memset(bytes, static_cast<int>(random_bits(state) % 8), length < 8 ? length : 8);
    return length;
}

void hostile(Node &node) {
    static unsigned char bytes[70000], pattern[4096], back[4096];
    const std::vector<std::uint16_t> ports = listening_ports();
    CHECK(!ports.empty());
    std::uint64_t state = 0x1234567 + node.node, word = 0;
    fill_pattern(node.memory, memory_bytes, node.node);
    node.barrier();
    std::vector<int> open;
    for (unsigned round = 0; round < 300; ++round) {
        for (const std::uint16_t port : ports)
            if (const int fd = connect_to(port); fd >= 0) {
                const std::size_t length = nonsense(bytes, round % 10 ? 200 : sizeof bytes, round, state);
                if (send(fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) word += 0;
                open.push_back(fd); // half of them stay for a while
            }
        if (open.size() > 20) {
            for (std::size_t i = 0; i < 10; ++i)
                close(open[i]);
            open.erase(open.begin(), open.begin() + 10);
        }
        node.send(node.peer(), word++);
        node.poll();
    }
    node.poll_until([&] { return node.received == 300; });
    node.get(node.peer(), 8192, back, sizeof back);
    fill_pattern(pattern, sizeof pattern, node.peer() + 8192);
    CHECK(!std::memcmp(back, pattern, sizeof back));
    CHECK(has_pattern(node.memory, memory_bytes, node.node));
    for (int fd : open)
        close(fd);
    for (int i = 0; i < 2000; ++i)
        node.poll();
    node.barrier();
    CHECK(node.received == 300 && node.lost == 0);
    node.barrier();
}

TEST(Strangers, NonsenseAtThePortHarmsNothing) {
    if (!ofi_is_here()) GTEST_SKIP() << "no libfabric";
    run_nodes({"ofi", "", "", 2}, hostile);
}

// ---- the hook fault ----

void operations_fail(Node &node) {
    std::uint64_t word = 1;
    unsigned failed = 0;
    for (unsigned i = 0; i < 100; ++i) {
        ConduitOperation operation{};
        CHECK(is_ok(node.table->put(*node.conduit, node.peer(), node.remote(node.peer(), 8 * i), node.key(node.peer()),
                                    &word, 8, operation)));
        while (operation.left.load())
            node.poll();
        failed += operation.status == Status::system_error;
    }
    CHECK(failed == 10 && node.lost == 0);
    node.barrier();
}
TEST(FaultHook, FailsEveryTenth) {
    run_nodes({"smp", "fault:fail=/10", "", 2}, operations_fail);
}

void peer_is_lost(Node &node) {
    std::uint64_t word = 1;
    const ConduitMessage message{&word, 8, nullptr, 0};
    const unsigned other = 1;
    for (unsigned i = 1; i < 5; ++i)
        CHECK(is_ok(node.table->send(*node.conduit, other, message)));
    CHECK(node.table->send(*node.conduit, other, message) == Status::system_error);
    node.poll();
    CHECK(node.lost == 1);
    CHECK(is_ok(node.table->send(*node.conduit, 0, message)));
    node.poll();
    CHECK(node.lost == 1);
    node.barrier();
}
TEST(FaultHook, LosesAPeer) {
    run_nodes({"smp", "fault:lose=1@5", "", 2}, peer_is_lost);
}

// ---- opening ----

std::string why_not(const char *name, const char *hooks) {
    setenv("POLDER_HOOKS", hooks, 1);
    ConduitOptions options{};
    static const unsigned char key[16] = {};
    options.nodes = 1;
    options.leader = true;
    options.key = key;
    Conduit *conduit;
    ConduitAddress address;
    char error[512] = "";
    const Status status = conduit_open(name, POLDER_PLUGINS, options, &conduit, &address, error, sizeof error);
    if (is_ok(status)) conduit_close(conduit);
    unsetenv("POLDER_HOOKS");
    return is_ok(status) ? "it opened" : error;
}

TEST(Opening, SaysWhatIsWrong) {
    EXPECT_EQ(why_not("self", ""), "it opened");
    EXPECT_EQ(why_not("self", "stats,delay:1us,fault:again=0.5,trace"), "it opened");
    EXPECT_NE(why_not("pigeon", "").find("conduit-pigeon.so"), std::string::npos);
    EXPECT_NE(why_not("../self", "").find("not the name of a conduit"), std::string::npos);
    EXPECT_NE(why_not("self", "stats,nonesuch").find("no hook 'nonesuch'"), std::string::npos);
    EXPECT_NE(why_not("self", "delay:fast").find("does not take 'fast'"), std::string::npos);
    EXPECT_NE(why_not("self", "fault:again=2").find("does not take"), std::string::npos);
}

} // namespace
