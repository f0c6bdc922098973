"""Thread levels that `upcrun --thread-level` and POLDER_THREAD_LEVEL give programs.

The level is the least that is granted. A program that asks for nothing gets it. One that asks gets
the higher of the two. A pool of several workers raises it to `multiple`. All of this on threads,
processes, a mix of both, and two nodes. At `single` a barrier by another system thread ends the
job. Other words are refused."""

# cores: 2
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

LEVELS = ("single", "funneled", "serialized", "multiple")

write(
    "level.upc",
    r"""
#include <polder/polder.h>
#include <polder/task.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
static void *meet(void *nothing) { upc_barrier; return nothing; }
static void nothing(void *argument) { (void)argument; }

/* What this thread has; after it asked for each level; and with a pool of two workers. */
static void tell(void)
{
    shared [6] int *told = upc_all_alloc(THREADS, 6 * sizeof(int));
    shared [6] int *mine = told + 6 * MYTHREAD;
    mine[0] = polder_thread_level_granted();
    for (int level = 0; level < 4; level++) mine[1 + level] = polder_thread_level_ask(level);
    polder_thread_level_ask(POLDER_THREAD_SINGLE);
    polder_task_spawn(nothing, NULL, 0);
    polder_task_join();
    mine[5] = polder_thread_level_granted();
    upc_barrier;
    if (MYTHREAD) return;
    for (int t = 0; t < THREADS; t++) {
        for (int i = 0; i < 6; i++) printf("%d", told[6 * t + i]);
        printf("\n");
    }
}
int main(int argc, char **argv)
{
    pthread_t thread;
    if (argc == 1) {
        tell();
    } else {
        pthread_create(&thread, NULL, meet, NULL);
        pthread_join(thread, NULL);
        if (MYTHREAD == 0) printf("met\n");
    }
    return 0;
}
""",
)
upcc("level.upc", "-o", "level")

MAPPINGS = (
    ("-n", "1"),
    ("-n", "3", "-p", "1"),
    ("-n", "4", "-p", "2"),
    ("-n", "7", "-p", "7"),
    ("-n", "2", "--nodes", "2"),
)


def expected(least):
    """Digits of `tell`: granted at the start, asked from single to multiple, with workers."""
    first = 3 if least is None else least
    return f"{first}" + "".join(str(max(level, least or 0)) for level in range(4)) + "3"


def expect_levels(least, mapping, options=(), env=None):
    workers = {"POLDER_WORKERS": "2", **(env or {})}
    lines = upcrun(*mapping, *options, "./level", env=workers).out.split()
    threads = int(mapping[1])
    check(lines == [expected(least)] * threads, f"{mapping} {options} {env}", *lines)


for mapping in MAPPINGS:
    expect_levels(None, mapping)
    for least, word in enumerate(LEVELS):
        expect_levels(least, mapping, ("--thread-level", word))
expect_levels(1, ("-n", "2"), env={"POLDER_THREAD_LEVEL": "funneled"})
expect_levels(
    2, ("-n", "2"), ("--thread-level=serialized",), env={"POLDER_THREAD_LEVEL": "funneled"}
)

# What was granted is what the threads of the program may do.
for word in LEVELS[2:]:
    found = upcrun("-n", "2", "--thread-level", word, "./level", "meet").out
    check(found == "met\n", f"a barrier of another thread at {word}", found)
for word in LEVELS[:2]:
    said = upcrun("-n", "2", "--thread-level", word, "./level", "meet", status=1).err
    check("serialized" in said, f"a barrier of another thread at {word}", said)

said = upcrun("-n", "2", "--thread-level", "two", "./level", status=2).err
check(
    "--thread-level is 'two'; it may be single, funneled, serialized or multiple" in said,
    "another word",
    said,
)
said = upcrun("-n", "2", "./level", status=2, env={"POLDER_THREAD_LEVEL": "two"}).err
check("POLDER_THREAD_LEVEL is 'two'" in said, "another word in the environment", said)
