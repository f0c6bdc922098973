// Operations by many threads at once, for the question whether more threads than cores collapse.
// One node. Each line is the time of the whole job for one operation of any thread, in nanoseconds.
// While the cores have the same to do, this time stays the same with more threads.
//
//   crowd [OPERATION]      all of the list below, or the one named; messages: the first two
//
//   one           a request and its reply, one at a time; each thread of the first half asks its
//                 partner in the second half
//   many          the same, but each thread asks all of the second half in turn
//   put, get      of 8 bytes, to and from the next thread, complete
//   fetch_add     on a word of the next thread
//   counter       on one word, by all
//   lock          taken and given back, a lock a thread
//   contended     one lock that all want, which protects a counter
//   barrier       for each thread that comes
#include "runtime/am/am.h"
#include "runtime/core/job.h"
#include "runtime/sync/lock.h"

#include <polder/polder.h>

#include "bench/micro/bench.h"

#include <cstdlib>
#include <cstring>

using namespace polder;

namespace {

enum Handlers : unsigned { ask, answer };

struct alignas(64) Answered { // of a thread of this process; handlers in any of its threads count
    std::atomic<std::uint64_t> count;
};
constexpr unsigned most = 256;
Answered answered[most];

struct alignas(64) Shared { // a thread
    alignas(64) std::uint64_t word;
    alignas(64) std::uint64_t guarded; // by `wanted`
    sync::Lock own;
    sync::Lock wanted;
};
polder_ga words; // of thread 0; the same in all threads of a process

Shared &shared_of(unsigned thread) {
    return *static_cast<Shared *>(polder_pointer(polder_on(words, static_cast<int>(thread))));
}
polder_ga next_word() {
    return polder_on(words, static_cast<int>((mythread() + 1) % threads()));
}
unsigned half() {
    return threads() / 2;
}

void ask_and_await(unsigned to) {
    const std::uint64_t me = mythread();
    std::atomic<std::uint64_t> &count = answered[me].count;
    const std::uint64_t before = count.load(std::memory_order_relaxed);
    am::am_request_wait(to, {ask, &me, 1});
    for (unsigned turn = 0; count.load(std::memory_order_relaxed) == before; ++turn)
        if (!am::am_poll()) sync::wait_turn(turn);
}

void run_one(long times) {
    for (long i = 0; i < times; ++i)
        ask_and_await(half() + mythread());
}
void run_many(long times) {
    for (long i = 0; i < times; ++i)
        ask_and_await(half() + (mythread() + static_cast<unsigned>(i)) % half());
}
void run_put(long times) {
    const polder_ga to = next_word();
    for (long i = 0; i < times; ++i)
        polder_put(to, &i, sizeof i);
    polder_flush_all();
}
void run_get(long times) {
    const polder_ga from = next_word();
    for (long i = 0, got; i < times; ++i) {
        polder_get(&got, from, sizeof got);
        BENCH_USE(got);
    }
}
void run_fetch_add(long times) {
    const polder_ga target = next_word();
    for (long i = 0; i < times; ++i)
        polder_fetch_add(target, 1);
}
void run_counter(long times) {
    for (long i = 0; i < times; ++i)
        polder_fetch_add(words, 1);
}
void run_lock(long times) {
    sync::Lock &lock = shared_of(mythread()).own;
    for (long i = 0; i < times; ++i) {
        sync::lock_acquire(lock, mythread());
        sync::lock_release(lock, mythread());
    }
}
void run_contended(long times) {
    Shared &shared = shared_of(0);
    for (long i = 0; i < times; ++i) {
        sync::lock_acquire(shared.wanted, mythread());
        ++shared.guarded;
        sync::lock_release(shared.wanted, mythread());
    }
}
void run_barrier(long times) {
    for (long i = 0; i < times; ++i)
        polder_barrier_all();
}

struct Operation {
    const char *name;
    void (*run)(long times);
    unsigned part; // of the threads: all, or 1 / 2
    long times;    // of all threads together
};
constexpr Operation operations[] = {
    {"one", run_one, 2, 400000},
    {"many", run_many, 2, 400000},
    {"put", run_put, 1, 100000000},
    {"get", run_get, 1, 100000000},
    {"fetch_add", run_fetch_add, 1, 50000000},
    {"counter", run_counter, 1, 20000000},
    {"lock", run_lock, 1, 50000000},
    {"contended", run_contended, 1, 1000000},
    {"barrier", run_barrier, 1, 400000},
};

void start() {
    if (mythread() == control().shape.first_thread(job_process)) {
        am::am_register(ask, [](am::AmMessage &message) { am::am_reply(message, {answer, message.arguments, 1}); });
        am::am_register(answer, [](am::AmMessage &message) {
            answered[message.arguments[0]].count.fetch_add(1, std::memory_order_relaxed);
        });
        am::am_start();
    }
    const polder_ga block = polder_all_alloc(sizeof(Shared));
    if (!block) std::exit(1);
    if (mythread() == control().shape.first_thread(job_process)) words = block;
    polder_barrier_all();
    sync::lock_create(shared_of(mythread()).own);
    sync::lock_create(shared_of(mythread()).wanted);
}

void measure(const Operation &operation) {
    const unsigned active = threads() / operation.part;
    const long each = (std::getenv("BENCH_QUICK") ? operation.times / 5 : operation.times) / active;
    polder_barrier_all();
    const double begun = bench_now_ns();
    if (mythread() < active) operation.run(each);
    polder_barrier_all(); // who is asked, polls in it
    if (mythread() == 0) bench_print(operation.name, (bench_now_ns() - begun) / static_cast<double>(each * active));
}

int play(int argc, char **argv) {
    if (threads() < 2 || threads() > most) return 2;
    const bool messages = argc > 1 && !std::strcmp(argv[1], "messages");
    start();
    for (const Operation &operation : operations)
        if (argc < 2 || !std::strcmp(argv[1], operation.name) || (messages && operation.part == 2)) measure(operation);
    polder_barrier_all();
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    return polder_run(&argc, &argv, play);
}
