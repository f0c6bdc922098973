// Who the calling system thread is, and its place.
#include "runtime/core/sub_threads.h"

#include "runtime/core/job.h"

#include <pthread.h>
#include <unistd.h>

namespace polder {

namespace {

std::atomic<std::int64_t> own_thread; // no places: only their addresses are used
std::atomic<std::int64_t> without_place;

// Null: the thread has not waited yet. One of the two above, or its place.
thread_local std::atomic<std::int64_t> *sub_thread_place;

pthread_key_t end_key;

void on_end(void *) {
    sub_thread_place->store(0, std::memory_order_relaxed);
    sub_thread_place = nullptr; // other destructors may wait once more
}

bool notices_end() {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static bool made = false;
    pthread_once(&once, [] { made = pthread_key_create(&end_key, on_end) == 0; });
    return made && pthread_setspecific(end_key, &end_key) == 0;
}

std::atomic<std::int64_t> *take_place() {
    if (notices_end())
        for (std::atomic<std::int64_t> &place : self().sub_threads.place) {
            std::int64_t nobody = 0;
            if (place.compare_exchange_strong(nobody, sub_thread_runs, std::memory_order_relaxed)) return &place;
        }
    return &without_place;
}

// The thread number of the own one is 0 where nobody has said it: tests of single layers.
std::atomic<std::int64_t> *find_place() {
    const pid_t own = self().tid.load(std::memory_order_relaxed);
    return !own || own == gettid() ? &own_thread : take_place();
}

} // namespace

void sub_thread_waits() {
    if (__builtin_expect(!sub_thread_place, 0) && started()) sub_thread_place = find_place();
}

void sub_thread_begins() {
    if (started()) sub_thread_place = take_place();
}

void rest_begin() {
    if (!started()) return;
    sub_thread_waits();
    if (sub_thread_place == &own_thread) return self().wait.rest();
    if (sub_thread_place == &without_place) return;
    if (sub_thread_place->load(std::memory_order_relaxed) == sub_thread_runs)
        sub_thread_place->store(clock_ns(), std::memory_order_relaxed);
}

void rest_end() {
    if (!started()) return;
    sub_thread_waits();
    if (sub_thread_place == &own_thread) return self().wait.rise();
    if (sub_thread_place != &without_place) sub_thread_place->store(sub_thread_runs, std::memory_order_relaxed);
}

} // namespace polder
