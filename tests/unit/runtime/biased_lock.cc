// Biased locks: alone in what they keep, beside others that bar them for good or for a moment, with
// and without membarrier(2). What they keep are plain words, so the thread sanitizer sees whether
// each user comes behind the ones before it. Pauses at each step show what a missing look does,
// bare runs what a missing fence does.
#define POLDER_TEST_DELAYS
#include "runtime/core/biased_lock.cc"

#include "tests/unit/runtime/random_delay.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <mutex>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>

namespace {
bool pauses = false;
}

namespace polder {
void delay_point() {
    static thread_local std::uint32_t state = 0;
    if (pauses) test::random_delay(state);
}
} // namespace polder

using namespace polder;

namespace {

struct Kept { // one word a line: two users at once lose a count in one of them
    BiasedLock bias{};
    std::mutex others;
    std::atomic<bool> users{false};
    alignas(64) unsigned long first = 0;
    alignas(64) unsigned long last = 0;

    void use() {
        EXPECT_FALSE(users.exchange(true, std::memory_order_relaxed)) << "two users at once";
        ++first;
        delay_point();
        EXPECT_EQ(last + 1, first);
        ++last;
        users.store(false, std::memory_order_relaxed);
    }
    // Of the owner, or of who was that.
    void use_kept() {
        while (!bias.enter()) {
            const std::lock_guard lock(others);
            if (!bias.is_set()) return use(); // without its bias for good
        }
        EXPECT_TRUE(bias.is_inside());
        use();
        bias.leave();
    }
    void use_barring() {
        const std::lock_guard lock(others);
        if (bias.is_set()) bias.revoke();
        while (bias.is_inside())
            std::this_thread::yield();
        use();
    }
    bool use_borrowing(const void *owner) {
        const std::lock_guard lock(others);
        bias.revoke();
        const bool alone = !bias.is_inside();
        if (alone) use();
        bias.set(owner);
        return alone;
    }
};

// The owner uses it until told to stop, and then once more.
unsigned long keep(Kept &kept, const std::atomic<bool> &over) {
    unsigned long uses = 0;
    for (bool last = false; !last; ++uses) {
        last = over.load(std::memory_order_acquire);
        kept.use_kept();
    }
    return uses;
}

void bar_for_good(unsigned turns) {
    for (unsigned turn = 0; turn < turns; ++turn) {
        Kept kept;
        kept.bias.set();
        std::atomic<bool> over{false};
        unsigned long uses = 0;
        std::thread other([&] {
            for (unsigned wait = turn * 37 % 1000; wait; --wait)
                sync::cpu_pause();
            for (; uses < 3; ++uses)
                kept.use_barring();
            over.store(true, std::memory_order_release);
        });
        const unsigned long kept_uses = keep(kept, over);
        other.join();
        EXPECT_EQ(kept.last, uses + kept_uses);
        EXPECT_FALSE(kept.bias.is_set());
    }
}

void bar_for_a_moment(unsigned times) {
    Kept kept;
    kept.bias.set();
    const void *owner = system_thread();
    std::atomic<bool> over{false};
    std::atomic<unsigned> ready{0};
    std::atomic<unsigned long> uses{0};
    const auto borrow = [&] {
        for (unsigned i = 0; i < times; ++i)
            uses += kept.use_borrowing(owner);
        if (++ready == 2) over.store(true, std::memory_order_release);
    };
    std::thread one(borrow), two(borrow);
    const unsigned long kept_uses = keep(kept, over);
    one.join();
    two.join();
    EXPECT_EQ(kept.last, uses + kept_uses);
    EXPECT_TRUE(kept.bias.is_set() && kept.bias.enter());
}

void all_ways(unsigned scale) {
    for (const bool with : {true, false}) {
        pauses = with;
        bar_for_good(with ? 20 * scale : 100 * scale);
        bar_for_a_moment(with ? 100 * scale : 2000 * scale);
    }
    pauses = false;
}

TEST(BiasedLock, IsAloneWithMembarrier) {
    biased_locks_start();
    if (biased_lock_fences) GTEST_SKIP() << "no membarrier(2) here";
    all_ways(3);
}

TEST(BiasedLock, IsAloneWithFences) {
    biased_lock_fences = true;
    all_ways(3);
    biased_locks_start();
}

TEST(BiasedLock, WhoIsNone) {
    BiasedLock bias{};
    EXPECT_FALSE(bias.is_set() || bias.is_inside() || bias.enter());
    bias.set();
    std::thread([&] { EXPECT_FALSE(bias.enter()); }).join();
    EXPECT_TRUE(bias.enter() && bias.is_inside());
    bias.leave();
    bias.revoke();
    EXPECT_FALSE(bias.is_set() || bias.enter() || bias.is_inside());
}

// From now on the process gets `error` from membarrier(2).
bool refuse_membarrier(unsigned error) {
    sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program = {sizeof steps / sizeof *steps, steps};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

int code_of(int (*body)()) {
    const pid_t child = fork();
    if (child == 0) _exit(body());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

constexpr int cannot = 77;

TEST(BiasedLock, WithoutMembarrierItPaysFences) {
    const int code = code_of([] {
        if (!refuse_membarrier(38)) return cannot; // ENOSYS
        biased_locks_start();
        if (!biased_lock_fences) return 1;
        all_ways(1);
        return testing::Test::HasFailure() ? 2 : 0;
    });
    if (code == cannot) GTEST_SKIP() << "no seccomp here";
    EXPECT_EQ(code, 0);
}

} // namespace
