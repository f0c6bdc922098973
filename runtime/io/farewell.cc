// Sleeps, writes out, says so, and waits for a signal of an MPI launcher (farewell.h).
#include "runtime/io/farewell.h"
#include "runtime/core/job.h"
#include "runtime/core/service_signals.h"
#include "runtime/io/write_out.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

namespace polder::io {

namespace {

bool takes_signal = false; // set before the thread starts
FutexWord ended_by{0};     // a signal of an MPI launcher

ProcessRecord &own_record() {
    return process_record(control(), job_process);
}

// Of processes that an MPI launcher started. The first death tells it that the job is over, and it
// kills the other processes then. So none dies before all of the node have written out.
void die_when_told() {
    std::uint32_t signal;
    while (!(signal = ended_by.load()))
        futex_wait(&ended_by, 0);
    farewell_await_others();
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    sigaction(static_cast<int>(signal), &standard, nullptr);
    kill(getpid(), static_cast<int>(signal)); // a thread of the program takes it
}

void on_term(int signal) {
    const int saved_errno = errno;
    ended_by.store(static_cast<std::uint32_t>(signal));
    futex_wake_all(&ended_by);
    farewell_ask_all(control());
    errno = saved_errno;
}

// False: the program has a handler of its own.
bool take_signal_of_launcher() {
    struct sigaction action {};
    if (sigaction(SIGTERM, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return false;
    action.sa_handler = on_term;
    return sigaction(SIGTERM, &action, nullptr) == 0;
}

void *say_farewell(void *) {
    FutexWord &farewell = own_record().farewell;
    while (farewell.load(std::memory_order_acquire) == farewell_ready)
        futex_wait(&farewell, farewell_ready);
    write_out();
    farewell.store(farewell_written);
    ring_launcher();
    if (takes_signal) die_when_told();
    return nullptr;
}

} // namespace

void farewell_start() {
    if (processes() == 1 && nodes() == 1) return;
    std::uint32_t none = farewell_none;
    if (!own_record().farewell.compare_exchange_strong(none, farewell_ready)) return; // the job has ended
    takes_signal = nodes() > 1 && !control().launched && take_signal_of_launcher();
    pthread_t thread;
    const ServiceSignals signals;
    if (const int error = pthread_create(&thread, nullptr, say_farewell, nullptr))
        job_fail(1, "cannot start the thread that writes out streams at the end: %s", std::strerror(error));
    pthread_detach(thread);
}

} // namespace polder::io
