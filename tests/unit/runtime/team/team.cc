// Teams and their operations, through the public interface, on threads, processes and a mix.
// Operations are under way side by side, and others wait meanwhile. Messages are counted where that
// shows something.
#include "runtime/am/am.h"
#include "runtime/team/create.h"

#include "tests/unit/runtime/job_fixture.h"

#include <polder/polder.h>
#include <polder/team.h>

#include <cstring>
#include <random>
#include <thread>

using namespace polder;
using namespace polder::coll;
using namespace polder::team;
using namespace polder::test;

namespace {

void each_job(std::initializer_list<unsigned> sizes, const std::function<void(unsigned)> &body) {
    for (unsigned threads : sizes)
        for (JobOptions options : mappings(threads))
            EXPECT_EQ(run_job(options, body), 0) << threads << " threads, " << options.processes << " processes";
}

TEST(Ranks, ProgressionsTakeNoMemory) {
    const std::uint32_t rows[] = {4, 5, 6, 7}, columns[] = {1, 5, 9, 13}, back[] = {9, 6, 3, 0},
                        mixed[] = {3, 1, 4, 1000, 5, 9, 2, 6};
    RankMap ranks;
    for (const auto *list : {rows, columns, back}) {
        ASSERT_TRUE(ranks.assign(list, 4));
        EXPECT_EQ(ranks.runs(), 1u);
        for (unsigned r = 0, found; r < 4; ++r) {
            EXPECT_EQ(ranks.thread(r), list[r]);
            ASSERT_TRUE(ranks.rank_of(list[r], &found));
            EXPECT_EQ(found, r);
        }
    }
    unsigned found;
    EXPECT_FALSE(ranks.rank_of(12, &found));
    EXPECT_FALSE(ranks.rank_of(1, &found));
    ASSERT_TRUE(ranks.assign(mixed, 8));
    for (unsigned r = 0; r < 8; ++r) {
        EXPECT_EQ(ranks.thread(r), mixed[r]);
        ASSERT_TRUE(ranks.rank_of(mixed[r], &found));
        EXPECT_EQ(found, r);
    }
    EXPECT_FALSE(ranks.rank_of(7, &found));
    ASSERT_TRUE(ranks.assign(mixed, 1));
    EXPECT_EQ(ranks.thread(0), 3u);
}

// ---- one operation after the other, with what must come out ----

long value(int rank, std::size_t i) {
    return (rank + 1) * 1000 + static_cast<long>(i % 997);
}

void check_operations(polder_team *team, std::size_t count) {
    const int n = polder_team_size(team), me = polder_team_rank(team), root = n / 2;
    std::vector<long> mine(count), one(count), all(count * n), out(count * n);
    for (std::size_t i = 0; i < count; ++i)
        mine[i] = value(me, i);
    const std::size_t bytes = count * sizeof(long);
    polder_team_barrier(team);
    one = mine;
    polder_team_broadcast(team, one.data(), bytes, root);
    for (std::size_t i = 0; i < count; ++i)
        REQUIRE(one[i] == value(root, i));
    polder_team_gather(team, mine.data(), all.data(), bytes, root);
    for (std::size_t i = 0; me == root && i < all.size(); ++i)
        REQUIRE(all[i] == value(static_cast<int>(i / count), i % count));
    polder_team_allgather(team, mine.data(), all.data(), bytes);
    for (std::size_t i = 0; i < all.size(); ++i)
        REQUIRE(all[i] == value(static_cast<int>(i / count), i % count));
    polder_team_scatter(team, all.data(), one.data(), bytes, root);
    REQUIRE(one == mine);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = value(me, i) + static_cast<long>(i / count);
    polder_team_alltoall(team, all.data(), out.data(), bytes);
    for (std::size_t i = 0; i < out.size(); ++i)
        REQUIRE(out[i] == value(static_cast<int>(i / count), i % count + me * count) + me);
    const polder_reduction add = polder_reduction_of(POLDER_ELEMENT_I64, POLDER_REDUCE_ADD);
    const auto sum = [&](int end, std::size_t i) {
        return end * (end + 1) / 2 * 1000L + end * static_cast<long>(i % 997);
    };
    polder_team_reduce(team, mine.data(), one.data(), count, add, root);
    for (std::size_t i = 0; me == root && i < count; ++i)
        REQUIRE(one[i] == sum(n, i));
    one = mine;
    polder_team_allreduce(team, one.data(), one.data(), count, add);
    for (std::size_t i = 0; i < count; ++i)
        REQUIRE(one[i] == sum(n, i));
    polder_team_scan(team, mine.data(), one.data(), count, add);
    for (std::size_t i = 0; i < count; ++i)
        REQUIRE(one[i] == sum(me + 1, i));
    polder_team_scan_exclusive(team, mine.data(), one.data(), count, add);
    for (std::size_t i = 0; me && i < count; ++i)
        REQUIRE(one[i] == sum(me, i));
}

TEST(Team, OperationsOfTheWorld) {
    each_job({1, 2, 3, 4, 7}, [](unsigned) {
        for (std::size_t count : {1u, 3u, 600u, 40000u})
            check_operations(polder_team_world(), count);
    });
}

// Blocks of different lengths, some of them empty.
TEST(Team, UnevenBlocks) {
    each_job({1, 2, 3, 5}, [](unsigned) {
        polder_team *team = polder_team_world();
        const int n = polder_team_size(team), me = polder_team_rank(team), root = n - 1;
        const auto length = [](int from, int to) { return static_cast<std::size_t>((from * 5 + to * 3) % 4) * 3000; };
        const auto byte = [](int from, int to) { return static_cast<char>(from * 16 + to + 1); };
        std::vector<std::size_t> to_length(n), to_at(n), from_length(n), from_at(n), lengths(n), offsets(n);
        std::size_t to_all = 0, from_all = 0, all = 0;
        for (int r = 0; r < n; ++r) {
            to_length[r] = length(me, r);
            to_at[r] = to_all;
            to_all += to_length[r] + 1;
            from_length[r] = length(r, me);
            from_at[r] = from_all;
            from_all += from_length[r] + 2;
            lengths[r] = length(r, 1);
            offsets[r] = all;
            all += lengths[r] + 3;
        }
        std::vector<char> given(to_all), received(from_all), mine(lengths[me], byte(me, 0)), whole(all);
        for (int r = 0; r < n; ++r)
            std::memset(given.data() + to_at[r], byte(me, r), to_length[r]);
        polder_team_alltoallv(team, given.data(), to_length.data(), to_at.data(), received.data(), from_length.data(),
                              from_at.data());
        for (int r = 0; r < n; ++r)
            for (std::size_t i = 0; i < from_length[r]; ++i)
                REQUIRE(received[from_at[r] + i] == byte(r, me));
        const auto check_whole = [&] {
            for (int r = 0; r < n; ++r)
                for (std::size_t i = 0; i < lengths[r]; ++i)
                    REQUIRE(whole[offsets[r] + i] == byte(r, 0));
        };
        polder_team_allgatherv(team, mine.data(), whole.data(), lengths.data(), offsets.data());
        check_whole();
        std::vector<char> back(lengths[me]);
        polder_team_scatterv(team, whole.data(), lengths.data(), offsets.data(), back.data(), back.size(), root);
        REQUIRE(back == mine);
        std::fill(whole.begin(), whole.end(), 0);
        polder_team_gatherv(team, mine.data(), mine.size(), whole.data(), lengths.data(), offsets.data(), root);
        if (me == root) check_whole();
    });
}

// A function of the program that keeps an order: concatenation of intervals.
struct Interval {
    int first, last, broken;
};
void join(void *sum, const void *right, std::size_t count, void *) {
    for (std::size_t i = 0; i < count; ++i) {
        Interval &a = static_cast<Interval *>(sum)[i];
        const Interval &b = static_cast<const Interval *>(right)[i];
        a.broken |= b.broken | (a.last + 1 != b.first);
        a.last = b.last;
    }
}

TEST(Team, FunctionsOfTheProgramKeepTheOrder) {
    each_job({1, 2, 3, 5, 8}, [](unsigned) {
        polder_team *team = polder_team_world();
        const int n = polder_team_size(team), me = polder_team_rank(team);
        const polder_reduction reduction = {POLDER_ELEMENT_I8, POLDER_REDUCE_ADD, join, nullptr, sizeof(Interval), 0};
        for (std::size_t count : {1u, 700u, 20000u}) {
            std::vector<Interval> mine(count, {me, me, 0}), sum(count);
            const auto expect = [&](int first, int last) {
                for (const Interval &i : sum)
                    REQUIRE(i.first == first && i.last == last && !i.broken);
            };
            polder_team_allreduce(team, mine.data(), sum.data(), count, reduction);
            expect(0, n - 1);
            polder_team_reduce(team, mine.data(), sum.data(), count, reduction, n - 1);
            if (me == n - 1) expect(0, n - 1);
            polder_team_scan(team, mine.data(), sum.data(), count, reduction);
            expect(0, me);
            polder_team_scan_exclusive(team, mine.data(), sum.data(), count, reduction);
            if (me) expect(0, me - 1);
        }
    });
}

// ---- teams ----

TEST(Team, SplitsByColourAndKey) {
    each_job({1, 2, 5, 7}, [](unsigned me) {
        polder_team *world = polder_team_world(), *half, *none;
        const int n = polder_team_size(world), mine = static_cast<int>(me);
        REQUIRE(polder_team_split(world, mine % 2, -mine, &half) == POLDER_OK); // ranks in falling order of threads
        const int size = (n + 1 - mine % 2) / 2;
        REQUIRE(polder_team_size(half) == size);
        REQUIRE(polder_team_thread(half, polder_team_rank(half)) == mine);
        for (int r = 1; r < size; ++r)
            REQUIRE(polder_team_thread(half, r) == polder_team_thread(half, r - 1) - 2);
        REQUIRE(polder_team_translate(half, 0, world) == polder_team_thread(half, 0));
        if (n > 1) REQUIRE(polder_team_translate(world, 1 - mine % 2, half) == -1);
        for (std::size_t count : {1u, 5000u})
            check_operations(half, count);
        REQUIRE(polder_team_split(world, mine == 0 ? -1 : 3, 0, &none) == POLDER_OK);
        REQUIRE((none == nullptr) == (mine == 0));
        if (none) {
            check_operations(none, 2);
            polder_team_destroy(none);
        }
        polder_team *quarter;
        REQUIRE(polder_team_split(half, polder_team_rank(half) / 2, 0, &quarter) == POLDER_OK);
        check_operations(quarter, 100);
        polder_team_destroy(quarter);
        polder_team_destroy(half);
        check_operations(world, 1);
    });
}

// Large parents are split by sorting over their members: the same teams come out, whatever colours
// and keys.
TEST(Team, SplitsBySortingAsByTables) {
    each_job({1, 2, 3, 6, 13}, [](unsigned me) {
        Team &world = team_world();
        std::mt19937 random(me);
        for (unsigned round = 0; round < 60; ++round) {
            const unsigned colours = 1 + round % 5;
            int colour = static_cast<int>(random() % colours), key = static_cast<int>(random() % (round % 7 + 1)) - 2;
            if (round % 4 == 0) { // progressions
                colour = static_cast<int>(me % colours);
                key = static_cast<int>(me) * (round % 8 ? 1 : -1);
            }
            if (round % 3 == 0 && random() % 4 == 0) colour = -1;
            Team *by_table, *by_sorting;
            barrier::barrier_internal();
            most_in_a_table = ~0u;
            barrier::barrier_internal();
            REQUIRE(team_split(world, colour, key, &by_table) == Status::ok);
            barrier::barrier_internal();
            most_in_a_table = 0;
            barrier::barrier_internal();
            const std::uint64_t before = world.engine.messages;
            REQUIRE(team_split(world, colour, key, &by_sorting) == Status::ok);
            REQUIRE(world.engine.messages - before <= 40); // 10 to sort, 8 to scan, a row and a table
            REQUIRE(!by_table == !by_sorting && !by_table == (colour < 0));
            if (!by_table) continue;
            REQUIRE(by_table->size == by_sorting->size && by_table->rank == by_sorting->rank &&
                    by_table->id != by_sorting->id);
            for (unsigned r = 0; r < by_table->size; ++r)
                REQUIRE(team_thread(*by_table, r) == team_thread(*by_sorting, r));
            if (round % 4 == 0 && round % 3) REQUIRE(by_sorting->ranks.runs() == 1);
            check_operations(reinterpret_cast<polder_team *>(by_sorting), 3);
            team_free(by_table);
            team_free(by_sorting);
        }
    });
}

TEST(Team, MadeFromListsAndDuplicated) {
    each_job({2, 5, 7}, [](unsigned me) {
        polder_team *world = polder_team_world(), *team, *twin;
        const int n = polder_team_size(world), list[] = {n - 1, 0}, mine = static_cast<int>(me);
        const bool in = mine == 0 || mine == n - 1;
        REQUIRE(polder_team_create(world, list, in ? 2 : 0, &team) == POLDER_OK);
        REQUIRE((team != nullptr) == in);
        REQUIRE(polder_team_duplicate(world, &twin) == POLDER_OK);
        if (team) {
            REQUIRE(polder_team_rank(team) == (mine == 0));
            polder_team_request *first, *second;
            int a = mine, b = -mine;
            REQUIRE(polder_team_broadcast_start(team, &a, sizeof a, 0, &first) == POLDER_OK);
            REQUIRE(polder_team_broadcast_start(team, &b, sizeof b, 1, &second) == POLDER_OK);
            polder_team_wait(&second);
            polder_team_wait(&first);
            REQUIRE(a == n - 1 && b == 0);
            polder_team_destroy(team);
        }
        check_operations(twin, 10);
        polder_team_destroy(twin);
    });
}

// ---- non-blocking ----

TEST(Team, RequestsOfSeveralTeamsEndInAnyOrder) {
    each_job({1, 2, 3, 6}, [](unsigned me) {
        polder_team *world = polder_team_world(), *other;
        REQUIRE(polder_team_split(world, 0, -static_cast<int>(me), &other) == POLDER_OK);
        const int n = polder_team_size(world);
        const polder_reduction add = polder_reduction_of(POLDER_ELEMENT_I32, POLDER_REDUCE_ADD);
        for (unsigned round = 0; round < 30; ++round) {
            constexpr unsigned many = 40;
            polder_team_request *requests[many];
            std::vector<std::vector<int>> data(many);
            for (unsigned i = 0; i < many; ++i) {
                data[i].assign(i % 7 ? i : 3000, static_cast<int>(me + i));
                REQUIRE(polder_team_allreduce_start(i % 3 ? world : other, data[i].data(), data[i].data(),
                                                    data[i].size(), add, &requests[i]) == POLDER_OK);
            }
            std::mt19937 random(round * 100 + me);
            for (unsigned left = many; left;) {
                const unsigned i = static_cast<unsigned>(random()) % many;
                if (!requests[i]) continue;
                if (random() % 2) {
                    polder_team_wait(&requests[i]);
                } else if (!polder_team_test(&requests[i])) {
                    continue;
                }
                REQUIRE(!requests[i]);
                --left;
                for (int x : data[i])
                    REQUIRE(x == n * (n - 1) / 2 + n * static_cast<int>(i));
            }
        }
        polder_team_destroy(other);
    });
}

// A thread that waits elsewhere in the runtime still does its part of what it has started.
TEST(Team, OperationsGoOnWhileTheThreadWaitsElsewhere) {
    each_job({2, 3, 5}, [](unsigned me) {
        polder_team *world = polder_team_world();
        const polder_reduction add = polder_reduction_of(POLDER_ELEMENT_I64, POLDER_REDUCE_ADD);
        for (int round = 0; round < 20; ++round) {
            std::vector<long> data(round % 2 ? 1 : 20000, me);
            polder_team_request *request;
            REQUIRE(polder_team_allreduce_start(world, data.data(), data.data(), data.size(), add, &request) ==
                    POLDER_OK);
            if (me == 0) polder_team_wait(&request); // the others are in the barrier meanwhile
            barrier::barrier_internal();
            polder_team_wait(&request);
            const long n = polder_team_size(world);
            for (long x : data)
                REQUIRE(x == n * (n - 1) / 2);
        }
    });
}

// Split-phase barrier: nobody is past it before all have come, and whoever has come may go on
// meanwhile.
TEST(Team, BarriersHoldEverybody) {
    each_job({1, 2, 4, 7}, [](unsigned me) {
        auto *words =
            reinterpret_cast<std::atomic<int> *>(static_cast<char *>(segment_of(0)) + segment_static_offset());
        polder_team *world = polder_team_world();
        for (int round = 1; round <= 100; ++round) {
            words[me].store(round, std::memory_order_relaxed);
            polder_team_request *request;
            REQUIRE(polder_team_barrier_start(world, &request) == POLDER_OK);
            if (round % 3) polder_team_test(&request);
            polder_team_wait(&request);
            for (unsigned t = 0; t < threads(); ++t)
                REQUIRE(words[t].load(std::memory_order_relaxed) >= round);
            polder_team_barrier(world);
        }
    });
}

// ---- what it costs, and what is refused ----

void barrier_by_messages(Team &team) {
    CollectiveArguments call;
    call.collective = Collective::barrier;
    team_run(team, call, {}, {Algorithm::dissemination, 0});
}

TEST(Team, MessagesAreFew) {
    EXPECT_EQ(run_job({.threads = 8, .processes = 4},
                      [](unsigned) {
                          polder_team *twin;
                          REQUIRE(polder_team_duplicate(polder_team_world(), &twin) == POLDER_OK);
                          Team &team = *reinterpret_cast<Team *>(twin);
                          for (int i = 0; i < 100; ++i)
                              barrier_by_messages(team);
                          REQUIRE(team.engine.messages == 300); // log2 8 each
                          REQUIRE(team.engine.news <= 300 / tell_after + 3);
                          polder_team_destroy(twin);
                      }),
              0);
}

// What threads of one node do with few bytes goes through shared lines. No message is sent then,
// but for the one that says where the lines of a new team are.
// Up to 16 members, each of which reads what all others show.
void read_all_short(polder_team *team, int turn) {
    constexpr int most = 16;
    const int n = polder_team_size(team);
    const int rank = polder_team_rank(team);
    const std::size_t words = 1 + static_cast<std::size_t>(turn % 6);
    long mine[6], all[6 * most], given[most], taken[most];
    for (int k = 0; k < 6; ++k)
        mine[k] = 1000L * turn + 10 * rank + k;
    polder_team_allgather(team, mine, all, words * sizeof *mine);
    for (int r = 0; r < n; ++r) {
        for (std::size_t k = 0; k < words; ++k)
            REQUIRE(all[static_cast<std::size_t>(r) * words + k] == 1000L * turn + 10 * r + static_cast<long>(k));
        given[r] = 1000L * turn + 20 * rank + r;
    }
    polder_team_alltoall(team, given, taken, sizeof *given);
    for (int r = 0; r < n; ++r)
        REQUIRE(taken[r] == 1000L * turn + 20 * r + rank);
    short short_given[5 * most],
        short_taken[5 * most]; // blocks of 10 bytes: some begin in one line and end in the next
    for (int k = 0; k < 5 * n; ++k)
        short_given[k] = static_cast<short>(turn + 100 * rank + k);
    polder_team_alltoall(team, short_given, short_taken, 5 * sizeof *short_given);
    for (int k = 0; k < 5 * n; ++k)
        REQUIRE(short_taken[k] == static_cast<short>(turn + 100 * (k / 5) + 5 * rank + k % 5));
}

TEST(Team, ShortOperationsOnANodeTakeNoMessages) {
    each_job({2, 3, 7, 20}, [](unsigned me) {
        polder_team *half, *world = polder_team_world();
        REQUIRE(polder_team_split(world, static_cast<int>(me % 2), -static_cast<int>(me), &half) == POLDER_OK);
        const polder_reduction add = polder_reduction_of(POLDER_ELEMENT_F64, POLDER_REDUCE_ADD);
        for (polder_team *team : {half, world}) {
            const Engine &engine = reinterpret_cast<Team *>(team)->engine;
            polder_team_barrier(team);
            const std::uint64_t before = engine.messages;
            const int n = polder_team_size(team), rank = polder_team_rank(team);
            for (int i = 0; i < 200; ++i) {
                double two[2] = {1.0 * rank, 2}, sum[2];
                polder_team_allreduce(team, two, sum, 2, add);
                REQUIRE(sum[0] == n * (n - 1) / 2 && sum[1] == 2 * n);
                polder_team_scan(team, two, sum, 1, add);
                REQUIRE(sum[0] == rank * (rank + 1) / 2);
                char word[48] = {};
                if (rank == i % n) std::memset(word, i % 100, sizeof word);
                polder_team_broadcast(team, word, sizeof word, i % n);
                REQUIRE(word[0] == i % 100 && word[47] == i % 100);
                polder_team_reduce(team, two, sum, 1, add, i % n);
                if (rank == i % n) REQUIRE(sum[0] == n * (n - 1) / 2);
                if (n <= 16) read_all_short(team, i);
                polder_team_barrier(team);
            }
            REQUIRE(engine.messages == before);
        }
        polder_team_destroy(half);
    });
}

TEST(Team, LinesAreGivenBack) {
    each_job({2, 5}, [](unsigned) {
        std::uint64_t held = 0;
        for (int i = 0; i < 40; ++i) {
            polder_team *twin;
            REQUIRE(polder_team_duplicate(polder_team_world(), &twin) == POLDER_OK);
            polder_team_barrier(twin);
            polder_team_destroy(twin);
            barrier::barrier_internal();
            if (i == 5) held = node_heap::allocated_bytes();
            if (i > 5) REQUIRE(node_heap::allocated_bytes() == held);
            barrier::barrier_internal();
        }
    });
}

// Sub-threads and I/O workers of a UPC thread look at its teams too, whenever they wait. They are
// not taken for a collective call inside another.
TEST(Team, OtherSystemThreadsOfAThreadMoveItsOperations) {
    each_job({1, 3}, [](unsigned me) {
        polder_team *twin;
        REQUIRE(polder_team_duplicate(polder_team_world(), &twin) == POLDER_OK);
        std::atomic<bool> over{false};
        const long delta = polder_delta;
        std::thread helper([&] {
            polder_delta = delta;
            while (!over.load()) {
                polder::am::am_poll();
                team_progress();
                sched_yield();
            }
        });
        const polder_reduction add = polder_reduction_of(POLDER_ELEMENT_I64, POLDER_REDUCE_ADD);
        for (int round = 0; round < 300; ++round) {
            std::vector<long> data(round % 3 ? 40 : 3000, me), other = data;
            polder_team_request *request;
            REQUIRE(polder_team_allreduce_start(twin, other.data(), other.data(), other.size(), add, &request) ==
                    POLDER_OK);
            polder_team_allreduce(polder_team_world(), data.data(), data.data(), data.size(), add);
            polder_team_wait(&request);
            const long n = polder_team_size(twin), sum = n * (n - 1) / 2;
            for (std::size_t i = 0; i < data.size(); ++i)
                REQUIRE(data[i] == sum && other[i] == sum);
        }
        over = true;
        helper.join();
        polder_team_destroy(twin);
    });
}

TEST(Team, MistakesEndTheJobWithAMessage) {
    const auto said = [](const std::function<void(unsigned)> &body) {
        std::string text;
        EXPECT_NE(run_job({.threads = 2, .processes = 1}, body, &text), 0);
        return text;
    };
    EXPECT_NE(
        said([](unsigned) { polder_team_broadcast(polder_team_world(), nullptr, 0, 2); }).find("root 2 of a team of 2"),
        std::string::npos);
    EXPECT_NE(said([](unsigned) {
                  long x = 0;
                  const polder_reduction sum = polder_reduction_of(POLDER_ELEMENT_I64, POLDER_REDUCE_ADD);
                  polder_team_allreduce(polder_team_world(), &x, &x, std::size_t{1} << 61, sum);
              }).find("2305843009213693952 elements of 8 bytes"),
              std::string::npos);
    EXPECT_NE(said([](unsigned me) {
                  char x[200] = {};
                  polder_team_broadcast(polder_team_world(), x, me ? 200 : 100, 0);
              }).find("with another length"),
              std::string::npos);
    EXPECT_NE(said([](unsigned me) {
                  char x[200] = {};
                  polder_team_broadcast(polder_team_world(), x, sizeof x, static_cast<int>(me));
                  polder_team_broadcast(polder_team_world(), x, sizeof x, 0); // a root need not look at what comes
              }).find("with another root"),
              std::string::npos);
    const std::string both = said([](unsigned me) {
        polder_team *twin;
        char x[5000] = {}, y[10000];
        polder_team_duplicate(polder_team_world(), &twin);
        if (me) polder_team_allgather(twin, x, y, sizeof x);
        polder_team_broadcast(twin, x, sizeof x, 1);
    });
    EXPECT_TRUE(both.find("thread 0 calls broadcast") != std::string::npos &&
                both.find("thread 1 calls allgather") != std::string::npos)
        << both;
    EXPECT_NE(said([](unsigned) { polder_team_destroy(polder_team_world()); }).find("cannot be destroyed"),
              std::string::npos);
    EXPECT_NE(said([](unsigned) {
                  const polder_reduction bad = polder_reduction_of(POLDER_ELEMENT_F64, POLDER_REDUCE_XOR);
                  double x = 0;
                  polder_team_allreduce(polder_team_world(), &x, &x, 1, bad);
              }).find("bitwise operation on floating-point"),
              std::string::npos);
}

} // namespace
