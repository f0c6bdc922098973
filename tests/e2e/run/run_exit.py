"""Exit codes and ends of a job: the largest code of the threads, exit in a thread, upc_global_exit,
atexit, threads that leave alone."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

MAPPINGS = [
    ("-n", "1"),
    ("-n", "4"),
    ("-n", "4", "-p", "1"),
    ("-n", "4", "-p", "2"),
    ("-n", "7", "-p", "2"),
]

write(
    "ends.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void last(void) { printf("handler %d\n", MYTHREAD); }

/* The last thread ends the job; the others have bytes in a stream. */
void end_with_streams(int flushed)
{
    char name[40];
    sprintf(name, "stream.%d", MYTHREAD);
    fputs("written", fopen(name, "w"));
    printf("pending of %d;", MYTHREAD);
    if (flushed) fflush(NULL);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) upc_global_exit(9);
    for (;;) pause();
}
int main(int argc, char **argv)
{
    const char *how = argv[1];
    if (!strcmp(how, "return")) return MYTHREAD + 3;
    if (!strcmp(how, "exit")) exit(MYTHREAD + 3);
    if (!strcmp(how, "negative")) return MYTHREAD == THREADS - 1 ? -1 : 0;
    if (!strcmp(how, "atexit")) { atexit(last); upc_barrier; return 0; }
    if (!strcmp(how, "global")) {
        printf("line of %d\n", MYTHREAD);
        if (MYTHREAD == THREADS - 1) { sleep(1); printf("unfinished"); upc_global_exit(9); }
        for (;;) pause();
    }
    if (!strcmp(how, "flushed")) end_with_streams(1);
    if (!strcmp(how, "buffered")) end_with_streams(0);
    if (!strcmp(how, "leave")) { if (MYTHREAD == THREADS - 1) _exit(0); upc_barrier; return 0; }
    if (!strcmp(how, "early")) { if (MYTHREAD == THREADS - 1) exit(5); upc_barrier; return 0; }
    if (!strcmp(how, "late")) {
        if (MYTHREAD == 0) {
            usleep(300000);
            printf("slow one\n");
        }
        return 0;
    }
    if (!strcmp(how, "fork")) { if (fork() == 0) exit(77); upc_barrier; return 0; }
    return 1;
}
""",
)
upcc("-g", "ends.upc", "-o", "ends")
for mapping in MAPPINGS:
    threads = int(mapping[1])

    def job(how, status, env=None):
        return upcrun(*mapping, "./ends", how, status=status, env=env)

    job("return", threads + 2)
    job("exit", threads + 2)
    job("negative", 255)
    lines = sorted(job("atexit", 0).out.split("\n")[:-1])
    check(
        lines == sorted(f"handler {t}" for t in range(threads)),
        f"atexit handlers, {mapping}: {lines}",
    )
    result = job("global", 9)
    check(
        sorted(result.out.split("\n"))[:-1] == sorted(f"line of {t}" for t in range(threads))
        or threads == 1
        or all(f"line of {t}\n" in result.out for t in range(threads)),
        "lines before upc_global_exit",
        result,
    )
    check(
        "unfinished" in result.out and result.err == "",
        "output of the thread that called upc_global_exit",
        result,
    )
    result = job("buffered", 9)
    check(
        read(f"stream.{threads - 1}") == "written" and f"pending of {threads - 1};" in result.out,
        "upc_global_exit writes out the streams of its process",
        result,
    )
    result = job("flushed", 9)
    check(
        all(
            read(f"stream.{t}") == "written" and f"pending of {t};" in result.out
            for t in range(threads)
        ),
        "what fflush(NULL) and a barrier precede is written out",
        result,
    )
    check(job("late", 0).out == "slow one\n", "a thread still works while others have ended")
    job("fork", 0)
    result = job("leave", 1)
    check(
        "left with exit code 0" in result.err and result.err.count("\n") == 1,
        "a thread that leaves by _exit",
        result,
    )
    if threads > 1:
        result = job("early", 1)
        check(
            f"thread {threads - 1} ended" in result.err and result.err.count("polder: error") == 1,
            "exit while others wait in a barrier",
            result,
        )

# without the launcher: one thread, or as many as POLDER_THREADS says
for threads in (1, 3):
    env = {"POLDER_THREADS": str(threads)}
    run("./ends", "exit", status=threads + 2, env=env)
    run("./ends", "global", status=9, env=env)
print("pass")
