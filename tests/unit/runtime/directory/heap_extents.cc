// Own heaps over a provider that registers memory only once it is there. The first access to an
// extent is a message, each later one a transfer. What is registered follows what is used, not the
// limit of the heaps. Nothing changes for data, with few entries, none, delays and refusals.
#include "runtime/directory/heap_extents.h"
#include "runtime/cache/order.h"
#include "runtime/directory/address_cache.h"
#include "runtime/rma/copy.h"
#include "runtime/segment/growth.h"
#include "tests/unit/runtime/net_nodes.h"

using namespace polder;
using namespace polder::test;

namespace {

NetJob job_of(const char *modes) {
    NetJob job;
    job.modes = modes;
    return job;
}

std::uint64_t requests() {
    return net::net.table->counts(*net::net.conduit).requests;
}

void put(polder_ga to, std::size_t bytes, unsigned seed) {
    const std::vector<unsigned char> data(bytes, static_cast<unsigned char>(seed));
    rma::copy_put(to, data.data(), bytes);
    cache::far_fence();
}
bool holds(polder_ga from, std::size_t bytes, unsigned seed) {
    std::vector<unsigned char> data(bytes);
    rma::copy_get(data.data(), from, bytes);
    for (const unsigned char byte : data)
        if (byte != static_cast<unsigned char>(seed)) return false;
    return true;
}

// In a heap of the thread: memory that has been reached.
polder_ga reached(unsigned thread, std::uint64_t offset, std::uint64_t bytes) {
    REQUIRE(growth_reach(node_range.local_data + offset + bytes));
    return ga_of_segment(thread) + node_range.local_data + offset;
}

void one_miss_an_extent(std::size_t bytes) {
    const unsigned me = static_cast<unsigned>(mythread());
    (void)reached(me, 0, 4 << 20);
    meet();
    if (me == 0) {
        const polder_ga places[] = {board(1), ga_of_segment(1) + node_range.local_data,
                                    ga_of_segment(1) + node_range.local_data + (3 << 20)};
        const auto before = directory::address_counts();
        const std::uint64_t asked = requests();
        for (unsigned round = 0; round < 50; ++round)
            for (const polder_ga place : places) {
                put(place + round * bytes, bytes, round);
                REQUIRE(holds(place + round * bytes, bytes, round));
            }
        const auto after = directory::address_counts();
        REQUIRE(requests() - asked == 3);
        REQUIRE(after.misses - before.misses == 3);
        REQUIRE(after.hits - before.hits == 2 * 3 * 50 - 3);
    }
    meet();
    if (me == 1) {
        REQUIRE(directory::extent_counts().registered == 3);
        REQUIRE(directory::extent_counts().refused == 0);
    }
}

TEST(HeapExtents, OnlyTheFirstAccessIsAMessage) {
    for (const char *modes : {"allocated,hardware", "allocated,hardware,local,no-inject"})
        for (const std::size_t bytes : {8, 5000})
            EXPECT_EQ(run_net(job_of(modes), [=](unsigned) { one_miss_an_extent(bytes); }), 0) << modes;
}

// A provider in software has short puts done by messages; gets and longer puts are transfers.
TEST(HeapExtents, LongPutsAreTransfersInSoftwareToo) {
    EXPECT_EQ(run_net(job_of("allocated"), [](unsigned) { one_miss_an_extent(5000); }), 0);
}

TEST(HeapExtents, RegisteredBytesDoNotDependOnTheLimit) {
    static std::atomic<std::uint64_t> *registered;
    registered = static_cast<std::atomic<std::uint64_t> *>(
        mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    unsigned run = 0;
    for (const std::uint64_t limit : {1ull << 30, 1ull << 33}) {
        NetJob job = job_of("allocated");
        job.shared_heap = {limit, limit};
        EXPECT_EQ(run_net(job,
                          [=](unsigned me) {
                              const polder_ga mine = reached(me, 0, 1 << 20);
                              REQUIRE(node_range.grows);
                              meet();
                              put(mine + next(me) * (ga_of_segment(1) - ga_of_segment(0)) -
                                      me * (ga_of_segment(1) - ga_of_segment(0)),
                                  8192, me);
                              meet();
                              if (me == 0) registered[run].store(directory::extent_counts().bytes);
                          }),
                  0);
        ++run;
    }
    EXPECT_EQ(registered[0].load(), registered[1].load());
    EXPECT_GT(registered[0].load(), 0u);
    EXPECT_LE(registered[0].load(), 2u << 20);
    munmap(registered, 4096);
}

// Over the border of two extents an access is a message, and whole.
void across(unsigned me) {
    (void)reached(me, 0, 20 << 20);
    meet();
    const polder_ga heap = ga_of_segment(next(me)) + node_range.local_data;
    for (const std::uint64_t border : {2ull << 20, 4ull << 20, 8ull << 20, 16ull << 20})
        for (const std::size_t bytes : {8, 600, 9000, 300000}) {
            const polder_ga at = heap + border - bytes / 2;
            put(at, bytes, me + static_cast<unsigned>(bytes));
            REQUIRE(holds(at, bytes, me + static_cast<unsigned>(bytes)));
        }
    meet();
}

TEST(HeapExtents, BordersFewEntriesNoneDelaysAndRefusals) {
    const char *const all_modes[] = {"allocated", "allocated,hardware", "allocated,no-order", "allocated,no-delivery"};
    const char *const bounds[] = {"1", "3", "100", "0"};
    for (unsigned run = 0; run < (long_run() ? 16 : 4); ++run) { // each mode and each bound once, or all pairs
        NetJob job = job_of(all_modes[run % 4]);
        job.addresses = bounds[(run + run / 4) % 4];
        if (run % 4 == 1) {
            job.hooks = "delay:20us";
            job.apart = true;
        }
        if (run % 4 == 2) {
            job.hooks = "fault:again=0.2";
            job.nodes = {{2, 1}, {2, 2}};
        }
        EXPECT_EQ(run_net(job, across), 0) << job.modes << " " << job.addresses << " " << job.hooks;
    }
}

TEST(HeapExtents, WithoutEntriesNothingIsRegistered) {
    NetJob job = job_of("allocated,hardware");
    job.addresses = "0";
    EXPECT_EQ(run_net(job,
                      [](unsigned me) {
                          put(board(next(me)), 9000, me);
                          meet();
                          REQUIRE(directory::extent_counts().registered == 0);
                          REQUIRE(directory::address_counts().hits == 0);
                      }),
              0);
}

} // namespace
