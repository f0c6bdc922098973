// Threads that the runtime starts for itself get no signals, so that a program's handlers run in
// the program's threads. Signals of mistakes are the exception: they are reported wherever they
// happen. A thread has the signal mask of who starts it.
#pragma once

#include <csignal>
#include <initializer_list>

namespace polder {

// In scope while such a thread is started.
class ServiceSignals {
public:
    ServiceSignals() {
        sigset_t all;
        sigfillset(&all);
        for (const int mistake : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
            sigdelset(&all, mistake);
        pthread_sigmask(SIG_BLOCK, &all, &before_);
    }
    ~ServiceSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    ServiceSignals(const ServiceSignals &) = delete;
    ServiceSignals &operator=(const ServiceSignals &) = delete;

private:
    sigset_t before_;
};

} // namespace polder
