// A steal of a task between two workers, in parts (runtime/task/deque.h has the lines that it
// touches). Worker and thief take turns, a task each time. Both lines are the worker's when the
// thief comes, and the task's is the thief's when the worker joins. Prints, in nanoseconds:
//
//   steal       from the look at the deque to the end of an empty task: the thief's
//   join        from the look at the stolen task to the deque's being empty: the worker's
//   handed      one line passed on by the same two, there and back, in the same loop
//
// Ticks between two readings, without what an empty pair of readings takes. Two threads of one
// process.
#include "runtime/task/deque.h"
#include "runtime/task/state.h"

#include <polder/polder.h>

#include "bench/micro/bench.h"

#include <cstdlib>

using namespace polder;

namespace {

struct alignas(64) Flag {
    std::atomic<unsigned long> turn;
};
struct Table {
    Flag flag;
    alignas(64) polder_worker worker;
    task::Deque deque;
    task::Worker thief;
    alignas(64) polder_task tasks[4];
};

Table table;
constexpr unsigned long trips = 2000;

void nothing(void *) {}

unsigned long ticks() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const unsigned long now = bench_ticks();
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return now;
}

double ns_of_a_tick() {
    const double start_ns = bench_now_ns();
    const unsigned long start = bench_ticks();
    while (bench_now_ns() - start_ns < 2e7) {
    }
    return (bench_now_ns() - start_ns) / static_cast<double>(bench_ticks() - start);
}

unsigned long empty_pair() {
    unsigned long least = ~0ul;
    for (int i = 0; i < 1000; ++i) {
        const unsigned long start = ticks();
        const unsigned long end = ticks();
        if (end - start < least) least = end - start;
    }
    return least;
}

void await(const Flag &flag, unsigned long turn) {
    while (flag.turn.load(std::memory_order_acquire) != turn) {
    }
}
void pass(Flag &flag, unsigned long turn) {
    flag.turn.store(turn, std::memory_order_release);
}

// Sums of ticks of one chunk.
unsigned long worker_chunk(Table &at, unsigned long *turn) {
    unsigned long sum = 0;
    for (unsigned long i = 0; i < trips; ++i) {
        polder_task &mine = *at.worker.top;
        mine.run = nothing;
        mine.state = 0;
        ++at.worker.top;
        task::publish(at.deque, at.worker);
        pass(at.flag, ++*turn);
        await(at.flag, ++*turn);
        const unsigned long start = ticks();
        if (!task::is_finished(mine)) std::abort();
        task::forget_stolen(at.deque, at.worker, &mine);
        sum += ticks() - start;
    }
    return sum;
}
unsigned long thief_chunk(Table &at, unsigned long *turn) {
    unsigned long sum = 0;
    for (unsigned long i = 0; i < trips; ++i) {
        await(at.flag, ++*turn);
        const unsigned long start = ticks();
        polder_task *stolen = task::take(at.deque);
        if (!stolen) std::abort();
        task::set_thief(*stolen, at.thief);
        stolen->run(stolen->argument);
        task::finish(*stolen);
        sum += ticks() - start;
        pass(at.flag, ++*turn);
    }
    return sum;
}

double handed_chunk(Table &at, unsigned long *turn, int me) {
    const double start = bench_now_ns();
    for (unsigned long i = 0; i < trips; ++i) {
        if (me) await(at.flag, ++*turn);
        pass(at.flag, ++*turn);
        if (!me) await(at.flag, ++*turn);
    }
    return (bench_now_ns() - start) / trips;
}

int play(int, char **) {
    const int me = polder_mythread();
    const double ns = ns_of_a_tick();
    const unsigned long empty = empty_pair();
    bench_run parts = {};
    bench_run handed = {};
    unsigned long turn = 0;
    if (!me) {
        table.deque.base = table.tasks;
        table.deque.end = table.tasks + 4;
        table.worker.top = table.worker.split = table.tasks;
        table.worker.limit = table.deque.end;
    }
    polder_barrier_all();
    for (int chunk = 0; chunk < bench_chunks(); ++chunk) {
        bench_add_ns(&handed, handed_chunk(table, &turn, me));
        const unsigned long sum = me ? thief_chunk(table, &turn) : worker_chunk(table, &turn);
        bench_add_ns(&parts, (static_cast<double>(sum) / trips - static_cast<double>(empty)) * ns);
    }
    polder_barrier_all();
    bench_print(me ? "steal" : "join", bench_median_ns(&parts));
    if (!me) bench_print("handed", bench_median_ns(&handed));
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    return polder_run(&argc, &argv, play);
}
