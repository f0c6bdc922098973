"""-fupc-check: an access outside its array or block, in freed memory, through a null or foreign
pointer ends the job and says which and where.

Each mistake on threads, processes, a mix and two nodes; and programs without one do not notice the
option."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

MAPPINGS = (["-p", "1"], ["-p", "4"], ["-p", "2"], ["--nodes", "2"])
HEAD = """#include <upc.h>
#include <upc_atomic.h>
#include <stdlib.h>
#include <stdio.h>
struct s { int x; int in[3]; double y; };
shared [2] int a[2*THREADS];
shared int before[8*THREADS], m[4][THREADS];
shared struct s r[THREADS];
extern shared [3] int grows[];
shared [] int *volatile p;
shared int *volatile q;
shared [2] int *volatile b;
shared struct s *volatile sp;
volatile int i;
int *volatile local;
char buffer[4096];
upc_atomicdomain_t *domain;
int main(void) {
    i = 1;
    q = upc_all_alloc(10, sizeof(int));
    b = upc_all_alloc(THREADS, 2 * sizeof(int));
    p = upc_alloc(12 * sizeof(int));
    sp = &r[MYTHREAD];
    domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD | UPC_GET, 0);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
"""
TAIL = """
    }
    upc_barrier;
    return 0;
}
shared [3] int grows[3*THREADS];
"""
LINE = HEAD.count("\n") + 1  # of the first statement
PLACES = {
    "mistake.upc:" + name: f"mistake.upc:{HEAD[:HEAD.index(text)].count(chr(10)) + 1}"
    for name, text in (("Q", "    q = "), ("B", "    b = "), ("P", "    p = "))
} | {"mistake.upc:LINE": f"mistake.upc:{LINE}"}

# Statement, and what the message says behind the place.
MISTAKES = [
    ("a[i + 7] = 1;", "index 8 is out of range in 'a': the array has 8 elements"),
    ("i += a[i - 2];", "index -1 is out of range in 'a': the array has 8 elements"),
    ("i += m[2][i + 3];", "index 4 is out of range in 'm[2]': the array has 4 elements"),
    ("i += m[i + 3][0];", "index 4 is out of range in 'm': the array has 4 elements"),
    ("r[1].in[i + 2]++;", "index 3 is out of range in 'r[1].in': the array has 3 elements"),
    ("sp->in[i + 2] += 2;", "index 3 is out of range in 'sp->in': the array has 3 elements"),
    ("q = (shared int *)&a[i + 8];", "index 9 is out of range in 'a': the array has 8 elements"),
    ("grows[i + 11] = 2;", "'grows[i+11]' (4 bytes) is beyond 'grows'"),
    (
        "q[i + 9] = 1;",
        "'q[i+9]' (4 bytes) is beyond the block of 40 bytes that upc_all_alloc made at "
        "mistake.upc:Q: "
        "at byte 8 of the 8 that thread 2 has of it",
    ),
    (
        "q[i + 1000] = 1;",
        "is beyond the block of 40 bytes that upc_all_alloc made at mistake.upc:Q",
    ),
    (
        "b[i + 7] = 1;",
        "is beyond the block of 32 bytes that upc_all_alloc made at mistake.upc:B: at byte 8 of "
        "the 8 that thread 0 has of it",
    ),
    (
        "*(p + i + 11) = 1;",
        "is beyond the block of 48 bytes that upc_alloc made at mistake.upc:P: at byte 48 of the "
        "48",
    ),
    (
        "i += p[i - 2];",
        "'p[i-2]' (4 bytes) lies 4 bytes before the block of 48 bytes that upc_alloc made at "
        "mistake.upc:P",
    ),
    ("shared [5] int *c = (shared [5] int *)b; c[i + 2] = 1;", "is beyond the block of 32 bytes"),
    ("sp = 0; sp->y = 1;", "'sp->y' is reached through a null pointer-to-shared"),
    (
        "upc_free((shared void *)p); p[0] = 1;",
        "'p[0]' lies in memory that has been freed: the block of 48 bytes that upc_alloc made at "
        "mistake.upc:P and that was freed at mistake.upc:LINE",
    ),
    ("upc_memget(buffer, p, 13 * sizeof(int) * i);", "(52 bytes) is beyond the block of 48 bytes"),
    (
        "upc_memput(&a[i + 1], buffer, 3 * sizeof(int) * i);",
        "(12 bytes) is beyond 'a': at byte 0 of the 8 that thread 1 has of it",
    ),
    ("upc_memset(&r[1], 0, i * sizeof(struct s) + 1);", "is beyond 'r'"),
    ("upc_memcpy(p, q, 13 * i);", "is beyond the block of 40 bytes"),
    (
        "int one = 1; upc_atomic_relaxed(domain, NULL, UPC_ADD, p + i + 11, &one, NULL);",
        "'p+i+11' (4 bytes) is beyond the block of 48 bytes",
    ),
    (
        "int got; upc_atomic_strict(domain, &got, UPC_GET, &a[i + 7], NULL, NULL);",
        "'a[i+7]' (4 bytes) is beyond 'a'",
    ),
    (
        "local = (int *)&a[0]; *local = 1;",
        "makes a private pointer of a pointer to data of thread 0; only that thread may",
    ),
    ("*(shared double *)((shared char *)q + 4) = 1;", "which is no multiple of 8 as its type asks"),
    (
        "((shared [] struct s *)(p + 1))->y = 1;",
        "'((shared[]struct s*)(p+1))->y' is reached through a pointer to 0x",
    ),
    ("((shared [] struct s *)(p + 1))->in[i] = 1;", "which is no multiple of 8 as its type asks"),
    (
        "i += ((shared [] struct s *)p)[i].x; ((shared [] struct s *)(p + 1))[i].in[2] = 1;",
        "which is no multiple of 8 as its type asks",
    ),
    (
        "sp = (shared struct s *)((shared char *)sp + 4); sp->in[1]++;",
        "is reached through a pointer to 0x",
    ),
    ("struct s mine = *(shared [] struct s *)(p + 1); local = &mine.x;", "lies at 0x"),
]


def run_on(program, flags, mapping, wanted):
    result = upcrun("-n", "4", *mapping, "./" + program, status=None)
    check(
        result.status == 1 and wanted in result.err,
        f"{flags} {mapping}: '{wanted}' is not said",
        result,
    )


for number, (statement, wanted) in enumerate(MISTAKES):
    for name, place in PLACES.items():
        wanted = wanted.replace(name, place)
    write("mistake.upc", HEAD + "        " + statement + TAIL)
    flags = ["-fupc-check", ["-O0", "-O2"][number % 2]] + (["-g"] if number % 3 == 0 else [])
    upcc(*flags, "mistake.upc", "-o", "mistake")
    for mapping in MAPPINGS if LONG or number % 5 == 0 else [MAPPINGS[number % len(MAPPINGS)]]:
        result = upcrun("-n", "4", *mapping, "./mistake", status=None)
        check(
            result.status == 1 and f"mistake.upc:{LINE}: " in result.err and wanted in result.err,
            f"{statement} {flags} {mapping}: '{wanted}' is not said",
            result,
        )

# What is right: one behind the last, pieces of blocks, unions, bit-fields, strict, structures,
# negative steps, flexible members.
write(
    "right.upc",
    """#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
struct v { int n; double data[1]; };
struct f { unsigned low : 3, high : 5; struct { int deep; }; };
struct packed { char tag; double value; } __attribute__((packed));
struct nothing {};
shared struct nothing empties[3*THREADS];
shared [3] int a[3*THREADS];
shared int c[5*THREADS];
strict shared int flag[THREADS];
shared struct f bits[THREADS];
shared [] struct v *shared lists[THREADS];
shared [2] int *shared table[THREADS];
int main(void) {
    shared [3] int *end = &a[3*THREADS], *w;
    int sum = 0;
    for (w = a; w != end; w++) if (upc_threadof(w) == MYTHREAD) *w = 1;
    upc_barrier;
    for (w = end; w-- != a;) sum += *w;
    for (w = end; w > a; w--) sum += w[-1];
    upc_forall (int i = 0; i < 5*THREADS; i++; &c[i]) c[i] = i;
    flag[MYTHREAD] = 1;
    flag[MYTHREAD] += 2;
    flag[MYTHREAD]++;
    bits[MYTHREAD].high = 17;
    bits[MYTHREAD].deep = 3;
    bits[MYTHREAD].high++;
    lists[MYTHREAD] = upc_alloc(sizeof(struct v) + 9 * sizeof(double));
    for (int i = 0; i < 10; i++) lists[MYTHREAD]->data[i] = i;
    shared [] struct packed *odd = upc_alloc(4 * sizeof(struct packed));
    for (int i = 0; i < 4; i++) odd[i].value = i;
    for (int i = 0; i < 4; i++) if ((odd + i)->value != i) exit(3);
    upc_free(odd);
    shared struct nothing *none = empties;
    struct nothing copied = *none;
    none[1] = copied;
    int *mine = (int *)&c[MYTHREAD];
    mine[4] += 0;
    table[MYTHREAD] = upc_global_alloc(THREADS, 2 * sizeof(int));
    for (int i = 0; i < 2 * THREADS; i++) table[MYTHREAD][i] = i;
    upc_memset(table[MYTHREAD], 0, 2 * sizeof(int));
    upc_memget(mine, &c[(MYTHREAD + 1) % THREADS], 5 * sizeof(int));
    upc_barrier;
    for (int k = 0; k < 100; k++) {
        shared [] int *t = upc_alloc((k % 7 + 1) * 400 * (k % 13 == 0 ? 100 : 1));
        for (int i = 0; i < 100; i++) t[i] = i;
        sum += t[99] == 99 && t[0] == 0 && t[42] == 42 ? 0 : 1;
        upc_free((shared void *)t);
    }
    sum += bits[MYTHREAD].high + bits[MYTHREAD].low + flag[MYTHREAD] +
           (int)lists[(MYTHREAD + 1) % THREADS]->data[9];
    upc_barrier;
    upc_free((shared void *)lists[MYTHREAD]);
    upc_free((shared void *)table[MYTHREAD]);
    upc_lock_t *lock = upc_all_lock_alloc();
    upc_lock(lock);
    upc_unlock(lock);
    upc_all_lock_free(lock);
    if (sum != 6 * THREADS + 18 + 4 + 9) printf("FAIL %d\\n", sum);
    upc_barrier;
    if (!MYTHREAD) puts("pass");
    return 0;
}
""",
)
for flags in (["-O0"], ["-O2"], ["-O3", "-T", "4"], ["-O1", "-fupc-nodes=one"]):
    upcc("-fupc-check", *flags, "right.upc", "-o", "right")
    for mapping in MAPPINGS if "-fupc-nodes=one" not in flags else MAPPINGS[:-1]:
        check(
            upcrun("-n", "4", *mapping, "./right").out == "pass\n",
            f"{flags} {mapping}: a correct program fails",
        )

# Off, nothing of it is there.
text = upcc("--trans", "right.upc").out
check(
    "polder_check" not in text and "polder_place" not in text,
    "unchecked code has something of the checks",
)
print("pass")
