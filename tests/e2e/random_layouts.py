"""Pointer arithmetic and layouts at random: programs with arrays of random shape, block size and element type are generated; what
each element's place, phase and value must be is worked out here with plain integers. Static and dynamic THREADS, three mappings.

A failing program is kept by the runner's log; its seed is in the message. More of them: random_layouts.py COUNT FIRST_SEED."""
# sanitize: not thread (it does not see what orders threads of several processes)
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from runner.e2e import *  # noqa: E402,F403

TYPES = ["char", "short", "int", "long", "float", "double", "long double", "struct pair", "struct odd", "shared int *", "unsigned char"]
VALUES = {"struct pair": "((struct pair){{ {0} , {0} + 0.5 }})", "struct odd": "((struct odd){{ {{ {0} % 100 }} }})",
          "shared int *": "(&anchor + {0})", "char": "({0} % 100)", "unsigned char": "({0} % 200)"}
EQUAL = {"struct pair": "({0}.a == {1}.a && {0}.b == {1}.b)", "struct odd": "({0}.c[0] == {1}.c[0])"}

PROLOGUE = """#include <stdio.h>
#include <upc.h>
struct pair { int a; double b; };
struct odd { char c[5]; };
shared int anchor;
static int flat, owner, phase;
#define CHECK(x) ((x) ? (void)0 : (fprintf(stderr, "line %d, thread %d: not true: %s (element %d)\\n", __LINE__, (int)MYTHREAD, #x, flat), fflush(stderr), upc_global_exit(1)))
"""


class Array:
    """shared [block] type name[dimensions]; one dimension is a multiple of THREADS (`scaled`) unless the layout is indefinite."""

    def __init__(self, rng, number, static):
        self.name = f"a{number}"
        self.type = rng.choice(TYPES)
        self.dimensions = [rng.randint(1, 6) for _ in range(rng.choice([1, 1, 2, 2, 3]))]
        self.block = rng.choice([None, None, 0, 1, 2, 3, 4, 5, 7, 10, 64, "*"])
        self.scaled = rng.randrange(len(self.dimensions)) if self.block != 0 and not (static and rng.random() < 0.5) else None

    def size(self, k, threads):
        return self.dimensions[k] * (threads if k == self.scaled else 1)

    def elements(self, threads):
        n = 1
        for k in range(len(self.dimensions)):
            n *= self.size(k, threads)
        return n

    def block_of(self, threads):
        if self.block == "*":
            return -(-self.elements(threads) // threads)
        return 1 if self.block is None else self.block

    def qualifier(self):
        """Behind the type, so that it qualifies a pointer type's pointer."""
        return "shared" if self.block is None else "shared []" if self.block == 0 else f"shared [{self.block}]"

    def shape(self, first=0):
        return "".join(f"[{d} * THREADS]" if k == self.scaled else f"[{d}]" for k, d in enumerate(self.dimensions) if k >= first)

    def declaration(self):
        return f"{self.type} {self.qualifier()} {self.name}{self.shape()};\n"

    def indices(self):
        """C expressions for the indices of element `flat`."""
        result, below = [], "1"
        for k in reversed(range(len(self.dimensions))):
            size = f"({self.dimensions[k]} * THREADS)" if k == self.scaled else str(self.dimensions[k])
            result.insert(0, f"[flat / ({below}) % {size}]")
            below += f" * {size}"
        return "".join(result)

    def body(self, rng):
        count = " * ".join(["1"] + [f"{d} * THREADS" if k == self.scaled else str(d) for k, d in enumerate(self.dimensions)])
        block = f"(({count} + THREADS - 1) / THREADS)" if self.block == "*" else str(1 if self.block is None else self.block)
        value = VALUES.get(self.type, "{0}").format("(flat + 3)")
        equal = EQUAL.get(self.type, "({0} == {1})")
        element, name = f"{self.name}{self.indices()}", self.name
        # A pointer type cannot have [*]; there the block is written out where it is a constant, else `shared void *` is used.
        pointer = f"{self.type} {self.qualifier()} *" if self.block != "*" else None
        first = name + "[0]" * len(self.dimensions)
        lines = [f"    const int n = {count}, block = {block};"]
        shift = rng.randint(0, 50)
        lines += [
            f"    for (flat = (MYTHREAD + {shift}) % THREADS; flat < n; flat += THREADS) {element} = {value};", "    upc_barrier;",
            "    for (flat = 0; flat < n; flat++) {",
            "        owner = block ? flat / block % THREADS : 0, phase = block ? flat % block : 0;",
            f"        CHECK(upc_threadof(&{element}) == owner && upc_phaseof(&{element}) == phase);",
            f"        {self.type} got = {element}; {self.type} want = {value};", f"        CHECK({equal.format('got', 'want')});", "    }"]
        if pointer:
            steps = [rng.randint(-9, 9) for _ in range(4)] + [rng.randint(-300, 300)]
            lines += [f"    {pointer}p = &{first};", "    for (flat = 0; flat < n; flat++) {"]
            for step in steps:
                lines.append(f"        if (flat + {step} >= 0 && flat + {step} < n) {{ {pointer}q = p + {step}; "
                             f"CHECK(q - p == {step} && p - q == -({step}) && q == &{first} + (flat + {step}) && &p[{step}] == q); "
                             f"CHECK(upc_threadof(q) == (block ? (flat + {step}) / block % THREADS : 0)); "
                             f"CHECK((q < p) == ({step} < 0) && (q >= p) == ({step} >= 0)); CHECK(q - ({step}) == p); }}")
            lines += [f"        {self.type} got = *p; {self.type} want = {value};", f"        CHECK({equal.format('got', 'want')});",
                      f"        CHECK(p == &{element}); p++;", "    }",
                      f"    while (flat-- > 0) {{ --p; CHECK(p == &{element}); }}"]
            if len(self.dimensions) > 1:
                row = f"{self.type} {self.qualifier()} (*row){self.shape(1)} = {name}"
                size = f"(n / ({self.dimensions[0]}{' * THREADS' if self.scaled == 0 else ''}))"
                lines += [f"    {row};", f"    for (flat = 0; flat < n; flat += {size}, row++) {{", f"        CHECK(row == &{name}[flat / {size}]);",
                          f"        CHECK(row - {name} == flat / {size});",
                          "        CHECK(upc_threadof(row) == (block ? flat / block % THREADS : 0) && upc_phaseof(row) == (block ? flat % block : 0));", "    }"]
            lines += [f"    int mine = 0; upc_forall (flat = 0; flat < n; flat++; &{first} + flat) {{ CHECK((block ? flat / block % THREADS : 0) == MYTHREAD); mine++; }}",
                      f"    CHECK(mine * (long)sizeof({self.type}) == (long)upc_affinitysize(sizeof {name}, block * upc_elemsizeof({name}), MYTHREAD));"]
        lines += [f"    upc_forall (flat = 0; flat < n; flat++; &{element}) {{ CHECK((block ? flat / block % THREADS : 0) == MYTHREAD); }}",
                  f"    CHECK(sizeof {name} == n * sizeof({self.type}) && upc_blocksizeof({name}) == block && upc_elemsizeof({name}) == sizeof({self.type}));"]
        return "\n".join(lines)


def program(seed, static):
    rng = random.Random(seed)
    arrays = [Array(rng, k, static) for k in range(8)]
    text = PROLOGUE + "".join(a.declaration() for a in arrays)
    for a in arrays:
        text += f"static void test_{a.name}(void)\n{{\n{a.body(rng)}\n    upc_barrier;\n}}\n"
    return text + "int main(void)\n{\n" + "".join(f"    test_{a.name}();\n" for a in arrays) + "    if (!MYTHREAD) puts(\"pass\");\n    return 0;\n}\n"


count, first_seed = (int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else (4, 1)
for seed in range(first_seed, first_seed + count):
    threads = [1, 2, 3, 4, 7][seed % 5]
    for static in (False, True):
        write("random.upc", program(seed, static))
        upcc("-O1", "-w", *([f"-fupc-threads={threads}"] if static else []), "random.upc", "-o", "random")
        for mapping in ([], ["-p", "1"], ["-p", "2"]):
            for n in [threads] if static else [1, 3, 4]:
                if mapping == ["-p", "2"] and n < 2:
                    continue
                result = run(UPCRUN, "-n", str(n), *mapping, "./random", status=None)
                check(result.status == 0 and result.out == "pass\n", f"seed {seed}, static {static}, {n} threads {mapping}", result)
print("pass")
