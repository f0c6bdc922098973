// Large pages for what a thread allocates first. The pages of a large block are there before
// anybody touches them, up to a limit. Small blocks, other kinds of memory, and memory whose domain
// is that of who touches it are left to the first touch.
#include "runtime/node_heap/large_first.h"
#include "runtime/segment/domains.h"
#include "tests/unit/runtime/job_fixture.h"

#include <cstdlib>
#include <sys/mman.h>
#include <vector>

using namespace polder;
using namespace polder::test;

namespace {

constexpr std::uint64_t page = 4096, large_page = 2 << 20;

// Of the calling thread's part of a block.
std::uint64_t bytes_there(polder_ga block, std::uint64_t bytes) {
    char *begin = static_cast<char *>(polder_addr_1node(block + (polder_ga{mythread()} << polder_job.shift)));
    begin -= reinterpret_cast<std::uintptr_t>(begin) % page;
    std::vector<unsigned char> there((bytes + page - 1) / page);
    REQUIRE(mincore(begin, bytes, there.data()) == 0);
    std::uint64_t sum = 0;
    for (unsigned char p : there)
        sum += (p & 1) * page;
    return sum;
}

// Can the kernel make large pages, and has it some left?
bool can_collapse() {
    return use_large_pages(static_cast<char *>(segment_of(mythread())) + node_range.local_data, large_page);
}

polder_ga own(std::uint64_t bytes) { // as if it were thread 0's
    const polder_ga block = node_heap::allocate_local(bytes);
    return block ? block - (polder_ga{mythread()} << polder_job.shift) : 0;
}

JobOptions with_limit(const char *limit) {
    setenv("POLDER_LARGE_FIRST", limit, 1);
    return {};
}

TEST(LargeFirst, TakesWholeBlocks) {
    for (JobOptions options : mappings(3)) {
        with_limit("64m");
        EXPECT_EQ(run_job(options,
                          [](unsigned) {
                              const polder_ga all = alloc::allocate_together(3 << 20);
                              const polder_ga local = own(5 << 20);
                              REQUIRE(all && local);
                              const std::uint64_t there = bytes_there(all, 3 << 20) + bytes_there(local, 5 << 20);
                              REQUIRE(there >= 8 << 20 || !can_collapse());
                              barrier::barrier_internal();
                          }),
                  0);
    }
}

TEST(LargeFirst, EndsAtItsLimit) {
    EXPECT_EQ(run_job(with_limit("4m"),
                      [](unsigned) {
                          const polder_ga block = own(64 << 20);
                          REQUIRE(block && bytes_there(block, 64 << 20) <= 4 << 20);
                          const polder_ga next = own(1 << 20);
                          REQUIRE(next && bytes_there(next, 1 << 20) == 0);
                      }),
              0);
}

TEST(LargeFirst, LeavesSmallBlocksToTheFirstTouch) {
    EXPECT_EQ(run_job(with_limit("64m"),
                      [](unsigned) {
                          const polder_ga block = own(node_heap::large_first_least - page);
                          REQUIRE(block && bytes_there(block, node_heap::large_first_least - page) <= page);
                      }),
              0);
}

TEST(LargeFirst, LeavesMemoryToWhoTouchesIt) {
    for (const char *limit : {"0", "64m"}) {
        JobOptions options = with_limit(limit);
        if (*limit != '0')
            options.before_threads = [](unsigned) {
                control().memory.domains = static_cast<std::uint32_t>(SegmentDomains::touch);
            };
        EXPECT_EQ(run_job(options,
                          [](unsigned) {
                              const polder_ga block = own(8 << 20);
                              REQUIRE(block && bytes_there(block, 8 << 20) == 0);
                          }),
                  0);
    }
}

} // namespace
