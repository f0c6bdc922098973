// Race: what a detector of data races is told of a UPC program, in one place. docs/design/races.md
// has the rules.
//
// A detector sees the loads and stores of the program, as its compiler instruments them. It does
// not see what the runtime does: the runtime is not instrumented, and its flags and messages are
// its own affair. So the runtime tells
//   order     who has given what he did to whom: give and take, on a *token*
//   access    what a call of the library reads and writes for the program: at the program's line,
//             not inside memcpy
// Rule. A detector is told what the language promises, not what this implementation happens to do.
// A program that is right only because a collective function meets more often than its flags ask
// for is reported.
//
// Vocabulary.
//   token   an address; whoever takes it knows what was done before each give of it. Tokens in
//           shared memory are the same in every process of the node, so a detector over processes
//           can use them as they are.
//   fence   each strict operation is one (Appendix B of UPC 1.3).
//   hand    what acts for a thread beside its program. It knows what the thread had done at its
//           last fence. The thread knows at its next fence what the hand has done. C11's rule of
//           fences with relaxed atomic operations, and the NOSYNC sides of collective functions,
//           are statements about the hand.
//   helper  what carries one non-blocking copy. It begins when the copy is begun and is known when
//           the copy is waited for. So a use of the buffer in between is a race.
//
// The pointer race_detector is null where there is no detector, is set before the first thread
// starts, and is never changed. Cost without one: a load and a predicted branch, in calls that
// synchronise or copy; none in generated code.
#pragma once

#include <polder/abi.h>

#include <cstddef>
#include <cstdint>

namespace polder::race {

// Who calls for the program: a function of the library, and the place in the program it returns to.
struct RaceSite {
    const void *function = nullptr;
    const void *caller = nullptr;
    RaceSite() = default;
    template <class Function>
    RaceSite(Function *f, const void *c) : function(reinterpret_cast<const void *>(f)), caller(c) {}
};

using RaceToken = const volatile void *;

// A detector. Functions are called by any thread, at any time after start.
struct RaceDetector {
    void (*give)(RaceToken token);
    void (*take)(RaceToken token);
    void (*access)(const volatile void *at, std::size_t bytes, bool writes, const RaceSite &site);
    void (*atomic)(const volatile void *at, std::size_t bytes, bool writes, const RaceSite &site);
    // From hush to speak nothing but what is told is an access: interceptors of memcpy are silent.
    void (*hush)();
    void (*speak)();
    // Another actor than the calling thread, whose deeds the calling thread does between become and
    // the second become.
    void *(*actor_make)(const char *name);
    void *(*actor_now)();
    void (*become)(void *actor);
    void (*thread_name)(unsigned thread);
};
extern const RaceDetector *race_detector;

inline bool race_watched() {
    return __builtin_expect(race_detector != nullptr, 0);
}

// Once a process, before its threads start.
void race_start();
// Each UPC thread at its start.
void race_thread_start();

// ---- order ----

// The slow halves: there is a detector.
void fence();
void fence_of_all();
void give(RaceToken token);
void take(RaceToken token);

// A strict operation that others see nothing of by a token: upc_fence, a strict access.
inline void race_fence() {
    if (race_watched()) race::fence();
}
// The same in a barrier.
inline void race_fence_of_all() {
    if (race_watched()) race::fence_of_all();
}
// In front of a strict operation that whoever takes the token later waits for: notify, unlock, a
// post. A fence too.
inline void race_give(RaceToken token) {
    if (race_watched()) race::give(token);
}
// Behind a strict operation that has waited for what gave the token. A fence too.
inline void race_take(RaceToken token) {
    if (race_watched()) race::take(token);
}

// The two tokens by turns of something all threads come to again and again, each with a number of
// its own. A thread comes to number n + 2 only after all have left n, so nobody takes what belongs
// to a later round.
inline RaceToken race_round(const void *place, std::uint64_t number) {
    return static_cast<const char *>(place) + 8 * (number & 1);
}

// ---- accesses of the library ----

// While one is in scope, the thread is in a function of the library. What that code does to memory
// is no access of the program; the accesses that the function makes for it are told by name.
class RaceCall {
public:
    explicit RaceCall(const RaceSite &site) : site_(site), watched_(race_watched()) {
        if (watched_) begin();
    }
    ~RaceCall() {
        if (watched_) race_detector->speak();
    }
    RaceCall(const RaceCall &) = delete;
    RaceCall &operator=(const RaceCall &) = delete;

    bool watched() const { return watched_; }
    const RaceSite &site() const { return site_; }
    // By the calling thread, now. Shared memory of another process or node is not told of.
    void reads(const void *at, std::size_t bytes) const {
        if (watched_) tell(at, bytes, false);
    }
    void writes(void *at, std::size_t bytes) const {
        if (watched_) tell(at, bytes, true);
    }
    void reads(polder_ga at, std::size_t bytes) const {
        if (watched_) tell_shared(at, bytes, false);
    }
    void writes(polder_ga at, std::size_t bytes) const {
        if (watched_) tell_shared(at, bytes, true);
    }
    // A block of memory was obtained; it is about to be given back.
    void obtains(polder_ga block, std::size_t bytes) const {
        if (watched_ && block) tell_obtained(block, bytes);
    }
    void gives_back(polder_ga block) const {
        if (watched_ && block) tell_given_back(block);
    }

private:
    void begin() const;
    void tell(const void *at, std::size_t bytes, bool writes) const;
    void tell_shared(polder_ga at, std::size_t bytes, bool writes) const;
    void tell_obtained(polder_ga block, std::size_t bytes) const;
    void tell_given_back(polder_ga block) const;

    const RaceSite site_;
    const bool watched_;
};

// Part of what the current call of the library copies, told from a function below it. The place is
// that of the thread's last RaceCall.
void copied(const void *source, void *target, std::size_t bytes);
// The place of a call that has no RaceCall, for what functions below it tell.
void at(const RaceSite &site);
const RaceSite &last_site();
inline void race_at(const RaceSite &site) {
    if (race_watched()) race::at(site);
}
inline void race_copied(const void *source, void *target, std::size_t bytes) {
    if (race_watched()) race::copied(source, target, bytes);
}

// The same without a call of the program's: work that the runtime does while a thread waits.
class RaceHush {
public:
    RaceHush() : watched_(race_watched()) {
        if (watched_) race_detector->hush();
    }
    ~RaceHush() {
        if (watched_) race_detector->speak();
    }
    RaceHush(const RaceHush &) = delete;
    RaceHush &operator=(const RaceHush &) = delete;

private:
    const bool watched_;
};

// ---- the hand ----

// What the calling thread tells between is the hand's deed. From inside a RaceCall.
class RaceHand {
public:
    RaceHand();
    ~RaceHand();
    RaceHand(const RaceHand &) = delete;
    RaceHand &operator=(const RaceHand &) = delete;

private:
    void *before_;
};

// ---- relaxed atomic operations in the library, around the operation ----

void atomic_before(const volatile void *at, std::size_t bytes, bool writes, const RaceSite &site);
void atomic_after(const volatile void *at, bool reads);

// ---- non-blocking copies (a job of one node has no others) ----

struct RaceCopy {
    const void *source = nullptr; // null: a fill
    void *target = nullptr;
    std::size_t bytes = 0;
};
// There is a detector. Tells the copy as done by a helper; the handle stands for its end. Without
// memory for it: 0.
unsigned long race_copy_begun(const RaceCopy &copy, const RaceSite &site);
bool race_copy_is_handle(unsigned long handle);
void race_copy_waited(unsigned long handle);
// The same without a handle, and the end of all of these.
void race_copy_implicit(const RaceCopy &copy, const RaceSite &site);
void race_copies_waited();

} // namespace polder::race
