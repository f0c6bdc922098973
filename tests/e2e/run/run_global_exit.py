"""upc_global_exit writes out the streams of every process and the unfinished lines of every thread
(7.2.1 of UPC 1.3). The other threads may wait, compute without end, or call it too. A stream that a
thread holds for ever costs its own bytes alone. The exit code is the first caller's."""

# sanitize: not thread address (a stream is locked when the process ends)
# cores: 2
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

NAME = f"flush{os.getpid() % 100000}"
NUMBERS = "".join(f"{i}\n" for i in range(1000))
PROGRAM = r"""
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
static volatile unsigned turns;

static FILE *opened(const char *name, int me)
{
    char path[50];
    sprintf(path, "%s.%d", name, me);
    return fopen(path, "wb");
}
static void mark(const char *name, int me)
{
    char path[50];
    sprintf(path, "%s.%d", name, me);
    close(open(path, O_CREAT | O_WRONLY, 0600));
}
static void await_marks(const char *name, int first, int behind)
{
    char path[50];
    for (; first < behind; first++) {
        sprintf(path, "%s.%d", name, first);
        while (access(path, F_OK) != 0) usleep(1000);
    }
}
static void end_job(const char *how, int me, int all)
{
    FILE *numbers, *kept = opened("kept", me), *held;
    if (!strcmp(how, "held")) {
        held = opened("held", me);
        fputs("held", held);
        flockfile(held);
    }
    numbers = opened("numbers", me);
    for (int i = 0; i < 1000; i++) fprintf(numbers, "%d\n", i);
    if (!strcmp(how, "held")) flockfile(kept);
    printf("pending of %d;", me);
    MEET;
    if (!strcmp(how, "all")) LEAVE(9);
    if (me == all - 1) {
        await_marks("at", 0, all - 1);
        LEAVE(9);
    }
    mark("at", me);
    if (!strcmp(how, "busy")) for (;;) turns++;
    if (!strcmp(how, "read")) getchar();
    if (!strcmp(how, "barrier")) MEET;
    for (;;) pause();
}
"""
write(
    "flush.upc",
    f"""
#include <upc.h>
#define MEET upc_barrier
#define LEAVE(code) upc_global_exit(code)
{PROGRAM}
int main(int argc, char **argv)
{{
    end_job(argv[1], MYTHREAD, THREADS);
    return 0;
}}
""",
)
write(
    "flush.c",
    f"""
#include <shmem.h>
#define MEET shmem_barrier_all()
#define LEAVE(code) shmem_global_exit(code)
{PROGRAM}
int main(int argc, char **argv)
{{
    shmem_init();
    end_job(argv[1], shmem_my_pe(), shmem_n_pes());
    return 0;
}}
""",
)
upcc("-g", "flush.upc", "-o", NAME)
run(OSHCC, "-g", "flush.c", "-o", f"{NAME}s")


def job(command, program, threads, how):
    shutil.rmtree("run", ignore_errors=True)
    os.mkdir("run")
    result = run(*command, os.path.abspath(program), how, status=9, cwd="run", env=MPI_ENVIRONMENT)
    for thread in range(threads):
        what = f"{how}: {' '.join(command)}: thread {thread} of {threads}"
        check(read(f"run/numbers.{thread}") == NUMBERS, f"{what}: not all of its stream", result)
        check(f"pending of {thread};" in result.out, f"{what}: not its unfinished line", result)
    check("polder" not in result.err, f"{how}: {command}: a message", result)
    until(lambda: not processes_named(program), "processes left")


WAYS = ("all", "pause", "busy", "barrier", "read", "held")
MAPPINGS = (
    (1, ()),
    (2, ("-p", "2")),
    (3, ("-p", "1")),
    (4, ("-p", "4")),
    (4, ("-p", "2")),
    (7, ("-p", "3")),
    (4, ("--nodes", "2", "--per-node", "1")),
    (5, ("--nodes", "2", "--per-node", "2")),
)
for threads, words in MAPPINGS:
    for how in WAYS:
        job((UPCRUN, "-n", str(threads), *words), NAME, threads, how)
for threads, words in ((3, ()), (4, ("--nodes", "2"))):
    for how in WAYS:
        job((OSHRUN, "-n", str(threads), *words), f"{NAME}s", threads, how)
# Open MPI gives the exit code of the first process that fails.
if shutil.which("mpirun") and "Open MPI" in run("mpirun", "--version", status=None).out:
    for how in ("all", "busy", "barrier"):
        job(("mpirun", "-n", "3"), NAME, 3, how)
print("pass")
