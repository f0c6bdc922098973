"""-fupc-check of blocks of another node: few messages more than without, and mistakes are found.

Small blocks take little more room than unchecked ones, so those that fit into the cache of far
accesses do so with their shadow. A large block, once known, is known until the thread synchronises.
So loops, atomic operations and copies ask nothing of the other node. Of blocks of the symmetric
heap the nodes that do not keep it remember what they have asked.
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

PROGRAM = """#include <upc_relaxed.h>
#include <upc_atomic.h>
#include <stdio.h>
#include <stdlib.h>
enum { NODES = 10000, WORDS = 40000, TURNS = 500, FREED = 1 };
typedef shared [] struct node *link_t;
struct node { link_t next; long value; };
struct link { link_t first; };
shared struct link lists[THREADS];
typedef shared [] long *words_t;
shared words_t words[THREADS];
shared [4] long *first, *second;
long buffer[64];

static void make(void) {
    for (int i = 0; i < NODES; i++) {
        const link_t node = upc_alloc(sizeof(struct node));
        node->next = lists[MYTHREAD].first;
        node->value = 1;
        lists[MYTHREAD].first = node;
    }
    words[MYTHREAD] = upc_alloc(WORDS * sizeof(long));
    upc_memset(words[MYTHREAD], 0, WORDS * sizeof(long));
}
static long length(link_t at) {
    long n = 0;
    for (; at; at = at->next) n += at->value;
    return n;
}
static upc_atomicdomain_t *domain;

static int visit(const char *what) {
    const words_t far = words[1];
    const long one = 1;
    long found = 0;
    switch (what[0]) {
    case 'l': /* list */
        for (int round = 0; round < 6; round++) found += length(lists[1].first) != NODES;
        return found != 0;
    case 'a': /* atomic */
        for (int i = 0; i < TURNS; i++)
            upc_atomic_relaxed(domain, &found, UPC_ADD, &far[(long)i * 7919 % WORDS], &one, NULL);
        return 0;
    case 'c': /* copy */
        for (int i = 0; i < TURNS; i++) {
            upc_memget(buffer, &far[(long)i * 7919 % (WORDS - 64)], sizeof buffer);
            found += buffer[i % 64];
        }
        return found != 0;
    case 'b': /* backwards */
        for (int round = 0; round < 4; round++)
            for (words_t at = far + 12000; at > far + 6000; at--) found += at[-1] + at[0];
        return found != 0;
    case 's': /* symmetric: arrays by turns at one place, and in loops */
        for (int i = 0; i < TURNS; i++) {
            shared [4] long *const one_of = i % 2 ? first : second;
            found += one_of[4 * MYTHREAD];
            for (int j = 0; j < 8; j++) found += one_of[8 * (long)j + 4 * MYTHREAD];
        }
        return found != 0;
    case 'i': /* indexes that one cannot see */
        for (int round = 0; round < 4; round++)
            for (long i = 0; i < 8000; i++) found += far[5000 + i * i % 5000];
        return found != 0;
    }
    return 1;
}
int main(int count, char **word) {
    domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD, 0);
    make();
    first = upc_all_alloc(64, 4 * sizeof(long));
    second = upc_all_alloc(64, 4 * sizeof(long));
    upc_barrier;
    const int visitor = word[1][0] == 's';
    const int wrong = MYTHREAD == visitor && visit(word[1]);
    upc_barrier;
    if (MYTHREAD == visitor) puts(wrong ? "wrong" : "pass");
    upc_all_atomicdomain_free(domain);
    return wrong;
}
"""

MISTAKE = """#include <upc.h>
#include <stdlib.h>
struct node { long value, more; };
typedef shared [] struct node *link_t;
typedef shared [] long *words_t;
shared link_t nodes[THREADS];
shared words_t words[THREADS];
int main(int count, char **word) {
    const int mistake = atoi(word[1]);
    nodes[MYTHREAD] = upc_alloc(sizeof(struct node));
    words[MYTHREAD] = upc_alloc(40000 * sizeof(long));
    upc_barrier;
    if (MYTHREAD == 0) {
        const link_t node = nodes[1];
        const words_t far = words[1];
        words_t middle = far + 20000;
        node->value = node->more = 1;
        middle[-1] = middle[0] = far[0] = far[39999] = 1;
        switch (mistake) {
        case 0: (node + 1)->value++; break;
        case 1: far[40000]++; break;
        case 2: middle[20000]++; break;
        case 3: middle[-20001]++; break;
        case 4: upc_free((shared void *)node); node->more++; break;
        case 5: upc_free((shared void *)far); middle[7]++; break;
        case 6: upc_barrier; upc_barrier; middle[7]++; break;
        case 7: upc_barrier; upc_barrier; node->value++; break;
        case 8: ((link_t)((shared [] char *)node + 4))->value++; break;
        }
    } else if (mistake == 6 || mistake == 7) {
        upc_barrier;
        upc_free(mistake == 6 ? (shared void *)words[1] : (shared void *)nodes[1]);
        upc_barrier;
    }
    upc_barrier;
    return 0;
}
"""


def line_of(text):
    return f"far.upc:{MISTAKE[:MISTAKE.index(text)].count(chr(10)) + 1}"


NODE = f"the block of 16 bytes that upc_alloc made at {line_of('    nodes[MYTHREAD] =')}"
WORDS = f"the block of 320000 bytes that upc_alloc made at {line_of('    words[MYTHREAD] =')}"
BY_OTHER = f" and that was freed at {line_of('        upc_free(mistake == 6')}"
FREED = "lies in memory that has been freed: "
MISTAKES = [
    f"is beyond {NODE}",
    f"is beyond {WORDS}",
    f"is beyond {WORDS}",
    f"lies 8 bytes before {WORDS}",
    FREED + NODE + f" and that was freed at {line_of('case 4:')}",
    "'middle[7]' lies in memory that has been freed",
    "'middle[7]' lies in memory that has been freed",
    FREED + NODE + BY_OTHER,
    "which is no multiple of 8 as its type asks",
]
SENT = re.compile(r"^polder: conduit: node [01]: (?:get|put|put_signal|atomic|message) to", re.M)
TRACED = {"POLDER_CONDUIT": "smp", "POLDER_HOOKS": "trace"}


def messages(program, what):
    result = upcrun("-n", "2", "--nodes", "2", program, what, env=TRACED)
    check(result.out == "pass\n", f"{program} {what}: not right", result)
    return len(SENT.findall(result.err))


write("visit.upc", PROGRAM)
upcc("-O2", "visit.upc", "-o", "plain")
upcc("-O2", "-fupc-check", "visit.upc", "-o", "checked")
for what in ("list", "atomic", "copy", "backwards", "indexes", "symmetric"):
    plain, checked = messages("./plain", what), messages("./checked", what)
    limit = 3 * plain if what == "list" else plain + 100
    check(checked <= limit, f"{what}: {checked} messages with checks, {plain} without")

write("far.upc", MISTAKE)
for level in ("-O0", "-O2"):
    upcc("-fupc-check", level, "far.upc", "-o", "far" + level)
for number, wanted in enumerate(MISTAKES):
    for program in ("./far-O0", "./far-O2"):
        result = upcrun("-n", "2", "--nodes", "2", program, str(number), status=None)
        said = result.status == 1 and wanted in result.err
        check(said, f"{program} {number}: '{wanted}' is not said", result)
print("pass")
