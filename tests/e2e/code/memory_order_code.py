"""What the C compilers underneath make of ordering (docs/design/memory-model.md). Relaxed and local
accesses are neither merged with nor moved over a strict access, a fence, a barrier, a lock or a
strict atomic operation. There is an instruction between them that the processor respects too. Looks
at the code of every compiler that is here, for x86-64 and, with clang, for aarch64. Two plain
writes in a row are merged: so motion would be seen."""

# sanitize: no (it looks at code without theirs)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import platform  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

ORDERS = {  # what stands between two relaxed accesses
    "strict_write": "s->s = 1;",
    "strict_read": "(void)s->s;",
    "strict_update": "s->s += 2;",
    "strict_wide": "*wide = (shared void *)p;",
    "strict_structure": "s->pair = *pair;",
    "fence": "upc_fence;",
    "notify": "upc_notify;",
    "wait": "upc_wait;",
    "barrier": "upc_barrier;",
    "lock": "upc_lock(lock);",
    "attempt": "upc_lock_attempt(lock);",
    "unlock": "upc_unlock(lock);",
    "atomic": "upc_atomic_strict(domain, 0, UPC_INC, &p->s, 0, 0);",
    "atomic_set": "upc_atomic_strict(domain, 0, UPC_SET, &p->s, &one, 0);",
    "atomic_nothing": "upc_atomic_strict(domain, 0, UPC_ADD, &p->s, &none, 0);",
    "atomic_read": "upc_atomic_strict(domain, got, UPC_GET, &p->s, 0, 0);",
    "bupc_update": "bupc_atomicI_fetchadd_strict(&p->s, 1);",
    "bupc_read": "(void)bupc_atomicI_read_strict(&p->s);",
    "bupc_set": "bupc_atomicI_set_strict(&p->s, 1);",
}
SURROUNDINGS = {  # {0}: what is between; the accesses are to p->r
    "store_store": "p->r = 1; {0} p->r = 2;",
    "store_load": "p->r = 3; {0} return p->r;",
    "load_load": "const int first = p->r; {0} return first + p->r;",
    "load_store": "const int first = p->r; {0} p->r = 5; return first;",
    "local_store": "int *const l = (int *)&p->r; *l = 1; {0} *l = 2;",
    "local_load":
        "const int *const l = (const int *)&p->r; const int first = *l; {0} return first + *l;",
}
LOOPS = {  # the relaxed access stays in the loop
    "loop_load": "int sum = 0; for (int i = 0; i < n; i++) {{ {0} sum += p->r; }} return sum;",
    "loop_store": "for (int i = 0; i < n; i++) {{ p->r = i; {0} }}",
}
PARAMETERS = (
    "(cells_t p, strict_cells_t s, const struct pair *pair, strict shared [] wide_t *wide, int "
    "*got, int n)"
)

text = """
#include <upc_relaxed.h>
#include <upc_atomic.h>
#ifdef __x86_64__ /* elsewhere there are no headers of the C library */
#include <bupc_extensions.h>
#endif
typedef shared void *wide_t;
struct pair { long a, b; };
struct cells {
    char before[4096];
    int r;
    char between[4092];
    int s;
    char behind[4092];
    struct pair pair;
};
typedef shared [] struct cells *cells_t;
typedef strict shared [] struct cells *strict_cells_t;
extern upc_lock_t *lock;
extern upc_atomicdomain_t *domain;
static const int one = 1, none = 0; /* of an operation without a value, compilers could make less */
void control(cells_t p) { p->r = 1; p->r = 2; }
"""
functions = {}
for order, between in ORDERS.items():
    for around, code in {**SURROUNDINGS, **LOOPS}.items():
        functions[f"f_{around}_{order}"] = around in LOOPS
        function = f"int f_{around}_{order}{PARAMETERS} {{ {code.format(between)} return 0; }}\n"
        text += f"#ifdef __x86_64__\n{function}#endif\n" if "bupc" in order else function
write("order.upc", text)

# Tokens of a line of assembly: r is an access to p->r, F something the processor keeps order at. L
# and J are labels and jumps with their name.
MACHINES = {
    "x86_64": (
        r"\b4096\(",
        r"^(lock\b|mfence|xchg|call)|^jmp\s+upc_|^jmp\s+polder_",
        r"^j\w+\s+(\.L\w+)",
    ),
    "aarch64": (
        r"#4096\]",
        r"^(dmb|bl)\b|^b\s+(upc_|polder_)",
        r"^(?:b\.?\w*|cbn?z\s+\w+,|tbn?z\s+\w+, #\d+,)\s*(\.L\w+)",
    ),
}


def bodies(assembly):
    """name -> lines of the function, without what is not code"""
    found = {}
    for name, body in re.findall(r"^(\w+):[^\n]*\n(.*?)^\s*\.size\s+\1,", assembly, re.M | re.S):
        lines = [line.strip() for line in body.split("\n")]
        found[name] = [
            line
            for line in lines
            if line and (not line.startswith(".") or line.startswith(".L")) and line[0] not in "#/"
        ]
    return found


def tokens(lines, machine):
    access, fence, jump = MACHINES[machine]
    for line in lines:
        if line.startswith(".L"):
            yield "L" + line.split(":")[0]
        elif found := re.search(jump, line):
            yield "J" + found.group(1)
        elif re.search(access, line):
            yield "r"
            if re.match(r"(add|or|and|sub)\w*\s+\S+,\s*-?4096\(", line):  # reads and writes
                yield "r"
        elif re.search(fence, line):
            yield "F"


def is_ordered(seen):
    """Two accesses on every path, a fence between each two: paths of branches stand one behind the
    other."""
    text = "".join(t if t in ("r", "F") else "" for t in seen)
    return text.count("r") >= 2 and "rr" not in text


def stays_in_loop(seen):
    for at, token in enumerate(seen):
        if token[0] == "J" and "L" + token[1:] in seen[:at]:
            inside = seen[seen.index("L" + token[1:]) : at]
            if "r" in inside and "F" in inside:
                return True
    return False


def check_code(compiler, flags, machine):
    env = {"POLDER_CC": compiler}
    assembly = upcc(*flags, "-fupc-nodes=one", "-S", "order.upc", "-o", "-", env=env).out
    code = bodies(assembly)
    what = f"{compiler} {' '.join(flags)}"
    check(
        list(tokens(code["control"], machine)).count("r") == 1,
        f"{what}: two writes in a row are not one:\n" + "\n".join(code["control"]),
    )
    for name, loops in functions.items():
        if "bupc" in name and machine != "x86_64":
            continue
        seen = list(tokens(code[name], machine))
        good = stays_in_loop(seen) if loops else is_ordered(seen)
        check(good, f"{what}: order in {name}: {' '.join(seen)}\n" + "\n".join(code[name]))


compilers = {
    os.path.realpath(shutil.which(c)): c
    for c in ("clang-19", "clang-16", "clang-14", "clang", "gcc")
    if shutil.which(c)
}
for compiler in compilers.values():
    if platform.machine() == "x86_64":
        check_code(compiler, ["-O3" if compiler == "gcc" else "-O2", "-fno-unroll-loops"], "x86_64")
    if compiler.startswith("clang"):
        check_code(compiler, ["-O2", "--target=aarch64-linux-gnu", "-fno-unroll-loops"], "aarch64")
