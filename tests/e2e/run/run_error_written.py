"""Nothing that a program wrote is lost when an error ends its job. The streams of all processes and
the unfinished lines of all threads go out, whatever the threads do. A crash costs what its own
process had in its streams, as in C. A stream that is held for ever costs its own bytes alone.
The same holds where a signal to upcrun or --timeout ends a job of several processes."""

# sanitize: not thread address (a stream is locked when the process ends)
# cores: 2
import os
import shutil
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

NAME = f"wrote{os.getpid() % 100000}"
NUMBERS = "".join(f"{i}\n" for i in range(1000))
write(
    "wrote.upc",
    r"""
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
shared int cell[THREADS];
static volatile unsigned turns;

static FILE *opened(const char *name)
{
    char path[50];
    sprintf(path, "%s.%d", name, MYTHREAD);
    return fopen(path, "wb");
}
static void mark(void)
{
    char path[50];
    sprintf(path, "at.%d", MYTHREAD);
    close(open(path, O_CREAT | O_WRONLY, 0600));
}
static void await_marks(int threads)
{
    char path[50];
    for (int t = 0; t < threads; t++) {
        sprintf(path, "at.%d", t);
        while (access(path, F_OK) != 0) usleep(1000);
    }
}
int main(int argc, char **argv)
{
    const char *how = argv[1], *end = argv[2];
    FILE *numbers;
    if (!strcmp(how, "held") && MYTHREAD == 0) {
        FILE *held = opened("held");
        fputs("held", held);
        flockfile(held);
    }
    numbers = opened("numbers");
    for (int i = 0; i < 1000; i++) fprintf(numbers, "%d\n", i);
    printf("pending of %d;", MYTHREAD);
    upc_barrier;
    if (!strcmp(end, "asked")) {
        if (MYTHREAD == 0) fprintf(stderr, "ready\n");
    } else if (MYTHREAD == THREADS - 1) {
        await_marks(THREADS - 1);
        if (!strcmp(end, "crash")) *(volatile int *)8 = 0;
        upc_free((shared void *)(cell + 1));
    }
    mark();
    if (!strcmp(how, "busy")) for (;;) turns++;
    if (!strcmp(how, "barrier")) upc_barrier;
    for (;;) pause();
}
""",
)
upcc("-g", "wrote.upc", "-o", NAME)


def job(command, threads, how, end="error", lost=(), status=1):
    shutil.rmtree("run", ignore_errors=True)
    os.mkdir("run")
    result = run(
        *command, os.path.abspath(NAME), how, end, status=status, cwd="run", env=MPI_ENVIRONMENT
    )
    what = f"{how}, {end}: {' '.join(command)}"
    for thread in range(threads):
        if thread in lost:
            continue
        check(read(f"run/numbers.{thread}") == NUMBERS, f"{what}: stream of {thread}", result)
        check(f"pending of {thread};" in result.out, f"{what}: line of {thread}", result)
    check(result.err.count("polder: error: ") == 1, f"{what}: one message", result)
    until(lambda: not processes_named(NAME), "processes left")


def whole(threads, out):
    """What was lost of what all threads wrote, or nothing."""
    streams = [t for t in range(threads) if read(f"run/numbers.{t}") != NUMBERS]
    lines = [t for t in range(threads) if f"pending of {t};" not in out]
    return f"lost: streams of {streams}, lines of {lines}" if streams or lines else None


def asked(words, how, number):
    """A job of three threads that a signal to upcrun ends."""
    shutil.rmtree("run", ignore_errors=True)
    os.mkdir("run")
    started = start(UPCRUN, "-n", "3", *words, os.path.abspath(NAME), how, "asked", cwd="run")
    check(started.stderr.readline() == "ready\n", f"{words}: start")
    started.send_signal(number)
    out, err = finish(started)
    what = f"{how}, {number.name}: {' '.join(words)}"
    check(started.returncode == 128 + number and not err, what, started.returncode, err)
    check(not whole(3, out), f"{what}: {whole(3, out)}")
    until(lambda: not processes_named(NAME), "processes left")


def limited(words, seconds):
    shutil.rmtree("run", ignore_errors=True)
    os.mkdir("run")
    command = (UPCRUN, "-n", "3", *words, "--timeout", str(seconds), os.path.abspath(NAME))
    for t in range(3):
        write(f"run/numbers.{t}", "")
    result = run(*command, "pause", "asked", status=124, cwd="run")
    check("(--timeout)" in result.err, f"{words}: --timeout", result)
    return result


MAPPINGS = (
    (1, (), 1),
    (2, (), 1),
    (3, ("-p", "1"), 3),
    (4, ("-p", "2"), 2),
    (7, ("-p", "3"), 2),
    (4, ("--nodes", "2", "--per-node", "1"), 2),
    (5, ("--nodes", "2", "--per-node", "2"), 1),
)
for threads, words, in_last in MAPPINGS:
    command = (UPCRUN, "-n", str(threads), *words)
    for how in ("pause", "busy", "barrier", "held"):
        job(command, threads, how)
    job(command, threads, "barrier", "crash", range(threads - in_last, threads), 139)
if shutil.which("mpirun") and "Open MPI" in run("mpirun", "--version", status=None).out:
    for how in ("pause", "busy", "barrier"):
        job(("mpirun", "-n", "3"), 3, how)
for words in (("-p", "3"), ("-p", "2")):
    for how in ("pause", "busy", "barrier", "held"):
        asked(words, how, signal.SIGTERM)
    for number in (signal.SIGINT, signal.SIGHUP):
        asked(words, "pause", number)
    settled(lambda seconds: limited(words, seconds), lambda result: whole(3, result.out))
print("pass")
