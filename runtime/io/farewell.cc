// Sleeps, writes out, says so (farewell.h).
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

std::atomic<int> ended_by{0}; // a signal of an MPI launcher

// Another thread takes it, or the caller behind its handler.
void die_by(int signal) {
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, nullptr);
    kill(getpid(), signal);
}

ProcessRecord &own_record() {
    return process_record(control(), job_process);
}

void *say_farewell(void *) {
    FutexWord &farewell = own_record().farewell;
    while (farewell.load(std::memory_order_acquire) == farewell_ready)
        futex_wait(&farewell, farewell_ready);
    write_out();
    farewell.store(farewell_written);
    ring_launcher();
    if (const int signal = ended_by.load()) die_by(signal);
    return nullptr;
}

// Whichever comes second, this or the end of writing out, sees the other one and kills.
void on_term(int signal) {
    const int saved_errno = errno;
    ended_by.store(signal);
    farewell_ask(own_record());
    if (own_record().farewell.load() == farewell_written) die_by(signal);
    errno = saved_errno;
}

// The program may have a handler of its own.
void take_signal_of_launcher() {
    struct sigaction action {};
    if (sigaction(SIGTERM, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return;
    action.sa_handler = on_term;
    sigaction(SIGTERM, &action, nullptr);
}

} // namespace

void farewell_start() {
    if (processes() == 1 && nodes() == 1) return;
    std::uint32_t none = farewell_none;
    if (!own_record().farewell.compare_exchange_strong(none, farewell_ready)) return; // the job has ended
    pthread_t thread;
    const ServiceSignals signals;
    if (const int error = pthread_create(&thread, nullptr, say_farewell, nullptr))
        job_fail(1, "cannot start the thread that writes out streams at the end: %s", std::strerror(error));
    pthread_detach(thread);
    if (nodes() > 1 && !control().launched) take_signal_of_launcher();
}

} // namespace polder::io
