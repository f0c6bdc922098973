// Transfers between nodes: everything arrives whole, where and when it was promised. Also the order
// of a thread's own accesses, fences with several threads at one end, handles and implicit scopes,
// and what it costs in locks.
#include "runtime/atomic/atomic.h"
#include "runtime/put/put_pool.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"
#include "tests/unit/runtime/net_nodes.h"

#include <numeric>

using namespace polder;
using namespace polder::test;

namespace {

unsigned char byte_of(std::size_t i, unsigned seed) {
    return static_cast<unsigned char>((i * 2654435761u >> 13) + seed * 37);
}
std::vector<unsigned char> pattern(std::size_t bytes, unsigned seed) {
    std::vector<unsigned char> data(bytes);
    for (std::size_t i = 0; i < bytes; ++i)
        data[i] = byte_of(i, seed);
    return data;
}
unsigned char *own_board() {
    return static_cast<unsigned char *>(near_pointer(board(mythread())));
}

const std::size_t sizes[] = {1,    2,    7,    8,    16,    63,     64,     127,     128,    129,
                             1000, 4096, 8192, 8193, 65536, 262144, 262145, 1000000, 5000000};

// Everybody writes to the next thread, which looks at its memory and writes back.
TEST(Transfers, PutsArriveWhole) {
    run_all([](unsigned me) {
        for (const std::size_t bytes : sizes) {
            const auto data = pattern(bytes, me);
            rma::copy_put(board(next(me)) + 3, data.data(), bytes);
            cache::far_fence();
            meet();
            const unsigned from = (me + threads() - 1) % threads();
            REQUIRE(std::memcmp(own_board() + 3, pattern(bytes, from).data(), bytes) == 0);
            meet();
        }
    });
}

TEST(Transfers, GetsArriveWhole) {
    run_all([](unsigned me) {
        const auto all = pattern(6000000, me);
        std::memcpy(own_board(), all.data(), all.size());
        meet();
        for (const std::size_t bytes : sizes) {
            std::vector<unsigned char> here(bytes + 2, 0xEE);
            rma::copy_get(here.data() + 1, board(next(me)) + 5, bytes);
            const auto wanted = pattern(6000000, next(me));
            REQUIRE(std::memcmp(here.data() + 1, wanted.data() + 5, bytes) == 0);
            REQUIRE(here[0] == 0xEE && here[bytes + 1] == 0xEE);
        }
        meet();
    });
}

// A thread sees its own puts, whatever their sizes, and the last of several to one place stays.
TEST(Transfers, OwnAccessesKeepTheirOrder) {
    run_all([](unsigned me) {
        const polder_ga there = board(next(me));
        for (unsigned round = 0; round < 300; ++round) {
            std::uint64_t value = me * 1000003ull + round, seen = 0;
            rma::copy_put(there, &value, sizeof value);
            if (round % 3 == 0) {
                value += 7;
                rma::copy_put(there, &value, sizeof value);
            }
            rma::copy_get(&seen, there, sizeof seen);
            REQUIRE(seen == value);
        }
        const auto a = pattern(100000, 1), b = pattern(100000, 2);
        for (unsigned round = 0; round < 10; ++round) {
            std::vector<unsigned char> seen(a.size());
            rma::copy_put(there + 64, a.data(), a.size());
            rma::copy_put(there + 64 + 500, b.data() + 500, 3000);
            rma::copy_get(seen.data(), there + 64, seen.size());
            REQUIRE(std::memcmp(seen.data() + 500, b.data() + 500, 3000) == 0);
            REQUIRE(std::memcmp(seen.data() + 3500, a.data() + 3500, a.size() - 3500) == 0);
        }
        meet();
    });
}

// The same where the conduit promises no order: the thread waits for the puts an access overlaps,
// and for no others.
TEST(Transfers, OrderIsKeptHereWhereTheConduitHasNone) {
    run_all([](unsigned me) {
        const_cast<ConduitCaps *>(net::net.caps)->ordered = false;
        for (std::uint64_t round = 1; round <= 300; ++round) {
            const polder_ga there = board(next(me)) + round % 50 * 8;
            std::uint64_t value = me * 1000003ull + round, seen[2] = {};
            rma::copy_put(there, &value, 8);
            ++value;
            rma::copy_put(there, &value, 8);
            rma::copy_get(seen, there - (round % 50 ? 8 : 0), 16);
            REQUIRE(seen[round % 50 ? 1 : 0] == value);
        }
        meet();
    });
}

// The source of a put may be changed at once.
TEST(Transfers, SourcesMayBeReused) {
    run_all([](unsigned me) {
        std::vector<std::uint32_t> source(5000);
        for (std::uint32_t round = 0; round < 200; ++round) {
            const std::size_t count = 1 + round * 23 % source.size();
            std::fill(source.begin(), source.end(), round);
            rma::copy_put(board(next(me)) + round * 20480ull, source.data(), count * sizeof source[0]);
            std::fill(source.begin(), source.end(), ~0u);
        }
        cache::far_fence();
        meet();
        for (std::uint32_t round = 0; round < 200; ++round) {
            const std::size_t count = 1 + round * 23 % source.size();
            const auto *here = reinterpret_cast<const std::uint32_t *>(own_board() + round * 20480ull);
            REQUIRE(here[0] == round && here[count - 1] == round);
        }
        meet();
    });
}

// Data first, then a flag behind a fence: whoever sees the flag sees the data.
TEST(Transfers, FencesComplete) {
    run_all([](unsigned me) {
        auto &flag = *reinterpret_cast<std::atomic<std::uint64_t> *>(own_board());
        const polder_ga there = board(next(me));
        for (std::uint64_t round = 1; round <= 200; ++round) {
            const std::size_t words = 1 + round * 7 % 300;
            std::vector<std::uint64_t> data(words, round);
            for (std::size_t i = 0; i < words; ++i)
                rma::copy_put(there + 64 + 8 * i, &data[i], 8);
            cache::far_fence();
            rma::copy_put(there, &round, 8);
            while (flag.load(std::memory_order_acquire) < round)
                if (!net::net_poll()) sched_yield();
            for (std::size_t i = 0; i < words; ++i)
                REQUIRE(reinterpret_cast<std::uint64_t *>(own_board() + 64)[i] == round);
            cache::far_fence();
            meet();
        }
    });
}

// One thread fences while another of the same end goes on putting: the fence comes back.
TEST(Transfers, FenceWaitsForOwnPutsOnly) {
    for (NetJob job : net_jobs()) {
        job.nodes = {{2, 1}, {1, 1}};
        EXPECT_EQ(run_net(job,
                          [](unsigned me) {
                              std::uint64_t value = 1;
                              if (me == 0) {
                                  for (int i = 0; i < 200; ++i) {
                                      rma::copy_put(board(2) + 8, &value, 8);
                                      cache::far_fence();
                                  }
                                  meeting->word[0].store(1);
                              }
                              if (me == 1)
                                  while (!meeting->word[0].load())
                                      rma::copy_put(board(2) + 64, &value, 8);
                              meet();
                          }),
                  0)
            << name_of(job);
    }
}

TEST(Transfers, FillAndCopyBetweenOthers) {
    run_all([](unsigned me) {
        for (const std::size_t bytes : {1ul, 100ul, 9000ul, 300000ul, 3000000ul}) {
            if (me == 0) rma::fill_shared(board(threads() - 1) + 1, 0x5A, bytes);
            cache::far_fence();
            meet();
            // Thread 0 copies from the last thread to the one before it: far to far where there are
            // three nodes.
            if (me == 0) rma::copy_shared(board(threads() - 2) + 2, board(threads() - 1) + 1, bytes);
            cache::far_fence();
            meet();
            if (me == threads() - 2)
                for (std::size_t i = 0; i < bytes; ++i)
                    REQUIRE(own_board()[2 + i] == 0x5A);
            meet();
            std::memset(own_board(), 0, bytes + 8);
            meet();
        }
    });
}

// ---- handles ----

TEST(Transfers, HandlesInAnyOrder) {
    run_all([](unsigned me) {
        constexpr unsigned count = 300;
        std::vector<std::uint64_t> source(count), seen(count);
        std::iota(source.begin(), source.end(), me * 1000ull);
        std::vector<rma::TransferHandle> handles;
        for (unsigned i = 0; i < count; ++i)
            handles.push_back(rma::async_put(board(next(me)) + 8 * i, &source[i], 8));
        for (unsigned i = 0; i < count; ++i)
            rma::async_wait(handles[i * 7 % count]);
        handles.clear();
        for (unsigned i = 0; i < count; ++i)
            handles.push_back(rma::async_get(&seen[i], board(next(me)) + 8 * i, 8));
        for (unsigned i = count; i-- > 0;)
            while (!rma::async_try(handles[i])) {
            }
        REQUIRE(seen == source);
        for (const rma::TransferHandle handle : handles)
            REQUIRE(handle == 0 || !rma::async_is_handle(handle));
        meet();
    });
}

TEST(Transfers, LargeOnesWithHandles) {
    run_all([](unsigned me) {
        const auto data = pattern(4000000, me);
        auto source = data;
        const rma::TransferHandle put = rma::async_put(board(next(me)), source.data(), source.size());
        while (!rma::async_is_read(put)) {
        }
        std::fill(source.begin(), source.end(), 0);
        rma::async_wait(put);
        std::vector<unsigned char> seen(data.size());
        rma::async_wait(rma::async_get(seen.data(), board(next(me)), seen.size()));
        REQUIRE(seen == data);
        meet();
    });
}

TEST(Transfers, ImplicitScope) {
    run_all([](unsigned me) {
        std::vector<std::uint32_t> source(2000), seen(2000);
        std::iota(source.begin(), source.end(), me);
        for (unsigned i = 0; i < source.size(); ++i)
            rma::async_implicit(rma::async_put(board(next(me)) + 4 * i, &source[i], 4));
        rma::async_wait_implicit();
        REQUIRE(rma::async_try_implicit());
        for (unsigned i = 0; i < seen.size(); ++i)
            rma::async_implicit(rma::async_get(&seen[i], board(next(me)) + 4 * i, 4));
        while (!rma::async_try_implicit()) {
        }
        REQUIRE(seen == source);
        meet();
    });
}

// Each scope has its own, of all kinds; they end in any order.
TEST(Transfers, ScopesAreApart) {
    run_all([](unsigned me) {
        constexpr unsigned scopes = 30; // more than the first block of the table
        rma::ScopeNumber scope[scopes];
        std::vector<std::uint64_t> source(scopes * 100);
        std::vector<std::uint64_t> seen(source.size());
        std::iota(source.begin(), source.end(), std::uint64_t{me} << 32);
        for (unsigned s = 0; s < scopes; ++s)
            scope[s] = rma::scope_make();
        const auto at = [&](unsigned s) { return board(next(me)) + 800 * s; };
        for (unsigned s = 0; s < scopes; ++s) {
            rma::scope_join(scope[s], rma::async_put(at(s), &source[s * 100], 400));
            rma::copy_put(at(s) + 400, &source[s * 100 + 50], 392, scope[s]);
            atomic::atomic_apply(at(s) + 792, {AtomicType::u64, AtomicOperation::set, source[s * 100 + 99], 0, nullptr},
                                 scope[s]);
        }
        for (unsigned s = scopes; s-- > 0;) {
            s % 2 ? rma::scope_wait(scope[s]) : static_cast<void>(0);
            while (!rma::scope_try(scope[s])) {
            }
            REQUIRE(rma::scope_count(scope[s]) == 0);
            rma::scope_join(scope[s], rma::async_get(&seen[s * 100], at(s), 800));
        }
        rma::scope_wait_all();
        REQUIRE(seen == source);
        for (unsigned s = 0; s < scopes; ++s)
            rma::scope_end(scope[s]);
        REQUIRE(!rma::scope_exists(scope[3]) && rma::scope_make() == scope[0]);
        rma::scope_end(scope[0]);
        meet();
    });
}

TEST(Transfers, SignalIsSetAfterThePut) {
    run_all([](unsigned me) {
        auto &signal = *reinterpret_cast<std::atomic<std::uint64_t> *>(own_board());
        for (const std::size_t bytes : {8ul, 500ul, 20000ul, 600000ul, 9ul}) {
            const auto data = pattern(bytes, me + static_cast<unsigned>(bytes));
            const rma::TransferHandle put =
                rma::async_put_signal(board(next(me)) + 64, data.data(), bytes, {board(next(me)), bytes, true});
            while (signal.load(std::memory_order_acquire) != bytes)
                if (!net::net_poll()) sched_yield();
            const unsigned from = (me + threads() - 1) % threads();
            REQUIRE(std::memcmp(own_board() + 64, pattern(bytes, from + static_cast<unsigned>(bytes)).data(), bytes) ==
                    0);
            rma::async_wait(put);
            meet();
        }
    });
}

TEST(Transfers, SignalComesAfterThePut) {
    run_all([](unsigned me) {
        auto &signal = *reinterpret_cast<std::atomic<std::uint64_t> *>(own_board());
        std::uint64_t total = 0;
        for (const std::size_t bytes : {8ul, 500ul, 20000ul, 600000ul}) {
            const auto data = pattern(bytes, me + static_cast<unsigned>(bytes));
            const rma::TransferHandle put =
                rma::async_put_signal(board(next(me)) + 64, data.data(), bytes, {board(next(me)), 3, false});
            total += 3;
            while (signal.load(std::memory_order_acquire) < total)
                if (!net::net_poll()) sched_yield();
            const unsigned from = (me + threads() - 1) % threads();
            REQUIRE(std::memcmp(own_board() + 64, pattern(bytes, from + static_cast<unsigned>(bytes)).data(), bytes) ==
                    0);
            rma::async_wait(put);
            meet();
        }
    });
}

// ---- several system threads of one UPC thread ----

struct Worker {
    unsigned number;
    long delta;
};
void *work(void *argument) {
    const Worker &worker = *static_cast<Worker *>(argument);
    polder_delta = worker.delta;
    const polder_ga there = board(next(mythread())) + worker.number * 65536;
    for (std::uint64_t i = 0; i < 500; ++i) {
        rma::copy_put(there + 8 * i, &i, 8);
        if (i % 50 == 49) {
            std::uint64_t seen = 0;
            rma::copy_get(&seen, there + 8 * (i - 20), 8);
            REQUIRE(seen == i - 20);
            rma::async_wait(rma::async_get(&seen, there + 8 * (i - 30), 8));
            REQUIRE(seen == i - 30);
        }
    }
    return nullptr;
}

// What workers put is complete after their master's fence.
TEST(Transfers, WorkersOfAThread) {
    run_all([](unsigned) {
        Worker workers[4];
        pthread_t handles[4];
        for (unsigned i = 0; i < 4; ++i) {
            workers[i] = {i, polder_delta};
            if (i) pthread_create(&handles[i], nullptr, work, &workers[i]);
        }
        work(&workers[0]);
        for (unsigned i = 1; i < 4; ++i)
            pthread_join(handles[i], nullptr);
        cache::far_fence();
        meet();
        for (unsigned w = 0; w < 4; ++w)
            for (std::uint64_t i = 0; i < 500; ++i)
                REQUIRE(reinterpret_cast<std::uint64_t *>(own_board() + w * 65536)[i] == i);
        meet();
    });
}

struct ScopeWorker {
    unsigned number;
    long delta;
    rma::ScopeNumber common;
    std::uint64_t *seen; // a word a worker
    pthread_barrier_t *workers;
};
// Each waits for what all have begun in the common scope, while others use their entries again.
void *use_scopes(void *argument) {
    const ScopeWorker &worker = *static_cast<ScopeWorker *>(argument);
    polder_delta = worker.delta;
    const polder_ga there = board(next(mythread()));
    const rma::ScopeNumber own = rma::scope_make();
    std::uint64_t other[8];
    for (std::uint64_t round = 0; round < 100; ++round) {
        rma::scope_join(worker.common,
                        rma::async_get(&worker.seen[worker.number], there + 8 * (4 * round + worker.number), 8));
        pthread_barrier_wait(worker.workers);
        if ((round + worker.number) % 3)
            rma::scope_wait(worker.common);
        else
            while (!rma::scope_try(worker.common)) {
            }
        for (unsigned w = 0; w < 4; ++w)
            REQUIRE(worker.seen[w] == 7 * (4 * round + w) + 1);
        for (unsigned i = 0; i < 8; ++i)
            rma::scope_join(own, rma::async_get(&other[i], there + 8 * (round + i), 8));
        pthread_barrier_wait(worker.workers);
        worker.seen[worker.number] = 0;
        rma::scope_wait(own);
        for (unsigned i = 0; i < 8; ++i)
            REQUIRE(other[i] == 7 * (round + i) + 1);
    }
    rma::scope_end(own);
    return nullptr;
}

TEST(Transfers, ScopesOfWorkers) {
    run_all([](unsigned) {
        for (std::uint64_t i = 0; i < 400; ++i)
            reinterpret_cast<std::uint64_t *>(own_board())[i] = 7 * i + 1;
        meet();
        ScopeWorker workers[4];
        pthread_t handles[4];
        pthread_barrier_t barrier;
        std::uint64_t seen[4] = {};
        pthread_barrier_init(&barrier, nullptr, 4);
        const rma::ScopeNumber common = rma::scope_make();
        for (unsigned i = 0; i < 4; ++i) {
            workers[i] = {i, polder_delta, common, seen, &barrier};
            if (i) pthread_create(&handles[i], nullptr, use_scopes, &workers[i]);
        }
        use_scopes(&workers[0]);
        for (unsigned i = 1; i < 4; ++i)
            pthread_join(handles[i], nullptr);
        pthread_barrier_destroy(&barrier);
        rma::scope_end(common);
        meet();
    });
}

struct Fencer {
    long delta;
    rma::ScopeNumber scope;
    polder_ga to;
};
void *order_behind_fence(void *argument) {
    const Fencer &fencer = *static_cast<Fencer *>(argument);
    polder_delta = fencer.delta;
    rma::scope_order(fencer.scope, fencer.to);
    REQUIRE(rma::scope_count(fencer.scope) == 0);
    return nullptr;
}

// What is begun behind a fence has waited for all that went to its node before. So it is in the
// system thread that has begun these, and in another. Each operation takes 20 ms.
TEST(Transfers, FenceOfAScopeOrders) {
    NetJob job;
    job.nodes = {{1, 1}, {1, 1}};
    job.hooks = "delay:20ms";
    const auto body = [](unsigned me) {
        const rma::ScopeNumber scope = rma::scope_make();
        const polder_ga there = board(next(me));
        std::vector<std::uint64_t> source(40000, me);
        for (unsigned round = 0; round < 4; ++round) {
            rma::scope_join(scope, rma::async_put(there + 1024, source.data(), 8 * source.size()));
            rma::copy_put(there, &source[1], 8, scope);
            atomic::atomic_apply(there + 8, {AtomicType::u64, AtomicOperation::add, 1, 0, nullptr}, scope);
            rma::scope_fence(scope);
            Fencer fencer = {polder_delta, scope, there};
            pthread_t other;
            if (round % 2) {
                REQUIRE(pthread_create(&other, nullptr, order_behind_fence, &fencer) == 0);
                pthread_join(other, nullptr);
            } else {
                order_behind_fence(&fencer);
            }
            rma::scope_wait(scope);
        }
        rma::scope_end(scope);
        meet();
    };
    EXPECT_EQ(run_net(job, body), 0);
}

// ---- costs ----

// One thread a process and nobody else in it: nothing is locked, by us or by the conduit.
TEST(Transfers, OneThreadTakesNoLock) {
    for (NetJob job : net_jobs()) {
        if (job.nodes[0].first > 1 || std::string(job.progress) != "poll") continue;
        EXPECT_EQ(run_net(job,
                          [](unsigned me) {
                              std::uint64_t value = 5, seen = 0;
                              for (int i = 0; i < 1000; ++i) {
                                  rma::copy_put(board(next(me)), &value, 8);
                                  rma::copy_get(&seen, board(next(me)), 8);
                              }
                              cache::far_fence();
                              REQUIRE(put::put_counts().puts == 1000 && put::put_counts().locks == 0);
                              REQUIRE(net::net_lock.taken.load() == 0);
                              REQUIRE(net::net.table->counts(*net::net.conduit).locks == 0);
                              meet();
                          }),
                  0)
            << name_of(job);
    }
}

// What is nobody's memory ends the job, whoever is asked.
TEST(Transfers, StrayAddressesAreNamed) {
    for (NetJob job : net_jobs())
        EXPECT_EQ(run_net(job,
                          [](unsigned me) {
                              if (me == 0) {
                                  char byte = 0;
                                  rma::copy_get(&byte, ga_of_segment(threads()), 1);
                                  _exit(0);
                              }
                              meet();
                          }),
                  1)
            << name_of(job);
}

} // namespace
