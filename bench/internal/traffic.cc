// Message rates. The first half of the threads sends requests that are answered to the second half,
// all at once:
//
//   traffic one|many [in_flight]
//
//   one          each thread sends to its partner
//   many         each thread sends to all of the second half in turn
//   in_flight    requests of a thread that may be unanswered; 1 waits for each
//
// With two nodes the second half is on the other one. Prints two figures:
//
//   message      nanoseconds of the whole job for each request with its answer
//   inject       how long the sender's processor is busy with one call that sends
//
// Of each hundred calls the shortest one counts, so that refusals and other programs do not.
#include "runtime/am/am.h"
#include "runtime/core/job.h"

#include <polder/polder.h>

#include "bench/micro/bench.h"

#include <cstdlib>
#include <cstring>

using namespace polder;

namespace {

enum Handlers : unsigned { ask, answer };

struct alignas(64) Sender { // of a thread of this process; handlers of any of them count
    std::atomic<std::uint64_t> answered;
};
constexpr unsigned most = 256;
Sender senders[most];

unsigned half() {
    return threads() / 2;
}

struct Pattern {
    bool many;
    std::uint64_t in_flight;
    long requests; // of each sender
};

void await(std::uint64_t sent, std::uint64_t in_flight) {
    std::atomic<std::uint64_t> &answered = senders[mythread()].answered;
    for (unsigned turn = 0; sent - answered.load(std::memory_order_relaxed) >= in_flight; ++turn)
        if (!am::am_poll()) sync::wait_turn(turn);
}

double shortest = 0; // of thread 0
double injected = 0; // of thread 0
void send_one(unsigned to, long number) {
    const std::uint64_t me = mythread();
    const double start = me == 0 ? bench_now_ns() : 0;
    am::am_request_wait(to, {ask, &me, 1});
    if (me) return;
    const double taken = bench_now_ns() - start;
    shortest = number % 100 == 0 || taken < shortest ? taken : shortest;
    if (number % 100 == 99) injected += shortest;
}

void send_all(const Pattern &pattern) {
    const unsigned me = mythread();
    for (long i = 0; i < pattern.requests; ++i) {
        const unsigned to = half() + (pattern.many ? (me + static_cast<unsigned>(i)) % half() : me);
        send_one(to, i);
        await(static_cast<std::uint64_t>(i) + 1, pattern.in_flight);
    }
    await(static_cast<std::uint64_t>(pattern.requests), 1);
}

void start() {
    if (mythread() != control().shape.first_thread(job_process)) return;
    am::am_register(ask, [](am::AmMessage &message) { am::am_reply(message, {answer, message.arguments, 1}); });
    am::am_register(answer, [](am::AmMessage &message) {
        senders[message.arguments[0]].answered.fetch_add(1, std::memory_order_relaxed);
    });
    am::am_start();
}

int play(int argc, char **argv) {
    if (argc < 2 || threads() < 2 || threads() > most) return 2;
    const Pattern pattern = {!std::strcmp(argv[1], "many"), argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1,
                             (std::getenv("BENCH_QUICK") ? 20000 : 100000) / static_cast<long>(half())};
    start();
    polder_barrier_all();
    const double begun = bench_now_ns();
    if (mythread() < half()) send_all(pattern);
    polder_barrier_all(); // who receives, polls in it
    if (mythread() == 0) {
        bench_print("message", (bench_now_ns() - begun) / static_cast<double>(pattern.requests * half()));
        bench_print("inject", injected / static_cast<double>(pattern.requests / 100));
    }
    polder_barrier_all();
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    return polder_run(&argc, &argv, play);
}
