#!/usr/bin/env python3
"""Random UPC programs that are C programs too.

usage: generate.py SEED

A program works on shared objects of random types, layouts and qualifiers through names, pointers,
members and functions, and prints a checksum after each step. With -DORACLE the words of UPC are
macros for nothing, and a C compiler builds the same program: both must print the same. Only thread
0 computes; the objects lie on all threads, so every number of threads gives the same output and all
distances between threads are walked.
Invariant: indexes are reduced modulo the bound and pointers are moved relative to their array, so
no step leaves an object.
"""

import random
import sys

TYPES = [
    "char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "double",
]
INTEGERS = [t for t in TYPES if t != "double"]

PROLOGUE = r"""
#include <stdio.h>
#ifdef ORACLE
#define shared
#define strict
#define relaxed
#define THREADS 1
#define MYTHREAD 0
#define upc_barrier
#define LAYOUT(b)
#else
#include <upc.h>
#define LAYOUT(b) shared [b]
#endif
#define U(x) ((unsigned long)(long)(x))
#define IN(x, n) ((long)(U(x) % (n)))
static unsigned long H = 17, S;
static void tick(int n) { S += n; } /* in expressions: the order of evaluation must not show */
static void mix(unsigned long v) { H = H * 1000003UL + v + S; }
"""


class Array:
    def __init__(self, name, kind, block, rows, columns, qualifier):
        self.name, self.kind, self.block, self.rows, self.columns, self.qualifier = (
            name,
            kind,
            block,
            rows,
            columns,
            qualifier,
        )

    def layout(self):
        return f"LAYOUT({self.block if self.block else ''})"

    def factor(self):
        return "THREADS" if self.block else "1"

    def declaration(self):
        times = " * THREADS" if self.block else ""
        dims = f"[{self.rows}{times}]" + (f"[{self.columns}]" if self.columns else "")
        return f"{self.qualifier}{self.layout()} {self.kind} {self.name}{dims};"


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.out = []
        self.depth = 0
        self.names = 0
        self.fuel = 0  # how many more operands the statement may have

    def pick(self, *choices):
        return self.r.choice(choices)

    def number(self, low, high):
        return self.r.randint(low, high)

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # ---- objects ----

    def objects(self):
        r = self.r
        self.structs = [self.structure(i) for i in range(2)]
        self.arrays, self.matrices, self.struct_arrays, self.scalars, self.pointers = (
            [],
            [],
            [],
            [],
            [],
        )
        for i in range(6):
            self.arrays.append(
                Array(
                    f"a{i}",
                    r.choice(TYPES),
                    r.choice([0, 1, 1, 2, 3, 5, 8]),
                    self.number(3, 40),
                    0,
                    r.choice(["", "", "", "strict ", "static ", "volatile "]),
                )
            )
        for i in range(3):
            self.matrices.append(
                Array(
                    f"m{i}",
                    r.choice(TYPES),
                    r.choice([0, 1, 2, 3, 7]),
                    self.number(2, 7),
                    self.number(2, 9),
                    r.choice(["", "", "strict "]),
                )
            )
        for i in range(3):
            self.struct_arrays.append(
                Array(
                    f"s{i}",
                    f"struct st{i % 2}",
                    r.choice([0, 1, 2, 4]),
                    self.number(2, 9),
                    0,
                    r.choice(["", "", "strict "]),
                )
            )
        for i in range(4):
            self.scalars.append(
                (
                    f"x{i}",
                    r.choice(TYPES),
                    r.choice(["shared ", "shared ", "strict shared ", "static shared "]),
                )
            )
        self.privates = [(f"v{i}", r.choice(TYPES), r.choice(["", "static "])) for i in range(4)]
        for s in self.structs:
            self.out.append(s)
        for a in self.arrays + self.matrices + self.struct_arrays:
            self.out.append(a.declaration())
        for name, kind, qualifier in self.scalars:
            self.out.append(f"{qualifier}{kind} {name};")
        for name, kind, qualifier in self.privates:
            self.out.append(f"{qualifier}{kind} {name} = {self.number(0, 99)};")
        for i, a in enumerate(self.arrays):
            where = r.choice(["", "static ", "shared "])
            pointee = f"{a.layout()} {'volatile ' if a.qualifier == 'volatile ' else ''}{a.kind}"
            if where == "shared ":
                self.out.append(f"{pointee} *shared p{i};")
                self.out.append(f"{pointee} *shared q{i}[4 * THREADS];")
            else:
                self.out.append(f"{where}{pointee} *p{i};")
                self.out.append(f"{where}{pointee} *q{i}[4];")
            self.out.append(f"typedef {pointee} *P{i};")
        for i, a in enumerate(self.struct_arrays):
            self.out.append(f"{a.layout()} {a.kind} *w{i};")
        self.functions()

    def structure(self, i):
        kinds = [self.r.choice(TYPES) for _ in range(3)]
        return (
            f"struct st{i} {{ {kinds[0]} f; unsigned b : {self.number(1, 30)}; int c : {self.number(2, 20)}; {kinds[1]} g[3]; "
            f"struct {{ {kinds[2]} h; short k[2]; }} in; union {{ int u; unsigned char y[4]; }}; }};"
        )

    def functions(self):
        for i, a in enumerate(self.arrays):
            self.out.append(f"static {a.kind} get{i}(P{i} p, long k) {{ return p[k]; }}")
            self.out.append(f"static P{i} go{i}(P{i} p, long k) {{ p += k; return p; }}")
            self.out.append(f"static void put{i}(P{i} p, {a.kind} v) {{ *p = v; }}")

    # ---- expressions ----

    def index(self, bound):
        if self.fuel <= 0 or self.r.random() < 0.4:
            return str(self.number(0, bound - 1))
        return f"IN({self.expression(1)}, {bound})"

    def array_start(self, i):
        return self.pick(f"a{i}", f"&a{i}[0]")

    def moved(self, i):
        """The distance that takes p<i> to a random element."""
        return self.offset(i, f"p{i}")

    def dropped(self, *choices):
        """A statement that mixes in the value of one of the choices."""
        return f"mix(U({self.small(self.pick(*choices))}));"

    def offset(self, i, pointer):
        """How far pointer must move to stand on a random element."""
        return f"({self.index(self.arrays[i].rows)} - ({pointer} - {self.array_start(i)}))"

    def pointer(self, i):
        a = self.arrays[i]
        self.fuel -= 1
        choice = self.number(0, 8) if self.fuel > 0 else 8
        if choice == 0:
            return f"(a{i} + {self.index(a.rows)})"
        if choice == 1:
            return f"(&a{i}[{self.index(a.rows)}])"
        if choice == 2:
            return f"go{i}(p{i}, {self.moved(i)})"
        if choice == 3:
            return f"q{i}[{self.index(4)}]"
        if choice == 4:
            return f"({self.index(a.rows)} + a{i})"
        if choice == 5:
            return (
                f"({self.expression(1)} > {self.number(0, 50)} ? p{i} : q{i}[{self.number(0, 3)}])"
            )
        if choice == 6:
            return f"(tick(3), p{i})"
        return f"p{i}"

    def lvalue(self):
        choice = self.number(0, 13)
        r = self.r
        if choice < 3:
            a = r.choice(self.arrays)
            return f"{a.name}[{self.index(a.rows)}]", a.kind
        if choice < 5:
            m = r.choice(self.matrices)
            return f"{m.name}[{self.index(m.rows)}][{self.index(m.columns)}]", m.kind
        if choice < 7:
            s = r.choice(self.struct_arrays)
            base = r.choice(
                [f"{s.name}[{self.index(s.rows)}]", f"(*w{self.struct_arrays.index(s)})"]
            )
            return self.field(base), "int"
        if choice < 8:
            i = self.number(0, len(self.struct_arrays) - 1)
            return self.field_of_pointer(f"w{i}"), "int"
        if choice < 10:
            i = self.number(0, len(self.arrays) - 1)
            return (
                r.choice(
                    [f"*{self.pointer(i)}", f"(*{self.pointer(i)})", f"p{i}[{self.moved(i)}]"]
                ),
                self.arrays[i].kind,
            )
        if choice < 12:
            name, kind, _ = r.choice(self.scalars)
            return name, kind
        name, kind, _ = r.choice(self.privates)
        return name, kind

    def field(self, base):
        return base + self.pick(
            ".f",
            ".b",
            ".c",
            f".g[{self.index(3)}]",
            ".in.h",
            f".in.k[{self.index(2)}]",
            ".u",
            f".y[{self.index(4)}]",
        )

    def field_of_pointer(self, base):
        return base + self.pick("->f", "->b", "->c", f"->g[{self.index(3)}]", "->in.h", "->u")

    def small(self, text):
        return f"(int)({text}) % 1000"

    def expression(self, depth):
        self.fuel -= 1
        if self.fuel <= 0:
            return str(self.number(0, 100))
        if depth <= 0 or self.r.random() < 0.2:
            return self.lvalue_small() if self.r.random() < 0.5 else str(self.number(0, 100))
        choice = self.number(0, 13)
        if choice < 4:
            return f"({self.expression(depth - 1)} {self.pick('+', '-', '*', '^', '&', '|')} {self.expression(depth - 1)})"
        if choice == 4:
            return f"({self.expression(depth - 1)} {self.pick('<', '>', '==', '!=', '<=', '>=')} {self.expression(depth - 1)})"
        if choice == 5:
            return f"({self.expression(depth - 1)} ? {self.expression(depth - 1)} : {self.expression(depth - 1)})"
        if choice == 6:
            return f"({self.expression(depth - 1)} {self.pick('&&', '||')} {self.expression(depth - 1)})"
        if choice == 7:
            i = self.number(0, len(self.arrays) - 1)
            return self.pick(
                f"(int)({self.pointer(i)} - {self.pointer(i)})",
                f"({self.pointer(i)} {self.pick('<', '==', '>=', '!=')} {self.pointer(i)})",
                f"!{self.pointer(i)}",
                f"({self.pointer(i)} && {self.expression(depth - 1)})",
                f"({self.pointer(i)} == 0)",
                "(" + self.small(f"get{i}(p{i}, {self.moved(i)})") + ")",
            )
        if choice == 8:
            return f"({self.pick('-', '~', '!', '+')}{self.expression(depth - 1)})"
        if choice == 9:
            a = self.r.choice(self.arrays + self.matrices)
            return self.pick(
                f"(int)sizeof({a.name}[0])",
                f"(int)(sizeof({a.name}) / {a.factor()})",
                f"(int)(sizeof {a.name} / sizeof {a.name}[0] / {a.factor()})",
            )
        if choice == 10:
            return f"(tick(5), {self.expression(depth - 1)})"
        return f"({self.lvalue_small()})"

    def lvalue_small(self):
        return self.small(self.lvalue()[0])

    # ---- statements ----

    def statement(self):
        self.fuel = 12
        choice = self.number(0, 24)
        if choice < 5:
            target, _ = self.lvalue()
            return f"{target} = {self.expression(3)};"
        if choice < 8:
            target, kind = self.lvalue()
            op = (
                self.pick("+=", "-=", "*=")
                if kind == "double" or self.r.random() < 0.5
                else self.pick("+=", "-=", "*=")
            )
            return f"{target} {op} {self.expression(2)};"
        if choice < 10:
            target, kind = self.lvalue()
            return self.pick(
                f"{target}++;",
                f"--({target});",
                self.dropped(
                    f"(({target})++)", f"(--({target}))", f"({target} = {self.expression(2)})"
                ),
            )
        if choice < 14:
            return self.pointer_statement()
        if choice < 16:
            return self.struct_statement()
        if choice < 18 and self.depth < 2:
            return self.loop()
        if choice < 20 and self.depth < 2:
            return f"if ({self.expression(2)}) {self.block()}" + (
                f" else {self.block()}" if self.r.random() < 0.5 else ""
            )
        if choice < 21 and self.depth < 2:
            return (
                f"switch (IN({self.expression(2)}, 3)) {{ case 0: {self.statement()} break; case 1: {self.statement()} "
                f"default: {self.statement()} }}"
            )
        return f"mix(U({self.small(self.expression(3))}));"

    def pointer_statement(self):
        i = self.number(0, len(self.arrays) - 1)
        a = self.arrays[i]
        generic = "volatile void" if a.qualifier == "volatile " else "void"
        target = self.pick(f"p{i}", f"q{i}[{self.index(4)}]")
        choice = self.number(0, 8)
        if choice < 2:
            return f"{target} = {self.pointer(i)};"
        if choice == 2:
            k = self.fresh("k")
            return f"{{ long {k} = {self.moved(i)}; " + self.pick(
                f"p{i} += {k}; }}", f"p{i} = p{i} + {k}; }}", f"p{i} -= -{k}; }}"
            )
        if choice == 3:
            return f"if (p{i} - a{i} < {a.rows - 1}) " + self.dropped(f"*p{i}++", f"*++p{i}")
        if choice == 4:
            return f"if (p{i} - a{i} > 0) {{ " + self.dropped(f"*p{i}--", f"*--p{i}") + " }"
        if choice == 5:
            g = self.fresh("g")
            return f"{{ shared {generic} *{g} = {self.pointer(i)}; {target} = (P{i}){g}; mix({g} == {self.pointer(i)}); }}"
        if choice == 6:
            return f"put{i}({self.pointer(i)}, {self.expression(2)});"
        if choice == 7:
            l = self.fresh("l")
            return (
                f"{{ P{i} {l}[2] = {{ {self.pointer(i)}, {self.pointer(i)} }}; "
                + self.dropped(f"*{l}[{self.index(2)}]")
                + f" {target} = {l}[1]; }}"
            )
        return f"if (q{i}[1] - a{i} > 0) *--q{i}[1] = {self.expression(2)};"

    def struct_statement(self):
        i = self.number(0, len(self.struct_arrays) - 1)
        s = self.struct_arrays[i]
        element = f"{s.name}[{self.index(s.rows)}]"
        other = self.fresh("t")
        return self.pick(
            f"{element} = {s.name}[{self.index(s.rows)}];",
            f"w{i} = &{element};",
            f"*w{i} = {element};",
            f"{{ {s.kind} {other} = {element}; {other}.f = {self.expression(1)}; {element} = {other}; }}",
            f"w{i} = {s.name} + {self.index(s.rows)};",
        )

    def block(self):
        self.depth += 1
        body = " ".join(self.statement() for _ in range(self.number(1, 3)))
        self.depth -= 1
        return f"{{ {body} }}"

    def loop(self):
        i = self.number(0, len(self.arrays) - 1)
        a = self.arrays[i]
        v, p = self.fresh("i"), self.fresh("c")
        return self.pick(
            f"for (int {v} = 0; {v} < {a.rows}; {v}++) {{ "
            + self.dropped(f"a{i}[{v}]")
            + self.statement_in_loop()
            + " }",
            f"{{ P{i} {p}; for ({p} = a{i}; {p} < a{i} + {a.rows}; {p}++) "
            + self.dropped(f"*{p}")
            + " }",
            f"for (P{i} {p} = a{i}, {v} = a{i} + {a.rows - 1}; {p} <= {v}; ++{p}, --{v}) "
            + self.dropped(f"(*{p} - *{v})"),
            f"{{ int {v} = {self.number(1, 5)}; while ({v}--) {self.block()} }}",
            f"{{ int {v} = {self.number(1, 4)}; do {self.block()} while (--{v}); }}",
        )

    def statement_in_loop(self):
        self.depth += 1
        text = self.statement()
        self.depth -= 1
        return text

    def program(self):
        self.out.append(PROLOGUE)
        self.objects()
        steps = [self.fresh("step") for _ in range(self.number(3, 6))]
        for step in steps:
            self.out.append(f"static void {step}(void) {{")
            for _ in range(self.number(6, 14)):
                self.out.append("  " + self.statement())
            self.out.append("}")
        self.out.append("static void everything(void) {")
        for a in self.arrays:
            self.out.append(f"  for (int i = 0; i < {a.rows}; i++) mix(U((long long){a.name}[i]));")
        for m in self.matrices:
            self.out.append(
                f"  for (int i = 0; i < {m.rows}; i++) for (int j = 0; j < {m.columns}; j++) mix(U((long long){m.name}[i][j]));"
            )
        for s in self.struct_arrays:
            self.out.append(
                f"  for (int i = 0; i < {s.rows}; i++) {{ mix(U((long long){s.name}[i].f)); mix({s.name}[i].b); mix(U({s.name}[i].c)); mix(U((long long){s.name}[i].g[1])); }}"
            )
        for i in range(len(self.arrays)):
            self.out.append(f"  mix(U(p{i} - a{i})); mix(U(q{i}[1] - a{i}));")
        self.out.append("}")
        self.out.append("int main(void) {\n  if (MYTHREAD == 0) {")
        for i in range(len(self.arrays)):
            self.out.append(
                f"    p{i} = a{i}; for (int i = 0; i < 4; i++) q{i}[i] = &a{i}[i % {self.arrays[i].rows}];"
            )
        for i in range(len(self.struct_arrays)):
            self.out.append(f"    w{i} = s{i};")
        for step in steps:
            self.out.append(f'    {step}(); printf("{step} %lu\\n", H);')
        self.out.append(
            '    everything(); printf("end %lu\\n", H);\n  }\n  upc_barrier;\n  return 0;\n}'
        )
        return "\n".join(self.out)


if __name__ == "__main__":
    print(Generator(int(sys.argv[1])).program())
