// The end of a thread and of its process. exit() called in UPC code ends the calling UPC thread, as 5.1.2.2.3 of UPC 1.3 wants:
// it meets the other threads (the implicit barrier), then its process ends if no other thread of it still runs. The
// definition of exit here takes the place of the C library's in the program and its libraries; before the job has started, in
// forked children and in the end it hands on to the real one, so that atexit handlers and streams are served once a process.
// atexit, called in a UPC thread, registers for that thread: it sees the thread's private data.
#include "runtime/core/job.h"
#include "runtime/io/output.h"
#include "runtime/start/start.h"
#include "runtime/sync/barrier.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

// Weak: a static link has no dlsym, and must not drag it in.
#pragma weak dlsym
extern "C" void __cxa_finalize(void *);
extern "C" int __cxa_atexit(void (*)(void *), void *, void *);

namespace polder {

namespace {

std::atomic<unsigned> threads_left{0};
std::atomic<int> process_code{0};

struct Handlers {
    void (**list)(void);
    unsigned count, room;
};
POLDER_PRIVATE Handlers handlers = {nullptr, 0, 0};
POLDER_PRIVATE int ending_already = 0;

[[noreturn]] void real_exit(int code) {
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

[[noreturn]] void leave_process() {
    process_record(control(), job_process).state.store(ProcessState::finished);
    real_exit(process_code.load());
}

} // namespace

void exit_expect(unsigned threads) { threads_left.store(threads); }

bool exit_is_ours() { return started() && process_record(control(), job_process).pid.load() == getpid(); }

void thread_end(int code) {
    code &= 0xff; // what a parent process would see
    if (!exit_is_ours()) real_exit(code);
    if (local(ending_already)++) real_exit(code); // exit in an atexit handler, or twice by sub-threads
    ThreadRecord &record = self();
    record.exit_code.store(code, std::memory_order_relaxed);
    record.state.store(ThreadState::finishing, std::memory_order_relaxed);
    output_flush_thread();
    barrier_final();
    run_handlers();
    output_flush_thread();
    raise_process_code(code);
    record.state.store(ThreadState::ended, std::memory_order_release);
    if (threads_left.fetch_sub(1) == 1) leave_process();
    for (;;)
        pause();
}

} // namespace polder

extern "C" {

void exit(int code) noexcept {
    if (polder::exit_is_ours() && polder::self().state.load() >= polder::ThreadState::starting) polder::thread_end(code);
    polder::real_exit(code);
}

int atexit(void (*handler)(void)) noexcept {
    using namespace polder;
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

void upc_global_exit(int code) { polder::job_exit(code & 0xff); }
}
