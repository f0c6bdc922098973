// sanitize: not thread (it sees nothing of other processes)
//
// Memory that threads register: every thread reaches it, whatever process and node it is of. After
// the first access it is a transfer of the network, where that reaches the memory. Once it is
// deregistered nothing stores into it any more, with random pauses wherever that could go wrong.
#define POLDER_TEST_DELAYS
#include "runtime/api/registered.cc"
#include "runtime/registered/registered.cc"

#include "runtime/directory/address_cache.h"
#include "runtime/directory/heap_extents.h"
#include "tests/unit/runtime/delay_point.h"
#include "tests/unit/runtime/net_nodes.h"

#include <polder/atomics.h>
#include <polder/signal.h>
#include <polder/transfer.h>

#include <memory>

using namespace polder;
using namespace polder::test;

namespace {

// Those who wait poll for messages of the node and of others.
void meet_for_messages() {
    meet([] { return am::am_poll() || poll_network(); });
}

unsigned char byte_of(std::size_t i, unsigned seed) {
    return static_cast<unsigned char>((i * 2654435761u >> 13) + seed * 37);
}

// Each thread offers memory of its own: a counter, a word for signals, and a part for each thread.
constexpr std::size_t part = 150000;
constexpr std::size_t parts_at = 64;

void everybody_to_everybody(unsigned me) {
    const std::size_t bytes = parts_at + part * threads();
    auto *const mine = static_cast<unsigned char *>(std::calloc(1, bytes));
    const polder_memory offered = polder_memory_register(mine, bytes);
    REQUIRE(offered && polder_owner(offered) == static_cast<int>(me));
    REQUIRE(polder_pointer(polder_at(offered, 5)) == mine + 5);
    meeting->word[me] = offered;
    meet_for_messages();
    std::vector<unsigned char> data(part);
    std::vector<unsigned char> back(part);
    for (unsigned other = 0; other < threads(); ++other) {
        const polder_memory there = meeting->word[other];
        const polder_ga to = polder_at(there, parts_at + part * me);
        for (const std::size_t size : {std::size_t{1}, std::size_t{8}, std::size_t{5000}, part}) {
            for (std::size_t i = 0; i < size; ++i)
                data[i] = byte_of(i, me + other);
            polder_put(to, data.data(), size);
            polder_get(back.data(), to, size);
            REQUIRE(std::memcmp(data.data(), back.data(), size) == 0);
        }
        polder_copy(board(me), to, 9000);
        polder_get(back.data(), board(me), 9000);
        REQUIRE(std::memcmp(data.data(), back.data(), 9000) == 0);
        (void)polder_fetch_add(there, 3);
        polder_put_signal(to, data.data(), 100, polder_at(there, 8), 1);
        polder_transfer started = polder_get_start(back.data(), to, part);
        polder_transfer_wait(&started);
        REQUIRE(std::memcmp(data.data(), back.data(), part) == 0);
    }
    (void)polder_signal_wait(polder_at(offered, 8), threads());
    meet_for_messages();
    std::uint64_t count;
    std::memcpy(&count, mine, sizeof count);
    REQUIRE(count == 3 * threads());
    polder_memory_deregister(offered);
    std::free(mine);
    meet_for_messages();
}

TEST(Registered, EverybodyReachesEverybodysMemory) {
    run_all(everybody_to_everybody);
    for (const char *modes : {"allocated,hardware", "allocated"}) {
        NetJob job;
        job.modes = modes;
        EXPECT_EQ(run_net(job, everybody_to_everybody), 0) << modes;
    }
    NetJob one_node;
    one_node.nodes = {{4, 2}};
    EXPECT_EQ(run_net(one_node, everybody_to_everybody), 0);
}

TEST(Registered, OnlyTheFirstAccessIsARequest) {
    for (const char *modes : {"hardware", "allocated,hardware"}) {
        NetJob job;
        job.modes = modes;
        EXPECT_EQ(run_net(job,
                          [](unsigned me) {
                              static std::uint64_t memory[1000];
                              meeting->word[me] = polder_memory_register(memory, sizeof memory);
                              meet_for_messages();
                              const std::uint64_t requests = am::am_counts().far_sent;
                              const auto before = directory::address_counts();
                              for (std::uint64_t i = 0; me == 0 && i < 1000; ++i) {
                                  polder_put(polder_at(meeting->word[1], 8 * i), &i, sizeof i);
                                  std::uint64_t back;
                                  polder_get(&back, polder_at(meeting->word[1], 8 * i), sizeof back);
                                  REQUIRE(back == i);
                              }
                              const auto after = directory::address_counts();
                              if (me == 0) {
                                  REQUIRE(am::am_counts().far_sent - requests == 1);
                                  REQUIRE(after.misses - before.misses == 1);
                                  REQUIRE(after.hits - before.hits == 1999);
                              }
                              meet_for_messages();
                              polder_memory_deregister(meeting->word[me]);
                              meet_for_messages();
                              REQUIRE(directory::address_counts().invalidations == (me == 0 ? 1u : 0u));
                          }),
                  0)
            << modes;
    }
}

// The owner takes its memory back while others write to it. What it writes there itself stays.
void frees(unsigned me) {
    const unsigned rounds = long_run() ? 10000000 : 40;
    std::atomic<std::uint64_t> *const offered = &meeting->word[0];
    std::atomic<std::uint64_t> *const written = &meeting->word[1];
    constexpr std::uint64_t over = 1;
    if (me == 0) {
        std::vector<std::uint64_t> memory(64);
        for (unsigned round = 0; round < rounds; ++round) {
            const polder_memory handle = polder_memory_register(memory.data(), memory.size() * 8);
            const std::uint64_t before = written->load();
            offered->store(handle);
            for (unsigned turn = 0; turn < 100 && written->load() < before + round % 4; ++turn)
                if (!am::am_poll() && !net::net_poll()) sched_yield();
            polder_memory_deregister(handle);
            for (std::uint64_t &word : memory)
                word = round;
            for (unsigned turn = 0; turn < 4; ++turn)
                net::net_poll();
            for (const std::uint64_t word : memory)
                REQUIRE(word == round);
        }
        offered->store(over);
    } else
        while (offered->load() != over) {
            const polder_memory handle = offered->load();
            const std::uint64_t value = ~std::uint64_t{0};
            std::uint64_t back;
            bool there = ga_is_registered(handle);
            while (there) {
                const polder_ga at = polder_at(handle, 8 * (me % 64));
                there = registered::registered_put(at, &value, sizeof value) &&
                        registered::registered_get(&back, at, sizeof back);
                written->fetch_add(there);
            }
            while (offered->load() == handle)
                if (!am::am_poll() && !net::net_poll()) sched_yield();
        }
    meet_for_messages();
}

TEST(Registered, NothingReachesMemoryThatWasDeregistered) {
    for (const char *hooks : {"", "delay:30us", "fault:again=0.2"}) {
        NetJob job;
        job.modes = "allocated,hardware";
        job.hooks = hooks;
        job.nodes = {{1, 1}, {2, 1}, {1, 1}};
        EXPECT_EQ(run_net(job, frees), 0) << hooks;
    }
    NetJob mixed;
    mixed.nodes = {{2, 2}, {2, 2}};
    mixed.addresses = "1";
    EXPECT_EQ(run_net(mixed, frees), 0);
}

TEST(Registered, AddressesSayWhatTheyMean) {
    EXPECT_EQ(run_net({},
                      [](unsigned) {
                          for (const directory::Handle &handle :
                               {directory::Handle{0, 0, 0, 0}, directory::Handle{1, 255, 63, 12345}}) {
                              const polder_ga address = directory::handle_address(handle);
                              const directory::Handle again = directory::handle_of(address);
                              REQUIRE(ga_is_registered(address) && !ga_is_near(address) && !ga_is_shared(address));
                              REQUIRE(again.thread == handle.thread && again.index == handle.index);
                              REQUIRE(again.generation == handle.generation && again.offset == handle.offset);
                              REQUIRE(directory::handle_begin(address) == address - handle.offset);
                          }
                          meet_for_messages();
                      }),
              0);
}

TEST(Registered, EntriesRunOutAndComeBack) {
    EXPECT_EQ(run_net({},
                      [](unsigned me) {
                          static char memory[2][directory::partition_entries];
                          for (unsigned round = 0; round < 3; ++round) {
                              std::vector<polder_memory> held;
                              while (const polder_memory one =
                                         polder_memory_register(&memory[me][held.size() % 256], 1))
                                  held.push_back(one);
                              REQUIRE(held.size() == directory::partition_entries);
                              for (const polder_memory one : held)
                                  polder_memory_deregister(one);
                          }
                          REQUIRE(polder_memory_register(near_pointer(board(me)), 64) == board(me));
                          meet_for_messages();
                      }),
              0);
}

} // namespace
