"""-fupc-check of many small blocks, of which each access meets another one: the shadow knows them.

Lists are read, freed and made again by several threads. Nothing of that is a mistake, and nothing
of it is looked up. Mistakes are found although the shadow is asked first.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

MAPPINGS = (["-p", "1"], ["-p", "4"], ["-p", "2"], ["--nodes", "2"])
HEAD = """#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
enum { NODES = 200, TURNS = 6, ROUNDS = 20 };
typedef shared [] struct node *link_t;
struct node { link_t next; long value; char more[120]; long last; };
struct packed { char before[156]; long across; } __attribute__((packed));
shared link_t lists[THREADS], common[THREADS];
shared int wrong, looked;
long looked_up(void);
link_t at;
"""

RIGHT = HEAD + """
static link_t make(int shared_by_all) {
    const size_t bytes = sizeof(struct node);
    link_t node = shared_by_all ? (link_t)upc_global_alloc(1, bytes) : upc_alloc(bytes);
    node->last = node->value = 1;
    return node;
}
static link_t grow(link_t list, int nodes, int shared_by_all) {
    for (; nodes > 0; nodes--) {
        const link_t node = make(shared_by_all);
        node->next = list;
        list = node;
    }
    return list;
}
static void free_every_second(link_t at) {
    for (; at && at->next; at = at->next) {
        const link_t victim = at->next;
        at->next = victim->next;
        upc_free((shared void *)victim);
    }
}
static long length(link_t at) {
    long n = 0;
    for (; at; at = at->next) n += (at->value + at->last) / 2;
    return n;
}
int main(void) {
    const int other = (MYTHREAD + 1) % THREADS;
    for (int turn = 0; turn < TURNS; turn++) {
        const int more = NODES - (turn ? NODES / 2 : 0);
        lists[MYTHREAD] = grow(lists[MYTHREAD], more, 0);
        common[MYTHREAD] = grow(common[MYTHREAD], more, 1);
        upc_barrier;
        if (length(lists[MYTHREAD]) != NODES || length(common[other]) != NODES) wrong = 1;
        if (length(lists[other]) != NODES || length(common[MYTHREAD]) != NODES) wrong = 1;
        upc_barrier;
        free_every_second(lists[other]);
        free_every_second(common[other]);
        upc_barrier;
    }
    const long before = looked_up();
    upc_barrier;
    for (int round = 0; round < ROUNDS; round++)
        if (length(lists[MYTHREAD]) != NODES / 2) wrong = 2;
    upc_barrier;
    if (looked_up() - before >= NODES) looked = looked_up() - before;
    upc_barrier;
    if (MYTHREAD == 0 && wrong) printf("wrong %d\\n", wrong);
    if (MYTHREAD == 0 && looked) printf("looked up %d times\\n", looked);
    if (MYTHREAD == 0 && !wrong && !looked) puts("pass");
    upc_barrier;
    return 0;
}
"""

# Each call of the look-up, by the way of the linker: --wrap.
COUNT = """#include <stdatomic.h>
static atomic_long calls;
long looked_up(void) { return atomic_load(&calls); }
typedef unsigned long word;
word __real_polder_check_access(word, word, word, word, const void *);
word __wrap_polder_check_access(word from, word ga, word size, word align, const void *place) {
    atomic_fetch_add(&calls, 1);
    return __real_polder_check_access(from, ga, size, align, place);
}
"""

MISTAKE = HEAD + """
int main(int words, char **word) {
    lists[MYTHREAD] = upc_alloc(160);
    common[MYTHREAD] = (link_t)upc_global_alloc(1, 160);
    upc_barrier;
    lists[MYTHREAD]->value = common[MYTHREAD]->value = 1;
    upc_barrier;
    for (int i = 0; i < THREADS; i++) if (lists[i]->value + common[i]->value != 2) exit(2);
    upc_barrier;
    if (MYTHREAD == 0) upc_free((shared void *)lists[0]);
    if (MYTHREAD == 0) upc_free((shared void *)lists[THREADS - 1]);
    if (MYTHREAD == 0) upc_free((shared void *)common[THREADS - 1]);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        at = lists[THREADS - 2];
        switch (words > 1 ? atoi(word[1]) : 0) {
CASES
        }
    }
    upc_barrier;
    return 0;
}
"""


def place_of(text):
    return f"list.upc:{MISTAKE[:MISTAKE.index(text)].count(chr(10)) + 1}"


FREED = "lies in memory that has been freed: the block of 160 bytes"
OF_LISTS = (
    f" that upc_alloc made at {place_of('    lists[MYTHREAD] =')} and that was freed at "
    + place_of("    if (MYTHREAD == 0) upc_free((shared void *)lists[THREADS")
)
OF_COMMON = (
    f" that upc_global_alloc made at {place_of('    common[MYTHREAD] =')} and that was "
    + "freed at "
    + place_of("    if (MYTHREAD == 0) upc_free((shared void *)common")
)
MISTAKES = [
    ("lists[MYTHREAD]->value++;", FREED + OF_LISTS),
    ("common[MYTHREAD]->last++;", FREED + OF_COMMON),
    ("lists[0]->value++;", FREED),
    ("at = lists[1]; if (at->last == 7) at = 0; upc_free((shared void *)at); at->last = 8;", FREED),
    ("((shared [] long *)at)[20]++;", "is beyond the block of 160 bytes"),
    ("((shared [] struct packed *)at)->across++;", "(8 bytes) is beyond the block of 160 bytes"),
    ("at = (link_t)((shared [] char *)at + 160); at->value++;", "beyond the block of 160 bytes"),
    ("((shared [] char *)at)[-1]++;", "lies 1 bytes before the block of 160 bytes"),
    ("at = (link_t)((shared [] char *)at + 168); at->next = 0;", "beyond the block of 160 bytes"),
    ("((shared [] char *)common[0])[164]++;", "is beyond the block of 160 bytes"),
    ("*(shared [] double *)((shared [] char *)at + 4) = 1;", "which is no multiple of 8"),
]

write("count.c", COUNT)
write("right.upc", RIGHT)
for flags in (["-O0"], ["-O2"], ["-O2", "-fupc-nodes=one"]):
    words = ["right.upc", "count.c", "-Wl,--wrap=polder_check_access", "-o", "right"]
    upcc("-fupc-check", *flags, *words)
    for mapping in MAPPINGS if "-fupc-nodes=one" not in flags else MAPPINGS[:-1]:
        result = upcrun("-n", "4", *mapping, "./right")
        check(result.out == "pass\n", f"{flags} {mapping}: not right", result)

cases = "\n".join(f"case {number}: {mistake[0]} break;" for number, mistake in enumerate(MISTAKES))
write("list.upc", MISTAKE.replace("CASES", cases))
for level in ("-O0", "-O2"):
    upcc("-fupc-check", level, "list.upc", "-o", "list" + level)
for number, (statement, wanted) in enumerate(MISTAKES):
    for mapping in MAPPINGS if LONG or number < 4 else [MAPPINGS[number % len(MAPPINGS)]]:
        program = "./list" + ("-O0", "-O2")[number % 2]
        result = upcrun("-n", "4", *mapping, program, str(number), status=None)
        said = result.status == 1 and wanted in result.err
        check(said, f"{statement} {mapping}: '{wanted}' is not said", result)
print("pass")
