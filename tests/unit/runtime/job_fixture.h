// A small job inside a unit test: processes are forked, their further threads are pthreads, the
// segments are real. Each thread runs `body` between the implicit barriers. Nothing of the launcher
// takes part.
//
// A body reports failure with REQUIRE, which ends its process; run_job then kills the others and
// returns the exit code. Whatever the job prints on standard error comes back as text. A job that
// does not end within a minute is killed: code 124.
#pragma once

#include "base/instrumented.h"
#include "runtime/alloc/alloc.h"
#include "runtime/barrier/barrier.h"
#include "runtime/boot/boot.h"
#include "runtime/core/biased_lock.h"
#include "runtime/core/job.h"
#include "runtime/segment/generated_code.h"
#include "runtime/segment/segment.h"
#include "runtime/start/start.h"
#include "runtime/sync/give_way.h"
#include "runtime/sync/wait.h"
#include "tests/unit/processor_limit.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <pthread.h>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern "C" int polder_user_main(int, char **, char **) {
    return 0;
}

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::fprintf(stderr, "thread %u: %s:%d: %s\n", polder::mythread(), __FILE__, __LINE__, #condition);        \
            _exit(99);                                                                                                 \
        }                                                                                                              \
    } while (0)

namespace polder::test {

// How many times more than usual a test of messages or locks does, and how much longer it may take:
// ./dev stress says.
inline unsigned stress() {
    const char *text = std::getenv("POLDER_TEST_STRESS");
    return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : 1;
}

// The calling thread is beside strangers (give_way.h), or not, for as long as the test runs.
inline void stay_beside_strangers(bool beside) {
    local(sync::give_way_state).review_at = INT64_MAX;
    local(sync::give_way_state).beside = beside;
}

struct JobOptions {
    unsigned threads = 2;
    unsigned processes = 2;
    const char *segment = "memfd";
    std::uint64_t shared_heap = 0;
    bool huge = false;
    int cores = 0;                      // 0: the machine's
    std::size_t static_bytes = 1 << 20; // what lies beyond cannot be touched
    std::function<void(unsigned process)> before_attach = {}, before_threads = {};
};

// ThreadSanitizer does not see what other processes do to shared memory.
inline constexpr bool other_processes_seen = !thread_instrumented;

// The mappings to try: threads, processes, a mix.
inline std::vector<JobOptions> mappings(unsigned threads) {
    std::vector<JobOptions> list;
    for (unsigned processes : {1u, 2u, threads})
        if (processes <= threads && (list.empty() || list.back().processes != processes)) {
            JobOptions options;
            options.threads = threads;
            options.processes = processes;
            list.push_back(options);
        }
    if (!other_processes_seen) list.resize(1);
    return list;
}

// What the threads of a process run.
struct ThreadsRun {
    const std::function<void(unsigned)> *body;
    void (*begin)();
    void (*end)();
};
struct ThreadStart {
    ThreadsRun run;
    unsigned thread;
    long delta;
};
inline void *thread_main(void *argument) {
    const ThreadStart &start = *static_cast<ThreadStart *>(argument);
    polder_delta = start.delta;
    local(polder_thread_number) = static_cast<int>(start.thread);
    start.run.begin();
    (*start.run.body)(start.thread);
    start.run.end();
    return nullptr;
}
// Threads from `first` on, one for each delta; the caller is the first of them.
inline void run_threads(unsigned first, const std::vector<long> &deltas, const ThreadsRun &run) {
    std::vector<ThreadStart> starts;
    for (const long delta : deltas)
        starts.push_back({run, first + static_cast<unsigned>(starts.size()), delta});
    std::vector<pthread_t> handles(starts.size());
    for (std::size_t i = 1; i < starts.size(); ++i)
        pthread_create(&handles[i], nullptr, thread_main, &starts[i]);
    thread_main(&starts[0]);
    for (std::size_t i = 1; i < starts.size(); ++i)
        pthread_join(handles[i], nullptr);
}

// What a part of the library prepares in each process by a start hook; null: nothing.
inline void (*job_prepare)() = nullptr;

inline void job_thread_begin() {
    node_heap::alloc_thread_start();
    barrier::barrier_initial();
    self().state.store(ThreadState::running);
}

[[noreturn]] inline void process_main(ControlBlock *block, unsigned process, const JobOptions &options,
                                      const std::function<void(unsigned)> &body) {
    processor_limit(240 * stress());
    job_enter(block, process);
    if (!polder_module_present) std::abort();
    if (options.before_attach) options.before_attach(process);
    segment_attach(options.static_bytes, node_heap::heaps_checked);
    generated_code_told();
    sync::wait_configure(oversubscribed());
    biased_locks_start();
    alloc::alloc_start();
    barrier::barrier_start();
    const unsigned first = block->shape.first_thread(process), count = block->shape.thread_count(process);
    std::vector<long> deltas(count);
    start::copies_make(count, deltas.data());
    boot_barrier();
    if (job_prepare) job_prepare();
    if (options.before_threads) options.before_threads(process);
    run_threads(first, deltas, {&body, job_thread_begin, barrier::barrier_final});
    _exit(0);
}

// Exit code of the first process that fails, 0 if none does.
inline int await_processes(std::vector<pid_t> &pids) {
    int code = 0;
    for (std::size_t left = pids.size(); left; --left) {
        int status = 0;
        wait(&status);
        const int mine = WIFEXITED(status)             ? WEXITSTATUS(status)
                         : WTERMSIG(status) == SIGALRM ? 124
                                                       : 128 + WTERMSIG(status);
        if (mine && !code) {
            code = mine;
            for (pid_t pid : pids)
                kill(pid, SIGKILL);
        }
    }
    return code;
}

inline int run_job(const JobOptions &options, const std::function<void(unsigned)> &body, std::string *said = nullptr) {
    int control_fd;
    ControlBlock *block = boot::control_create({options.threads, options.processes}, &control_fd);
    close(control_fd);
    if (options.cores) block->cores = options.cores;
    char error[512] = "";
    const SegmentOptions segment{options.segment, options.huge, options.shared_heap};
    EXPECT_EQ(segment_create(*block, segment, error, sizeof error), Status::ok) << error;
    const int said_fd = memfd_create("said", 0);
    std::vector<pid_t> pids;
    for (unsigned p = 0; p < options.processes; ++p) {
        const pid_t pid = fork();
        if (pid == 0) {
            if (said) dup2(said_fd, 2);
            process_main(block, p, options, body);
        }
        pids.push_back(pid);
    }
    if (block->memory.fds[0] >= 0) close(block->memory.fds[0]);
    const int code = await_processes(pids);
    if (said) {
        char text[4096];
        const ssize_t length = pread(said_fd, text, sizeof text, 0);
        said->assign(text, length > 0 ? static_cast<std::size_t>(length) : 0);
    }
    close(said_fd);
    return code;
}

} // namespace polder::test
