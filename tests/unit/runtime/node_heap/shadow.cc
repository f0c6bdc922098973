// The shadow of checked jobs. Blocks go from hand to hand; each is known whole from its allocation
// to its free. Once all are freed, none is known.
#include "runtime/node_heap/shadow.h"
#include "tests/unit/runtime/job_fixture.h"

#include <polder/check.h>

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

// The part of a thread, at `part`, has so many bytes and no more.
void expect_known(polder_ga part, std::uint64_t bytes) {
    if (bytes == 0) {
        REQUIRE(!in_block(part, part, 1));
        return;
    }
    if (bytes >= shadow_large) {
        REQUIRE(in_block(part, part, shadow_large) && !in_block(part, part, shadow_large + 1));
        return;
    }
    const polder_ga last = part + bytes - 1;
    REQUIRE(in_block(part, part, bytes) && !in_block(part, part, bytes + 1));
    REQUIRE(in_block(last, last, 1) && !in_block(last, last, 2));
    REQUIRE(!in_block(last + 1, last, 1)); // left to the look-up
    REQUIRE(!in_block(part, last + 1, 1) && !in_block(part, part - 1, 1));
    REQUIRE(!in_block(part - 1, part, 1) && !in_block(part - 1, part - 1, 1));
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
            options.before_attach = [](unsigned) { heaps_checked = true; };
            const unsigned rounds = 20000 / count;
            EXPECT_EQ(run_job(options, [=](unsigned me) { exchange_blocks(me, rounds); }), 0)
                << count << " on " << options.processes;
        }
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
