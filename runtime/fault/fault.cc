// The handlers. Everything here runs in signal context: no allocation, no locks of ours, plain stores to the thread's record in
// the control block. The order of a crash: record signal, address and frames; ring the launcher; wait until it has read
// (it needs this process alive to find source lines); give the signal its default action, so that a core dump and the wait
// status are those of the crash itself.
#include "runtime/fault/fault.h"
#include "base/config.h"
#include "base/log.h"
#include "runtime/fault/explain.h"
#include "runtime/io/output.h"
#include "runtime/segment/segment.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace polder {

namespace {

// Sanitizers explain crashes themselves.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool sanitized = false;
#endif

constexpr int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};
constexpr std::size_t alternate_stack = 64 << 10;

bool sender_is_us(const siginfo_t &info) {
    return info.si_code == SI_USER || info.si_code == SI_TKILL || info.si_code == SI_QUEUE;
}

// Until the launcher has read the record, or can no longer be expected to.
void await_reading(FutexWord &crashed) {
    const std::uint32_t mark = crashed.load();
    for (int i = 0; i < 30 && mark && crashed.load() == mark; ++i)
        futex_wait(&crashed, mark, 100000000);
}

void die_by(int signal, const siginfo_t &info) {
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, nullptr);
    if (sender_is_us(info)) raise(signal); // else the return repeats the faulting instruction
}

void on_crash(int signal, siginfo_t *info, void *context) {
    const int saved_errno = errno;
    ThreadRecord &record = self();
    static std::atomic<pid_t> in_handler{0}; // a fault while unwinding: take what was found so far
    const pid_t me = gettid();
    const bool again = in_handler.load() == me;
    in_handler.store(me);
    if (!again) {
        record.signal_code = info->si_code;
        record.fault_address = info->si_code == SI_USER ? static_cast<std::uint64_t>(info->si_pid)
                                                        : reinterpret_cast<std::uint64_t>(info->si_addr);
        record.fault_stack = context_stack(context);
        trace_fill(record.trace, context);
    }
    if (control().launched) {
        record.crashed.store(static_cast<std::uint32_t>(signal) + 1);
        ring_launcher();
        await_reading(record.crashed);
    } else {
        explain_alone(record, signal);
    }
    segment_into_core_file();
    die_by(signal, *info);
    errno = saved_errno;
}

void on_crash_before_start(int signal, siginfo_t *info, void *) {
    log_error("segmentation fault at address %p before the UPC job was started; UPC code may run only after "
              "polder_init (or in "
              "polder_run) where main is not UPC",
              info->si_addr);
    die_by(signal, *info);
}

void on_report(int, siginfo_t *, void *context) {
    const int saved_errno = errno;
    Trace &trace = self().trace;
    trace_fill(trace, context);
    trace.sequence.fetch_add(1, std::memory_order_release);
    errno = saved_errno;
}

void install(int signal, void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction old {};
    sigaction(signal, nullptr, &old);
    if (old.sa_handler != SIG_DFL) return; // the program (a constructor) or its environment has its own
    struct sigaction action {};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

} // namespace

void fault_watch_before_start() {
    if (!sanitized) install(SIGSEGV, on_crash_before_start);
}

void fault_start() {
    struct sigaction early {};
    if (sigaction(SIGSEGV, nullptr, &early) == 0 && early.sa_sigaction == on_crash_before_start) {
        early.sa_handler = SIG_DFL;
        sigaction(SIGSEGV, &early, nullptr);
    }
    if (!sanitized && setting_number(Setting::backtrace, 1)) {
        trace_prepare();
        for (int signal : crash_signals)
            install(signal, on_crash);
    }
    install(report_signal(), on_report);
}

void fault_thread_start() {
    if (sanitized) return;
    void *memory =
        mmap(nullptr, alternate_stack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return; // only stack overflow goes unexplained
    stack_t stack{};
    stack.ss_sp = memory;
    stack.ss_size = alternate_stack;
    sigaltstack(&stack, nullptr);
}

} // namespace polder
