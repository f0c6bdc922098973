// The shadow of checked jobs. Blocks go from hand to hand; each is known whole from its allocation
// to its free. Once all are freed, none is known.
#include "runtime/node_heap/shadow.h"
#include "tests/unit/runtime/job_fixture.h"

#include <polder/check.h>

#include <algorithm>
#include <random>

using namespace polder;
using namespace polder::test;

extern "C" {
polder_gp upc_alloc(std::size_t);
polder_gp upc_global_alloc(std::size_t, std::size_t);
void upc_free(polder_gp);
}

namespace {

std::uint64_t &bytes_in(polder_ga block) {
    return *static_cast<std::uint64_t *>(polder_addr_1node(block));
}

bool in_block(polder_ga from, polder_ga ga, std::uint64_t size) {
    return polder_in_rest(from, ga, size, polder_shadow_number(from));
}

// Of pages that begin inside a block.
void expect_entries(polder_ga part, std::uint64_t bytes, bool live) {
    for (std::uint64_t past = node_heap::shadow_page - ga_offset(part) % node_heap::shadow_page; past < bytes;
         past += node_heap::shadow_page)
        REQUIRE(*static_cast<const std::uint64_t *>(near_pointer(node_heap::shadow_entry(part + past))) ==
                (live ? bytes - past : 0));
}

// The part of a thread, at `part`, has so many bytes and no more.
void expect_known(polder_ga part, std::uint64_t bytes) {
    if (bytes == 0) {
        REQUIRE(!in_block(part, part, 1));
        return;
    }
    const std::uint64_t numbered = std::min(bytes, node_heap::shadow_page);
    const polder_ga last = part + numbered - 1;
    const std::uint64_t told = std::min(bytes, node_heap::shadow_large);
    REQUIRE(in_block(part, part, told) && !in_block(part, part, told + 1));
    if (bytes < node_heap::shadow_large) {
        const std::uint64_t rest = bytes - (last - part);
        REQUIRE(in_block(last, last, rest) && !in_block(last, last, rest + 1));
        REQUIRE(!in_block(part, part + bytes, 1));
    }
    REQUIRE(!in_block(part + bytes, part + bytes - 1, 1)); // left to the look-up
    REQUIRE(!in_block(part, part - 1, 1));
    REQUIRE(!in_block(part - 1, part, 1) && !in_block(part - 1, part - 1, 1));
    if (bytes > node_heap::shadow_page) expect_entries(part, bytes, true);
}

// As an unchecked block of so many bytes.
void expect_aligned(polder_ga block, std::uint64_t bytes) {
    const std::uint64_t unit = bytes % 128 == 0 ? 128 : bytes % 64 == 0 ? 64 : 16;
    REQUIRE(block % unit == 0);
}

std::atomic<polder_ga> &mailbox(std::uint64_t number) {
    return reinterpret_cast<std::atomic<polder_ga> *>(static_cast<char *>(segment_of(0)) +
                                                      segment_static_offset())[number % (4 * threads())];
}

void exchange_blocks(unsigned me, unsigned rounds) {
    std::mt19937_64 random(me + 17);
    std::vector<polder_ga> made;
    for (unsigned i = 0; i < rounds; ++i) {
        const std::size_t bytes = 8 + (random() % 10 ? random() % 300 : random() % 80000);
        const bool global = random() % 4 == 0;
        const unsigned blocks = 1 + static_cast<unsigned>(random() % 2);
        const polder_ga block = global ? upc_global_alloc(blocks, bytes).ga : upc_alloc(bytes).ga;
        const bool whole = !global || blocks == 1; // one thread has all of it
        expect_aligned(block, bytes);
        expect_known(block, whole ? bytes : 0);
        if (global && threads() > 1) expect_known(block + (polder_ga{1} << polder_job.shift), 0);
        bytes_in(block) = whole ? bytes : 0;
        made.push_back(block);
        const polder_ga got = mailbox(random()).exchange(block);
        if (!got) continue;
        expect_known(got, bytes_in(got));
        upc_free(polder_gp_from_ga(got));
    }
    polder_barrier(0, 0);
    for (unsigned i = me; i < 4 * threads(); i += threads())
        if (const polder_ga got = mailbox(i).exchange(0)) upc_free(polder_gp_from_ga(got));
    polder_barrier(0, 0);
    for (const polder_ga block : made)
        for (unsigned t = 0; t < threads(); ++t) {
            const polder_ga part = ga_offset(block) + ga_of_segment(t);
            REQUIRE(!in_block(part, part, 1));
        }
    polder_barrier(0, 0);
}

TEST(Shadow, KnowsWhatIsLive) {
    for (unsigned count : {1u, 2u, 4u})
        for (JobOptions options : mappings(count)) {
            options.static_bytes = 4096;
            options.before_attach = [](unsigned) { node_heap::heaps_checked = true; };
            const unsigned rounds = 20000 / count;
            EXPECT_EQ(run_job(options, [=](unsigned me) { exchange_blocks(me, rounds); }), 0)
                << count << " on " << options.processes;
        }
}

// A page's entry goes with the block.
TEST(Shadow, KnowsPagesOfLargeBlocks) {
    JobOptions options;
    options.static_bytes = 4096;
    options.before_attach = [](unsigned) { node_heap::heaps_checked = true; };
    EXPECT_EQ(run_job(options,
                      [](unsigned) {
                          for (const std::uint64_t bytes : {4097UL, 8192UL, 65534UL, 65535UL, 65536UL, 3000000UL}) {
                              const polder_ga block = upc_alloc(bytes).ga;
                              expect_known(block, bytes);
                              upc_free(polder_gp_from_ga(block));
                              expect_known(block, 0);
                              expect_entries(block, bytes, false);
                          }
                      }),
              0);
}

// A block of 16 bytes takes no more than 32 of the heap: so a thread's cache holds as many.
TEST(Shadow, TakesLittleOfSmallBlocks) {
    JobOptions options;
    options.static_bytes = 4096;
    options.before_attach = [](unsigned) { node_heap::heaps_checked = true; };
    EXPECT_EQ(run_job(options,
                      [](unsigned) {
                          const polder_ga first = upc_alloc(16).ga;
                          polder_ga last = first;
                          for (int i = 0; i < 99; ++i)
                              last = upc_alloc(16).ga;
                          REQUIRE(last - first == 99 * 32);
                      }),
              0);
}

// Where nothing is checked there is none, and nothing is known of any address.
TEST(Shadow, IsNotThereUnasked) {
    EXPECT_EQ(run_job({},
                      [](unsigned) {
                          const polder_ga block = upc_alloc(100).ga;
                          REQUIRE(!in_block(block, block, 1) && !in_block(0, 0, 1));
                          REQUIRE(node_range.shadow_begin == node_range.local_begin);
                      }),
              0);
}

} // namespace
