"""A random program: a few shared arrays and phases that change them, each followed by a barrier,
the same in plain C on the mirrors, and a comparison of every element on every thread. Many programs
fit into one source; each is a function of its own.
"""

import random

from .forall import forall
from .layout import layout
from .library import collective, copies, locked, reduction
from .loops import loops
from .model import DEFINITIONS, Array
from .serial import Serial

PROLOGUE = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>
#define WHO (%d %% THREADS)
#define IN(x, n) ((long)((unsigned long)(x) %% (unsigned long)(n)))
#define CEIL(x, n) ((x) <= 0 ? -(-(x) / (n)) : ((x) + (n) - 1) / (n))
#define FLOOR(x, n) ((x) >= 0 ? (x) / (n) : -((-(x) + (n) - 1) / (n)))
#define SMALL(x) ((x) %% 1000)
#define PMOD(x) ((int)(((long)(x) %% THREADS + THREADS) %% THREADS))
#define CHECK(x) ((x) ? (void)0 : not_true(__LINE__, #x))
static const char *program = "";
static void not_true(int line, const char *what)
{
    fprintf(stderr, "%%s: line %%d, thread %%d of %%d: not true: %%s\\n", program, line, (int)MYTHREAD, (int)THREADS, what);
    fflush(stderr);
    upc_global_exit(1);
}
static void wrong(const char *where, const char *array, long flat)
{
    fprintf(stderr, "%%s: %%s: thread %%d of %%d: element %%ld of %%s has a wrong value\\n", program, where, (int)MYTHREAD, (int)THREADS, flat, array);
    fflush(stderr);
    upc_global_exit(1);
}
""" + DEFINITIONS


class Phase:
    """head { statements } tail, twice; the reducer takes statements away and sees whether the
    failure stays."""

    def __init__(self, kind, declarations, head, statements, tail, written):
        self.kind, self.declarations, self.head, self.tail, self.written = (
            kind,
            declarations,
            head,
            tail,
            written,
        )
        self.statements = list(statements)

    def render(self, number):
        where = f"phase {number}, {self.kind}"
        if (
            self.kind == "serial"
        ):  # a step for the objects, then one for the mirrors: pointers of both can be compared in between
            steps = [
                f"        {f'if (MYTHREAD == WHO) {{ {s.upc} }} ' if s.upc else ''}{s.mirror}"
                for s in self.statements
            ]
            checks = [f"    {a.check(where)}" for a in self.written]
            return "\n".join(
                [f"    // {where}", "    {"]
                + steps
                + ["    upc_barrier;"]
                + checks
                + ["    upc_barrier; }"]
            )
        lines = [f"    // {where}", "    { long ran = 0; (void)ran;", "    " + self.head.upc] + [
            f"        {s.upc}" for s in self.statements if s.upc
        ]
        lines += ["    " + self.tail.upc, "    upc_barrier;", "    " + self.head.mirror]
        lines += [f"        {s.mirror}" for s in self.statements if s.mirror] + [
            "    " + self.tail.mirror,
            "    CHECK(ran == 0);",
        ]
        return "\n".join(
            lines + [f"    {a.check(where)}" for a in self.written] + ["    upc_barrier; }"]
        )


class Phases:
    """The program of a seed; threads: their number in a static translation, else 0."""

    def __init__(self, seed, threads):
        rng = random.Random(f"{seed}/{bool(threads)}")
        self.seed, self.threads, self.name = seed, threads, f"x{seed}"
        self.arrays = [Array(rng, f"{self.name}_{k}", threads) for k in range(rng.randint(2, 5))]
        self.serial = Serial(rng, self.arrays, f"_{seed}")
        self.phases = [self.phase(rng) for _ in range(rng.randint(3, 7))]

    def phase(self, rng):
        kind = rng.choice(
            ["serial"] * 4
            + ["forall"] * 6
            + ["loops"] * 4
            + ["copies", "locked", "collective", "reduction", "layout", "layout"]
        )
        if kind == "forall":
            return Phase(kind, "", *forall(rng, self.serial))
        made = {
            "copies": copies,
            "locked": locked,
            "collective": collective,
            "reduction": reduction,
            "layout": layout,
            "loops": loops,
        }.get(kind, lambda *_: None)(rng, self.serial)
        if made:
            return Phase(kind, *(made if len(made) == 5 else ("", *made)))
        return Phase(
            "serial",
            "",
            None,
            [self.serial.statement() for _ in range(rng.randint(2, 8))],
            None,
            self.arrays,
        )

    def used(self):
        """Arrays that some statement names; after a reduction most are gone."""
        text = "\n".join(p.render(0) for p in self.phases)
        return [a for a in self.arrays if a.name in text]

    def render(self):
        arrays = self.used()
        kept, self.serial.pointed = self.serial.pointed, [a for a in arrays if a.has_pointer]
        out = (
            "".join(a.declare() for a in arrays)
            + self.serial.declarations()
            + "".join(p.declarations for p in self.phases)
        )
        out += f'static void {self.name}(void)\n{{\n    program = "program {self.seed}";\n    upc_lock_t *guard = upc_all_lock_alloc();\n'
        out += "".join(f"    {a.set_up()}\n" for a in arrays) + "    upc_barrier;\n"
        out += (
            "".join(f"    {a.clear()}\n" for a in arrays)
            + f"    {self.serial.set_up()}\n    upc_barrier;\n"
        )
        self.serial.pointed = kept
        out += "\n".join(p.render(k + 1) for k, p in enumerate(self.phases))
        return (
            out
            + "\n"
            + "".join(f"    {a.tear_down()}\n" for a in arrays)
            + "    upc_all_lock_free(guard);\n    upc_barrier;\n}\n"
        )


def source(programs):
    """One UPC source that runs all the programs and says pass."""
    text = PROLOGUE % (programs[0].seed % 5) + "".join(p.render() for p in programs)
    calls = "".join(f"    {p.name}();\n" for p in programs)
    return (
        text + f'int main(void)\n{{\n{calls}    if (!MYTHREAD) puts("pass");\n    return 0;\n}}\n'
    )
