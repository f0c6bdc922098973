// sanitize: not thread (it sees nothing of other processes)
//
// What travels with messages about locks: writes and lines that would else be messages of their
// own.
#include "conduits/hook/stats.h"
#include "runtime/cache/cache.h"
#include "runtime/fence/strict.h"
#include "runtime/rma/far.h"
#include "tests/unit/runtime/sync/lock_counts.h"

using namespace polder;
using namespace polder::test;

namespace {

struct Sent {
    std::uint64_t gets, puts, messages;
};
Sent sent() {
    ConduitStats stats;
    REQUIRE(conduit_stats(*net::net.conduit, every_peer, &stats));
    return {stats[ConduitKind::get].started, stats[ConduitKind::put].started, stats[ConduitKind::message].started};
}
Sent since(const Sent &before) {
    const Sent now = sent();
    return {now.gets - before.gets, now.puts - before.puts, now.messages - before.messages};
}

// One thread a process; thread 0 does what is counted, with locks and memory of thread 1, which
// waits.
void count_pairs(const std::function<void(const polder_ga *)> &body) {
    setenv("POLDER_CACHE_WAIT", "0", 1); // a busy machine must not send anything in between
    for (NetJob job : net_jobs()) {
        if (*job.hooks || job.nodes.size() != 2 || job.nodes[0].first != 1) continue;
        job.hooks = "stats";
        EXPECT_EQ(run_net(job,
                          [&](unsigned me) {
                              barrier::barrier_initial();
                              polder_ga lock[3];
                              for (unsigned i = 0; i < 3; ++i) {
                                  if (me == 1) meeting->word[i] = upc_global_lock_alloc();
                                  meet();
                                  lock[i] = meeting->word[i];
                              }
                              if (me == 0) {
                                  polder_far_put8(board(1), 0); // the first one of all is not collected
                                  cache::far_fence();
                                  body(lock);
                                  fence::strict_write_far(); // the locks are going to be freed
                              }
                              meet();
                              for (unsigned i = 0; me == 1 && i < 3; ++i)
                                  upc_lock_free(lock[i]);
                              polder_barrier(0, 0);
                              barrier::barrier_end();
                          }),
                  0)
            << name_of(job);
    }
}

void add(polder_ga at) {
    polder_far_put8(at, polder_far_get8(at) + 1);
}

// Two messages, each answered: what is read and written under the lock goes along, from the second
// time on.
TEST(FarPiggyback, AnUpdateUnderALockIsTwoMessages) {
    count_pairs([](const polder_ga *lock) {
        const polder_ga there = board(1);
        polder_far_put8(there + 5000, 0);
        for (unsigned round = 0; round < 30; ++round) {
            const Sent before = sent();
            const cache::FarCacheCounts counts = cache::far_cache_counts();
            upc_lock(*lock);
            add(there);
            add(there + 5000);
            upc_unlock(*lock);
            const Sent now = since(before);
            REQUIRE(now.messages == 2 && now.puts == 0);
            REQUIRE(round < 1 || now.gets == 0);
            REQUIRE(cache::far_cache_counts().carried - counts.carried == (round ? 2 : 3));
            REQUIRE(round < 1 || cache::far_cache_counts().brought - counts.brought >= 2);
        }
        REQUIRE(polder_far_get8(there) == 30 && polder_far_get8(there + 5000) == 30);
    });
}

// One lock, two things that are done under it in turn. Each time the lines of the right one come,
// as the locks taken before tell.
TEST(FarPiggyback, PrefetchSetsGoByTheLocksBefore) {
    count_pairs([](const polder_ga *lock) {
        const polder_ga there = board(1);
        const auto empty = [](polder_ga l) {
            upc_lock(l);
            upc_unlock(l);
        };
        for (unsigned round = 0; round < 8; ++round)
            for (unsigned what = 0; what < 2; ++what) {
                empty(lock[1 + what]);
                const Sent before = sent();
                upc_lock(lock[0]);
                add(there + 20000 * what);
                upc_unlock(lock[0]);
                REQUIRE(round < 2 || since(before).gets == 0);
            }
        const std::uint64_t brought = cache::far_cache_counts().brought;
        for (unsigned i = 0; i < 5; ++i)
            empty(lock[1]);
        REQUIRE(cache::far_cache_counts().brought == brought); // nothing was ever read there
    });
}

// Too much for a message goes as puts, which the unlock waits for.
TEST(FarPiggyback, MuchIsPut) {
    count_pairs([](const polder_ga *lock) {
        const polder_ga there = board(1);
        for (unsigned round = 1; round < 4; ++round) {
            upc_lock(*lock);
            const Sent before = sent();
            for (unsigned i = 0; i < 1000; ++i)
                polder_far_put8(there + 8 * i, round * 1000 + i);
            upc_unlock(*lock);
            const Sent now = since(before);
            REQUIRE(now.messages == 1 && now.puts >= 1 && now.puts <= 3);
            for (unsigned i = 0; i < 1000; i += 100)
                REQUIRE(polder_far_get8(there + 8 * i) == round * 1000 + i);
        }
    });
}

TEST(FarPiggyback, PiecesOfAFenceAreOneMessage) {
    count_pairs([](const polder_ga *) {
        const polder_ga there = board(1);
        for (unsigned round = 1; round < 20; ++round) {
            const Sent before = sent();
            for (unsigned i = 0; i < 10; ++i)
                polder_far_put4(there + 3000 * i, round + i);
            cache::far_fence();
            const Sent now = since(before);
            REQUIRE(now.messages == 1 && now.puts == 0);
            for (unsigned i = 0; i < 10; ++i)
                REQUIRE(polder_far_get4(there + 3000 * i) == round + i);
        }
    });
}

// Locks and what they guard are everywhere, not always at the same node: nobody's addition is lost.
TEST(FarPiggyback, WhoeverHasTheLockSeesAll) {
    on_all_jobs([](unsigned me) {
        const unsigned count = 2 * threads();
        polder_ga locks[16];
        for (unsigned i = 0; i < count; ++i) {
            if (i % threads() == me) meeting->word[i] = upc_global_lock_alloc();
            polder_barrier(0, 0);
            locks[i] = meeting->word[i];
        }
        constexpr unsigned rounds = 60;
        for (unsigned i = 0; i < rounds * count; ++i) {
            const unsigned l = (i * 7 + me * 3) % count;
            const polder_ga mine = board(l % threads()) + 4096 + 1536 * l,
                            elsewhere = board((l + 1) % threads()) + 65536 + 40 * l;
            upc_lock(locks[l]);
            write(mine, read(mine) + 1);
            write(elsewhere, read(elsewhere) + 1);
            if (i % 3 == 0) write(mine + 600, read(mine) + read(elsewhere));
            upc_unlock(locks[l]);
            write(board(l % threads()) + 200000 + 8 * me, i); // pending when the next one is asked for
        }
        polder_barrier(0, 0);
        for (unsigned l = 0; l < count; ++l) {
            REQUIRE(read(board(l % threads()) + 4096 + 1536 * l) == std::uint64_t{rounds} * threads());
            REQUIRE(read(board((l + 1) % threads()) + 65536 + 40 * l) == std::uint64_t{rounds} * threads());
        }
        polder_barrier(0, 0);
        for (unsigned i = me; i < count; i += threads())
            upc_lock_free(locks[i]);
    });
}

// A piggybacked data that does not add up writes nothing where it goes wrong, and brings nothing.
TEST(FarPiggyback, IsNotBelieved) {
    run_all([](unsigned me) {
        const polder_ga here = board(me);
        const std::uint64_t value = 77;
        std::uint64_t *word = static_cast<std::uint64_t *>(near_pointer(here));
        rpc::Piggyback piggyback;
        rpc::piggyback_clear(piggyback);
        rpc::PiggybackLoader{piggyback}.add(here, &value, 8);
        const std::size_t size = rpc::piggyback_size(piggyback);
        *word = 0;
        for (const std::size_t bytes : {std::size_t{0}, std::size_t{8}, size - 8, size + 8})
            rpc::PiggybackIn(&piggyback, bytes).take_in();
        REQUIRE(*word == 0);
        rpc::PiggybackPiece &piece = *reinterpret_cast<rpc::PiggybackPiece *>(piggyback.pieces);
        for (const rpc::PiggybackPiece wrong : {rpc::PiggybackPiece{here, 1 << 20},
                                                {here, ~0ul},
                                                {here, ~0ul - 8},
                                                {here, 0},
                                                {8, 8},
                                                {polder_job.first + polder_job.length - 4, 8}}) {
            piece = wrong;
            rpc::PiggybackIn(&piggyback, size).take_in();
        }
        REQUIRE(*word == 0);
        piece = {here, 8};
        rpc::PiggybackIn(&piggyback, size).take_in();
        REQUIRE(*word == 77);
        alignas(8) char lines[rpc::piggyback_lines * rpc::piggyback_line_bytes];
        piggyback.lines = 1;
        piggyback.line[0] = polder_job.first + polder_job.length - 8;
        REQUIRE(rpc::PiggybackIn(&piggyback, size).gather(lines) == 0);
        piggyback.lines = rpc::piggyback_lines + 1;
        REQUIRE(rpc::PiggybackIn(&piggyback, size).gather(lines) == 0);
        piggyback.lines = 1;
        piggyback.line[0] = here;
        REQUIRE(rpc::PiggybackIn(&piggyback, size).gather(lines) == rpc::piggyback_line_bytes);
        REQUIRE(std::memcmp(lines, &value, 8) == 0);
        meet();
    });
}

} // namespace
