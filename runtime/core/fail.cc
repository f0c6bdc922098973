// Ending the job before its time. One thread wins, its message and code go to the control block,
// the launcher prints and ends every process. Without a launcher of ours the thread's process
// prints itself, tells the other processes, if an MPI launcher started some, and leaves.
// Order at the end:
//   1. code, threads and message are announced;
//   2. the stack is copied;
//   3. what all processes still have in their streams goes out;
//   4. the message is said, so that it and the frames below it are the last lines.
// Steps 2 and 3 may take for ever or crash; the launcher waits for them a second at most.
//
// Step 3, of upc_global_exit, which "flushes all I/O and exits the program" (7.2.1 of UPC 1.3), and
// of errors:
//   winner            announces, asks the others (ProcessRecord::farewell), writes out its own
//   other processes   a thread of the runtime wakes and writes out (runtime/io/farewell.h). The
//                     threads of the program may wait, or compute for ever
//   losers            of upc_global_exit write out again what came behind that; all wait for the
//                     end
//   who ends the job  waits until all have written, a second at most. It is the launcher, or the
//                     winner where there is none
//
// Places. Every error passes fail_with, which copies the caller's stack as a crash does
// (runtime/fault/snapshot.h). A reader of it finds the frames of the program above those of the
// runtime. A thread that an error concerns besides, or that another one blames, is asked where it
// is.
#include "base/log.h"
#include "runtime/core/job.h"
#include "runtime/core/member_name.h"

#include <cstdarg>
#include <cstdio>
#include <ctime>
#include <ucontext.h>
#include <unistd.h>

namespace polder {

EndingSteps ending_steps = {};

void boot_barrier() {
    ControlBlock &block = control();
    const std::uint32_t processes = block.shape.processes;
    const std::uint32_t epoch = block.boot_epoch.load(std::memory_order_relaxed);
    if (block.boot_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == processes) {
        block.boot_arrived.store(0, std::memory_order_relaxed);
        block.boot_epoch.store(epoch + 1, std::memory_order_release);
        if (processes > 1) futex_wake_all(&block.boot_epoch);
        return;
    }
    while (block.boot_epoch.load(std::memory_order_acquire) == epoch)
        futex_wait(&block.boot_epoch, epoch);
}

void ring_launcher() {
    if (started() && control().launched) kill(control().launcher, doorbell_signal());
}

namespace {

// Waits for the launcher's SIGKILL. A launcher that cannot answer (stopped, dead) must not leave us
// here for ever.
[[noreturn]] void await_end(int code) {
    timespec rest{5, 0};
    while (nanosleep(&rest, &rest) != 0) {
    }
    _exit(code);
}

// Writing may block for ever (a pipe that nobody reads), which must not outlast this.
void write_out(int code) {
    static int exit_code;
    exit_code = code;
    struct sigaction leave {};
    leave.sa_handler = [](int) { _exit(exit_code); };
    if (!control().launched) {
        sigaction(SIGALRM, &leave, nullptr);
        alarm(1);
    }
    if (ending_steps.write_out) ending_steps.write_out();
    process_record(control(), job_process).farewell.store(farewell_written, std::memory_order_release);
    if (!control().launched) alarm(0);
}

// Calls `done` until it is true, a second at most.
template <class Done> void await_others(Done done) {
    timespec moment{0, 10000000};
    for (int i = 0; i < 100 && !done(); ++i)
        nanosleep(&moment, nullptr);
}

template <class Do> void for_others(Do act) {
    for (unsigned process = 0; process < processes(); ++process) {
        const ProcessRecord &other = process_record(control(), process);
        const pid_t pid = other.pid.load();
        if (process != job_process && pid > 0) act(other, pid);
    }
}

bool others_have_written() {
    bool all = true;
    for_others([&](const ProcessRecord &other, pid_t pid) {
        all = all && (other.farewell.load(std::memory_order_acquire) == farewell_written || kill(pid, 0) != 0);
    });
    return all;
}

// Their handler (runtime/boot/ranks.cc) leaves with the job's code; who does not within a second is
// killed.
void end_other_processes() {
    const auto signal_others = [](int signal) {
        bool some = false;
        for_others([&](const ProcessRecord &other, pid_t pid) {
            if (other.state.load() != ProcessState::finished) some = kill(pid, signal) == 0 || some;
        });
        return some;
    };
    if (!signal_others(doorbell_signal())) return;
    await_others([&] { return !signal_others(0); });
    signal_others(SIGKILL);
}

// The launcher knows from here on and counts a second, whatever becomes of this thread.
void announce(int code) {
    control().ending_code.store(code, std::memory_order_relaxed);
    control().ending_announced.store(true, std::memory_order_release);
    ring_launcher();
}

// Behind announce.
[[noreturn]] void end_job(int code) {
    ControlBlock &block = control();
    for (unsigned process = 0; process < processes(); ++process)
        if (process != job_process) farewell_ask(process_record(block, process));
    write_out(code);
    if (block.launched) {
        ring_launcher();
        await_end(code);
    }
    farewell_await_others();
    if (block.ending_message[0]) {
        if (block.shape.job_threads() > 1 && block.ending_thread.load() != no_peer)
            log_error("%s: %s", member_name(block.ending_thread.load()).text, block.ending_message);
        else
            log_error("%s", block.ending_message);
        if (ending_steps.print_places) ending_steps.print_places();
    }
    if (nodes() > 1 && ending_steps.end_machines) ending_steps.end_machines(code);
    end_other_processes();
    _exit(code);
}

// Comes back in the one thread that ends the job; the others wait for their end.
void win_or_wait(Ending why, int code) {
    Ending none = Ending::none;
    if (!control().ending.compare_exchange_strong(none, why)) {
        if (why == Ending::global_exit && ending_steps.write_out) ending_steps.write_out();
        await_end(code);
    }
    // The error is not one thread's then.
    const bool starting = self().state.load(std::memory_order_relaxed) == ThreadState::absent;
    control().ending_thread.store(starting ? no_peer : mythread(), std::memory_order_relaxed);
}

} // namespace

namespace {

using Message = char[sizeof(ControlBlock::ending_message)];

// Whose error it is; places: the threads to be shown in the program.
struct Blame {
    unsigned thread;
    unsigned places[2];
};

constexpr unsigned the_caller = no_peer - 1; // or nobody, before the caller is a thread of the program

// The caller's stack is that of its thread unless a thread of the runtime's own (the progress
// thread) stands in for it.
bool runs_program() {
    return self().tid.load(std::memory_order_relaxed) == gettid();
}

void write_down_places(const Blame &blame) {
    ControlBlock &block = control();
    const unsigned me = mythread();
    const bool caller = blame.places[0] == the_caller;
    for (unsigned i = 0; i < 2; ++i)
        block.ending_places[i] = blame.places[i] == the_caller ? me : blame.places[i];
    if (caller || ((blame.places[0] == me || blame.places[1] == me) && runs_program())) block.ending_copied = me;
}

// For the launcher; a process without one looks at its stack itself.
void copy_stack() {
    ucontext_t here;
    if (!control().launched || control().ending_copied == no_peer || !ending_steps.copy_stack) return;
    if (getcontext(&here) == 0) ending_steps.copy_stack(&here);
}

[[noreturn]] void fail_with(int code, const Message &message, const Blame &blame) {
    win_or_wait(Ending::error, code);
    if (blame.thread != the_caller) control().ending_thread.store(blame.thread, std::memory_order_relaxed);
    std::snprintf(control().ending_message, sizeof message, "%s", message);
    write_down_places(blame);
    announce(code);
    copy_stack();
    end_job(code);
}

} // namespace

void job_fail(int code, const char *format, ...) {
    Message message;
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (!started()) {
        log_error("%s", message);
        _exit(code);
    }
    fail_with(code, message, {the_caller, {the_caller, no_peer}});
}

void job_fail_of(unsigned thread, int code, const char *format, ...) {
    Message message;
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    fail_with(code, message, {thread, {thread, no_peer}});
}

void job_fail_between(Parties parties, int code, const char *format, ...) {
    Message message;
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    fail_with(code, message, {no_peer, {parties.thread, parties.other}});
}

void job_node_lost(unsigned node, const char *host, const char *why) {
    win_or_wait(Ending::node_lost, 1);
    control().ending_thread.store(no_peer, std::memory_order_relaxed); // nobody's mistake
    std::snprintf(control().ending_message, sizeof control().ending_message, "host %s (node %u) cannot be reached: %s",
                  host, node, why);
    announce(1);
    end_job(1);
}

void farewell_ask(ProcessRecord &process) {
    std::uint32_t before = farewell_none;
    if (process.farewell.compare_exchange_strong(before, farewell_written)) return;
    if (before == farewell_ready && process.farewell.compare_exchange_strong(before, farewell_asked))
        futex_wake_all(&process.farewell);
}

void farewell_ask_all(ControlBlock &block) {
    for (unsigned process = 0; process < block.shape.processes; ++process)
        farewell_ask(process_record(block, process));
}

void farewell_await_others() {
    await_others(others_have_written);
}

void job_exit(int code) {
    win_or_wait(Ending::global_exit, code);
    announce(code);
    end_job(code);
}

} // namespace polder
