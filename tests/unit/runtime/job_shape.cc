// Job shape and control block: contiguous thread ranges on processes, areas that do not overlap,
// the lock of the futex helpers.
#include "base/futex.h"
#include "runtime/boot/boot.h"
#include "runtime/core/job.h"
#include "runtime/core/layout_digest.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace polder;

namespace {

TEST(job_shape, seven_threads_on_two_processes) {
    const JobShape shape{7, 2};
    EXPECT_EQ(shape.thread_count(0), 4u);
    EXPECT_EQ(shape.thread_count(1), 3u);
    EXPECT_EQ(shape.first_thread(1), 4u);
}

TEST(job_shape, every_thread_has_one_process) {
    for (unsigned threads = 1; threads <= 70; ++threads)
        for (unsigned processes = 1; processes <= threads; ++processes) {
            const JobShape shape{threads, processes};
            ASSERT_EQ(shape.first_thread(processes), threads);
            for (unsigned p = 0; p < processes; ++p) {
                ASSERT_GE(shape.thread_count(p), 1u);
                ASSERT_LE(shape.thread_count(0) - shape.thread_count(p), 1u);
                for (unsigned t = shape.first_thread(p); t < shape.first_thread(p + 1); ++t)
                    ASSERT_EQ(shape.process_of(t), p)
                        << threads << " threads, " << processes << " processes, thread " << t;
            }
        }
}

// What threads of a node, or leaders of nodes, share: nothing grows with the square of their
// number.
TEST(job_shape, the_control_block_grows_with_threads_not_their_square) {
    const auto threads = [](unsigned n) { return control_size({n, n}); };
    const auto nodes = [](unsigned n) { return control_size({4, 2, 0, 0, n, 4 * n}); };
    for (unsigned n : {64u, 256u, 1024u}) {
        EXPECT_LE(threads(4 * n), 4 * threads(n) + threads(2)) << n << " processes of a thread";
        EXPECT_LE(threads(4 * n) - threads(2), (4 * n - 2) * std::size_t{512} * 1024) << n; // inboxes, most of it
        EXPECT_LE(nodes(4 * n), 4 * nodes(n) + nodes(2)) << n << " nodes";
        EXPECT_LE(nodes(4 * n) - nodes(2), (4 * n - 2) * 1024u) << n;
    }
}

// Every thread of the job has one node, and its number there; whether nodes are alike or not.
TEST(job_shape, every_thread_has_one_node) {
    for (const std::vector<unsigned> &first :
         {std::vector<unsigned>{0, 5}, {0, 4, 8, 12}, {0, 4, 8, 9}, {0, 1, 8, 10}, {0, 4, 8, 13}}) {
        const unsigned nodes = static_cast<unsigned>(first.size()) - 1;
        for (unsigned n = 0; n < nodes; ++n) {
            const unsigned count = first[n + 1] - first[n];
            const JobShape shape{count, 1, first[n], n, nodes, first[nodes]};
            std::vector<char> memory(control_size(shape) + cache_line);
            void *at = memory.data();
            std::size_t room = memory.size();
            ControlBlock *block = static_cast<ControlBlock *>(std::align(cache_line, control_size(shape), at, room));
            control_lay_out(block, shape);
            control_set_nodes(block, first.data());
            job_enter(block, 0);
            EXPECT_EQ(nodes, polder::nodes());
            EXPECT_EQ(n, mynode());
            EXPECT_EQ(threads(), first[nodes]);
            for (unsigned t = 0; t < first[nodes]; ++t) {
                ASSERT_TRUE(node_first(node_of(t)) <= t && t < node_first(node_of(t)) + node_size(node_of(t))) << t;
                ASSERT_EQ(on_node(t), node_of(t) == n);
                if (on_node(t)) {
                    ASSERT_LT(node_rank(t), node_threads());
                    ASSERT_EQ(shape.process_of(t), 0u);
                    ASSERT_EQ(&thread_record(*block, t), &thread_record(*block, first[n]) + node_rank(t));
                }
            }
        }
    }
    job_control = nullptr;
}

TEST(control_block, parts_are_apart_and_inside) {
    for (const JobShape shape :
         {JobShape{1, 1}, JobShape{7, 2}, JobShape{4096, 4096}, JobShape{3, 2, 5, 1, 70000, 200000}}) {
        const std::size_t size = control_size(shape);
        void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        ASSERT_NE(memory, MAP_FAILED);
        ControlBlock *block = static_cast<ControlBlock *>(memory);
        control_lay_out(block, shape);
        EXPECT_EQ(block->size, size);
        EXPECT_GE(block->processes_offset, sizeof(ControlBlock));
        EXPECT_EQ(block->threads_offset, block->processes_offset + shape.processes * sizeof(ProcessRecord));
        EXPECT_GE(block->area_offset[0], block->threads_offset + shape.threads * sizeof(ThreadRecord));
        for (unsigned i = 0; i < static_cast<unsigned>(Area::count); ++i) {
            EXPECT_EQ(block->area_offset[i] % cache_line, 0u);
            EXPECT_LE(block->area_offset[i], block->area_offset[i + 1]);
        }
        EXPECT_EQ(block->area_offset[static_cast<unsigned>(Area::count)], size);
        EXPECT_EQ(thread_record(*block, shape.first + shape.threads - 1).wait.peer.load(), no_peer);
        munmap(memory, size);
    }
}

// Structures whose members have other sizes, another order, or one more in a gap.
struct Two {
    std::uint32_t a;
    std::uint64_t b;
};
struct Swapped {
    std::uint64_t b;
    std::uint32_t a;
};
struct Filled {
    std::uint32_t a, c;
    std::uint64_t b;
};

constexpr std::uint32_t digest(const Two &) {
    return LayoutDigest(1).structure<Two>(MemberList<std::uint32_t, std::uint64_t>()).value();
}
constexpr std::uint32_t digest(const Swapped &) {
    return LayoutDigest(1).structure<Swapped>(MemberList<std::uint64_t, std::uint32_t>()).value();
}
constexpr std::uint32_t digest(const Filled &) {
    return LayoutDigest(1).structure<Filled>(MemberList<std::uint32_t, std::uint32_t, std::uint64_t>()).value();
}

TEST(layout_digest, tells_layouts_apart) {
    static_assert(sizeof(Two) == sizeof(Swapped) && sizeof(Two) == sizeof(Filled));
    EXPECT_NE(digest(Two{}), digest(Swapped{}));
    EXPECT_NE(digest(Two{}), digest(Filled{}));
    EXPECT_NE(LayoutDigest(1).value(), LayoutDigest(2).value());
    EXPECT_NE(LayoutDigest(1).name("am").name("net").value(), LayoutDigest(1).name("net").name("am").value());
    EXPECT_NE(LayoutDigest(1).name("am").name("net").value(), LayoutDigest(1).name("amnet").value());
}

// What a process does with the block of an upcrun whose layout is another one, of the same size.
TEST(control_block, of_another_layout_is_refused) {
    const JobShape shape{2, 1};
    const int fd = memfd_create("control", 0);
    ASSERT_EQ(ftruncate(fd, static_cast<off_t>(control_size(shape))), 0);
    void *memory = mmap(nullptr, control_size(shape), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ASSERT_NE(memory, MAP_FAILED);
    ControlBlock *block = static_cast<ControlBlock *>(memory);
    control_lay_out(block, shape);
    EXPECT_EQ(block->version, control_version);
    block->version ^= 1;
    EXPECT_EXIT(
        {
            setenv("POLDER_CONTROL", (std::to_string(fd) + ":0").c_str(), 1);
            boot::boot_attach();
            _exit(0);
        },
        testing::ExitedWithCode(1), "different versions");
    munmap(memory, control_size(shape));
    close(fd);
}

TEST(futex_lock, excludes) {
    FutexLock lock;
    long count = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int k = 0; k < 20000; ++k) {
                lock.lock();
                ++count;
                lock.unlock();
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_EQ(count, 80000);
    EXPECT_TRUE(lock.try_lock());
    EXPECT_FALSE(lock.try_lock());
}

} // namespace
