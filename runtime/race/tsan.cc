// ThreadSanitizer as a detector of races. A program that is linked with -fsanitize=thread has its
// functions. A line behind each report says in the program's words where the race is.
//
// Actors are its fibers: threads to it, without a processor. A flag lets a thread become one
// without an order between the two. Calls go out with the place in the program as the caller's
// frame. So reports show the library's function and then the program's line, as they do for memcpy.
#include "runtime/race/tsan.h"

#include "base/instrumented.h"
#include "runtime/core/job.h"
#include "runtime/race/name.h"

#include <cstdint>
#include <cstdio>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

// The sanitizer's interface: <sanitizer/tsan_interface.h>, <sanitizer/tsan_interface_atomic.h>, and
// the part for debuggers. Weak: null in a process without the sanitizer.
#define POLDER_WEAK __attribute__((weak))
// gcc has some as functions of its own, of other types, where it compiles for the sanitizer.
#define POLDER_NAMED(name) __asm__(name) POLDER_WEAK
extern "C" {
void __tsan_acquire(void *) POLDER_WEAK;
void __tsan_release(void *) POLDER_WEAK;
void __tsan_func_entry(void *) POLDER_WEAK;
void tsan_func_exit() POLDER_NAMED("__tsan_func_exit");
void __tsan_read_range_pc(void *, unsigned long, void *) POLDER_WEAK;
void __tsan_write_range_pc(void *, unsigned long, void *) POLDER_WEAK;
std::uint8_t tsan_atomic8_load(const volatile std::uint8_t *, int) POLDER_NAMED("__tsan_atomic8_load");
std::uint8_t tsan_atomic8_fetch_or(volatile std::uint8_t *, std::uint8_t, int) POLDER_NAMED("__tsan_atomic8_fetch_or");
std::uint32_t tsan_atomic32_load(const volatile std::uint32_t *, int) POLDER_NAMED("__tsan_atomic32_load");
std::uint64_t tsan_atomic64_load(const volatile std::uint64_t *, int) POLDER_NAMED("__tsan_atomic64_load");
std::uint32_t tsan_atomic32_fetch_or(volatile std::uint32_t *, std::uint32_t, int)
    POLDER_NAMED("__tsan_atomic32_fetch_or");
std::uint64_t tsan_atomic64_fetch_or(volatile std::uint64_t *, std::uint64_t, int)
    POLDER_NAMED("__tsan_atomic64_fetch_or");
void __tsan_ignore_thread_begin() POLDER_WEAK;
void __tsan_ignore_thread_end() POLDER_WEAK;
void *__tsan_create_fiber(unsigned) POLDER_WEAK;
void *__tsan_get_current_fiber() POLDER_WEAK;
void __tsan_switch_to_fiber(void *, unsigned) POLDER_WEAK;
void __tsan_set_fiber_name(void *, const char *) POLDER_WEAK;
int __tsan_get_report_data(void *, const char **, int *, int *, int *, int *, int *, int *, int *, void **,
                           unsigned long) POLDER_WEAK;
int __tsan_get_report_mop(void *, unsigned long, int *, void **, int *, int *, int *, void **,
                          unsigned long) POLDER_WEAK;
}

namespace polder::race {
namespace {

constexpr unsigned no_order = 1; // of a switch
constexpr int relaxed = 0;       // the library's memory_order_relaxed

void give(RaceToken token) {
    __tsan_release(const_cast<void *>(token));
}
void take(RaceToken token) {
    __tsan_acquire(const_cast<void *>(token));
}

// Frames are return addresses: one behind where the call is, or the function begins.
void *frame(const void *function) {
    return static_cast<char *>(const_cast<void *>(function)) + 1;
}

void access(const volatile void *at, std::size_t bytes, bool writes, const RaceSite &site) {
    void *const where = const_cast<void *>(at);
    __tsan_func_entry(const_cast<void *>(site.caller));
    (writes ? __tsan_write_range_pc : __tsan_read_range_pc)(where, bytes, frame(site.function));
    tsan_func_exit();
}

// It takes an atomic access for one only where it makes it: reads, and for writes an update that
// changes nothing.
void atomic(const volatile void *at, std::size_t bytes, bool writes, const RaceSite &site) {
    __tsan_func_entry(const_cast<void *>(site.caller));
    __tsan_func_entry(frame(site.function));
    char *const where = static_cast<char *>(const_cast<void *>(at));
    const std::uintptr_t grain = reinterpret_cast<std::uintptr_t>(at) | bytes;
    const std::size_t word = grain % 8 == 0 ? 8 : grain % 4 == 0 ? 4 : 1;
    for (std::size_t i = 0; i < bytes; i += word) {
        auto *byte = reinterpret_cast<std::uint8_t *>(where + i);
        auto *narrow = reinterpret_cast<std::uint32_t *>(where + i);
        auto *wide = reinterpret_cast<std::uint64_t *>(where + i);
        if (word == 1)
            writes ? tsan_atomic8_fetch_or(byte, 0, relaxed) : tsan_atomic8_load(byte, relaxed);
        else if (word == 4)
            writes ? tsan_atomic32_fetch_or(narrow, 0, relaxed) : tsan_atomic32_load(narrow, relaxed);
        else
            writes ? tsan_atomic64_fetch_or(wide, 0, relaxed) : tsan_atomic64_load(wide, relaxed);
    }
    tsan_func_exit();
    tsan_func_exit();
}

void hush() {
    __tsan_ignore_thread_begin();
}
void speak() {
    __tsan_ignore_thread_end();
}

void *actor_make(const char *name) {
    void *fiber = __tsan_create_fiber(0);
    __tsan_set_fiber_name(fiber, name);
    return fiber;
}
void *actor_now() {
    return __tsan_get_current_fiber();
}
void become(void *actor) {
    __tsan_switch_to_fiber(actor, no_order);
}

// The first thread's name is the process's, and the sanitizer calls it the main thread.
void thread_name(unsigned thread) {
    if (gettid() == getpid()) return;
    char name[16]; // what the kernel keeps of it
    std::snprintf(name, sizeof name, "UPC thread %u", thread % 10000);
    pthread_setname_np(pthread_self(), name);
}

constexpr RaceDetector detector = {give, take, access, atomic, hush, speak, actor_make, actor_now, become, thread_name};

bool complete() {
    return &__tsan_acquire && &__tsan_release && &__tsan_func_entry && &tsan_func_exit && &__tsan_read_range_pc &&
           &__tsan_write_range_pc && &tsan_atomic8_load && &tsan_atomic8_fetch_or && &tsan_atomic32_load &&
           &tsan_atomic64_load && &tsan_atomic32_fetch_or && &tsan_atomic64_fetch_or && &__tsan_ignore_thread_begin &&
           &__tsan_ignore_thread_end && &__tsan_create_fiber && &__tsan_get_current_fiber && &__tsan_switch_to_fiber &&
           &__tsan_set_fiber_name;
}

// Not by the C library, whose functions the sanitizer watches: it is in the middle of a report.
void say(const char *text, int length) {
    syscall(SYS_write, STDERR_FILENO, text, static_cast<std::size_t>(length));
}

} // namespace

const RaceDetector *tsan_detector() {
    return !thread_instrumented && complete() ? &detector : nullptr;
}

} // namespace polder::race

// Called by the sanitizer behind each report: names the shared object.
extern "C" [[gnu::visibility("default")]] void __tsan_on_report(void *report) {
    using namespace polder;
    using namespace polder::race;
    if (!race_watched() || !&__tsan_get_report_data || !&__tsan_get_report_mop) return;
    const char *description = nullptr;
    int count;
    int stacks;
    int accesses = 0;
    int locations;
    int mutexes;
    int threads;
    int unique;
    void *trace[1] = {};
    __tsan_get_report_data(report, &description, &count, &stacks, &accesses, &locations, &mutexes, &threads, &unique,
                           trace, 1);
    int thread;
    int size;
    int write;
    int atomic;
    void *at = nullptr;
    if (accesses < 1 ||
        !__tsan_get_report_mop(report, 0, &thread, &at, &size, &write, &atomic, trace, 1)) // the newer of the two
        return;
    char name[256];
    char line[320];
    if (!race_name(at, name, sizeof name)) return;
    const int length = std::snprintf(line, sizeof line, "polder: the race is on %s\n", name);
    say(line, length);
}
