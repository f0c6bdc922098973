// Collective operations in shared lines, compared with plain arithmetic. Threads pause at random
// wherever another could step in between, and park from the first moment on. Trees are narrow, so
// few threads make deep ones. Posts and awaits are counted: what an operation costs is counted, not
// timed.
#define POLDER_TEST_DELAYS
#include "runtime/coll/shm/array_copy.cc"
#include "runtime/coll/shm/array_reduce.cc"
#include "runtime/coll/shm/array_scan.cc"
#include "runtime/coll/shm/group.cc"
#include "runtime/coll/shm/symmetric.cc"
#include "runtime/coll/shm/value.cc"
#include "runtime/sync/wait.cc"

#include "tests/unit/runtime/job_fixture.h"
#include "tests/unit/runtime/random_delay.h"

#include <numeric>
#include <random>

namespace polder {

POLDER_PRIVATE std::uint32_t delay_state = 0;
POLDER_PRIVATE std::uint32_t delay_off = 0;

void delay_point() {
    if (local(delay_off)) return;
    test::random_delay(local(delay_state));
}

} // namespace polder

using namespace polder;
using namespace polder::coll;
using namespace polder::coll::shm;
using namespace polder::test;

namespace {

// ---- the tree ----

TEST(Tree, ParentsAndChildrenAgree) {
    for (unsigned bits : {1u, 2u, 4u})
        for (unsigned size : {1u, 2u, 3u, 15u, 16u, 17u, 31u, 64u, 257u, 1000u, 4096u}) {
            const Tree tree{size, bits};
            unsigned children = 0;
            for (unsigned v = 0; v < size; ++v) {
                unsigned last = v;
                tree.children(v, [&](unsigned child) {
                    EXPECT_GT(child, last) << "ascending";
                    EXPECT_EQ(tree.parent(child), v);
                    last = child;
                    ++children;
                });
                EXPECT_LE(tree.child_count(v), ((1u << bits) - 1) * tree.depth());
                unsigned steps = 0;
                for (unsigned at = v; at; at = tree.parent(at))
                    ++steps;
                EXPECT_LE(steps, tree.depth());
            }
            EXPECT_EQ(children, size - 1);
        }
    EXPECT_EQ((Tree{16, 4}.depth()), 1u);
    EXPECT_EQ((Tree{4096, 4}.depth()), 3u);
    EXPECT_EQ((Tree{2147483647, 4}.depth()), 8u);
    EXPECT_EQ((Tree{2147483647, 4}.parent(2147483646)), 2147483646u - 14);
}

// ---- jobs ----

struct Shape {
    unsigned threads, bits;
    bool counting;
};
const Shape shapes[] = {{2, 4, false}, {5, 4, true}, {5, 1, false}, {7, 2, false}};

constexpr unsigned most_threads = 10;
constexpr std::size_t part_bytes = 1 << 17; // of each thread's memory; the group's area lies in front of it on thread 0

polder_ga memory_of(unsigned thread, std::size_t offset) {
    return reinterpret_cast<polder_ga>(segment_of(thread)) + segment_static_offset() + group_area_size(most_threads) +
           offset;
}

void join(Group &group, const Shape &shape) {
    group_join(group, static_cast<char *>(segment_of(0)) + segment_static_offset(),
               {shape.threads, mythread(), shape.counting, shape.bits, shape.bits, 3});
}

// Runs the body on threads, processes and a mix, with every shape; park: sleep as soon as possible.
void run_shape(const Shape &shape, const std::function<void(Group &, unsigned)> &body) {
    for (JobOptions options : mappings(shape.threads)) {
        options.static_bytes = part_bytes + group_area_size(most_threads);
        options.before_threads = [](unsigned) {
            sync::wait_setup.spins = 1;
            sync::wait_setup.yield_ns = 0;
        };
        EXPECT_EQ(run_job(options,
                          [&](unsigned me) {
                              Group group;
                              join(group, shape);
                              body(group, me);
                          }),
                  0)
            << shape.threads << " threads, fan " << (1u << shape.bits) << ", " << options.processes << " processes";
    }
}

void each_job(const std::function<void(Group &, unsigned)> &body) {
    for (const Shape &shape : shapes)
        run_shape(shape, body);
}

TEST(Group, MeetingsActOnceBetweenArrivalAndLeaving) {
    each_job([](Group &group, unsigned) {
        auto *words = reinterpret_cast<std::atomic<std::uint64_t> *>(memory_of(0, 0));
        for (unsigned i = 1; i <= 200; ++i) {
            words[0].fetch_add(1, std::memory_order_relaxed);
            group_meet(group, [&] {
                REQUIRE(words[0].load(std::memory_order_relaxed) == std::uint64_t{i} * group.size);
                words[1].store(i, std::memory_order_relaxed);
            });
            REQUIRE(words[1].load(std::memory_order_relaxed) == i);
            group_meet(group);
        }
    });
}

// Whole meetings in between use the same words.
void halves(Group &group, unsigned me) {
    auto *words = reinterpret_cast<std::atomic<std::uint64_t> *>(memory_of(0, 0));
    for (unsigned i = 1; i <= 200; ++i) {
        words[me].store(i, std::memory_order_relaxed);
        const std::uint64_t number = group_arrive(group);
        group_leave(group, number);
        for (unsigned r = 0; r < group.size; ++r)
            REQUIRE(words[r].load(std::memory_order_relaxed) == i);
        if (i % 3 == 0) group_meet(group);
        group_leave(group, group_arrive(group));
    }
}

TEST(Group, HalvesOfMeetings) {
    each_job(halves);
}

// They count, though each has a core; whole meetings go by the tree.
TEST(Group, HalvesOfMeetingsOfMany) {
    run_shape({most_threads, 4, false}, halves);
}

Reduction sums_of_int(bool ordered) {
    // 2a + b modulo 2^32 is not associative; matrices are. Composition of x -> p x + q, p and q of
    // 16 bits.
    static const auto compose = [](int a, int b) {
        const unsigned p = (a >> 16) * (b >> 16), q = (a >> 16) * (b & 0xffff) + (a & 0xffff);
        return static_cast<int>(p << 16 | (q & 0xffff));
    };
    int (*function)(int, int) = compose;
    return {kernel_of(ReductionType::I, ordered ? op_noncommutative : op_function),
            reinterpret_cast<ReductionFunction>(function), ordered};
}
int combined(int a, int b) {
    sums_of_int(true).combine(&a, &b);
    return a;
}
int given_by(unsigned rank, unsigned round) {
    return static_cast<int>((rank * 7 + round * 3 + 1) % 97 * 2 + 1) << 16 | static_cast<int>(rank * 31 + round);
}

TEST(Value, ReductionsKeepTheOrder) {
    each_job([](Group &group, unsigned me) {
        for (unsigned round = 0; round < 60; ++round) {
            const unsigned root = round % group.size;
            int before = given_by(0, round), all = before;
            for (unsigned r = 1; r < group.size; ++r) {
                all = combined(all, given_by(r, round));
                if (r == me) before = all;
            }
            if (me == 0) before = given_by(0, round);
            int sum = given_by(me, round);
            prefix_value(group, &sum, sums_of_int(true));
            REQUIRE(sum == before);
            sum = given_by(me, round);
            reduce_value(group, &sum, sums_of_int(true), root);
            REQUIRE(me != root || sum == all);
            sum = given_by(me, round);
            reduce_all_value(group, &sum, sums_of_int(true));
            REQUIRE(sum == all);
        }
    });
}

struct Wide { // several pieces
    std::uint64_t word[15];
    bool operator==(const Wide &) const = default;
};
Wide wide(unsigned from, unsigned to, unsigned round) {
    Wide w;
    for (unsigned i = 0; i < 15; ++i)
        w.word[i] = (std::uint64_t{from} << 40) + (std::uint64_t{to} << 20) + round * 16 + i;
    return w;
}

TEST(Value, GoesWhereItShould) {
    each_job([](Group &group, unsigned me) {
        std::vector<Wide> all(group.size);
        for (unsigned round = 0; round < 40; ++round) {
            const unsigned root = round % group.size, to = (me + round) % group.size;
            Wide value = me == root ? wide(root, 0, round) : Wide{};
            broadcast_value(group, &value, sizeof value, root);
            REQUIRE(value == wide(root, 0, round));
            for (unsigned r = 0; r < group.size; ++r)
                all[r] = wide(root, r, round);
            scatter_value(group, &value, all.data(), sizeof value, root);
            REQUIRE(value == wide(root, me, round));
            value = wide(me, 1, round);
            gather_value(group, all.data(), &value, sizeof value, root);
            for (unsigned r = 0; me == root && r < group.size; ++r)
                REQUIRE(all[r] == wide(r, 1, round));
            gather_all_value(group, all.data(), &value, sizeof value);
            for (unsigned r = 0; r < group.size; ++r)
                REQUIRE(all[r] == wide(r, 1, round));
            permute_value(group, &value, &value, sizeof value, to);
            REQUIRE(value == wide((me + group.size - round % group.size) % group.size, 1, round));
        }
    });
}

// Who gives may run ahead of who takes, but not over what was not read yet.
TEST(Value, TheFastDoNotOverrunTheSlow) {
    each_job([](Group &group, unsigned me) {
        const unsigned last = group.size - 1;
        const Reduction sum{kernel_of(ReductionType::UL, UPC_ADD), nullptr, false};
        for (unsigned slow : {last, 0u}) {
            for (std::uint64_t i = 0; i < 150; ++i) {
                std::uint64_t value = me == 0 ? i : ~0ul;
                if (me == slow && i % 50 == 0) usleep(2000);
                broadcast_value(group, &value, sizeof value, 0);
                REQUIRE(value == i);
            }
            for (std::uint64_t i = 0; i < 150; ++i) {
                std::uint64_t value = me + i;
                if (me == slow && i % 50 == 0) usleep(2000);
                reduce_value(group, &value, sum, last);
                REQUIRE(me != last || value == last * (last + 1) / 2 + i * group.size);
            }
            for (std::uint64_t i = 0; i < 150; ++i) {
                std::uint64_t value = i;
                if (me == slow && i % 50 == 0) usleep(2000);
                prefix_value(group, &value, sum);
                REQUIRE(value == i * (me + 1));
                for (unsigned k = 0; i % 8 == 0 && k < ring_slots; ++k) // round all slots without waiting
                    reduce_value(group, &value, sum, 0);
            }
        }
    });
}

const SyncModes all_modes[] = {
    {Sync::none, Sync::none}, {Sync::none, Sync::mine}, {Sync::none, Sync::all}, {Sync::mine, Sync::none},
    {Sync::mine, Sync::mine}, {Sync::all, Sync::none},  {Sync::all, Sync::mine}, {Sync::all, Sync::all},
};

// Copies of two lengths, one of them below what a slot takes. Each thread writes its source just
// before the call, where the modes allow, and looks at its destination right behind it.
TEST(Copy, EveryModeUnderDelays) {
    each_job([](Group &group, unsigned me) {
        const auto word = [](polder_ga at, std::size_t i) -> std::uint64_t & {
            return reinterpret_cast<std::uint64_t *>(at)[i];
        };
        const std::size_t src = 0, dst = part_bytes / 3 / 64 * 64, perm = 2 * dst;
        for (unsigned round = 0; round < 8 * 6 * 2; ++round) {
            const SyncModes modes = all_modes[round % 8];
            const auto movement = static_cast<Movement>(round / 8 % 6);
            const std::size_t words = round / 48 ? 500 : 3;
            const unsigned root = round * 5 % group.size, n = group.size;
            const bool one_src = movement == Movement::broadcast || movement == Movement::scatter,
                       one_dst = movement == Movement::gather;
            for (std::size_t i = 0; i < words * n; ++i)
                word(memory_of(me, src), i) = (std::uint64_t{round} << 32) + me * words * n + i;
            *reinterpret_cast<int *>(memory_of(me, perm)) = static_cast<int>((me + round) % n);
            if (modes.in == Sync::none) group_meet(group);
            array_copy(group,
                       {movement, memory_of(one_dst ? root : 0, dst), memory_of(one_src ? root : 0, src),
                        memory_of(0, perm), words * 8, root},
                       modes);
            if (modes.out == Sync::none) group_meet(group);
            const auto expect = [&](std::size_t block, unsigned from, unsigned from_block) {
                for (std::size_t i = 0; i < words; ++i)
                    REQUIRE(word(memory_of(me, dst), block * words + i) ==
                            (std::uint64_t{round} << 32) + from * words * n + from_block * words + i);
            };
            for (unsigned t = 0; t < n; ++t) {
                if (movement == Movement::broadcast && t == 0) expect(0, root, 0);
                if (movement == Movement::scatter && t == 0) expect(0, root, me);
                if (movement == Movement::gather && me == root) expect(t, t, 0);
                if (movement == Movement::gather_all) expect(t, t, 0);
                if (movement == Movement::exchange) expect(t, t, me);
                if (movement == Movement::permute && t == 0) expect(0, (me + n - round % n) % n, 0);
            }
            group_meet(group);
        }
    });
}

TEST(Reduce, EveryModeUnderDelays) {
    each_job([](Group &group, unsigned me) {
        const std::size_t src = 0, dst = part_bytes / 3 / 64 * 64;
        for (unsigned round = 0; round < 8 * 4 * 3; ++round) {
            const SyncModes modes = all_modes[round % 8];
            const bool ordered = round / 8 % 2;
            const unsigned n = group.size, owner = round * 3 % n, first = round % n;
            const std::size_t elements = round / 16 % 3 == 0 ? 40 : 3000, block = round / 32 == 0 ? 7 : 3000 / n + 1;
            const Layout layout = layout_of({memory_of(first, src), 0}, elements, block, sizeof(int));
            const auto mine = layout.part_of(me);
            int sum = 0;
            for (std::size_t i = 0; i < elements; ++i) {
                const int value = given_by(static_cast<unsigned>(i), round);
                const std::size_t b = i / block;
                if ((first + b) % n == me) *reinterpret_cast<int *>(layout.at(b, i % block)) = value;
                sum = i ? combined(sum, value) : value;
            }
            REQUIRE(ordered || mine.count <= elements);
            const Reduction reduction =
                ordered ? sums_of_int(true) : Reduction{kernel_of(ReductionType::I, UPC_XOR), nullptr, false};
            if (!ordered) {
                sum = 0;
                for (std::size_t i = 0; i < elements; ++i)
                    sum ^= given_by(static_cast<unsigned>(i), round);
            }
            const polder_ga result = memory_of(owner, 3 * dst - 64);
            if (modes.in == Sync::none) group_meet(group);
            array_reduce(group, reduction, {result, owner}, layout, modes);
            if (modes.out == Sync::none) group_meet(group);
            if (me == owner) REQUIRE(*reinterpret_cast<int *>(result) == sum);
            Layout shifted = layout;
            shifted.origin += dst;
            array_scan(group, reduction, shifted, layout, modes);
            if (modes.out != Sync::all) group_meet(group);
            const std::size_t last = elements - 1;
            if ((first + last / block) % n == me)
                REQUIRE(*reinterpret_cast<int *>(layout.at(last / block, last % block) + dst) == sum);
            group_meet(group);
        }
    });
}

// ---- symmetric memory ----

std::uint64_t offset_in_segment(std::size_t at) {
    return segment_static_offset() + group_area_size(most_threads) + at;
}
long *words_at(unsigned thread, std::size_t at) {
    return reinterpret_cast<long *>(memory_of(thread, at));
}

// Calls with `in` and `out` at these places of the members' parts. in: null, or memory that is not
// symmetric.
struct Symmetric {
    Group &group;
    std::size_t in_at, out_at;
    const void *in = nullptr;

    void run(const CollectiveArguments &call, const Combine *combine = nullptr) const {
        const bool is_scan = call.collective == Collective::scan; // short ones may go by messages
        ASSERT_TRUE(is_scan || symmetric_fits(group.size, group.counting, call, combine));
        SymmetricPlaces places;
        if (!in) places.in = offset_in_segment(in_at);
        places.out = offset_in_segment(out_at);
        symmetric_run(group, {call, combine, in ? in : words_at(mythread(), in_at), places});
    }
};

constexpr std::size_t places_begin = part_bytes / 2; // of `out`; `in` is in front of it

long given(unsigned member, unsigned round, std::size_t i) {
    return static_cast<long>(member * 1000003 + round * 1009 + i);
}

// A member writes what it gives just before the call, and looks at what it got right behind it.
TEST(SymmetricMemory, CopiesUnderDelays) {
    each_job([](Group &group, unsigned me) {
        const unsigned n = group.size;
        const Symmetric memory{group, 0, places_begin};
        for (unsigned round = 0; round < 36; ++round) {
            const std::size_t words = round % 3 == 0 ? 1 : round % 3 == 1 ? 9 : 700;
            const unsigned root = round * 5 % n;
            for (std::size_t i = 0; i < words * n; ++i)
                words_at(me, 0)[i] = given(me, round, i);
            const auto expect = [&](std::size_t at, unsigned from, std::size_t from_at) {
                for (std::size_t i = 0; i < words; ++i)
                    REQUIRE(words_at(me, places_begin)[at + i] == given(from, round, from_at + i));
            };
            memory.run(arguments(Collective::broadcast, words * 8, root));
            if (me != root) expect(0, root, 0);
            group_meet(group);
            memory.run(arguments(Collective::allgather, words * 8));
            for (unsigned r = 0; r < n; ++r)
                expect(r * words, r, 0);
            group_meet(group);
            memory.run(arguments(Collective::alltoall, words * 8));
            for (unsigned r = 0; r < n; ++r)
                expect(r * words, r, me * words);
            group_meet(group);
        }
    });
}

TEST(SymmetricMemory, UnevenBlocksAreGathered) {
    each_job([](Group &group, unsigned me) {
        const unsigned n = group.size;
        for (unsigned round = 0; round < 20; ++round) {
            std::size_t bytes[most_threads], at[most_threads], all = 0;
            for (unsigned r = 0; r < n; ++r) {
                bytes[r] = (r * 3 + round) % 4 * 8 * (round + 1); // some have none
                at[r] = all;
                all += bytes[r];
            }
            for (std::size_t i = 0; i < bytes[me] / 8; ++i)
                words_at(me, 0)[i] = given(me, round, i);
            CollectiveArguments call = arguments(Collective::allgather, all / n);
            call.uneven = true;
            call.out = {bytes, at};
            Symmetric{group, 0, places_begin}.run(call);
            for (unsigned r = 0; r < n; ++r)
                for (std::size_t i = 0; i < bytes[r] / 8; ++i)
                    REQUIRE(words_at(me, places_begin)[at[r] / 8 + i] == given(r, round, i));
            group_meet(group);
        }
    });
}

// Composition of x -> p x + q modulo 2^64: it keeps an order. An element has 16 bytes.
struct Line {
    std::uint64_t p, q;
    bool operator==(const Line &) const = default;
};
void compose(void *sum, const void *right, std::size_t count, void *) {
    for (std::size_t i = 0; i < count; ++i) {
        Line &a = static_cast<Line *>(sum)[i];
        const Line &b = static_cast<const Line *>(right)[i];
        a = {a.p * b.p, a.q * b.p + b.q};
    }
}
Line line_of(unsigned member, unsigned round, std::size_t i) {
    const auto x = static_cast<std::uint64_t>(given(member, round, i));
    return {2 * x + 1, x};
}

// Reductions and scans of one element, of less than a piece and of several pieces; in place or not,
// from symmetric memory or from elsewhere. Members differ in the last.
TEST(SymmetricMemory, ReductionsKeepTheOrder) {
    each_job([](Group &group, unsigned me) {
        const Combine ordered{compose, nullptr, sizeof(Line), true};
        std::vector<Line> elsewhere(1200);
        for (unsigned round = 0; round < 3 * 3 * 3 * 2; ++round) {
            const std::size_t count = round % 3 == 0 ? 1 : round % 3 == 1 ? 77 : 1200;
            const unsigned kind = round / 3 % 3; // allreduce, scan, exclusive scan
            const bool in_place = round / 9 % 3 == 1;
            const bool private_operand = round / 9 % 3 == 2 && (me + round) % 2;
            const std::size_t out_at = in_place ? 0 : places_begin;
            for (std::size_t i = 0; i < count; ++i) {
                const Line line = line_of(me, round, i);
                (private_operand ? elsewhere.data() : reinterpret_cast<Line *>(words_at(me, 0)))[i] = line;
            }
            CollectiveArguments call = arguments(kind ? Collective::scan : Collective::allreduce, count * sizeof(Line));
            call.exclusive = kind == 2;
            Symmetric{group, 0, out_at, private_operand ? elsewhere.data() : nullptr}.run(call, &ordered);
            const unsigned end = kind == 0 ? group.size : kind == 1 ? me + 1 : me;
            for (std::size_t i = 0; end && i < count; ++i) {
                Line sum = line_of(0, round, i);
                for (unsigned r = 1; r < end; ++r) {
                    const Line right = line_of(r, round, i);
                    compose(&sum, &right, 1, nullptr);
                }
                REQUIRE(reinterpret_cast<Line *>(words_at(me, out_at))[i] == sum);
            }
        }
    });
}

// Sums of floating-point numbers are the same bits on all members and on each run, whoever comes
// first.
TEST(SymmetricMemory, SumsRepeat) {
    each_job([](Group &group, unsigned me) {
        const Combine add = combine_of(ReductionType::D, UPC_ADD);
        constexpr std::size_t count = 2500;
        std::vector<double> first(count);
        for (unsigned round = 0; round < 12; ++round) {
            const auto in = reinterpret_cast<double *>(words_at(me, 0));
            const auto out = reinterpret_cast<double *>(words_at(me, places_begin));
            for (std::size_t i = 0; i < count; ++i)
                in[i] = 1.0 / static_cast<double>((me + 3) * (i + 7));
            Symmetric{group, 0, places_begin}.run(arguments(Collective::allreduce, count * 8), &add);
            if (round == 0) first.assign(out, out + count);
            REQUIRE(!std::memcmp(out, first.data(), count * 8));
            group_meet(group);
            REQUIRE(!std::memcmp(out, words_at((me + 1) % group.size, places_begin), count * 8));
            group_meet(group);
        }
    });
}

// Who gives does not wait for who takes: the root goes on through broadcasts while the others have
// not begun the first.
TEST(SymmetricMemory, RootsWaitForNobody) {
    each_job([](Group &group, unsigned me) {
        constexpr unsigned rounds = 2 * ring_slots;
        constexpr std::size_t bytes = 1024;
        if (me) group_meet(group);
        for (unsigned round = 0; round < rounds; ++round) {
            std::fill_n(words_at(me, 0), bytes / 8, given(0, round, me));
            Symmetric{group, 0, places_begin + round * bytes}.run(arguments(Collective::broadcast, bytes));
            if (me) REQUIRE(words_at(me, places_begin + round * bytes)[bytes / 8 - 1] == given(0, round, 0));
        }
        if (me == 0) group_meet(group);
    });
}

// ---- costs ----

struct Cost {
    std::uint64_t posts, waits;
};

template <class Operation> Cost cost_of(Group &group, Operation operation) {
    group_meet(group);
    const Cost before{group.posts, group.waits};
    operation();
    return {group.posts - before.posts, group.waits - before.waits};
}

TEST(Cost, Steps) {
    JobOptions options;
    options.threads = 40;
    options.processes = 1;
    options.static_bytes = 4 * part_bytes + group_area_size(64);
    EXPECT_EQ(
        run_job(
            options,
            [](unsigned me) {
                local(delay_off) = 1;
                Group group;
                group_join(group, static_cast<char *>(segment_of(0)) + segment_static_offset(), {40, me, false, 4, 4});
                const std::uint64_t children = group.tree.child_count(me), inner = children != 0, below = me != 0;
                const polder_ga at = memory_of(0, 64 * 1024);
                const auto copy = [&](Movement movement, std::size_t bytes, Sync in, Sync out) {
                    return cost_of(group, [&] {
                        array_copy(group, {movement, at, at + 8192, 0, bytes, 0}, {in, out});
                    });
                };
                const auto is = [](Cost cost, std::uint64_t posts, std::uint64_t waits) {
                    return cost.posts == posts && cost.waits == waits;
                };
                // Without flags nothing is posted and nobody waited for.
                for (Movement m : {Movement::broadcast, Movement::scatter, Movement::gather, Movement::gather_all,
                                   Movement::exchange})
                    REQUIRE(is(copy(m, 8, Sync::none, Sync::none), 0, 0));
                // A meeting: up and down the tree. Eight bytes need one of them.
                REQUIRE(is(cost_of(group, [&] { group_meet(group); }), below + inner, below + children));
                REQUIRE(is(copy(Movement::broadcast, 8, Sync::all, Sync::all), below + inner, below + children));
                REQUIRE(is(copy(Movement::scatter, 8, Sync::all, Sync::all), below + inner, below + children));
                // The root waits for nobody where the value goes through slots; each other for its
                // parent.
                REQUIRE(is(copy(Movement::broadcast, 8, Sync::mine, Sync::mine), below + inner, below));
                // More goes in parallel, between two meetings.
                const Cost scatter = copy(Movement::scatter, 4096, Sync::all, Sync::all);
                REQUIRE(is(scatter, 2 * (below + inner), 2 * (below + children)));
                // Sums up the tree: one post each, and no wait below it.
                const Layout layout = layout_of({at, 0}, 40, 1, 8);
                const Reduction sum{kernel_of(ReductionType::UL, UPC_ADD), nullptr, false};
                for (unsigned i = 0; i < ring_slots; ++i) // so that what was consumed has been posted
                    copy(Movement::scatter, 8, Sync::none, Sync::none);
                const Cost reduce = cost_of(group, [&] {
                    array_reduce(group, sum, {at + 4096, 0}, layout, {Sync::none, Sync::none});
                });
                REQUIRE(is(reduce, below + inner, children));
                // To symmetric memory: the root of a broadcast waits for nobody, and who gets its
                // data posts nothing. All wait for all where all give. Sums need a second round.
                const auto symmetric = [&](Collective collective, const Combine *combine) {
                    return cost_of(group, [&] {
                        symmetric_run(group, {arguments(collective, 1024),
                                              combine,
                                              words_at(me, 64 * 1024),
                                              {offset_in_segment(64 * 1024), offset_in_segment(128 * 1024)}});
                    });
                };
                const Combine add = combine_of(ReductionType::L, UPC_ADD);
                REQUIRE(is(symmetric(Collective::broadcast, nullptr), !below, below));
                REQUIRE(is(symmetric(Collective::allgather, nullptr), 1, 39));
                REQUIRE(is(symmetric(Collective::alltoall, nullptr), 1, 39));
                REQUIRE(is(symmetric(Collective::allreduce, &add), 2, 2 * 39));
                // No member of 40 touches more than three levels of sixteen.
                REQUIRE(children <= 17 && group.tree.depth() == 2);
            }),
        0);
}

} // namespace
