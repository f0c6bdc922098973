// Waiting, barrier, lock and heap with random pauses at every place where another thread could step
// in between. Threads park from the first moment on, so orders come up that are rare otherwise. The
// sources are compiled here once more, with the pauses in.
#define POLDER_TEST_DELAYS
#include "runtime/barrier/barrier.cc"
#include "runtime/barrier/program_barrier.cc"
#include "runtime/core/biased_lock.cc"
#include "runtime/heap/guard.cc"
#include "runtime/heap/heap.cc"
#include "runtime/heap/runs.cc"
#include "runtime/sync/lock.cc"
#include "runtime/sync/lock_barge.cc"
#include "runtime/sync/lock_oversubscribed.cc"
#include "runtime/sync/wait.cc"

#include "tests/unit/runtime/delay_point.h"
#include "tests/unit/runtime/job_fixture.h"

#include <random>
#include <thread>
#include <time.h>

extern "C" {
polder_gp upc_alloc(std::size_t);
void upc_free(polder_gp);
polder_ga upc_all_lock_alloc(void);
void upc_lock(polder_ga);
void upc_unlock(polder_ga);
}

using namespace polder;
using namespace polder::test;

namespace {

std::atomic<std::uint64_t> *words() {
    return static_cast<std::atomic<std::uint64_t> *>(segment_of(0)) + 7000;
}

std::vector<JobOptions> jobs() {
    std::vector<JobOptions> list;
    for (unsigned threads : {2u, 5u})
        for (int cores : {1, 64}) // both forms of the barrier
            for (JobOptions options : mappings(threads)) {
                options.cores = cores;
                options.static_bytes = 4096;
                options.before_threads = [](unsigned) { // park early
                    sync::wait_setup.spins = 1;
                    sync::wait_setup.yield_ns = 0;
                };
                list.push_back(options);
            }
    return list;
}

// A system thread that comes to a heap whose owner is just going in.
TEST(Delays, HeapWithABias) {
    biased_locks_start();
    constexpr std::size_t bytes = 16 << 20;
    for (unsigned turn = 0; turn < 400; ++turn) {
        void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        heap::Heap &heap = *heap::heap_create(memory, bytes);
        const heap::HeapBudget budget = {1 << 20,
                                         [](void *, std::uint64_t) { return true; },
                                         [](void *, std::uint64_t) {},
                                         [](void *, std::uint64_t, std::uint64_t) {},
                                         nullptr,
                                         nullptr};
        heap::heap_bias(heap);
        std::atomic<int> users{0};
        const auto use = [&](unsigned times) {
            for (unsigned i = 0; i < times; ++i) {
                const std::uint64_t block = heap::heap_allocate(heap, 48, budget);
                std::uint64_t &word = *reinterpret_cast<std::uint64_t *>(static_cast<char *>(memory) + block);
                word = reinterpret_cast<std::uint64_t>(&i);
                users.fetch_add(1, std::memory_order_relaxed);
                delay_point();
                ASSERT_EQ(word, reinterpret_cast<std::uint64_t>(&i));
                ASSERT_EQ(heap::heap_free(heap, block, budget), heap::FreeResult::ok);
            }
        };
        std::thread other([&] {
            while (users.load(std::memory_order_relaxed) < static_cast<int>(turn % 7))
                std::this_thread::yield();
            use(20);
        });
        use(40);
        other.join();
        const char *what = "";
        EXPECT_TRUE(heap::heap_check(heap, &what)) << what;
        munmap(memory, bytes);
    }
}

TEST(Delays, Barrier) {
    for (const JobOptions &options : jobs())
        EXPECT_EQ(run_job(options,
                          [](unsigned) {
                              for (unsigned i = 1; i <= 150; ++i) {
                                  words()[0].fetch_add(1, std::memory_order_relaxed);
                                  i % 2 ? polder_barrier(0, 0) : (polder_notify(1, 5), polder_wait(1, 5));
                                  REQUIRE(words()[0].load(std::memory_order_relaxed) >= std::uint64_t{i} * threads());
                              }
                          }),
                  0);
}

void count_under_lock(unsigned rounds, unsigned barging) {
    const polder_ga lock = upc_all_lock_alloc();
    std::atomic<std::uint64_t> &count = words()[0];
    for (unsigned i = 0; i < rounds; ++i) {
        stay_beside_strangers(mythread() < barging || (barging && i % 7 == 0));
        upc_lock(lock);
        count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        upc_unlock(lock);
    }
    stay_beside_strangers(false);
    polder_barrier(0, 0);
    REQUIRE(count.load() == std::uint64_t{rounds} * threads());
}

// All of the threads barge, or some do and the others have tickets.
TEST(Delays, LockBesideStrangers) {
    for (const JobOptions &options : jobs())
        for (unsigned barging : {1u, options.threads})
            EXPECT_EQ(run_job(options, [=](unsigned) { count_under_lock(100, barging); }), 0) << barging;
}

TEST(Delays, Lock) {
    for (const JobOptions &options : jobs())
        EXPECT_EQ(run_job(options,
                          [](unsigned) {
                              const polder_ga lock = upc_all_lock_alloc();
                              for (unsigned i = 0; i < 100; ++i) {
                                  upc_lock(lock);
                                  words()[0].store(words()[0].load(std::memory_order_relaxed) + 1,
                                                   std::memory_order_relaxed);
                                  upc_unlock(lock);
                              }
                              polder_barrier(0, 0);
                              REQUIRE(words()[0].load() == 100u * threads());
                          }),
                  0);
}

TEST(Delays, BlocksFreedByOthers) {
    for (const JobOptions &options : jobs())
        EXPECT_EQ(run_job(options,
                          [](unsigned me) {
                              auto *mailbox = reinterpret_cast<std::atomic<polder_ga> *>(
                                  static_cast<char *>(segment_of(0)) + segment_static_offset());
                              std::mt19937 random(me);
                              for (unsigned i = 0; i < 3000; ++i) {
                                  const polder_gp block = upc_alloc(16 + random() % 3 * 16);
                                  if (const polder_ga got = mailbox[random() % 8].exchange(block.ga))
                                      upc_free({got, 0});
                              }
                              polder_barrier(0, 0);
                              if (me == 0)
                                  for (unsigned i = 0; i < 8; ++i)
                                      if (const polder_ga got = mailbox[i].exchange(0)) upc_free({got, 0});
                              polder_barrier(0, 0);
                              upc_free(upc_alloc(1));
                              heap::Heap &heap = *reinterpret_cast<heap::Heap *>(static_cast<char *>(segment_of(me)) +
                                                                                 node_range.local_begin);
                              const char *what = "";
                              REQUIRE(heap::heap_check(heap, &what));
                              REQUIRE(heap::heap_used_bytes(heap) <= 4 * 4 * heap::granule_bytes);
                          }),
                  0);
}

} // namespace
