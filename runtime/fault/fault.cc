// The handlers. They run in a process of which nothing can be trusted. The heap may be in ruins.
// The interrupted thread may hold locks of the C library and of the loader. There may be no memory.
// So handlers make stores to the control block and system calls, and nothing else. They make no
// allocation, take no lock, call only functions that are async-signal-safe, and use no stack of the
// program's.
//
// The order of a crash, in a process with a launcher:
//   1. claim the end of the job (ControlBlock::ending). A loser waits to be killed. Another thread,
//      of this process or another, was first. Or this thread itself ends the job already and
//      crashed over it (job_fail writes streams).
//   2. signal, address, stack pointer; `crashed`; ring. The launcher says the message now and
//      counts a second from here.
//   3. snapshot; ring. The launcher takes the map of the process and kills the job, whether or not
//      it has seen this.
//   4. where somebody wants a core file, the launcher lets this process go first: the signal takes
//      its default action.
// Each step is a bounded number of instructions. A fault inside one of them (3 copies the stack)
// goes on with the next. A forked child is no part of the job: its signals are its own affair.
//
// Alone, the process says the message itself. Then it looks for the frames, with the unwinder of
// the compiler's library. It does so under a timer that ends the process if the unwinder does not
// come back.
#include "runtime/fault/fault.h"
#include "base/config.h"
#include "base/instrumented.h"
#include "base/log.h"
#include "runtime/fault/explain.h"
#include "runtime/fault/snapshot.h"
#include "runtime/segment/segment.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace polder::fault {

namespace {

// Sanitizers explain crashes themselves.
constexpr bool sanitized = address_instrumented || thread_instrumented;

constexpr int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};
constexpr std::size_t alternate_stack = 64 << 10;

bool sender_is_us(const siginfo_t &info) {
    return info.si_code == SI_USER || info.si_code == SI_TKILL || info.si_code == SI_QUEUE;
}

void die_by(int signal, const siginfo_t &info) {
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, nullptr);
    if (sender_is_us(info)) raise(signal); // else the return repeats the faulting instruction
}

// Until the launcher releases us (a core file is wanted) or kills us; long enough for one that was
// stopped for a moment.
void await_launcher(FutexWord &crashed) {
    const std::uint32_t mark = crashed.load();
    for (int i = 0; i < 50 && mark && crashed.load() == mark; ++i)
        futex_wait(&crashed, mark, 100000000);
}

bool of_forked_child() {
    return process_record(control(), job_process).pid.load() != getpid();
}

bool claim_end() {
    Ending none = Ending::none;
    if (!control().ending.compare_exchange_strong(none, Ending::crash)) return false;
    control().ending_thread.store(mythread(), std::memory_order_relaxed);
    return true;
}

void record_cause(ThreadRecord &record, const siginfo_t &info, const void *context) {
    record.signal_code = info.si_code;
    record.fault_address = info.si_code == SI_USER ? static_cast<std::uint64_t>(info.si_pid)
                                                   : reinterpret_cast<std::uint64_t>(info.si_addr);
    record.fault_stack = context_stack(context);
}

void tell_launcher(int signal, const siginfo_t &info, const void *context) {
    ThreadRecord &record = self();
    record_cause(record, info, context);
    record.crashed.store(static_cast<std::uint32_t>(signal) + 1, std::memory_order_release);
    ring_launcher();
    snapshot_take(area<SnapshotArea>(Area::snapshot)->ending, context);
    ring_launcher();
}

// A fault of the reporting thread while it copied its stack.
void go_on_with_what_is_there() {
    area<SnapshotArea>(Area::snapshot)->ending.sequence.fetch_add(1, std::memory_order_release);
    ring_launcher();
}

void on_crash(int signal, siginfo_t *info, void *context) {
    static std::atomic<pid_t> reporter{0};
    const int saved_errno = errno;
    const pid_t me = gettid();
    if (of_forked_child()) return die_by(signal, *info);
    if (!control().launched) {
        record_cause(self(), *info, context);
        crash_report_print(signal, context);
    } else if (reporter.load() == me) {
        go_on_with_what_is_there();
        await_launcher(self().crashed);
    } else if (claim_end()) {
        reporter.store(me);
        tell_launcher(signal, *info, context);
        await_launcher(self().crashed);
    } else {
        FutexWord never{1};
        await_launcher(never);
    }
    segment_into_core_file();
    die_by(signal, *info);
    errno = saved_errno;
}

void on_crash_before_start(int signal, siginfo_t *info, void *) {
    if (!sender_is_us(*info))
        log_error("segmentation fault at address %p before the UPC job was started; UPC code may run only after "
                  "polder_init (or in "
                  "polder_run) where main is not UPC",
                  info->si_addr);
    die_by(signal, *info);
}

void on_report(int, siginfo_t *, void *context) {
    const int saved_errno = errno;
    if (control().launched)
        snapshot_take(area<SnapshotArea>(Area::snapshot)->asked, context);
    else
        trace_leave(context);
    errno = saved_errno;
}

// While one runs, only crashes (and the timer of a process that explains its own) interrupt it: no
// handler of the program.
void install(int signal, void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction old {};
    sigaction(signal, nullptr, &old);
    if (old.sa_handler != SIG_DFL) return; // the program (a constructor) or its environment has its own
    struct sigaction action {};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER;
    sigfillset(&action.sa_mask);
    for (const int crash : crash_signals)
        sigdelset(&action.sa_mask, crash);
    sigdelset(&action.sa_mask, SIGALRM);
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
        if (!control().launched) trace_prepare();
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

} // namespace polder::fault
