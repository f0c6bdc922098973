// Several ends in one process, as threads with an end of the network each have. Each end is used by
// a thread of its own, without a lock, while the leader's end serves all others.
#include "support/nodes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>

using namespace polder;
using namespace polder::tests;

namespace {

constexpr unsigned ends = 3;
constexpr std::uint32_t each = 100;
constexpr std::size_t room = 64 << 10; // of the peer's memory, for each end

std::vector<Setup> setups() {
    std::vector<Setup> list = {{"smp", "", "", 2}, {"smp", "fault:again=0.2,delay:20us", "", 2, 2}};
    if (!ofi_is_here()) return list;
    list.push_back({"ofi", "fault:again=0.2", "", 2, 2});
    for (const char *modes : {"allocated,hardware", "no-rma"})
        list.push_back({"ofi", "", "", 2, 1, false, modes});
    return list;
}

struct Numbered {
    std::uint32_t end;
    std::uint32_t number;
};
std::uint32_t next_of[most_processes * ends];

// Messages of an end come in the order it sent them in.
void take(Node &node, const ConduitMessage &message) {
    Numbered n;
    std::memcpy(&n, message.header, sizeof n);
    CHECK(n.number == next_of[n.end]++);
    node.put_mine(node.mine() + 1);
}

void use_end(Node &end, std::uint32_t number) {
    const std::size_t own = 4096 + number * room;
    unsigned char out[6000];
    unsigned char back[sizeof out];
    for (std::uint32_t i = 0; i < each; ++i) {
        const std::size_t bytes = i % 8 ? i : sizeof out;
        fill_pattern(out, sizeof out, number * each + i);
        end.put(end.peer(), own, out, bytes);
        std::memset(back, 0, bytes);
        end.get(end.peer(), own, back, bytes);
        CHECK(std::memcmp(out, back, bytes) == 0);
        end.atomic(0, 0, AtomicType::u64, AtomicOperation::add, 1);
        end.send(end.peer(), Numbered{number, i});
    }
    end.flush();
}

void all_ends(Node &node) {
    node.deliver = take;
    static Node beside[ends];
    for (Node &end : beside)
        open_beside(node, &end);
    std::atomic<unsigned> over = 0;
    std::thread user[ends];
    for (unsigned i = 0; i < ends; ++i)
        user[i] = std::thread([&, i] {
            use_end(beside[i], node.process * ends + i);
            over.fetch_add(1);
        });
    const std::uint64_t expected = node.leader ? each * ends * node.setup->ends : 0;
    node.poll_until([&] { return over.load() == ends && node.mine() == expected; });
    for (std::thread &one : user)
        one.join();
    node.barrier();
    if (node.process == 0)
        CHECK(__atomic_load_n(reinterpret_cast<std::uint64_t *>(node.memory), __ATOMIC_RELAXED) ==
              each * ends * node.processes);
    for (Node &end : beside) {
        CHECK(end.table->counts(*end.conduit).locks == 0);
        conduit_close(end.conduit);
    }
    node.barrier();
}

class Ends : public testing::TestWithParam<Setup> {};

TEST_P(Ends, EachByItsThread) {
    run_nodes(GetParam(), all_ends);
}

INSTANTIATE_TEST_SUITE_P(Conduits, Ends, testing::ValuesIn(setups()),
                         [](const auto &info) { return info.param.name(); });

} // namespace
