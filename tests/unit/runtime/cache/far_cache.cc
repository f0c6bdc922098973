// The cache of far accesses: what a thread sees, what others see, and how many messages it takes.
#include "conduits/hook/stats.h"
#include "runtime/atomic/atomic.h"
#include "runtime/cache/lines.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"
#include "runtime/rma/strided.h"
#include "tests/unit/runtime/net_nodes.h"

#include <random>

using namespace polder;
using namespace polder::test;

namespace {

std::uint64_t *own_words() {
    return static_cast<std::uint64_t *>(near_pointer(board(mythread())));
}
// A thread of another node.
unsigned far_thread(unsigned me) {
    for (unsigned t = next(me);; t = (t + 1) % threads())
        if (!on_node(t)) return t;
}
std::uint64_t started(ConduitKind kind) {
    ConduitStats stats;
    REQUIRE(conduit_stats(*net::net.conduit, every_peer, &stats));
    return stats[kind].started;
}
std::vector<NetJob> counted_jobs() {
    setenv("POLDER_CACHE_WAIT", "0", 1); // a busy machine must not send anything in between
    std::vector<NetJob> jobs;
    for (NetJob job : net_jobs())
        if (!*job.hooks) {
            job.hooks = "stats";
            jobs.push_back(job);
        }
    return jobs;
}
void count_all(const std::function<void(unsigned)> &body) {
    for (const NetJob &job : counted_jobs())
        EXPECT_EQ(run_net(job, body), 0) << name_of(job);
}

// One thread a process, so that the counts of its end are its own.
void count_pairs(const std::function<void(unsigned)> &body) {
    for (const NetJob &job : counted_jobs()) {
        if (job.nodes.size() != 2 || job.nodes[0].first != 1) continue;
        EXPECT_EQ(run_net(job, body), 0) << name_of(job);
    }
}

TEST(FarCache, ReadsThatGoThroughMemoryAreFewGets) {
    count_pairs([](unsigned me) {
        for (unsigned i = 0; i < 4096; ++i)
            own_words()[i] = me * 10000 + i;
        meet();
        polder_far_fence();
        const std::uint64_t before = started(ConduitKind::get);
        const polder_ga there = board(next(me));
        for (unsigned i = 0; i < 4096; ++i)
            REQUIRE(polder_far_get8(there + 8 * i) == next(me) * 10000 + i);
        const std::uint64_t gets = started(ConduitKind::get) - before;
        REQUIRE(gets >= 1 && gets <= 6); // 32 KiB: 2 lines, 4, and ahead of them 4, 8, 16 or more
        REQUIRE(cache::far_cache_counts().fetches == gets);
        meet();
    });
}

// What was read in the epoch before comes at once, in whatever order it is asked for. What was
// brought in vain is not brought again.
TEST(FarCache, WhatWasReadTogetherComesTogether) {
    count_pairs([](unsigned me) {
        const polder_ga there = board(next(me));
        const auto read = [&](unsigned i) { REQUIRE(polder_far_get8(there + 8 * i) == next(me) * 10000 + i); };
        for (unsigned i = 0; i < 4096; ++i)
            own_words()[i] = me * 10000 + i;
        meet();
        polder_far_fence();
        for (unsigned i = 0; i < 4096; i += 100)
            read(i);
        for (unsigned round = 0; round < 5; ++round) {
            polder_far_fence();
            const cache::FarCacheCounts before = cache::far_cache_counts();
            for (unsigned i = 0; i < 4096; ++i)
                read(i * 1237 % 4096);
            REQUIRE(cache::far_cache_counts().fetches - before.fetches <=
                    4); // 32 KiB, perhaps where places wrap; behind the first address and before it
            REQUIRE(cache::far_cache_counts().lines - before.lines <= 34);
        }
        polder_far_fence();
        read(2000); // brings all
        const std::uint64_t lines = cache::far_cache_counts().lines;
        polder_far_fence();
        read(2000);
        REQUIRE(cache::far_cache_counts().lines - lines <= 2);
        meet();
    });
}

// The first write behind a fence is on its way at once, as somebody may be waiting for it; others
// are collected.
TEST(FarCache, FirstWriteBehindAFenceIsNotKept) {
    count_pairs([](unsigned me) {
        const polder_ga there = board(next(me));
        meet();
        for (unsigned round = 0; round < 20; ++round) {
            polder_far_fence();
            const std::uint64_t before = started(ConduitKind::put);
            polder_far_put8(there + 16 * round, 1);
            REQUIRE(started(ConduitKind::put) - before == 1);
            polder_far_put8(there + 16 * round + 8, 1);
            polder_far_put8(there + 2048, round);
            REQUIRE(started(ConduitKind::put) - before == 1);
        }
        meet();
    });
}

// What is asked for early is under way at once, whatever waits for it. What is here, under way or
// written to is not asked for.
TEST(FarCache, EarlyReadsAreUnderWayTogether) {
    count_pairs([](unsigned me) {
        const polder_ga there = board(next(me)), at[] = {there, there + 8192, there + 20000, there + 8200};
        for (unsigned i = 0; i < 4096; ++i)
            own_words()[i] = me * 10000 + i;
        meet();
        REQUIRE(polder_far_get8(there + 30000) ==
                next(me) * 10000 + 3750); // who is not connected yet starts nothing that nobody waits for
        for (unsigned round = 0; round < 20; ++round) {
            polder_far_fence();
            const cache::FarCacheCounts before = cache::far_cache_counts();
            polder_far_ahead(at, 4);
            REQUIRE(cache::far_cache_counts().fetches - before.fetches == 3);
            REQUIRE(cache::far_cache_counts().ahead - before.ahead == 3);
            polder_far_ahead(at, 4);
            for (const polder_ga one : at)
                REQUIRE(polder_far_get8(one) == next(me) * 10000 + (one - there) / 8);
            polder_far_ahead(at, 4);
            REQUIRE(cache::far_cache_counts().fetches - before.fetches == 3);
        }
        polder_far_fence();
        meet();
        const std::uint64_t fetches = cache::far_cache_counts().fetches;
        polder_far_put8(there + 16384, 1); // the first write behind a fence is not kept
        polder_far_put8(there, 1);
        polder_far_ahead(at, 1);
        REQUIRE(cache::far_cache_counts().fetches == fetches);
        REQUIRE(polder_far_get8(there) == 1 && polder_far_get8(there + 8) == next(me) * 10000 + 1);
        const polder_ga nobody[] = {0, 8, board(me)};
        polder_far_ahead(nobody, 3);
        meet();
    });
}

TEST(FarCache, WritesThatGoThroughMemoryAreFewPuts) {
    count_pairs([](unsigned me) {
        const polder_ga there = board(next(me));
        const std::uint64_t before = started(ConduitKind::put);
        for (unsigned i = 0; i < 4096; ++i)
            polder_far_put8(there + 8 * i, me * 10000 + i);
        polder_far_fence();
        REQUIRE(started(ConduitKind::put) - before <= 3); // 32 KiB, and where places wrap
        meet();
        for (unsigned i = 0; i < 4096; ++i)
            REQUIRE(own_words()[i] == next(me) * 10000 + i);
        meet();
    });
}

// What a fence separates is not merged: the reader sees each value the writer has published.
TEST(FarCache, FencesEndWhatIsValid) {
    count_all([](unsigned me) {
        own_words()[7] = 0;
        own_words()[100] = 0;
        meet();
        const unsigned there = far_thread(me);
        for (std::uint64_t round = 1; round < 40; ++round) {
            own_words()[100] = round;
            own_words()[7] = round;
            meet();
            polder_far_fence();
            REQUIRE(polder_far_get8(board(there) + 56) == round);
            REQUIRE(polder_far_get8(board(there) + 800) == round);
            meet();
        }
    });
}

// A neighbour's bytes that another thread writes meanwhile stay as that one left them.
TEST(FarCache, OnlyWrittenBytesAreSent) {
    count_all([](unsigned me) {
        // Bytes of thread 0's board, dealt out to all threads in turn; each also reads all of them
        // before.
        const polder_ga there = board(0);
        unsigned sum = 0;
        for (unsigned i = 0; i < 3000; i += 64)
            sum += polder_is_near_nnode(there) ? 0 : polder_far_get1(there + i);
        REQUIRE(sum == 0);
        meet();
        for (unsigned i = me; i < 3000; i += threads())
            if (polder_is_near_nnode(there))
                static_cast<unsigned char *>(near_pointer(there))[i] = static_cast<unsigned char>(i % 251 + 1);
            else
                polder_far_put1(there + i, static_cast<unsigned char>(i % 251 + 1));
        polder_far_fence();
        meet();
        if (me == 0)
            for (unsigned i = 0; i < 3000; ++i)
                REQUIRE(reinterpret_cast<unsigned char *>(own_words())[i] == i % 251 + 1);
        meet();
    });
}

// A thread that waits for a relaxed write sees it in the end, also one that waits for two in turn.
TEST(FarCache, WaitingReadsAskAgain) {
    count_all([](unsigned me) {
        own_words()[0] = own_words()[1] = 0;
        meet();
        const polder_ga there = board(far_thread(me));
        REQUIRE(polder_far_get8(there) == 0 || true);
        meet();
        own_words()[0] = 1;
        while (polder_far_get8(there) != 1) {
        }
        own_words()[1] = 1;
        while (polder_far_get8(there) + polder_far_get8(there + 8) != 2) {
        }
        meet();
    });
}

// The same operations on private memory as on far memory, by all paths at random: a thread sees its
// own writes in program order.
TEST(FarCache, AllPathsKeepTheOrderOfAThread) {
    count_all([](unsigned me) {
        constexpr unsigned bytes = 40000;
        std::vector<unsigned char> model(bytes, 0), buffer(bytes), seen(bytes);
        const unsigned there_thread = far_thread(me);
        // Several threads may have the same one far: each has a part of its board.
        const polder_ga there = board(there_thread) + (me + 1) * 65536;
        std::mt19937 random(me * 77 + 5);
        for (unsigned step = 0; step < 6000; ++step) {
            const unsigned kind = random() % 16, size = 1u << random() % 4;
            const unsigned at = random() % 4 ? random() % 3000 / size * size : random() % (bytes - 5000) / size * size;
            const std::uint64_t value = (std::uint64_t{random()} << 32) + random();
            unsigned length = 1 + random() % (random() % 3 ? 300 : 5000);
            std::uint64_t got = 0, wanted = 0;
            switch (kind) {
            case 0:
            case 1:
            case 2:
            case 3:
            case 4:
                std::memcpy(&model[at], &value, size);
                size == 1   ? polder_far_put1(there + at, static_cast<unsigned char>(value))
                : size == 2 ? polder_far_put2(there + at, static_cast<unsigned short>(value))
                : size == 4 ? polder_far_put4(there + at, static_cast<unsigned>(value))
                            : polder_far_put8(there + at, value);
                break;
            case 5:
            case 6:
            case 7:
            case 8:
            case 9:
                std::memcpy(&wanted, &model[at], size);
                got = size == 1   ? polder_far_get1(there + at)
                      : size == 2 ? polder_far_get2(there + at)
                      : size == 4 ? polder_far_get4(there + at)
                                  : polder_far_get8(there + at);
                REQUIRE(got == wanted);
                break;
            case 10:
                for (unsigned i = 0; i < length; ++i)
                    model[at + i] = buffer[i] = static_cast<unsigned char>(random());
                if (length <= 400)
                    polder_far_put(there + at, buffer.data(), length);
                else
                    rma::copy_put(there + at, buffer.data(), length);
                break;
            case 11:
                if (length <= 400)
                    polder_far_get(seen.data(), there + at, length);
                else
                    rma::copy_get(seen.data(), there + at, length);
                REQUIRE(std::memcmp(seen.data(), &model[at], length) == 0);
                break;
            case 12: {
                for (unsigned i = 0; i < length; ++i)
                    model[at + i] = buffer[i] = static_cast<unsigned char>(random());
                const rma::TransferHandle handle = rma::async_put(there + at, buffer.data(), length);
                const unsigned beside = at + length + 5;
                REQUIRE(polder_far_get1(there + beside) == model[beside]);
                rma::async_wait(handle);
                break;
            }
            case 13:
                std::memset(&model[at], static_cast<int>(value & 0xFF), length);
                rma::fill_shared(there + at, static_cast<int>(value & 0xFF), length);
                break;
            case 14: {
                const unsigned word = at / 8 * 8;
                std::memcpy(&wanted, &model[word], 8);
                atomic::atomic_apply(there + word,
                                     {AtomicType::u64, AtomicOperation::add, 3, 0, random() % 2 ? &got : nullptr});
                wanted += 3;
                std::memcpy(&model[word], &wanted, 8);
                break;
            }
            default: {
                polder_ga to[9];
                const void *from[9];
                for (unsigned i = 0; i < 9; ++i) {
                    to[i] = there + at + 24 * i;
                    buffer[i] = model[at + 24 * i] = static_cast<unsigned char>(random());
                    from[i] = &buffer[i];
                }
                rma::indexed_put(9, to, from, 1);
            }
            }
            if (random() % 400 == 0) polder_far_fence();
            if (random() % 400 == 0) cache::far_cache_forget();
        }
        polder_far_fence();
        rma::copy_get(seen.data(), there, bytes);
        REQUIRE(seen == model);
        meet();
    });
}

// Pthreads of a UPC thread, one after the other: each sees what those before it did.
TEST(FarCache, OtherSystemThreadsSeeWhatIsPending) {
    count_all([](unsigned me) {
        const polder_ga there = board(far_thread(me)) + (me + 1) * 65536;
        polder_far_put8(there, 41);
        REQUIRE(polder_far_get8(there + 8) == 0);
        struct Worker {
            long delta;
            polder_ga there;
        } worker{polder_delta, there};
        pthread_t handle;
        pthread_create(
            &handle, nullptr,
            [](void *argument) -> void * {
                const Worker &w = *static_cast<Worker *>(argument);
                polder_delta = w.delta;
                REQUIRE(polder_far_get8(w.there) == 41);
                polder_far_put8(w.there + 8, 42);
                return nullptr;
            },
            &worker);
        pthread_join(handle, nullptr);
        REQUIRE(cache::far_cache_counts().taken == 1);
        REQUIRE(polder_far_get8(there + 8) == 42);
        meet();
    });
}

// Without a cache every access is a message, as it was written.
TEST(FarCache, CanBeSwitchedOff) {
    setting_override(Setting::cache, "0");
    count_pairs([](unsigned me) {
        const polder_ga there = board(next(me));
        const std::uint64_t gets = started(ConduitKind::get), puts = started(ConduitKind::put);
        for (unsigned i = 0; i < 50; ++i) {
            polder_far_put8(there, i);
            REQUIRE(polder_far_get8(there) == i);
        }
        REQUIRE(started(ConduitKind::get) - gets == 50 && started(ConduitKind::put) - puts == 50);
        meet();
    });
    setting_override(Setting::cache, "1m");
}

// No more is kept than was asked for: with room for few lines, everything is still right.
TEST(FarCache, SmallOnesAreRight) {
    setting_override(Setting::cache, "1k");
    count_all([](unsigned me) {
        const polder_ga there = board(far_thread(me)) + (me + 1) * 262144;
        for (unsigned i = 0; i < 30000; ++i)
            polder_far_put8(there + 8 * (i * 7919 % 30000), i);
        for (unsigned i = 0; i < 30000; ++i)
            REQUIRE(polder_far_get8(there + 8 * (i % 3 ? i : 29999 - i)) % 30000 * 7919 % 30000 ==
                    (i % 3 ? i : 29999 - i));
        meet();
    });
    setting_override(Setting::cache, "1m");
}

} // namespace
