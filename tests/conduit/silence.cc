// An end that has nothing under way needs no polls: all it sent arrives though its process only
// computes from then on. The case that tells is a connection whose buffer in the kernel is full. A
// provider may take one more message into a buffer of its own. If it called that complete, the
// message would wait for a poll that nobody makes.
//
// The kernel takes most messages in part when its buffer becomes full. Only where it takes nothing
// of a message does the whole of it stay behind. So each attempt makes a message end where the
// kernel's buffer was full in the attempt before, which often is the same place.
#include "support/nodes.h"

#include <gtest/gtest.h>

#include <dirent.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

using namespace polder;
using namespace polder::tests;

namespace {

constexpr unsigned sender = 3; // leads no node, so nothing comes to its end that it would poll for
constexpr unsigned attempts = 8;
constexpr std::size_t payload_bytes = 600;
constexpr std::uint64_t most_messages = 100'000; // far more than the kernel takes
constexpr unsigned polls_each = 200;
constexpr std::uint64_t most_fruitless = 20'000'000; // polls in a row: nothing will come any more

// What the kernel has taken from this process so far, by all its connections.
std::uint64_t taken_by_kernel() {
    std::uint64_t bytes = 0;
    DIR *files = opendir("/proc/self/fd");
    CHECK(files);
    while (const dirent *entry = readdir(files)) {
        const int fd = std::atoi(entry->d_name);
        tcp_info info{};
        socklen_t length = sizeof info;
        int waiting = 0;
        if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) || ioctl(fd, SIOCOUTQ, &waiting)) continue;
        bytes += info.tcpi_bytes_acked + static_cast<std::uint64_t>(waiting);
    }
    closedir(files);
    return bytes;
}

bool completes(Node &end) {
    for (unsigned i = 0; i < polls_each && !end.table->all_flushed(*end.conduit); ++i)
        end.poll();
    return end.table->all_flushed(*end.conduit);
}

class Flood {
public:
    explicit Flood(Node &end) : end_(end), begin_(taken_by_kernel()) {}

    // Until the first message that is not complete, or is though the kernel has taken nothing of
    // it. `full`: bytes the kernel took in the last attempt; then of this one.
    void run(std::uint64_t *full) {
        send(0);
        const std::uint64_t around = taken_;
        while (count_ < most_messages) {
            const std::uint64_t left = *full > taken_ ? *full - taken_ : 0;
            const std::uint64_t before = taken_;
            const bool complete = send(left >= around && left < around + payload_bytes ? left - around : payload_bytes);
            if (complete && taken_ != before) continue;
            *full = taken_;
            return;
        }
        CHECK(!"the kernel's buffer is never full");
    }
    std::uint64_t count() const { return count_; }

private:
    bool send(std::uint64_t bytes) {
        static const unsigned char payload[payload_bytes] = {};
        end_.send(0, &count_, sizeof count_, payload, bytes);
        ++count_;
        const bool complete = completes(end_);
        taken_ = taken_by_kernel() - begin_;
        return complete;
    }

    Node &end_;
    const std::uint64_t begin_;
    std::uint64_t count_ = 0;
    std::uint64_t taken_ = 0;
};

void receive(Node &node, std::uint64_t count) {
    for (std::uint64_t fruitless = 0; node.received < count && fruitless < most_fruitless; ++fruitless)
        if (node.poll()) fruitless = 0;
    CHECK(node.received == count);
}

void connect(Node &node, Node *end) {
    open_beside(node, end);
    end->send(0, std::uint64_t{0});
    end->flush();
}

// The leader polls only until the sender is connected, and when the sender polls no more. An
// attempt has a connection of its own.
void fall_silent(Node &node, std::uint64_t *full) {
    const std::uint64_t before = node.received;
    const bool receives = node.process == 0;
    Node end;
    if (node.process == sender) connect(node, &end);
    if (receives) receive(node, before + 1);
    node.quiet_barrier();
    if (node.process == sender) {
        Flood flood(end);
        flood.run(full);
        node.put_word(1 + flood.count());
    }
    node.quiet_barrier();
    if (node.process == sender) end.flush();
    if (receives) receive(node, before + node.word());
    node.quiet_barrier();
    if (node.process == sender) conduit_close(end.conduit);
}

void falls_silent(Node &node) {
    std::uint64_t full = 0;
    for (unsigned i = 0; i < attempts; ++i)
        fall_silent(node, &full);
}

class Silence : public testing::TestWithParam<Setup> {};

TEST_P(Silence, LosesNothing) {
    run_nodes(GetParam(), falls_silent);
}

std::vector<Setup> over_tcp() {
    std::vector<Setup> list;
    for (const Setup &setup : plain_setups())
        if (setup.conduit == "ofi" && setup.ends == 2) list.push_back(setup);
    return list;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Silence);
INSTANTIATE_TEST_SUITE_P(Ofi, Silence, testing::ValuesIn(over_tcp()),
                         [](const auto &info) { return info.param.name(); });

} // namespace
