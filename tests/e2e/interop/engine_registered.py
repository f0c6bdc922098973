#!/usr/bin/env python3
"""Memory that threads register, from plain C: by one thread, and a piece of each by all threads.
Puts, gets, atomic operations and signals, between all pairs of threads. They run on threads,
processes, a mix and several nodes, in each mode of providers. Mistakes are told."""

# sanitize: no, other compilers do not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "registered.c",
    r"""
#include <polder/polder.h>
#include <stdio.h>
#include <stdlib.h>

static void fail_at(int line, const char *what)
{
    printf("thread %d: line %d: %s\n", polder_mythread(), line, what);
    fflush(stdout);
    _Exit(9);
}
#define CHECK(condition) do { if (!(condition)) fail_at(__LINE__, #condition); } while (0)

/* A piece: a count, a signal, then two words for each thread. */
static size_t place(int n, int from, int second)
{
    return 8 * (size_t)(2 + from + (second ? n : 0));
}

static void visit(int me, int n, int to, polder_ga piece)
{
    const long value = 1000 * me + to;
    long back = 0;
    polder_put(polder_at(piece, place(n, me, 0)), &value, sizeof value);
    polder_get(&back, polder_at(piece, place(n, me, 0)), sizeof back);
    CHECK(back == value);
    (void)polder_fetch_add(piece, 1);
    polder_put_signal(polder_at(piece, place(n, me, 1)), &value, sizeof value,
                      polder_at(piece, 8), 1);
}

static void expect(int me, int n, const long *mine)
{
    CHECK(mine[0] == n && mine[1] == n);
    for (int from = 0; from < n; ++from)
        CHECK(mine[2 + from] == 1000 * from + me && mine[2 + n + from] == mine[2 + from]);
}

static void by_all(int me, int n)
{
    const size_t words = (size_t)(2 + 2 * n + me); /* of different lengths */
    long *const mine = calloc(words, sizeof *mine);
    const polder_memory all = polder_memory_all_register(mine, words * sizeof *mine);
    CHECK(all && polder_owner(all) == 0);
    CHECK(polder_pointer(polder_at(polder_on(all, me), 8)) == mine + 1);
    for (int to = 0; to < n; ++to) {
        CHECK(polder_owner(polder_on(all, to)) == to);
        visit(me, n, to, polder_on(all, to));
    }
    polder_memory_all_deregister(all);
    expect(me, n, mine);
    free(mine);
}

static void by_one(int me, int n)
{
    const polder_ga board = polder_all_alloc(sizeof(polder_memory));
    const size_t words = (size_t)(2 + 2 * n);
    long *const mine = calloc(words, sizeof *mine);
    const polder_memory one = polder_memory_register(mine, words * sizeof *mine);
    CHECK(one && polder_owner(one) == me && polder_pointer(one) == mine);
    polder_put(polder_on(board, me), &one, sizeof one);
    polder_barrier_all();
    for (int to = 0; to < n; ++to) {
        polder_memory there;
        polder_get(&there, polder_on(board, to), sizeof there);
        visit(me, n, to, there);
    }
    polder_barrier_all();
    polder_memory_deregister(one);
    expect(me, n, mine);
    free(mine);
    polder_all_free(board);
}

static int body(int argc, char **argv)
{
    const int me = polder_mythread(), n = polder_threads();
    for (int round = 0; round < 3; ++round) {
        by_all(me, n);
        by_one(me, n);
    }
    printf("thread %d of %d: right\n", me, n);
    return argc - argc + (argv == NULL);
}
int main(int argc, char **argv) { return polder_run(&argc, &argv, body); }
""",
)
ALL = "polder_memory all = polder_memory_all_register(piece, sizeof piece);"
ONE = "polder_memory one = polder_memory_register(piece, sizeof piece);"
# Both threads run it; `you` is the other one.
MISUSE = [
    (
        ALL + "if (me) polder_memory_all_deregister(all);"
        "else (void)polder_memory_all_register(piece, 8);",
        "polder_memory_all_deregister: thread 1 calls it for memory",
    ),
    (
        ALL + "if (!me) polder_memory_all_deregister(all);"
        "else (void)polder_memory_all_register(piece, 8);",
        "polder_memory_all_register: thread 1 calls it for memory",
    ),
    (
        "if (me) (void)polder_memory_all_register(piece, 8); else (void)polder_all_alloc(8);",
        "polder_memory_all_register: thread 1 calls it for memory",
    ),
    (
        ALL + "polder_memory_all_deregister(polder_on(all, me));",
        "polder_memory_all_deregister: thread 1 calls it for memory",
    ),
    (
        ALL + "polder_memory_all_deregister(all); polder_memory_all_deregister(all);",
        "has been deregistered before",
    ),
    (
        ALL + "polder_memory_deregister(polder_on(all, me));",
        "is no memory that this thread has registered",
    ),
    (
        ALL + "polder_memory_all_deregister(polder_on(all, 1));",
        "is no memory that all threads have registered",
    ),
    (
        "polder_memory_all_deregister(polder_all_alloc(8));",
        "is no memory that all threads have registered",
    ),
    (ONE + "(void)polder_on(one, 0);", "is memory that one thread has registered"),
    (
        ALL + "polder_memory_all_deregister(all);"
        "polder_get(&back, polder_on(all, you), sizeof back);",
        "not registered, or not any more",
    ),
    (
        ALL + "polder_get(&back, polder_on(polder_at(all, sizeof piece), you), 8);",
        "not registered, or not any more",
    ),
    ("(void)polder_memory_all_register(0, 8);", "8 bytes at (nil) are no memory"),
]
write(
    "misuse.c",
    r"""
#include <polder/polder.h>
#include <stdlib.h>
static int body(int argc, char **argv)
{
    long piece[4] = {0}, back = argc;
    const int me = polder_mythread(), you = 1 - me;
    switch (atoi(argv[1])) {
"""
    + "".join(f"    case {i}: {{ {code} }} break;\n" for i, (code, message) in enumerate(MISUSE))
    + r"""
    }
    polder_barrier_all();
    return (int)(back - back) + you - you;
}
int main(int argc, char **argv) { return polder_run(&argc, &argv, body); }
""",
)

WARNINGS = ["-Wall", "-Wextra", "-Werror"]
FLAGS = upcc("--compile-flags").out.split()
LIBRARIES = upcc("--link-flags").out.split()
for name in ("registered", "misuse"):
    run(CC, "-std=c11", "-O2", *WARNINGS, *FLAGS, f"{name}.c", *LIBRARIES, "-o", name)


def expect(threads, *options, **settings):
    result = upcrun("-n", str(threads), *options, "./registered", **settings)
    check(
        sorted(result.out.splitlines())
        == sorted(f"thread {t} of {threads}: right" for t in range(threads)),
        f"{threads} threads, {options}, {settings}",
        result,
    )


for threads in (1, 2, 3, 4, 7):
    for processes in sorted({1, min(2, threads), threads}):
        expect(threads, "-p", str(processes))
for threads, nodes, per_node in ((2, 2, 1), (3, 2, 1), (4, 2, 2), (7, 3, 2)):
    for modes in ("", "hardware", "allocated", "allocated,hardware"):
        environment = {"POLDER_OFI_MODES": modes} if modes else {}
        expect(threads, "--nodes", str(nodes), "--per-node", str(per_node), env=environment)
for options in (("-p", "2"), ("-p", "1"), ("--nodes", "2")):
    for i, (code, message) in enumerate(MISUSE):
        result = upcrun("-n", "2", *options, "./misuse", str(i), status=None)
        check(
            result.status not in (0, 124) and message in result.err,
            f"{code}, {options}: wanted '{message}'",
            result,
        )
print("pass")
