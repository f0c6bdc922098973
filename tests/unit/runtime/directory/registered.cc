// sanitize: not thread (it sees nothing of other processes)
//
// Memory that threads register: every thread reaches it, whatever process and node it is of. After
// the first access it is a transfer of the network, where that reaches the memory. Once it is
// deregistered nothing stores into it any more, with random pauses wherever that could go wrong.
// The same for the pieces of memory that all threads register together.
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
#include <thread>

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

// Every thread is an owner, which takes pieces of its memory back while others use them, and a user
// of all others' pieces. Nobody waits for anybody but within the calls. A piece that was taken back
// is written by its owner and lies fallow for a step. What was written there stays. Then the piece
// is offered anew.
class Owner {
public:
    explicit Owner(unsigned me) : me_(me), random_(me + 1) {
        for (unsigned i = 0; i < pieces; ++i)
            offer(i);
    }
    ~Owner() {
        for (unsigned i = 0; i < pieces; ++i)
            if (i != fallow_) take_back(i);
        check();
    }
    void step(std::uint64_t number) {
        use();
        use();
        if (fallow_ != none) {
            check();
            offer(fallow_);
        }
        fallow_ = next() % pieces;
        take_back(fallow_);
        place(me_, fallow_).store(0);
        written_ = number;
        for (std::uint64_t &word : memory_[fallow_])
            word = number;
    }

private:
    static constexpr unsigned pieces = 2, words = 16, none = ~0u;
    static constexpr unsigned most_uses = 3; // of a piece, one after the other

    std::uint32_t next() {
        random_ = random_ * 1664525u + 1013904223u;
        return random_ >> 8;
    }
    static std::atomic<std::uint64_t> &place(unsigned thread, unsigned piece) {
        return meeting->word[thread * pieces + piece];
    }
    void offer(unsigned piece) {
        const polder_memory handle = polder_memory_register(memory_[piece], sizeof memory_[piece]);
        REQUIRE(handle);
        place(me_, piece).store(handle);
    }
    void take_back(unsigned piece) { polder_memory_deregister(place(me_, piece).load()); }
    void check() const {
        for (const std::uint64_t word : memory_[fallow_])
            REQUIRE(word == written_);
    }
    // Until the piece is gone or it has been used often enough.
    void use() {
        const unsigned other = (me_ + 1 + next() % (threads() - 1)) % threads();
        const unsigned piece = next() % pieces;
        polder_memory handle = place(other, piece).load();
        if (!handle) handle = place(other, (piece + 1) % pieces).load();
        for (unsigned uses = next() % (most_uses + 1); uses && handle && use_once(handle); --uses) {
        }
    }
    bool use_once(polder_memory handle) {
        const unsigned first = next() % words;
        const std::size_t bytes = 8 * (1 + next() % (words - first));
        std::uint64_t values[words];
        if (next() % 4 == 0) return registered::registered_get(values, polder_at(handle, 8 * first), bytes);
        std::memset(values, 0xff, sizeof values);
        return registered::registered_put(polder_at(handle, 8 * first), values, bytes);
    }

    const unsigned me_;
    std::uint32_t random_;
    std::uint64_t memory_[pieces][words] = {};
    unsigned fallow_ = none;
    std::uint64_t written_ = 0;
};

constexpr std::uint64_t frees_of_job = 1000;
constexpr std::uint64_t frees_of_long_job = 250000;

void frees(unsigned me) {
    const std::uint64_t mine = (long_run() ? frees_of_long_job : frees_of_job) / threads();
    {
        Owner owner(me);
        meet_for_messages();
        for (std::uint64_t number = 1; number <= mine; ++number)
            owner.step(number);
        const auto counted = directory::address_counts();
        REQUIRE(counted.hits && counted.invalidations); // by transfers, and of addresses in use
    }
    meet_for_messages();
}

// With --long 10^7 frees in all, ten jobs of each kind.
TEST(Registered, NothingReachesMemoryThatWasDeregistered) {
    std::vector<NetJob> jobs;
    for (const char *hooks : {"", "delay:30us", "fault:again=0.2"}) {
        NetJob job;
        job.modes = "allocated,hardware";
        job.hooks = hooks;
        job.nodes = {{1, 1}, {2, 1}, {1, 1}};
        jobs.push_back(job);
    }
    NetJob mixed;
    mixed.nodes = {{2, 2}, {2, 2}};
    mixed.addresses = "1";
    jobs.push_back(mixed);
    std::uint64_t done = 0;
    for (unsigned round = 0; round < (long_run() ? 10u : 1u); ++round)
        for (const NetJob &job : jobs) {
            ASSERT_EQ(run_net(job, frees), 0) << name_of(job);
            done += frees_of_long_job;
            if (long_run()) std::fprintf(stderr, "%llu frees\n", static_cast<unsigned long long>(done));
        }
}

TEST(Registered, AddressesSayWhatTheyMean) {
    EXPECT_EQ(run_net({},
                      [](unsigned) {
                          for (const directory::Handle &handle :
                               {directory::Handle{0, 0, 0, 0}, directory::Handle{1, 255, 63, 12345},
                                directory::Handle{1, 511, 63, 12345}}) {
                              const polder_ga address = directory::handle_address(handle);
                              const directory::Handle again = directory::handle_of(address);
                              REQUIRE(ga_is_registered(address) && !ga_is_near(address) && !ga_is_shared(address));
                              REQUIRE(again.thread == handle.thread && again.index == handle.index);
                              REQUIRE(again.generation == handle.generation && again.offset == handle.offset);
                              REQUIRE(directory::handle_begin(address) == address - handle.offset);
                              REQUIRE(directory::handle_is_of_all(address) == (handle.index > 255));
                              const polder_ga other = directory::handle_on(address, 1 - handle.thread);
                              REQUIRE(directory::handle_of(other).thread == 1 - handle.thread);
                              REQUIRE(!((other ^ address) & ~directory::handle_thread_bits()));
                          }
                          meet_for_messages();
                      }),
              0);
}

TEST(Registered, EntriesRunOutAndComeBack) {
    EXPECT_EQ(run_net({},
                      [](unsigned me) {
                          static char memory[2][directory::own_entries];
                          for (unsigned round = 0; round < 3; ++round) {
                              std::vector<polder_memory> held;
                              while (const polder_memory one =
                                         polder_memory_register(&memory[me][held.size() % 256], 1))
                                  held.push_back(one);
                              REQUIRE(held.size() == directory::own_entries);
                              for (const polder_memory one : held)
                                  polder_memory_deregister(one);
                          }
                          REQUIRE(polder_memory_register(near_pointer(board(me)), 64) == board(me));
                          meet_for_messages();
                      }),
              0);
}

// ---- memory that all threads register ----

// A piece: a counter, a word for signals, and a part for each thread. The lengths differ.
constexpr std::size_t small_part = 40000;
std::size_t piece_bytes(unsigned thread) {
    return parts_at + small_part * threads() + 64 * thread;
}

void everybody_by_one_handle(unsigned me) {
    barrier::barrier_initial();
    std::vector<unsigned char> mine(piece_bytes(me));
    const polder_memory all = polder_memory_all_register(mine.data(), mine.size());
    REQUIRE(all && directory::handle_is_of_all(all) && polder_owner(all) == 0);
    meeting->word[me] = all;
    meet_for_messages();
    std::vector<unsigned char> data(small_part);
    std::vector<unsigned char> back(small_part);
    for (unsigned other = 0; other < threads(); ++other) {
        REQUIRE(meeting->word[other] == all); // nobody has to be told
        const polder_ga there = polder_on(all, static_cast<int>(other));
        const polder_ga to = polder_on(polder_at(all, parts_at + small_part * me), static_cast<int>(other));
        REQUIRE(polder_owner(to) == static_cast<int>(other) && to - there == parts_at + small_part * me);
        REQUIRE(other != me || polder_pointer(there) == mine.data());
        for (const std::size_t size : {std::size_t{1}, std::size_t{8}, std::size_t{5000}, small_part}) {
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
        // The last byte of a piece, and none behind it.
        const std::size_t bytes = piece_bytes(other);
        REQUIRE(registered::registered_get(back.data(), there + bytes - 1, 1));
        REQUIRE(!registered::registered_get(back.data(), there + bytes, 1));
    }
    (void)polder_signal_wait(polder_at(polder_on(all, static_cast<int>(me)), 8), threads());
    polder_memory_all_deregister(all);
    std::uint64_t count;
    std::memcpy(&count, mine.data(), sizeof count);
    REQUIRE(count == 3 * threads());
    for (unsigned other = 0; other < threads(); ++other)
        REQUIRE(!registered::registered_get(back.data(), polder_on(all, static_cast<int>(other)), 1));
    meet_for_messages();
}

TEST(RegisteredByAll, EverybodyReachesEverybodysPiece) {
    run_all(everybody_by_one_handle);
    for (const char *modes : {"allocated,hardware", "allocated"}) {
        NetJob job;
        job.modes = modes;
        EXPECT_EQ(run_net(job, everybody_by_one_handle), 0) << modes;
    }
    for (const unsigned count : {1u, 2u, 3u, 4u, 7u})
        for (const unsigned processes : {1u, 2u, count}) {
            NetJob one_node;
            if (processes > count) continue;
            one_node.nodes = {{count, processes}};
            EXPECT_EQ(run_net(one_node, everybody_by_one_handle), 0) << count << " threads, " << processes;
        }
}

// Thread 0 learns the address of each piece, and forgets all as the memory is deregistered. No
// message tells it so: requests are counted.
TEST(RegisteredByAll, OnlyTheFirstAccessIsARequest) {
    for (const char *modes : {"hardware", "allocated,hardware"}) {
        NetJob job;
        job.modes = modes;
        job.nodes = {{1, 1}, {1, 1}, {1, 1}};
        EXPECT_EQ(run_net(job,
                          [](unsigned me) {
                              static std::uint64_t memory[1000];
                              barrier::barrier_initial();
                              for (std::uint64_t round = 0; round < 3; ++round) {
                                  const std::uint64_t requests = am::am_counts().far_sent;
                                  const auto before = directory::address_counts();
                                  const polder_memory all = polder_memory_all_register(memory, sizeof memory);
                                  for (std::uint64_t i = 0; me == 0 && i < 1000; ++i) {
                                      const polder_ga at = polder_on(polder_at(all, 8 * i), 1 + i % 2);
                                      const std::uint64_t value = i + round;
                                      polder_put(at, &value, sizeof value);
                                      std::uint64_t back;
                                      polder_get(&back, at, sizeof back);
                                      REQUIRE(back == value);
                                  }
                                  polder_memory_all_deregister(all);
                                  const auto after = directory::address_counts();
                                  const unsigned pieces = me == 0 ? 2 : 0;
                                  REQUIRE(am::am_counts().far_sent - requests == pieces);
                                  REQUIRE(after.misses - before.misses == pieces);
                                  REQUIRE(after.hits - before.hits == 999 * pieces);
                                  REQUIRE(after.invalidations - before.invalidations == pieces);
                              }
                              meet_for_messages();
                          }),
                  0)
            << modes;
    }
}

// Seven pthreads of a process have seven pieces. The first access tells of all.
TEST(RegisteredByAll, OneRequestForAllPiecesOfAProcess) {
    for (const char *modes : {"hardware", "allocated,hardware"})
        for (const bool puts : {false, true}) {
            NetJob job;
            job.modes = modes;
            job.nodes = {{1, 1}, {7, 1}};
            EXPECT_EQ(run_net(job,
                              [puts](unsigned me) {
                                  barrier::barrier_initial();
                                  std::vector<std::uint64_t> memory(100 + me, me);
                                  const polder_memory all =
                                      polder_memory_all_register(memory.data(), memory.size() * 8);
                                  const std::uint64_t requests = am::am_counts().far_sent;
                                  const auto before = directory::address_counts();
                                  for (unsigned other = 1; me == 0 && other < threads(); ++other) {
                                      const polder_ga last =
                                          polder_on(polder_at(all, 8 * (99 + other)), static_cast<int>(other));
                                      std::uint64_t word = 100 + other;
                                      if (puts) polder_put(last, &word, sizeof word);
                                      word = 0;
                                      polder_get(&word, last, sizeof word);
                                      REQUIRE(word == other + (puts ? 100 : 0));
                                  }
                                  const auto after = directory::address_counts();
                                  if (me == 0) {
                                      REQUIRE(am::am_counts().far_sent - requests == 1);
                                      REQUIRE(after.misses - before.misses == 1);
                                      REQUIRE(after.hits - before.hits == (puts ? 13 : 6));
                                  }
                                  polder_memory_all_deregister(all);
                                  REQUIRE(memory.back() == me + (puts && me ? 100 : 0));
                                  meet_for_messages();
                              }),
                      0)
                << modes << " " << puts;
        }
}

// All threads write to all pieces until they deregister. What an owner writes behind that stays.
void frees_of_all(unsigned me) {
    barrier::barrier_initial();
    const unsigned rounds = long_run() ? 100000 : 60;
    std::vector<std::uint64_t> memory(8 * threads());
    polder_memory before = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        const polder_memory all = polder_memory_all_register(memory.data(), memory.size() * 8);
        const std::uint64_t value = ~std::uint64_t{0};
        std::uint64_t back = 0;
        for (unsigned i = 0; i < (me + round) % 4 * threads(); ++i) {
            const polder_ga piece = polder_on(all, static_cast<int>((me + i) % threads()));
            REQUIRE(registered::registered_put(polder_at(piece, 64 * me), &value, sizeof value));
            REQUIRE(registered::registered_get(&back, polder_at(piece, 64 * me), sizeof back) && back == value);
            // A handle of the round before finds nothing.
            if (before) REQUIRE(!registered::registered_put(polder_on(before, 0), &value, sizeof value));
        }
        polder_memory_all_deregister(all);
        before = all;
        for (std::uint64_t &word : memory)
            word = round;
        for (unsigned turn = 0; turn < 4; ++turn)
            poll_network();
        for (const std::uint64_t word : memory)
            REQUIRE(word == round);
    }
    meet_for_messages();
}

TEST(RegisteredByAll, NothingReachesAPieceThatWasDeregistered) {
    for (const char *hooks : {"", "delay:30us", "fault:again=0.2"}) {
        NetJob job;
        job.modes = "allocated,hardware";
        job.hooks = hooks;
        job.nodes = {{1, 1}, {2, 1}, {2, 2}};
        EXPECT_EQ(run_net(job, frees_of_all), 0) << hooks;
    }
    NetJob mixed;
    mixed.nodes = {{2, 2}, {2, 1}};
    mixed.addresses = "1";
    EXPECT_EQ(run_net(mixed, frees_of_all), 0);
}

// The rule is broken: a system thread goes on with accesses while all threads deregister. Each
// access finds the memory whole or not at all.
TEST(RegisteredByAll, TransfersUnderWayEndBeforeTheMemoryGoes) {
    NetJob job;
    job.modes = "allocated,hardware";
    job.hooks = "delay:30us";
    EXPECT_EQ(run_net(job,
                      [](unsigned me) {
                          static std::atomic<polder_memory> offered;
                          static std::atomic<bool> over;
                          barrier::barrier_initial();
                          const long delta = polder_delta;
                          std::thread writer([me, delta] {
                              polder_delta = delta;
                              const std::uint64_t value = ~std::uint64_t{0};
                              while (me == 0 && !over.load())
                                  if (const polder_memory all = offered.load())
                                      (void)registered::registered_put(polder_on(all, 1), &value, sizeof value);
                          });
                          std::vector<std::uint64_t> memory(8);
                          for (unsigned round = 0; round < (long_run() ? 10000u : 40u); ++round) {
                              const polder_memory all = polder_memory_all_register(memory.data(), memory.size() * 8);
                              offered.store(all);
                              for (unsigned turn = 0; turn < 20; ++turn)
                                  if (!am::am_poll() && !poll_network()) sched_yield();
                              polder_memory_all_deregister(all);
                              memory[0] = round;
                              for (unsigned turn = 0; turn < 4; ++turn)
                                  poll_network();
                              REQUIRE(memory[0] == round);
                          }
                          over.store(true);
                          writer.join();
                          meet_for_messages();
                      }),
              0);
}

TEST(RegisteredByAll, PiecesOfAnyKind) {
    EXPECT_EQ(run_net({},
                      [](unsigned me) {
                          barrier::barrier_initial();
                          // No bytes at thread 0, a part of its segment at thread 1.
                          void *const mine = me ? near_pointer(board(me)) : nullptr;
                          const polder_memory all = polder_memory_all_register(mine, 64 * me);
                          std::uint64_t word = 5;
                          REQUIRE(!registered::registered_get(&word, all, 1) && !polder_pointer(polder_on(all, 0)));
                          if (me == 0)
                              for (word = 1; word < 10; ++word) { // a request, then transfers
                                  std::uint64_t back = 0;
                                  polder_put(polder_on(all, 1), &word, sizeof word);
                                  polder_get(&back, board(1), sizeof back);
                                  REQUIRE(back == word);
                              }
                          polder_memory_all_deregister(all);
                          polder_memory_all_deregister(0);
                          meet_for_messages();
                      }),
              0);
}

TEST(RegisteredByAll, EntriesRunOutAndComeBack) {
    EXPECT_EQ(run_net({},
                      [](unsigned) {
                          static char memory[directory::all_entries];
                          barrier::barrier_initial();
                          polder_memory first = 0;
                          for (unsigned round = 0; round < 3; ++round) {
                              std::vector<polder_memory> held;
                              while (const polder_memory one =
                                         polder_memory_all_register(&memory[held.size() % directory::all_entries], 1))
                                  held.push_back(one);
                              REQUIRE(held.size() == directory::all_entries && held[0] != first);
                              first = held[0];
                              for (const polder_memory one : held)
                                  polder_memory_all_deregister(one);
                          }
                          meet_for_messages();
                      }),
              0);
}

} // namespace
