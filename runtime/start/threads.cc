// Threads of this process. The first runs on the initial thread (debuggers, profilers and libraries
// expect main there), the others are pthreads. Each takes its delta and number, and runs the
// initialisers of all modules with them. It meets all threads of the job, and calls the program's
// main. Each main gets strings of its own, as it may change them.
#include "base/config.h"
#include "base/page.h"
#include "runtime/alloc/alloc.h"
#include "runtime/barrier/barrier.h"
#include "runtime/fault/fault.h"
#include "runtime/io/output.h"
#include "runtime/net/end.h"
#include "runtime/net/level.h"
#include "runtime/race/race.h"
#include "runtime/start/start.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace polder::start {

namespace {

Program program;

struct Start {
    unsigned thread;
    long delta;
};
Start *starts = nullptr; // of all threads of the process, for as long as it lives

POLDER_PRIVATE char **arguments = nullptr; // the thread's; main may forget them

char **copy_arguments() {
    std::size_t bytes = sizeof(char *) * static_cast<std::size_t>(program.argc + 1);
    const std::size_t pointers = bytes;
    for (int i = 0; i < program.argc; ++i)
        bytes += std::strlen(program.argv[i]) + 1;
    char *memory = static_cast<char *>(std::malloc(bytes));
    if (!memory) job_fail(1, "no memory for the program's arguments");
    char **argv = reinterpret_cast<char **>(memory);
    char *text = memory + pointers;
    for (int i = 0; i < program.argc; ++i) {
        argv[i] = std::strcpy(text, program.argv[i]);
        text += std::strlen(text) + 1;
    }
    argv[program.argc] = nullptr;
    return local(arguments) = argv;
}

void run_initialisers() {
    for (const polder_module *module = polder_modules; module; module = module->next)
        for (const polder_initializer *initializer = module->init_begin; initializer != module->init_end; ++initializer)
            initializer->run();
}

// pthread_exit in the system thread of a UPC thread ends the UPC thread as exit(0) does. A
// destructor of thread-specific data sees it.
pthread_key_t exit_key;

void on_pthread_exit(void *) {
    if (exit_is_ours() && self().state.load() == ThreadState::running) thread_end(0);
}

void watch_pthread_exit() {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, [] { pthread_key_create(&exit_key, on_pthread_exit); }); // without a key: the end goes unseen
    pthread_setspecific(exit_key, &exit_key);
}

void begin(Start start) {
    polder_delta = start.delta;
    // The first one's is known since the process joined the job, and the network's threads read it.
    if (mythread() != start.thread) local(polder_thread_number) = static_cast<int>(start.thread);
    ThreadRecord &record = self();
    record.tid.store(gettid(), std::memory_order_relaxed);
    record.state.store(ThreadState::starting, std::memory_order_relaxed);
    if (record.bound) sched_setaffinity(0, sizeof record.cpus, &record.cpus); // a hint: the thread runs without it too
    race::race_thread_start();
    fault::fault_thread_start();
    io::output_thread_start();
    net::net_thread_enter();
    net::thread_level_begin();
    node_heap::alloc_thread_start();
    run_initialisers();
    watch_pthread_exit();
    barrier::barrier_initial();
    record.state.store(ThreadState::running, std::memory_order_relaxed);
}

int run(Start start) {
    begin(start);
    return program.main(program.argc, copy_arguments(), program.envp);
}

void *run_pthread(void *argument) {
    thread_end(run(*static_cast<Start *>(argument)));
}

constexpr std::size_t unlimited_stack = std::size_t{64} << 20;

std::size_t stack_size() {
    const std::uint64_t wanted = setting_number(Setting::stack);
    rlimit limit;
    getrlimit(RLIMIT_STACK, &limit);
    if (wanted && limit.rlim_cur != RLIM_INFINITY && wanted > limit.rlim_cur) { // for the initial thread
        limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
        setrlimit(RLIMIT_STACK, &limit);
    }
    std::uint64_t size = wanted ? wanted : limit.rlim_cur;
    if (size == RLIM_INFINITY) size = unlimited_stack;
    const std::uint64_t least = 128 << 10;
    const std::uint64_t page = page_bytes();
    return static_cast<std::size_t>((size < least ? least : size + page - 1) & ~(page - 1));
}

void start_pthread(const pthread_attr_t &attributes, Start *start, unsigned count) {
    pthread_t handle;
    const int error = pthread_create(&handle, &attributes, run_pthread, start);
    if (error)
        job_fail(1,
                 "cannot start thread %u of %u in this process: %s; fewer threads, smaller POLDER_STACK or ulimit -s, "
                 "or more "
                 "processes (upcrun -p)",
                 start->thread, count, std::strerror(error));
    pthread_detach(handle);
}

// Starts all threads but the first, which is the caller's.
Start start_others(const Program &wanted, const long *deltas) {
    program = wanted;
    const unsigned count = control().shape.thread_count(job_process);
    const unsigned first = control().shape.first_thread(job_process);
    starts = static_cast<Start *>(std::malloc(count * sizeof(Start)));
    if (!starts) job_fail(1, "no memory for %u threads", count);
    exit_expect(count);
    const std::size_t size = stack_size();
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, size);
    for (unsigned i = 0; i < count; ++i)
        starts[i] = {first + i, deltas[i]};
    for (unsigned i = 1; i < count; ++i)
        start_pthread(attributes, &starts[i], count);
    pthread_attr_destroy(&attributes);
    return starts[0];
}

} // namespace

void threads_run(const Program &wanted, const long *deltas) {
    thread_end(run(start_others(wanted, deltas)));
}

int threads_run_and_return(const Program &wanted, const long *deltas) {
    return thread_leave(run(start_others(wanted, deltas)));
}

void thread_begin_here() {
    exit_expect(1);
    begin({control().shape.first_thread(job_process), 0});
}

} // namespace polder::start
