// The end of a thread and of its process. A call of exit() in UPC code ends the calling UPC thread
// (5.1.2.2.3 of UPC 1.3). The thread meets the other threads (the implicit barrier). Then its
// process ends if no other thread of it still runs.
//
//   from UPC code        upcc sends exit and atexit here (polder_exit, polder_atexit)
//   from a dynamic link  the names themselves lead here, so that plain C code and libraries end
//                        their thread too
//   from a static link   upcc has the linker lead the name here (--wrap=exit). A link that upcc
//                        does not make keeps the C library's exit for plain C code. A handler of
//                        ours then meets the other threads, which works up to glibc 2.40. Later
//                        ones let one thread of a process into exit (POSIX 2024). There it would
//                        wait for others that wait for it
//
// The C library ends the process in three cases: before the job has started, in forked children,
// and at the end of the last thread. So its handlers and streams are served once a process. A call
// of atexit in a UPC thread registers for that thread: the handler sees the thread's private data.
#include "base/log.h"
#include "base/same_function.h"
#include "runtime/barrier/barrier.h"
#include "runtime/cache/idle_write_back.h"
#include "runtime/core/job.h"
#include "runtime/io/output.h"
#include "runtime/net/net.h"
#include "runtime/race/race.h"
#include "runtime/start/critical.h"
#include "runtime/start/start.h"
#include "runtime/world/deadlock_check.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif
#include <unistd.h>

// Weak: a static link has no dlsym, and must not drag it in.
#pragma weak dlsym
extern "C" void polder_exit(int code) noexcept __attribute__((noreturn));
extern "C" void polder_exit_name(int code) noexcept;    // exit_names.cc: what `exit` is in a dynamic link
extern "C" void __real_exit(int) __attribute__((weak)); // exit itself under --wrap=exit
extern "C" void __cxa_finalize(void *);
extern "C" int __cxa_atexit(void (*)(void *), void *, void *);

namespace polder::start {

namespace {

std::atomic<unsigned> threads_left{0};
std::atomic<int> process_code{0};
FutexWord leaver{0}; // 1: a thread waits in thread_leave, 2: all others have ended

struct Handlers {
    void (**list)(void);
    unsigned count;
    unsigned room;
};
POLDER_PRIVATE Handlers handlers = {nullptr, 0, 0};
POLDER_PRIVATE int ending_already = 0;
POLDER_PRIVATE void (*global_exit_action)() = nullptr;

// In a static link without --wrap.
bool exit_is_library() {
    return !is_same_function(&exit, &polder_exit_name);
}

[[noreturn]] void real_exit(int code) {
    if (started()) io::output_flush_thread(); // of a forked child
    if (exit_is_library()) exit(code);
    if (&__real_exit && !is_same_function(&__real_exit, &polder_exit_name)) __real_exit(code);
    if (&dlsym)
        if (void *next = dlsym(RTLD_NEXT, "exit")) reinterpret_cast<void (*)(int)>(next)(code);
    __cxa_finalize(nullptr);
    fflush(nullptr);
    _exit(code);
}

void run_handlers() {
    Handlers &mine = local(handlers);
    while (mine.count)
        mine.list[--mine.count]();
}

void raise_process_code(int code) {
    int seen = process_code.load();
    while (code > seen && !process_code.compare_exchange_weak(seen, code)) {
    }
}

void run_global_exit_action() {
    void (*action)() = local(global_exit_action);
    local(global_exit_action) = nullptr;
    if (action) action();
}

// The least exit code of a thread whose output the descriptor refused with that errno. A reader
// that has gone is no news. All else is said once a job.
int code_of_output(int error) {
    if (!error) return 0;
    if (error == EPIPE) return 128 + SIGPIPE;
    if (!control().output.lost.exchange(true)) log_error("cannot write standard output: %s", std::strerror(error));
    return 1;
}

// What every end of a UPC thread does. True for the last one of the process.
bool finish_thread(int code) {
    ThreadRecord &record = self();
    record.state.store(ThreadState::finishing, std::memory_order_relaxed);
    code = std::max(code, code_of_output(io::output_end_thread()));
    record.exit_code.store(code, std::memory_order_relaxed);
    if (&critical_leave) critical_leave(); // others wait for them, and we for the others
    world::deadlock_check_end();
    barrier::barrier_final();
    run_handlers();
    code = std::max(code, code_of_output(io::output_end_thread()));
    record.exit_code.store(code, std::memory_order_relaxed);
    raise_process_code(code);
    barrier::barrier_end();
    record.state.store(ThreadState::ended, std::memory_order_release);
    race::race_give(&threads_left);
    if (threads_left.fetch_sub(1) != 1) return false;
    race::race_take(&threads_left); // what others did is done before what the process does at its end
    cache::idle_write_back_stop();
    net::net_stop();
    process_record(control(), job_process).state.store(ProcessState::finished);
    return true;
}

bool thread_is_running() {
    const ThreadState state = self().state.load();
    return state == ThreadState::starting || state == ThreadState::running;
}

bool library_exits_one_by_one() {
#if defined(__GLIBC__)
    return strverscmp(gnu_get_libc_version(), "2.41") >= 0;
#else
    return true;
#endif
}

// exit of the C library itself: called by plain C code of a static program, or the return from a
// main that is not UPC.
void on_library_exit(int code, void *) {
    if (!exit_is_ours() || !thread_is_running() || local(ending_already)++) return;
    if (threads_left.load() > 1 && exit_is_library() && library_exits_one_by_one())
        job_fail(
            1,
            "exit was called where it is the C library's, which lets one thread of a process end; this process has %u\n"
            "hint: link a static program with upcc, or with $(upcc -static --link-flags)",
            threads_left.load());
    if (!finish_thread(code & 0xff))
        for (;;)
            pause(); // the last thread of the process leaves with it
}

} // namespace

void exit_expect(unsigned threads) {
    threads_left.store(threads);
    // Each thread that calls the C library's exit takes the next handler off its list: one for
    // each.
    for (unsigned i = 0; exit_is_library() && i < threads; ++i)
        on_exit(on_library_exit, nullptr);
}

void exit_watch_library() {
    if (!exit_is_library()) on_exit(on_library_exit, nullptr);
}

void before_global_exit(void (*action)()) {
    local(global_exit_action) = action;
}

bool exit_is_ours() {
    return started() && process_record(control(), job_process).pid.load() == getpid();
}

void thread_end(int code) {
    code &= 0xff; // what a parent process would see
    if (!exit_is_ours()) real_exit(code);
    if (local(ending_already)++) real_exit(code); // exit in an atexit handler, or twice by sub-threads
    if (finish_thread(code)) {
        if (!leaver.load()) real_exit(process_code.load());
        leaver.store(2);
        futex_wake_all(&leaver);
    }
    for (;;)
        pause();
}

int thread_leave(int code) {
    if (local(ending_already)++) real_exit(code & 0xff);
    leaver.store(1);
    if (!finish_thread(code & 0xff))
        while (leaver.load() == 1)
            futex_wait(&leaver, 1);
    race::race_take(&threads_left);
    return process_code.load();
}

} // namespace polder::start

extern "C" {
#pragma GCC visibility push(default)

void polder_exit(int code) noexcept {
    if (polder::start::exit_is_ours() && polder::self().state.load() >= polder::ThreadState::starting)
        polder::start::thread_end(code);
    polder::start::real_exit(code);
}

int polder_atexit(void (*handler)(void)) noexcept {
    using namespace polder;
    using namespace polder::start;
    if (!exit_is_ours()) return __cxa_atexit(reinterpret_cast<void (*)(void *)>(handler), nullptr, nullptr);
    Handlers &mine = local(handlers);
    if (mine.count == mine.room) {
        const unsigned room = mine.room ? 2 * mine.room : 32;
        void *memory = std::realloc(mine.list, room * sizeof *mine.list);
        if (!memory) return -1;
        mine.list = static_cast<void (**)(void)>(memory);
        mine.room = room;
    }
    mine.list[mine.count++] = handler;
    return 0;
}

void upc_global_exit(int code) {
    polder::start::run_global_exit_action();
    polder::job_exit(code & 0xff);
}
#pragma GCC visibility pop
}
