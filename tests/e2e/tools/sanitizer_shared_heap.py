"""-fsanitize=address knows the shared heap: private pointers beyond blocks are reported by line."""

# sanitize: no (programs have sanitizers of their own)
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "heap.upc",
    """#include <upc.h>
#include <stdlib.h>
#include <string.h>

shared [] int *volatile own;
shared [] int *shared given[THREADS];
shared [4] int *volatile all;
int *volatile mine;
volatile int place = 3;

int main(int words, char **word)
{
    const char *what = words > 1 ? word[1] : "";
    const int given_back = !strcmp(what, "GIVEN"), split = !strcmp(what, "SPLIT");
    own = upc_alloc(4 * sizeof(int));
    all = upc_all_alloc(THREADS, 4 * sizeof(int));
    mine = (int *)own;
    for (int i = 0; i < 4; i++)
        mine[i] = all[4 * MYTHREAD + i] = i;
    int seen = 0;
    if (!strcmp(what, "BEHIND")) {
        seen = mine[place + 1];
    } else if (!strcmp(what, "FREED")) {
        upc_free((shared void *)own);
        seen = mine[place];
    } else if (given_back || split) {
        given[MYTHREAD] = own;
        upc_barrier;
        upc_free((shared void *)given[(MYTHREAD + 1) % THREADS]);
        if (split) {
            upc_notify;
            upc_wait;
        } else {
            upc_barrier;
        }
        seen = mine[place - 1];
    } else if (!strcmp(what, "SHARED")) {
        seen = own[place + 1];
    } else if (!strcmp(what, "SYMMETRIC")) {
        mine = (int *)&all[4 * MYTHREAD];
        mine[place + 1] = 1;
    } else if (!strcmp(what, "COPIED")) {
        int *copy = malloc(5 * sizeof *copy);
        upc_memget(copy, own, (place + 2) * sizeof *copy);
        mine = copy;
    }
    upc_barrier;
    if (!strcmp(what, "HANDED")) {
        if (MYTHREAD == 0)
            upc_free((shared void *)all);
        upc_barrier;
        mine = (int *)&all[4 * MYTHREAD];
        return mine[0] == 77;
    }
    upc_all_free((shared void *)all);
    given[MYTHREAD] = upc_alloc(40); /* what another thread reads, beside memory that nobody has */
    for (int i = 0; i < 10; i++) given[MYTHREAD][i] = i;
    upc_barrier;
    for (int i = 0; i < 10; i++) seen += given[(MYTHREAD + 1) % THREADS][i];
    upc_barrier;
    upc_free((shared void *)given[MYTHREAD]);
    for (int i = 0; i < 12; i++) { /* blocks that another thread frees, and what becomes of them */
        given[MYTHREAD] = upc_alloc((i % 30 + 1) * 400);
        upc_barrier;
        upc_free((shared void *)given[(MYTHREAD + 1) % THREADS]);
        upc_barrier;
        shared [] char *again = upc_alloc((i % 30 + 1) * 400);
        char *at = (char *)again;
        for (int k = 0; k < (i % 30 + 1) * 400; k++) at[k] = 1;
        upc_free((shared void *)again);
    }
    for (int i = 0; i < 400; i++) {
        shared [] char *block = upc_alloc(i % 300 + 1);
        shared [] char *other = upc_alloc(i * 250 + 1);
        char *at = (char *)block, *end = (char *)other;
        at[i % 300] = 1;
        end[0] = end[i * 250] = 1;
        upc_free((shared void *)block);
        upc_free((shared void *)other);
    }
    return seen == 77;
}
""",
)
LINES = {
    "BEHIND": "seen = mine[place + 1]",
    "FREED": "seen = mine[place];",
    "SHARED": "seen = own[place + 1]",
    "SYMMETRIC": "mine[place + 1] = 1",
    "COPIED": "upc_memget(copy",
    "GIVEN": "seen = mine[place - 1]",
    "SPLIT": "seen = mine[place - 1]",
    "HANDED": "return mine[0]",
}
THREADS_ONLY = ("SYMMETRIC", "HANDED")  # processes do not hear of each other's blocks
CHECKED = ("BEHIND", "SYMMETRIC", "GIVEN")  # also with -fupc-check: behind a block lies its record
NO_LEAKS = {"ASAN_OPTIONS": "detect_leaks=0"}  # those of libfabric
PROCESS, PROCESSES, NODES = ["-p", "1"], ["-p", "3"], ["--nodes", "2"]
SOURCE_LINES = read("heap.upc").split("\n")
tried = 0


def mappings(what, number):
    if what in THREADS_ONLY:
        return [PROCESS]
    return [PROCESS, PROCESSES] if what == "GIVEN" else [(PROCESS, PROCESSES)[number % 2]]


def try_programs(cc, checked):
    upcc(f"--cc={cc}", "-g", "-O1", "-fsanitize=address", *checked, "heap.upc", "-o", "heap")
    for mapping in (PROCESS, PROCESSES, NODES):
        leaks = NO_LEAKS if mapping is NODES else {}
        result = run(UPCRUN, "-n", "3", *mapping, "./heap", status=None, env=leaks)
        silent = not result.status and not result.out + result.err
        check(silent, f"{cc} {checked} {mapping}: a right program is not silent", result)
    for number, (what, text) in enumerate(LINES.items(), tried):
        line = next(n for n, source in enumerate(SOURCE_LINES, 1) if text in source)
        for mapping in mappings(what, number) if not checked or what in CHECKED else []:
            result = run(UPCRUN, "-n", "3", *mapping, "./heap", what, status=None)
            check(
                "use-after-poison" in result.err and f"heap.upc:{line}" in result.err,
                f"{cc} {mapping} {what}: no report of line {line}",
                result,
            )


for cc in filter(shutil.which, ("gcc", "clang")):
    write("probe.c", "int main(void) { return 0; }\n")
    built = not run(cc, "-fsanitize=address", "probe.c", "-o", "probe", status=None).status
    if not built or run("./probe", status=None).status:
        continue
    tried += 1
    try_programs(cc, [])
    if tried == 1:
        try_programs(cc, ["-fupc-check"])
if not tried:
    skip("no compiler with sanitizers")
