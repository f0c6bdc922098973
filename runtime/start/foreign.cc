// Starting and ending the job from a main in another language (include/polder/polder.h), and what
// such code may ask. Berkeley's spellings of the same stand below: bupc_init, bupc_init_reentrant,
// bupc_exit. They bring MPI up and down, as there.
#include "runtime/start/image.h"
#include "runtime/start/start.h"
#include "runtime/sync/one_caller.h"

#include <polder/polder.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#pragma weak polder_main_is_upc

namespace polder::start {

namespace {

int (*chosen_main)(int, char **);

int call_chosen_main(int argc, char **argv, char **) {
    return chosen_main(argc, argv);
}

// The command line of the process, for callers that have none: main programs of Fortran. Lives as
// long as the process.
Program own_command_line() {
    Program program{0, nullptr, environ, call_chosen_main};
    std::FILE *file = std::fopen("/proc/self/cmdline", "re");
    char *text = nullptr;
    std::size_t room = 0;
    const ssize_t length = file ? getdelim(&text, &room, -1, file) : 0;
    if (file) std::fclose(file);
    for (ssize_t i = 0; i < length; ++i)
        program.argc += text[i] == 0;
    program.argv = static_cast<char **>(std::calloc(static_cast<std::size_t>(program.argc) + 1, sizeof(char *)));
    if (!program.argv) job_fail(1, "no memory for the program's arguments");
    for (int i = 0; i < program.argc; ++i) {
        program.argv[i] = text;
        text += std::strlen(text) + 1;
    }
    return program;
}

Program command_line(const int *argc, char **const *argv) {
    return argc && argv ? Program{*argc, *argv, environ, call_chosen_main} : own_command_line();
}

const long *start(const char *function) {
    if (started()) job_fail(1, "%s: the UPC job of this process has been started before", function);
    if (&polder_main_is_upc)
        job_fail(1,
                 "%s: the program has a main in UPC, which starts the job; only a main in another language calls this",
                 function);
    if (!polder_module_present) std::abort(); // never: the name takes module.c from the archive
    const long *deltas = process_start();
    exit_watch_library();
    return deltas;
}

void start_one_thread(const char *function) {
    const long *deltas = start(function);
    const unsigned count = control().shape.thread_count(job_process);
    if (count > 1 && image_advice())
        job_fail(1, "this program has one copy of its variables a process, but %u threads a process were asked for; %s",
                 count, image_advice());
    if (count > 1)
        job_fail(
            1,
            "%s makes its caller the one UPC thread of the process, but %u were asked for; run one a process (upcrun "
            "without -p), or start with polder_run",
            function, count);
    std::free(const_cast<long *>(deltas));
    thread_begin_here();
}

bool thread_runs() {
    return started() && exit_is_ours() && self().state.load() == ThreadState::running;
}

int run(const char *function, int *argc, char ***argv, int (*program)(int, char **)) {
    if (!program) job_fail(1, "%s: no function to run", function);
    const long *deltas = start(function);
    chosen_main = program;
    return threads_run_and_return(command_line(argc, argv), deltas);
}

} // namespace

} // namespace polder::start

using namespace polder;
using namespace polder::start;

extern "C" {
#pragma GCC visibility push(default)

void polder_init(int *, char ***) {
    if (!started()) start_one_thread("polder_init");
}

int polder_run(int *argc, char ***argv, int (*program)(int argc, char **argv)) {
    return run("polder_run", argc, argv, program);
}

void polder_finalize() {
    if (!started()) job_fail(1, "polder_finalize: the UPC job was not started; call polder_init first");
    if (thread_runs()) thread_leave(0);
}

int polder_initialized() {
    return thread_runs();
}

int polder_mythread() {
    return started() ? static_cast<int>(mythread()) : 0;
}

int polder_threads() {
    return static_cast<int>(threads());
}

void polder_barrier_all() {
    const sync::OneCaller here("polder_barrier_all");
    polder_barrier(0, 0);
}

void bupc_init(int *argc, char ***argv) {
    if (started()) return;
    mpi_start(argc, argv);
    start_one_thread("bupc_init");
}

void bupc_init_reentrant(int *argc, char ***argv, int (*program)(int, char **)) {
    if (started()) return;
    mpi_start(argc, argv);
    const int code = run("bupc_init_reentrant", argc, argv, program);
    mpi_end();
    std::exit(code);
}

void bupc_exit(int code) {
    if (thread_runs() && control().shape.thread_count(job_process) > 1) polder_exit(code);
    if (thread_runs()) thread_leave(code);
    mpi_end();
    polder_exit(code);
}
#pragma GCC visibility pop
}
