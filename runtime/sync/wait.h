// Waiting: the one way in which a thread of the runtime waits for something another thread does.
//
// Vocabulary. A *wait point* is two words in shared memory beside (not containing) the data that is
// waited for. A *waiter* goes through three phases:
//   spin  tests the condition some times. How often depends on whether every thread has a core
//         (wait_configure)
//   stay  gives way for about a millisecond. It yields its core again and again. Beside strangers
//         it sleeps on the point's event word at once. give_way.h decides which of the two, and
//         says why. A late yield ends the phase
//   park  sleeps on the event word without limit
// A *signaller* changes the data and then looks whether anybody sleeps. It makes a system call only
// if so.
//
// Why yields come first where there are no strangers. Waking an idle core takes tens of
// microseconds. Handing over a core among threads of the job by yielding takes about one. A
// yielding thread takes next to nothing from one that works.
//
// Invariant (no lost wake-up). All fences and read-modify-writes are sequentially consistent. Held
// by tests/unit/runtime/sync/delays.cc.
//
//   waiter                                  signaller
//   W1 sleepers += 1                        S1 change the data
//   W2 read event                           S2 fence
//   W3 fence                                S3 read sleepers
//   W4 test the data                        S4 if not 0: event += 1, futex wake
//   W5 futex wait, if event is as at W2
//
//   1. Of W1/W4 and S1/S3 at least one side sees the other (Dekker): W4 finds the data changed, or
//      S3 finds a sleeper.
//   2. In the second case S4's increment may come after W2. Then the kernel finds event changed at
//      W5 and does not sleep, or the wake finds the thread asleep.
//   3. Or it comes before W2, an acquire read of S4's release increment. Then the data is visible
//      at W4.
//
// Waiting threads that also poll for messages look for these beside W4, and senders wake them as
// signallers do. A dying job ends by signal (runtime/fault), so waits need not ask whether it still
// lives.
#pragma once

#include "base/delay.h"
#include "base/futex.h"
#include "runtime/core/wait_record.h"

#include <atomic>
#include <cstdint>

namespace polder::sync {

// Two words in memory shared by all processes of the node; all zero bits is the initial state.
struct WaitPoint {
    FutexWord event;
    FutexWord sleepers;
};

// What a hang report says of a waiting thread; see WaitRecord. The condition may keep peer up to
// date: it is read again before parking.
struct WaitReason {
    WaitKind kind = WaitKind::none;
    std::uint64_t object = 0;
    std::uint32_t peer = no_peer;
    bool network = false; // it comes from another node: the network is polled at each turn, not only now and then
    // A system thread beside the UPC thread's own waits, for one of its kind. Its wait leaves no
    // record, as the UPC thread goes on, and takes up no messages.
    bool sub_thread = false;
};

// What a layer that gets messages (runtime/am) has waiting threads do. Without one the fast half of
// a wait is as it was, and the slow half tests one pointer a turn.
struct WaitPolling {
    unsigned (*poll)(); // takes up what has come in; how much it was
    bool (*pending)();  // whether something is there; free of side effects
    bool (*park)(
        const WaitPoint &point); // the thread is about to sleep there: from now on news wake it. False: it must not
    void (*unpark)();
};

struct WaitSetup {
    unsigned spins = 100;            // tests of the condition before the thread gives way
    std::int64_t yield_ns = 1000000; // how long it gives way before it parks
    bool oversubscribed = false;     // more threads on this node than cores they may use
    bool notices_strangers = true;   // false: tests of what holds where there are none (give_way.h)
    // Called in a wait before the thread parks, for looking whether what it waits for can still
    // come. False: it could not look everywhere, and is called again after each sleep, until true.
    // Then sleeps have limits, from 1 ms to 1 s, as nobody may wake the thread. May be null.
    bool (*before_park)(const WaitReason &why) = nullptr;
    std::atomic<const WaitPolling *> polling{nullptr}; // null: no messages
    std::atomic<const WaitPolling *> network{nullptr}; // the same for what comes from other nodes (runtime/net)
    // And for collective operations the thread has under way (runtime/team): pending: there are
    // some, so it must not sleep. park, unpark: null.
    std::atomic<const WaitPolling *> teams{nullptr};
};
extern WaitSetup wait_setup;

// Once a process, before its first wait; the same value in every process of the node.
void wait_configure(bool oversubscribed);

inline void cpu_pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("isb" ::: "memory"); // some tens of cycles, as x86's pause; `yield` takes none on most
#else
    __asm__ __volatile__("" ::: "memory");
#endif
}

// What a wait that has no wait point does in each of its longer turns. True: it is worth looking
// again at once.
inline bool wait_poll() {
    const WaitPolling *polling = wait_setup.polling.load(std::memory_order_acquire);
    const WaitPolling *teams = wait_setup.teams.load(std::memory_order_acquire);
    const unsigned found = polling ? polling->poll() : 0;
    return (teams && teams->poll()) || found;
}

// The same for what comes from other nodes.
inline bool wait_poll_network() {
    const WaitPolling *network = wait_setup.network.load(std::memory_order_acquire);
    return network && network->poll();
}

// Sleepers of a point may form groups, a bit each, so that a signal wakes only those whom the
// change concerns.
inline constexpr std::uint32_t wait_all_groups = ~0u;

// The slow half of wait_until: stays, then parks, until test(context).
void wait_slowly(WaitPoint &point, const WaitReason &why, std::uint32_t groups, bool (*test)(void *), void *context);
// The slow half of wait_signal.
void wait_wake(WaitPoint &point, std::uint32_t groups);
// The same for one sleeper, the one that has slept longest; no system call if nobody sleeps.
void wait_wake_one(WaitPoint &point);

// Returns once ready(), which must be free of side effects and read the data with acquire order.
// `why` is what a hang report says of this thread; it is stored only if the wait is long.
template <class Ready>
inline void wait_until(WaitPoint &point, const WaitReason &why, Ready ready, std::uint32_t groups = wait_all_groups) {
    for (unsigned i = wait_setup.spins; i; --i) {
        if (ready()) return;
        if (why.network)
            wait_poll_network();
        else
            cpu_pause();
    }
    wait_slowly(
        point, why, groups, [](void *context) { return (*static_cast<Ready *>(context))(); }, &ready);
}

// After a change made by a sequentially consistent read-modify-write: that is fence enough (S2
// above).
inline void wait_signal_after_rmw(WaitPoint &point, std::uint32_t groups = wait_all_groups) {
    delay_point();
    if (point.sleepers.load(std::memory_order_seq_cst)) wait_wake(point, groups);
}

// After any other change.
inline void wait_signal(WaitPoint &point) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    wait_signal_after_rmw(point);
}

// One turn of a wait that has no wait point: spins or gives way. `turn` counts the caller's turns.
void wait_turn(unsigned turn);

} // namespace polder::sync
