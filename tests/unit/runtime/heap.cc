// The heaps: millions of mixed operations from all threads, coalescing, limits, wrong frees; the
// book-keeping is checked throughout.
#include "tests/unit/runtime/job_fixture.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <thread>

using namespace polder;
using namespace polder::test;

extern "C" {
polder_gp upc_alloc(std::size_t);
polder_gp upc_global_alloc(std::size_t, std::size_t);
polder_gp upc_all_alloc(std::size_t, std::size_t);
void upc_free(polder_gp);
void upc_all_free(polder_gp);
}

namespace {

// ---- one heap, one thread ----

struct Region { // a heap of its own with a budget that counts
    explicit Region(std::uint64_t bytes, std::uint64_t limit = ~0ull) : size(bytes), left(limit) {
        memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        heap = heap::heap_create(memory, bytes);
        budget = {1 << 20,
                  [](void *c, std::uint64_t n) {
                      Region &r = *static_cast<Region *>(c);
                      return n <= r.left ? (r.left -= n, true) : false;
                  },
                  [](void *c, std::uint64_t n) { static_cast<Region *>(c)->left += n; },
                  [](void *c, std::uint64_t, std::uint64_t n) { static_cast<Region *>(c)->discarded += n; },
                  nullptr,
                  this};
    }
    ~Region() { munmap(memory, size); }
    std::uint64_t allocate(std::size_t bytes) { return heap::heap_allocate(*heap, bytes, budget); }
    heap::FreeResult free(std::uint64_t offset) { return heap::heap_free(*heap, offset, budget); }
    char *at(std::uint64_t offset) { return static_cast<char *>(memory) + offset; }
    void check() {
        const char *what = "";
        ASSERT_TRUE(heap::heap_check(*heap, &what)) << what;
    }

    std::uint64_t size, left, discarded = 0;
    void *memory;
    heap::Heap *heap;
    heap::HeapBudget budget;
};

struct Live {
    std::uint64_t offset;
    std::size_t bytes;
    unsigned char mark;
};

void fill(Region &region, const Live &block) {
    for (std::size_t i : {std::size_t{0}, block.bytes / 2, block.bytes - 1})
        region.at(block.offset)[i] = static_cast<char>(block.mark);
}
bool intact(Region &region, const Live &block) {
    for (std::size_t i : {std::size_t{0}, block.bytes / 2, block.bytes - 1})
        if (region.at(block.offset)[i] != static_cast<char>(block.mark)) return false;
    return true;
}

std::size_t random_size(std::mt19937_64 &random) {
    static const std::size_t limits[] = {16, 64, 200, 1000, 5000, 40000, 300000, 3000000};
    return 1 + random() % limits[random() % 8];
}

TEST(Heap, RandomUseKeepsBlocksApart) {
    Region region(std::uint64_t{4} << 30);
    std::mt19937_64 random(1);
    std::vector<Live> live;
    for (unsigned i = 0; i < 300000; ++i) {
        if (random() % 2 && live.size() < 2000) {
            Live block{0, random_size(random), static_cast<unsigned char>(random())};
            block.offset = region.allocate(block.bytes);
            ASSERT_NE(block.offset, 0u);
            ASSERT_EQ(block.offset % 16, 0u);
            ASSERT_GE(heap::heap_block_size(*region.heap, block.offset), block.bytes);
            fill(region, block);
            live.push_back(block);
        } else if (!live.empty()) {
            std::swap(live[random() % live.size()], live.back());
            ASSERT_TRUE(intact(region, live.back()));
            ASSERT_EQ(region.free(live.back().offset), heap::FreeResult::ok);
            live.pop_back();
        }
        if (i % 30000 == 0) region.check();
    }
    std::sort(live.begin(), live.end(), [](const Live &a, const Live &b) { return a.offset < b.offset; });
    for (std::size_t i = 1; i < live.size(); ++i)
        ASSERT_LE(live[i - 1].offset + live[i - 1].bytes, live[i].offset);
    for (const Live &block : live)
        ASSERT_EQ(region.free(block.offset), heap::FreeResult::ok);
    region.check();
    // Everything has merged but one span a class.
    EXPECT_LE(heap::heap_statistics(*region.heap, region.budget).free_runs, 45u);
    EXPECT_LE(heap::heap_used_bytes(*region.heap), 3u << 20);
}

TEST(Heap, EverySizeIsAlignedAndLargeEnough) {
    Region region(std::uint64_t{1} << 30);
    for (std::size_t bytes = 1; bytes <= 70000; bytes += bytes < 2000 ? 1 : 61) {
        const std::uint64_t offset = region.allocate(bytes);
        ASSERT_GE(heap::heap_block_size(*region.heap, offset), bytes);
        const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(region.at(offset));
        ASSERT_EQ(address % (bytes % 64 ? 16 : 64), 0u) << bytes;
        std::memset(region.at(offset), 1, bytes);
        if (bytes % 3) region.free(offset);
    }
    region.check();
}

TEST(Heap, FreedNeighboursServeALargerRequest) {
    Region region(std::uint64_t{64} << 20);
    std::vector<std::uint64_t> blocks;
    while (const std::uint64_t block = region.allocate(100000))
        blocks.push_back(block);
    EXPECT_GT(blocks.size(), 550u);
    for (std::size_t i = 0; i < blocks.size(); i += 2)
        region.free(blocks[i]);
    EXPECT_EQ(region.allocate(150000), 0u); // no two neighbours free
    for (std::size_t i = 1; i < blocks.size(); i += 2)
        region.free(blocks[i]);
    EXPECT_NE(region.allocate(60 << 20), 0u);
    region.check();
}

TEST(Heap, WrongFreesAreSeen) {
    Region region(std::uint64_t{64} << 20);
    const std::uint64_t small = region.allocate(48), large = region.allocate(100000), other = region.allocate(48);
    EXPECT_EQ(region.free(small + 16), heap::FreeResult::not_a_block);
    EXPECT_EQ(region.free(small + 48 * 100 + 1), heap::FreeResult::not_a_block);
    EXPECT_EQ(region.free(large + 4096), heap::FreeResult::not_a_block);
    EXPECT_EQ(region.free(0), heap::FreeResult::not_a_block);
    EXPECT_EQ(region.free(region.size - 4096), heap::FreeResult::not_a_block);
    EXPECT_EQ(region.free(small), heap::FreeResult::ok);
    EXPECT_EQ(region.free(small), heap::FreeResult::already_free);
    EXPECT_EQ(region.free(large), heap::FreeResult::ok);
    EXPECT_NE(region.free(large), heap::FreeResult::ok);
    EXPECT_EQ(heap::heap_free_remotely(*region.heap, other), heap::FreeResult::ok);
    EXPECT_EQ(heap::heap_free_remotely(*region.heap, other), heap::FreeResult::already_free);
    EXPECT_EQ(region.free(other), heap::FreeResult::already_free);
    EXPECT_EQ(heap::heap_free_remotely(*region.heap, small), heap::FreeResult::already_free);
    region.check();
}

TEST(Heap, BudgetIsKeptAndReturned) {
    Region region(std::uint64_t{1} << 30, 10 << 20);
    EXPECT_EQ(region.allocate(11 << 20), 0u);
    const std::uint64_t most = region.allocate(10 << 20);
    EXPECT_NE(most, 0u);
    EXPECT_EQ(region.allocate(1), 0u);
    region.free(most);
    EXPECT_NE(region.allocate(1), 0u);
    EXPECT_GE(region.left, 8u << 20);
    region.check();
}

TEST(Heap, LargePagesNeedAlignedBlocks) {
    Region region(std::uint64_t{1} << 30);
    constexpr std::uint64_t page = 2 << 20;
    region.budget.enlarge = [](void *c, std::uint64_t offset, std::uint64_t bytes) {
        EXPECT_EQ((reinterpret_cast<std::uintptr_t>(static_cast<Region *>(c)->memory) + offset) % page, 0u);
        EXPECT_EQ(bytes % page, 0u);
    };
    std::vector<std::uint64_t> blocks;
    for (std::uint64_t bytes : {page, page + 1, 3 * page - 1, std::uint64_t{100000}, 10 * page, page - 1}) {
        blocks.push_back(region.allocate(bytes));
        ASSERT_NE(blocks.back(), 0u);
        ASSERT_GE(heap::heap_block_size(*region.heap, blocks.back()), bytes);
        region.check();
    }
    for (std::uint64_t block : blocks)
        EXPECT_EQ(region.free(block), heap::FreeResult::ok);
    region.check();
    EXPECT_EQ(heap::heap_used_bytes(*region.heap), 0u);
}

TEST(Heap, FreedMemoryGoesBack) {
    Region region(std::uint64_t{1} << 30);
    std::vector<std::uint64_t> blocks;
    for (unsigned i = 0; i < 300; ++i)
        blocks.push_back(region.allocate(1 << 20));
    for (std::uint64_t block : blocks)
        region.free(block);
    EXPECT_GE(region.discarded, 200u << 20);
    region.check();
}

TEST(Heap, ARecentBlockIsFreeAndIsGivenUpWhenMemoryIsShort) {
    Region region(std::uint64_t{64} << 20, 2 << 20);
    const std::uint64_t first = region.allocate(64), second = region.allocate(64);
    EXPECT_EQ(region.free(first), heap::FreeResult::ok);
    EXPECT_EQ(heap::heap_block_size(*region.heap, first), 0u);
    EXPECT_EQ(region.free(first), heap::FreeResult::already_free);
    EXPECT_EQ(heap::heap_free_remotely(*region.heap, first), heap::FreeResult::already_free);
    EXPECT_EQ(region.allocate(64), first);
    EXPECT_EQ(region.free(first), heap::FreeResult::ok);
    EXPECT_EQ(region.free(second), heap::FreeResult::ok);
    region.check();
    for (std::size_t bytes = 16; bytes <= heap::largest_small;
         bytes *= 2) // a span of each of these classes is kept for one block
        region.free(region.allocate(bytes));
    std::vector<std::uint64_t> blocks;
    while (const std::uint64_t block = region.allocate(heap::granule_bytes))
        blocks.push_back(block);
    for (const std::uint64_t block : blocks)
        EXPECT_EQ(region.free(block), heap::FreeResult::ok);
    region.check();
}

// Several system threads of one UPC thread: the first is the owner until another one comes. Each
// writes its name into its blocks, so a block that two have shows, and the book-keeping is checked
// at the end.
void use_heap(Region &region, unsigned me, unsigned rounds) {
    std::mt19937_64 random(me);
    std::vector<Live> live;
    for (unsigned i = 0; i < rounds; ++i) {
        if (random() % 2 || live.empty()) {
            const Live block{region.allocate(1 + random() % 200), 1, static_cast<unsigned char>(16 * me + i % 16)};
            fill(region, block);
            live.push_back(block);
        } else {
            if (random() % 2) std::swap(live[random() % live.size()], live.back());
            ASSERT_TRUE(intact(region, live.back()));
            ASSERT_EQ(region.free(live.back().offset), heap::FreeResult::ok);
            live.pop_back();
        }
    }
    for (const Live &block : live)
        ASSERT_EQ(region.free(block.offset), heap::FreeResult::ok);
}

TEST(Heap, TheOwnerIsAloneUntilAnotherSystemThreadComes) {
    biased_locks_start();
    for (unsigned turn = 0; turn < 200; ++turn) {
        Region region(std::uint64_t{64} << 20);
        heap::heap_bias(*region.heap);
        std::atomic<bool> go{false};
        std::thread other([&] {
            while (!go)
                std::this_thread::yield();
            use_heap(region, 2, 300);
        });
        use_heap(region, 1, turn % 50);
        go = true;
        use_heap(region, 1, 2000);
        other.join();
        region.check();
        EXPECT_LE(heap::heap_statistics(*region.heap, region.budget).used_bytes, 1u << 20);
    }
}

// ---- the heaps of a job ----

char *bytes_at(polder_gp p) {
    return static_cast<char *>(polder_addr_1node(p.ga));
}

// Blocks go from hand to hand through a mailbox for each thread, so most are freed by others than
// their owner.
void exchange_blocks(unsigned me, unsigned rounds) {
    auto *mailbox =
        reinterpret_cast<std::atomic<polder_ga> *>(static_cast<char *>(segment_of(0)) + segment_static_offset());
    std::mt19937_64 random(me + 17);
    for (unsigned i = 0; i < rounds; ++i) {
        const bool global = random() % 8 == 0;
        const std::size_t bytes = random() % 10 ? 1 + random() % 300 : 1 + random() % 100000;
        polder_gp block = global ? upc_global_alloc(threads(), bytes) : upc_alloc(bytes);
        REQUIRE(block.ga && block.phase == 0);
        bytes_at(block)[0] = static_cast<char>(block.ga >> 4);
        bytes_at(block)[bytes - 1] = static_cast<char>(block.ga >> 4);
        const polder_ga got = mailbox[random() % (4 * threads())].exchange(block.ga);
        if (!got) continue;
        REQUIRE(*static_cast<char *>(polder_addr_1node(got)) == static_cast<char>(got >> 4));
        upc_free(polder_gp_from_ga(got));
    }
    polder_barrier(0, 0);
    for (unsigned i = me; i < 4 * threads(); i += threads())
        if (const polder_ga got = mailbox[i].exchange(0)) upc_free(polder_gp_from_ga(got));
    polder_barrier(0, 0);
}

void check_local_heap(unsigned me) {
    upc_free(upc_alloc(1)); // collects what others returned
    const char *what = "";
    heap::Heap &heap = *reinterpret_cast<heap::Heap *>(static_cast<char *>(segment_of(me)) + node_range.local_begin);
    const bool sound = heap::heap_check(heap, &what);
    if (!sound) std::fprintf(stderr, "%s\n", what);
    REQUIRE(sound);
    REQUIRE(heap::heap_used_bytes(heap) < 4u << 20);
}

TEST(JobHeaps, MixedUseByAllThreads) {
    for (unsigned threads : {1u, 2u, 4u, 7u})
        for (JobOptions options : mappings(threads)) {
            options.static_bytes = 4096;
            const unsigned rounds = 200000 / threads;
            EXPECT_EQ(run_job(options,
                              [=](unsigned me) {
                                  exchange_blocks(me, rounds);
                                  check_local_heap(me);
                              }),
                      0)
                << threads << " on " << options.processes;
        }
}

TEST(JobHeaps, CollectiveAllocation) {
    for (const JobOptions &options : mappings(3))
        EXPECT_EQ(run_job(options,
                          [](unsigned me) {
                              for (unsigned i = 0; i < 200; ++i) {
                                  const polder_gp a = upc_all_alloc(7, 100);
                                  REQUIRE(a.ga && a.phase == 0 && polder_thread_of(polder_env_get(), a.ga) == 0);
                                  char *mine = static_cast<char *>(
                                      polder_addr_1node(a.ga + (polder_ga{me} << polder_job.shift)));
                                  std::memset(mine, static_cast<int>(me), 300);
                                  polder_barrier(0, 0);
                                  const unsigned next = (me + 1) % 3;
                                  REQUIRE(static_cast<char *>(polder_addr_1node(
                                              a.ga + (polder_ga{next} << polder_job.shift)))[299] == char(next));
                                  if (i % 2)
                                      upc_all_free(a);
                                  else if (polder_barrier(0, 0), me == i % 3)
                                      upc_free(a);
                              }
                          }),
                  0);
}

TEST(JobHeaps, EmptyRequestsGiveNull) {
    EXPECT_EQ(run_job({},
                      [](unsigned) {
                          REQUIRE(upc_alloc(0).ga == 0 && upc_global_alloc(0, 5).ga == 0 &&
                                  upc_global_alloc(5, 0).ga == 0);
                          REQUIRE(upc_all_alloc(0, 0).ga == 0);
                          upc_free({0, 0});
                          upc_all_free({0, 0});
                      }),
              0);
}

TEST(JobHeaps, LimitsGiveNull) {
    JobOptions options;
    options.shared_heap = 32 << 20;
    EXPECT_EQ(run_job(options,
                      [](unsigned me) {
                          REQUIRE(upc_alloc(33 << 20).ga == 0);
                          REQUIRE(upc_all_alloc(2, 33 << 20).ga == 0);
                          REQUIRE(upc_alloc(~std::size_t{0}).ga == 0 && upc_global_alloc(~std::size_t{0}, 2).ga == 0);
                          REQUIRE(upc_global_alloc(std::size_t{1} << 62, 1).ga == 0);
                          polder_barrier(0, 0);
                          const polder_gp all = upc_all_alloc(2, 16 << 20);
                          REQUIRE(all.ga);
                          unsigned blocks = 0;
                          while (upc_alloc(1 << 20).ga)
                              ++blocks;
                          REQUIRE(blocks >= 14 && blocks <= 16);
                          upc_all_free(all);
                          polder_barrier(0, 0);
                          REQUIRE(upc_alloc(8 << 20).ga || me);
                      }),
              0);
}

TEST(JobHeaps, MoreThanTheMachineHasGivesNull) {
    EXPECT_EQ(run_job({},
                      [](unsigned) {
                          REQUIRE(upc_alloc(machine_memory_limit() + (1 << 20)).ga == 0);
                          const polder_gp large =
                              upc_alloc(machine_memory_limit() / 4); // fits twice, costs nothing untouched
                          REQUIRE(large.ga);
                          upc_free(large);
                      }),
              0);
}

TEST(JobHeaps, WrongFreesAreNamed) {
    struct Case {
        const char *text;
        void (*body)();
    };
    const Case cases[] = {
        {"has been freed before",
         [] {
             polder_gp a = upc_alloc(8), b = upc_alloc(8);
             upc_free(a);
             upc_free(a);
             upc_free(b);
         }},
        {"is not the start of an allocated block",
         [] {
             polder_gp a = upc_alloc(100);
             a.ga += 8;
             upc_free(a);
         }},
        {"is not an address of shared memory",
         [] {
             upc_free({4096, 0});
         }},
        {"heap of upc_all_alloc and upc_global_alloc",
         [] {
             polder_gp a = upc_global_alloc(2, 8);
             a.ga += 16;
             upc_free(a);
         }},
        {"static shared data",
         [] {
             upc_free({polder_job.base + segment_static_offset(), 0});
         }},
    };
    for (const Case &wrong : cases) {
        std::string said;
        JobOptions options;
        options.static_bytes = 4096;
        EXPECT_EQ(run_job(
                      options,
                      [&](unsigned me) {
                          if (me == 1) wrong.body();
                          polder_barrier(0, 0);
                      },
                      &said),
                  1);
        EXPECT_NE(said.find(wrong.text), std::string::npos) << said;
        EXPECT_NE(said.find("thread 1"), std::string::npos) << said;
    }
}

} // namespace
