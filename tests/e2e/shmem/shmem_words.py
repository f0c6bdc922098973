"""Messages about an OpenSHMEM job speak of PEs and name no heap by calls of UPC. So do those of the
first upcrun of several nodes."""

# sanitize: not thread address (they answer the signals of a crash themselves)
import os
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

NAME = f"words{os.getpid() % 100000}"
write(
    "words.c",
    r"""
#include <shmem.h>
#include <polder/memory.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    shmem_init();
    if (!strcmp(argv[1], "free")) {
        static polder_ga block;
        if (shmem_my_pe() == 1) {
            const polder_ga mine = polder_alloc(64) + 8;
            shmem_putmem(&block, &mine, sizeof mine, 0);
        }
        shmem_barrier_all();
        if (shmem_my_pe() == 0) polder_free(block);
        shmem_barrier_all();
    }
    signal(SIGTERM, SIG_IGN);
    shmem_barrier_all();
    if (shmem_my_pe() == 0) fprintf(stderr, "ready\n");
    for (;;) pause();
}
""",
)
run(OSHCC, "-g", "words.c", "-o", NAME)


def parent(pid):
    return int(read(f"/proc/{pid}/stat").rsplit(")", 1)[1].split()[1])


def agents():
    """The upcruns that have processes of the program, by number."""
    return sorted({parent(pid) for pid in processes_named(NAME)})


def job(end, words):
    """What a job of two nodes says that is ended so."""
    run_of = start(OSHRUN, "-n", "4", "--nodes", "2", "--kill-after", "1", f"./{NAME}", "wait")
    check(run_of.stderr.readline() == "ready\n", "start of the job")
    end(run_of)
    _, error = finish(run_of)
    check(words in error and "thread" not in error, f"no '{words}' in", error)
    check(run_of.returncode != 0, "exit status", run_of.returncode)
    until(lambda: not processes_named(NAME), "processes left")


job(lambda run_of: os.kill(agents()[-1], signal.SIGKILL), "with it; the job is ended")
job(lambda run_of: run_of.terminate(), "PEs 0-3 have not ended within 1 s of SIGTERM")
result = run(OSHRUN, "-n", "2", "--nodes", "2", f"./{NAME}", "free", status=1)
check("local heap, segment of PE 1" in result.err and "upc" not in result.err, "parts", result)
print("pass")
