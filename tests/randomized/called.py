"""Random programs of short functions that loops call, over arrays of any block: what goes out in
several versions, and is inlined or dispatches (compiler/lower/decl/version_plan.cc).

Each text stands twice, for the shared objects and for their mirrors (model.py): `@a0@` is an array,
`@f0@` a function, in one or the other. A function calls those before it only. It is called by loops
of several forms, and through a pointer. Functions that write run on one thread, and so have no
statics, nor have those that they call.
"""

import random
import re


CALLED_DEFINITIONS = """
#ifndef CALLED
#define CALLED
static long inside(unsigned long x, unsigned long n) { return (long)(x % n); }
#endif
"""


class CalledArray:
    def __init__(self, rng, program, number):
        self.name, self.type_name = f"@a{number}@", f"@t{number}@"
        self.type = rng.choice(["int", "long", "short", "double"])
        self.block = rng.choice([1, 1, 2, 3, 4, 16, 512])
        self.each = self.block * rng.randint(4, 6)  # elements a thread
        self.pointer = rng.random() < 0.5
        self.shared, self.mirror = f"{program}_a{number}", f"{program}_m{number}"

    def declare(self):
        kind = f"shared [{self.block}] {self.type}"
        object_of = f"*{self.shared}" if self.pointer else f"{self.shared}[{self.each} * THREADS]"
        return f"{kind} {object_of};\nstatic {self.type} {self.mirror}[{self.each} * 8];\n"

    def set_up(self):
        if not self.pointer:
            return ""
        blocks = self.each // self.block
        return f"    {self.shared} = upc_all_alloc({blocks} * THREADS, {self.block} * sizeof({self.type}));\n"

    def length(self):
        return f"{self.each}L * THREADS"

    def element(self, index):
        return f"{self.name}[inside({index}, {self.length()})]"

    def check(self, where):
        return f'    for (long i = 0; i < {self.length()}; i++) if ({self.shared}[i] != {self.mirror}[i]) wrong("{where}", "{self.shared}", i);\n'


class CalledFunction:
    def __init__(self, rng, number, arrays, earlier):
        self.name, self.writes = f"@f{number}@", rng.random() < 0.3
        self.has_statics = not self.writes and rng.random() < 0.3
        usable = [f for f in earlier if not f.writes and not (self.writes and f.has_statics)]
        self.returns = "void" if self.writes and rng.random() < 0.5 else "long"
        self.words = rng.choice(["", "", "", "static ", "static inline "])
        self.counter = rng.choice(["long", "int", "unsigned char"])
        self.along = rng.choice([None, *arrays])  # an array whose elements a parameter leads to
        lines = ["long s = i - j;"]
        if self.has_statics:
            lines.append("static long calls; calls = (calls + 1) % 17; s += calls;")
        lines += [self.statement(rng, arrays, usable) for _ in range(rng.randint(1, 3))]
        self.has_statics = self.has_statics or any(
            f.has_statics and f.name in line for f in usable for line in lines
        )
        if self.writes:
            lines.append(f"{rng.choice(arrays).element('i + j')} = SMALL(s);")
        lines.append("return SMALL(s);" if self.returns == "long" else "(void)s;")
        self.lines = lines

    def statement(self, rng, arrays, usable):
        a, b = rng.choice(arrays), rng.choice(arrays)
        times, step = rng.randint(1, 7), rng.choice([0, 1, 1, 2, 5, -1])
        if self.along and rng.random() < 0.3:
            return f"for (long k = 0; k < {times}; k++) s += (long)p[inside(i + k, {self.along.length()} - 3)];"
        leave = "" if self.returns == "void" else f" SMALL(s) + (long){b.element('i')}"
        forms = [
            f"for (int k = 0; k < {times}; k++) s += (long){a.element(f'i + k * {step}')};",
            f"for (int k = {times}; k > 0; k--) s += (long)({a.element('i + k')} - {b.element(f'j + {step} * k')});",
            f"{{ long c = j & 7; while (c > 0 && (long){a.element('i + c')} % 3) {{ s += c; c--; }} }}",
            f"if ({a.element('j')} > {rng.randint(0, 900)}) return{leave};",
            f"s += (long)({a.element('i')} + {b.element('i')} + {a.element('i + 1')});",
            f"switch (i & 3) {{ case 0: s += (long){a.element('i')}; break; case 2: s -= (long){b.element('j')}; default: s++; }}",
        ]
        if usable:
            f = rng.choice(usable)
            forms += [f"s += {f.call('i + 1', 'j & 7')};"] * 2
            forms.append(f"for (int k = 0; k < 2; k++) s += {f.call('i + k', 'k')};")
        return rng.choice(forms)

    def call(self, i, j):
        return f"{self.name}({i}, {j}{f', {self.along.name} + 3' if self.along else ''})"

    def parameters(self):
        along = f", {self.along.type_name} *p" if self.along else ""
        return f"({self.counter} i, long j{along})"

    def define(self):
        head = f"{self.returns} {self.name}{self.parameters()}"
        return f"{self.words}{head}\n{{\n    " + "\n    ".join(self.lines) + "\n}\n"

    def point(self):
        return f"{self.returns} (*volatile p_{self.name[1:-1]}){self.parameters()} = {self.name};"


class CalledPhase:
    """Loops that call functions; then all values are compared."""

    def __init__(self, rng, arrays, functions):
        self.statements = [self.loop(rng, arrays, functions) for _ in range(rng.randint(2, 5))]

    def loop(self, rng, arrays, functions):
        f, a = rng.choice(functions), rng.choice(arrays)
        times = rng.choice([1, 3, 9, 20])
        pointed = not f.writes and rng.random() < 0.25
        call = f.call("i", "got & 15")
        if pointed:
            call = f"p_{f.name[1:-1]}" + call[len(f.name) :]
        act = f"{call};" if f.returns == "void" else f"got += {call};"
        act = f"{{ {act} got += (long){a.element('i')}; }}"
        loop = rng.choice(
            [
                f"for (long i = 0; i < {times}; i++) {act}",
                f"for (int i = {times}; i-- > 0; ) {act}",
                f"{{ long i = 0; while (i < {times}) {{ {act} i++; }} }}",
                f"for (long i = 0; i < {times}; i++) for (int m = 0; m < 2; m++) {act}",
                f"{{ long i = 5; {act} }}",
            ]
        )
        if not f.writes and rng.random() < 0.3:
            loop = f"@{{upc_forall (long i = 0; i < {a.length()}; i++; &{a.name}[i])|for (long i = 0; i < {a.length()}; i++) if (i / {a.block} % THREADS == MYTHREAD)}} {act}"
        loop = f"{{ {f.point()} {loop} }}"
        return f"@{{if (MYTHREAD == WHO)|}} {loop}" if f.writes else loop

    def render(self, program, number):
        out = f"    {{ long got = 0, want = 0; // phase {number}\n"
        for statement in self.statements:
            one = "@{if (MYTHREAD == WHO)|}" in statement
            mirror = re.sub(r"\bgot\b", "want", program.text(statement, 1))
            out += f"    {'got = want = 0; upc_barrier; ' if one else ''}{program.text(statement, 0)}\n"
            out += f"    {'upc_barrier; got = 0; ' if one else ''}{mirror}\n"
            out += "    want = 0;\n" if one else "    CHECK(got == want);\n"
        return out + "    upc_barrier;\n" + program.checks(f"phase {number}") + "    upc_barrier; }\n"


class Called:
    """The program of a seed, for any number of threads."""

    def __init__(self, seed, _threads):
        rng = random.Random(f"called/{seed}")
        self.seed, self.name = seed, f"x{seed}"
        self.arrays = [CalledArray(rng, self.name, k) for k in range(rng.randint(1, 3))]
        self.functions = []
        for k in range(rng.randint(2, 6)):
            self.functions.append(CalledFunction(rng, k, self.arrays, self.functions))
        self.phases = [
            CalledPhase(rng, self.arrays, self.functions) for _ in range(rng.randint(1, 3))
        ]

    def text(self, template, side):
        """For the shared objects (0) or the mirrors (1)."""
        out = re.sub(r"@\{([^|]*)\|([^}]*)\}", lambda m: m.group(1 + side), template)
        for a in self.arrays:
            out = out.replace(a.name, (a.shared, a.mirror)[side])
            element = (f"shared [{a.block}] ", "")[side] + a.type
            out = out.replace(a.type_name, element)
        return re.sub(r"@(f\d+)@", rf"{self.name}_{('', 'm')[side]}\1", out)

    def function(self, f, side):
        text = self.text(f.define(), side)
        return text if side == 0 or f.words else "static " + text

    def checks(self, where):
        return "".join(a.check(where) for a in self.arrays)

    def render(self):
        out = CALLED_DEFINITIONS + "".join(a.declare() for a in self.arrays)
        out += "".join(self.function(f, side) for f in self.functions for side in (0, 1))
        out += f'void {self.name}(void)\n{{\n    program = "program {self.seed}";\n'
        out += "".join(a.set_up() for a in self.arrays) + "    upc_barrier;\n"
        for k, a in enumerate(self.arrays):
            fill = f"(i * {7 + k} + {self.seed % 5}) % 999"
            out += f"    for (long i = 0; i < {a.length()}; i++) {{ {a.mirror}[i] = {fill}; if (MYTHREAD == WHO) {a.shared}[i] = {fill}; }}\n"
        out += "    upc_barrier;\n"
        out += "".join(p.render(self, number + 1) for number, p in enumerate(self.phases))
        return out + "    upc_barrier;\n}\n"
