"""Random programs around loops, freer than phases.py: any nest of loops with any step, bounds that
the loop changes, jumps out of it, several pointers to one block, structures, matrices, copies,
barriers and fences inside, upc_forall with any affinity. Each function is written once as a
template: `@name` is a shared object in UPC and its mirror in C, `@{upc|c}` is the one in UPC and
the other in C. What one function of the program leaves in the arrays, in its result and in the
variables of its loops must be what the other leaves.

Indexes stay inside the arrays because the generator knows the least and the greatest value of each
variable for every number of threads (Range).
"""

import random
import re

from .bounds import BOUND_DEFINITIONS, bound_in_memory, constant_index
from .stepped import stepped
from .wild_arrays import Range, Text, WildArray

COUNTERS = ["int"] * 5 + ["long"] * 3 + ["unsigned", "unsigned long", "size_t", "long long"]
SIGNED = ("int", "long", "long long")
WILD_DEFINITIONS = """
#ifndef WILD
#define WILD
struct wild { int a; char b; long v[3]; float f; };
static long wild_mix(long acc, long v) { return (long)((unsigned long)acc * 31 + (unsigned long)v); }
#define LEAST(x, y) ((x) < (y) ? (x) : (y))
static shared long wild_result[THREADS];
static long wild_last;
static long wild_sum(void) { long s = 0, t, *at = &t; for (*at = 0; t < THREADS; t++) s += wild_result[t]; return s; }
static long wild_calls;
static void wild_nothing(void) { wild_calls++; }
static long wild_origin;
static long wild_plus(long x, long y) { return x + y; }
static inline long wild_place(long x, int y) { const long from = wild_origin, to = from + y; return wild_plus(x, to); }
struct wild_box { int none; struct { long back[4]; int one; } by; short two; };
static struct wild_box wild_box = {0, {{0, -1, -2, -3}, 1}, 2}, *wild_of = &wild_box;
int wild_none(const struct wild_box *of, int x) { return x * (of->none + of->by.one); }
static long wild_back(struct wild_box *of, long x) { return x + of->by.back[1]; }
static long wild_back3(struct wild_box of, long x) { const int by = of.two; return x - by + of.by.back[1]; }
static inline long wild_on(const struct wild_box *of, long x) { return wild_back(&wild_box, x) + of->two; }
static long wild_on2(const short *by, long x) { return x + *by; }
#endif
"""


class Variable:
    def __init__(self, name, kind, values):
        self.name, self.kind, self.range = name, kind, values


class Function:
    """One function in both languages; `statements` can be taken away one by one."""

    def __init__(self, wild, number):
        self.wild, self.rng, self.number, self.names = wild, wild.rng, number, 0
        self.arrays, self.recent, self.depth, self.work, self.written, self.loops = (
            wild.arrays,
            [],
            0,
            1,
            None,
            0,
        )
        self.outside = []  # declarations in front of both functions
        self.assigned = []  # declarations in front of the statements of each
        self.kind = self.rng.choice(["one"] * 5 + ["forall"] * 4 + ["turns"])
        self.constants = [
            Variable(f"k{j}", self.rng.choice(["long", "int"]), self.number_range(j))
            for j in range(3)
        ]
        if self.kind == "forall":
            self.statements = [self.forall() for _ in range(self.rng.randint(1, 3))]
        elif self.kind == "turns":
            self.statements = [self.turns() for _ in range(self.rng.randint(1, 2))]
        else:
            self.statements = [s for _ in range(self.rng.randint(1, 4)) for s in self.top()]

    # ---- small things ----

    def number_range(self, j):
        n = [0, 1, self.rng.choice([2, 3, 5, 7])][j]
        return Range([n] * len(self.wild.counts), [n] * len(self.wild.counts))

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def is_inside(self, values, sizes):
        return all(x >= 0 for x in values.low) and all(x < n for x, n in zip(values.high, sizes))

    def index(self, scope, sizes, text_of_size, theme=None):
        """An index into a dimension of these sizes: a sum of multiples of variables."""
        rng = self.rng
        variables = [v for v in scope if v.kind != "pointer"] + self.constants
        for _ in range(12):
            if theme and rng.random() < 0.7:
                core, values, names = theme
            elif scope and rng.random() < 0.9:
                parts, values, names = [], Range([0] * len(sizes), [0] * len(sizes)), []
                for v in rng.sample(scope, min(len(scope), rng.choice([1, 1, 2]))) + rng.sample(
                    variables, rng.choice([0, 0, 0, 1])
                ):
                    k = rng.choice([1] * 6 + [2, 3, 4, 8] + ([-1, -2] if v.kind in SIGNED else []))
                    if v.kind in SIGNED and rng.random() < 0.15:  # a step that only the run knows
                        c = rng.choice(self.constants)
                        parts.append(f"{v.name} * {c.name}")
                        values = values.plus(v.range.scaled(c.range.low[0]))
                        names += [v, c]
                        continue
                    parts.append(
                        rng.choice([f"{v.name}", f"{v.name} * 1"])
                        if k == 1
                        else (
                            f"({k}) * {v.name}"
                            if k < 0
                            else rng.choice([f"{k} * {v.name}", f"{v.name} * {k}L"])
                        )
                    )
                    values = values.plus(v.range.scaled(k))
                    names.append(v)
                core = " + ".join(parts)
                if len(parts) > 1 and any(
                    v.kind == "unsigned" for v in names
                ):  # 32 bits must not wrap before they become 64
                    core = re.sub(
                        r"\b(" + "|".join(v.name for v in names if v.kind == "unsigned") + r")\b",
                        r"(long)\1",
                        core,
                    )
            else:
                core, values, names = "0", Range([0] * len(sizes), [0] * len(sizes)), []
            least, most = max(-x for x in values.low), min(
                n - 1 - x for n, x in zip(sizes, values.high)
            )
            if least > most:
                continue
            by = min(
                max(
                    rng.choice([0, 0, 1, -1, 2, -3, 7, least, most, rng.randint(least, most)]),
                    least,
                ),
                most,
            )
            self.last_theme = (core, values, names)
            if rng.random() < 0.12:
                return f"{rng.choice(['wild_plus', 'wild_place'])}({core}, {by})"
            if rng.random() < 0.12:  # arguments that lead to objects; each adds what it says
                names = {"wild_none": 0, "wild_back": -1, "wild_back3": -3, "wild_on": 1, "wild_on2": 2}
                name = rng.choice([n for n in names if n != "wild_none" or "long" not in core] or ["wild_on"])
                first = {"wild_back3": ["wild_box", "*wild_of"], "wild_on2": ["&wild_box.two", "&wild_of->two"]}
                of = rng.choice(first.get(name, ["&wild_box", "wild_of"]))
                return f"{name}({of}, {core}) + ({by - names[name]})"
            if by == 0:
                return core
            return f"{core} + {by}" if by > 0 else f"{core} - {-by}"
        v = rng.choice(variables)
        return f"IN({v.name} * {rng.choice([1, 3, 7])}L + {rng.randint(0, 40)}, {text_of_size})"

    def by_block(self, scope, a):
        """An index that names a block and a place, which may be another block's."""
        rng = self.rng

        def any_number():
            v = rng.choice(scope + self.constants)
            return f"{v.name} * {rng.choice([1, 1, 3])}L + {rng.randint(0, 40)}"

        b, blocks = a.block, f"({a.count()}) / {a.block}"
        many = all(total // b > 1 for total in a.totals())
        form = rng.choice(["own", "own", "next", "before"] if many else ["own"])
        if form == "own":
            block, place = f"IN({any_number()}, {blocks})", f"+ IN({any_number()}, {b})"
        elif form == "next":
            block, place = f"IN({any_number()}, {blocks} - 1)", f"+ IN({any_number()}, {2 * b})"
        else:
            block, place = f"(1 + IN({any_number()}, {blocks} - 1))", f"- IN({any_number()}, {b + 1})"
        return rng.choice([f"{block} * {b} {place}", f"{b} * {block} {place}"])

    def reference(self, scope, arrays=None):
        """An element as an lvalue, and its array."""
        rng = self.rng
        known = [
            (a, theme)
            for a, theme in self.recent
            if all(v in scope or v in self.constants for v in theme[2])
        ]
        if known and rng.random() < 0.5:
            a, theme = rng.choice(known)
        else:
            a, theme = rng.choice(arrays or self.arrays), None
        if arrays is not None and a not in arrays:
            a, theme = rng.choice(arrays), None
        pointers = [v for v in scope if v.kind == "pointer" and v.array is a]
        if pointers and rng.random() < 0.4:
            p = rng.choice(pointers)
            index = self.index([v for v in scope if v.kind != "pointer"], p.room, p.room_text)
            return (
                rng.choice(
                    [
                        f"@{p.name}[{index}]",
                        f"(*(@{p.name} + ({index})))",
                        f"(@{p.name} + 0)[{index}]",
                    ]
                ),
                a,
            )
        scope = [v for v in scope if v.kind != "pointer"]
        if a.rank > 1 and rng.random() < 0.7:
            texts = [self.index(scope, a.sizes(k), a.size(k)) for k in range(a.rank)]
            return f"@{a.name}" + "".join(f"[{t}]" for t in texts), a
        self.last_theme = None
        has_blocks = isinstance(a.block, int) and 1 < a.block <= min(a.totals())
        if has_blocks and rng.random() < 0.15:
            index = self.by_block(scope, a)
        else:
            index = self.index(scope, a.totals(), a.count(), theme)
        if self.last_theme:
            self.recent = (self.recent + [(a, self.last_theme)])[-3:]
        if a.rank == 1:
            return (
                rng.choice(
                    [f"@{a.name}[{index}]"] * 5
                    + [f"(*(@{a.name} + ({index})))", f"(*(&@{a.name}[{index}]))"]
                ),
                a,
            )
        return a.flat(index), a

    def read(self, scope, arrays=None):
        rng = self.rng
        if rng.random() < 0.08:
            a = rng.choice(arrays or self.arrays)
            scope = [v for v in scope if v.kind != "pointer"] or self.constants
            return f"(long){a.flat(f'@{self.wild.table}[' + self.index(scope, [self.wild.table_size] * len(self.wild.counts), str(self.wild.table_size)) + f'] % ({a.count()})')}{rng.choice(a.leaves)}"
        text, a = self.reference(scope, arrays)
        return f"(long){text}{rng.choice(a.leaves)}"

    def value(self, scope, arrays=None, depth=2):
        rng = self.rng
        plain = [v for v in scope if v.kind != "pointer"]
        if depth == 0 or rng.random() < 0.3:
            choice = rng.random()
            if choice < 0.55:
                return self.read(scope, arrays)
            if choice < 0.8 and plain:
                return f"(long){rng.choice(plain).name}"
            return (
                rng.choice(["(long)(acc % 50)", str(rng.randint(-9, 99))])
                if self.kind == "one"
                else str(rng.randint(-9, 99))
            )
        sub = lambda: self.value(scope, arrays, depth - 1)  # noqa: E731
        choice = rng.randint(0, 8)
        if choice < 6:
            return f"({sub()} {rng.choice('+-+-+^&|')} {sub()})"
        if choice == 6:
            return f"({self.test(scope, arrays)} ? {sub()} : {sub()})"
        if choice == 7 and plain:
            a, v = rng.choice(arrays or self.arrays), rng.choice(plain)
            index = f"{v.name} {rng.choice(['+', '-'])} {rng.randint(1, 30)}"
            index = f"(long){index}" if v.kind not in SIGNED else index
            return f"((long)({index}) >= 0 && (long)({index}) < (long)({a.count()}) ? (long){a.flat(index)}{rng.choice(a.leaves)} : 3)"
        return f"SMALL({sub()})"

    def test(self, scope, arrays=None):
        rng, plain = self.rng, [v for v in scope if v.kind != "pointer"]
        if plain and rng.random() < 0.5:
            return f"(long){rng.choice(plain).name} % {rng.randint(2, 9)} == {rng.randint(0, 3)}"
        return f"({self.value(scope, arrays, 0)} & {rng.choice([1, 3, 7])}) == {rng.randint(0, 3)}"

    # ---- statements ----

    def assign(self, scope):
        rng = self.rng
        text, a = self.reference(scope)
        leaf = rng.choice(a.leaves)
        choice = rng.random()
        if choice < 0.06 and a.type == "struct wild":
            other, b = self.reference(scope, [x for x in self.arrays if x.type == a.type])
            return f"{text} = {other};"
        if choice < 0.6 or leaf == ".f" or a.type in ("float", "double"):
            return f"{text}{leaf} {rng.choice(['=', '=', '+='])} SMALL({self.value(scope)});"
        if choice < 0.75:
            return f"{text}{leaf}{rng.choice(['++', '--'])};"
        return f"{text}{leaf} {rng.choice(['+=', '-=', '^=', '|=', '&=', '*='])} SMALL({self.value(scope, None, 1)});"

    def statement(self, scope):
        rng = self.rng
        choice = rng.random()
        if self.kind == "one" and self.work < 20 and rng.random() < 0.2:
            return stepped(self)
        if choice < 0.5:
            return self.assign(scope)
        if choice < 0.7:
            return self.counts(self.value(scope))
        if choice < 0.76:
            return f"if ({self.test(scope)}) {{ {self.statement(scope)} }}" + (
                f" else {{ {self.statement(scope)} }}" if rng.random() < 0.4 else ""
            )
        if choice < 0.79:
            return rng.choice(["@{upc_fence;|}", "wild_nothing();"])
        if choice < 0.82:
            return self.copy(scope)
        if choice < 0.84:
            return self.update(scope)
        if choice < 0.95 and self.depth < 3:
            return self.loop(scope)
        return self.assign(scope)

    def counts(self, value):
        """acc takes the value in: in the order of the program, or in any order where several
        threads do."""
        return f"acc = wild_mix(acc, {value});" if self.kind == "one" else f"acc += SMALL({value});"

    def update(self, scope):
        a, r = self.rng.choice(self.arrays), self.fresh("r")
        leaf = self.rng.choice(a.leaves)
        text = a.flat(f"{r} % ({a.count()})")
        op = (
            "="
            if leaf == ".f" or a.type in ("float", "double")
            else self.rng.choice(["^=", "+=", "="])
        )
        n = self.rng.choice([3, 40, 300]) if self.work < 50 else 3
        i = self.fresh("u")
        return f"{{ unsigned long {r} = {self.rng.randint(1, 9999)}; for (int {i} = 0; {i} < {n}; {i}++) {{ {r} = {r} * 5 + 12345; {r} %= 100003; {text}{leaf} {op} {r} % 100; }} }}"

    def copy(self, scope):
        """A transfer inside one block; `&a[k]` with k rounded down to a block."""
        rng = self.rng
        candidates = [
            a
            for a in self.arrays
            if a.rank == 1
            and a.block_number() not in (0, 1)
            and "strict" not in a.qualifier
            and "volatile" not in a.qualifier
        ]
        if not candidates:
            return self.assign(scope)
        a, plain = (
            rng.choice(candidates),
            [v for v in scope if v.kind != "pointer"] or self.constants,
        )
        b, at, buffer = a.block_number(), self.fresh("at"), self.fresh("buffer")
        n = rng.randint(1, b)
        text = f"{{ long {at} = IN({rng.choice(plain).name} + {rng.randint(0, 50)}L, {a.count()}); {at} -= {at} % {b}; {a.type} {buffer}[{b}]; "
        text += f"long n_{at} = {a.count()} - {at} < {n} ? {a.count()} - {at} : {n}; memset({buffer}, 0, sizeof {buffer}); "
        size = f"n_{at} * sizeof({a.type})"
        get = f"@{{upc_memget({buffer}, &{a.name}[{at}], {size});|memcpy({buffer}, &m_{a.name}[{at}], {size});}}"
        put = f"@{{upc_memput(&{a.name}[{at}], {buffer}, {size});|memcpy(&m_{a.name}[{at}], {buffer}, {size});}}"
        change = f"{buffer}[0]{rng.choice(a.leaves)} += 1;"
        zero = f"@{{upc_memset(&{a.name}[{at}], 0, {size});|memset(&m_{a.name}[{at}], 0, {size});}}"
        return (
            text
            + rng.choice(
                [
                    get + change + put,
                    put,
                    zero,
                    get + self.counts(f"(long){buffer}[n_{at} - 1]{rng.choice(a.leaves)}"),
                ]
            )
            + " }"
        )

    def body(self, scope, jumps):
        rng = self.rng
        constant = (
            constant_index(self, scope, self.arrays[0].totals()) if rng.random() < 0.3 else None
        )
        declared, inner = "", scope
        if constant:
            declared, inner = constant[0], scope + [
                Variable(constant[1], constant[2], Range(constant[3], constant[4]))
            ]
        statements = [self.statement(inner) for _ in range(rng.randint(1, 3))]
        if jumps and rng.random() < 0.35:
            jump = rng.choice(["continue;"] * 3 + jumps)
            statements.insert(rng.randint(0, len(statements)), f"if ({self.test(scope)}) {jump}")
        return declared + " ".join(statements)

    def loop(self, scope):
        """One loop, with what is declared for it."""
        rng = self.rng
        a = rng.choice(self.arrays)
        k = rng.randrange(a.rank)
        sizes, size = (
            (a.totals(), a.count())
            if rng.random() < 0.4 and self.depth == 0
            else (a.sizes(k), a.size(k))
        )
        inner = [v for v in scope if v.kind in SIGNED and min(v.range.low) >= 0]
        if inner and rng.random() < 0.2:
            v = rng.choice(inner)
            sizes, size = [n + 1 for n in v.range.high], f"{v.name} + 1"
        if max(sizes) * self.work > 6000 or rng.random() < 0.1:
            n = rng.choice([1, 2, 3, 4, 8, 16])
            sizes, size = [n] * len(sizes), str(n)
        outer, self.work, self.depth = (
            (self.work, self.depth),
            self.work * max(sizes),
            self.depth + 1,
        )
        text = self.counted(scope, sizes, size)
        self.work, self.depth = outer
        return text

    def product(self):
        """A nest as those of matrix products: one inner loop, in front of it at most declarations;
        private arrays that overlap take part."""
        rng, counts, i, j = self.rng, self.wild.counts, self.fresh("i"), self.fresh("j")
        rows, width = rng.choice([3, 4, 5, 6, 9]), rng.choice([4, 8, 9, 16, 25])
        low = rng.choice([0, 0, 1])
        kind, inner_kind = rng.choice(["int", "int", "long", "unsigned", "size_t"]), rng.choice(
            ["int", "int", "long", "size_t"]
        )
        outer = Variable(i, kind, Range([0] * len(counts), [rows - 1] * len(counts)))
        inner = Variable(j, inner_kind, Range([low] * len(counts), [width - 1] * len(counts)))
        private, p, q, x = self.fresh("b"), self.fresh("r"), self.fresh("r"), self.fresh("x")
        local = f"long {private}[64]; for (int z = 0; z < 64; z++) {private}[z] = z * 3; long *{p} = {private} + {rng.choice([0, 1, 16, 30])}, *{q} = {private} + {rng.choice([0, 2, 17])};"

        def place(written=False):
            choice = rng.random()
            if choice < (0.12 if written else 0.2):
                return rng.choice(
                    [f"{p}[{j}]", f"{q}[{j}]", f"{private}[{j} + {rng.randint(0, 9)}]", f"{q}[{i}]"]
                )
            candidates = [
                a
                for a in self.arrays
                if a.type in ("int", "long", "double", "unsigned") and min(a.totals()) > width
            ]
            if not candidates:
                return f"{private}[{j}]"
            a = rng.choice(candidates[:2])
            variables = {v.name: v for v in (outer, inner)}
            for core, parts in rng.sample(
                [
                    (f"{i} * {width} + {j}", ((i, width), (j, 1))),
                    (j, ((j, 1),)),
                    (i, ((i, 1),)),
                    (f"{j} + {i}", ((j, 1), (i, 1))),
                    (f"{i} * {width // 2} + {j}", ((i, width // 2), (j, 1))),
                    (f"{j} * {rows} + {i}", ((j, rows), (i, 1))),
                    (f"2 * {j}", ((j, 2),)),
                ],
                7,
            ):
                values = Range([0] * len(counts), [0] * len(counts))
                for name, k in parts:
                    values = values.plus(variables[name].range.scaled(k))
                most = min(n - 1 - v for n, v in zip(a.totals(), values.high))
                if most >= 0:
                    by = rng.choice([0, 0, 0, 1, 2, min(width, most)])
                    return (
                        f"@{a.name}" if a.rank == 1 else f"(&@{a.name}{'[0]' * a.rank})"
                    ) + f"[{core}{f' + {min(by, most)}' if by else ''}]"
            return f"{private}[{j}]"

        def term():
            return (
                f"(long){place()}"
                if rng.random() < 0.8
                else rng.choice([x, f"(long){i}", f"(long){j}", "k2"])
            )

        head = rng.choice(
            [
                "",
                "",
                f"const long {x} = {place().replace(j, '1')};",
                f"long {x} = (long){place().replace(j, '2')};",
            ]
        )
        outside = f"long {x} = 7; (void){x};" if not head else ""
        statements = [
            f"{place(True)} {rng.choice(['=', '+=', '+=', '-='])} SMALL({term()} {rng.choice('+-*')} {term()});"
            for _ in range(rng.choice([1, 1, 1, 2]))
        ]
        if rng.random() < 0.15:
            statements.append(f"acc += {term()};")
        if rng.random() < 0.15:
            statements[0] = f"if ({term()} % 3 == 1) {statements[0]}"
        step = rng.choice([f"{j}++"] * 5 + [f"{j} += 2"])
        loop = f"for ({inner_kind} {j} = {low}; {j} < {width}; {step}) {{ {' '.join(statements)} }}"
        outer_loop = rng.choice(
            [f"for ({kind} {i} = 0; {i} < {rows}; {i}++)"] * 3
            + [
                f"for ({'int' if kind == 'unsigned' else 'long'} {i} = {rows - 1}; {i} >= 0; {i}--)",
                f"for ({kind} {i} = 0; {i} < {rows}; {i} += 2)",
            ]
        )
        return f"{{ {local} {outside} {outer_loop} {{ {head} {loop} }} for (int z = 0; z < 64; z++) acc = wild_mix(acc, {private}[z]); }}"

    def counted(self, scope, sizes, size):
        rng, kind, i = self.rng, self.rng.choice(COUNTERS), self.fresh("i")
        signed = kind in SIGNED
        low, cut, shift = (
            rng.choice([0, 0, 0, 1, 3]),
            rng.choice([0, 0, 0, 1, 2]),
            rng.choice([0, 0, 0, -2, 5] if signed else [0, 0, 0, 5]),
        )
        first, end = f"{low + shift}", f"({kind})({size}) - {cut}" + (
            f" + {shift}" if shift > 0 else f" - {-shift}" if shift else ""
        )
        if not signed:
            end = f"({kind})((long)({size}) > {cut} ? (long)({size}) - {cut} + {shift} : {shift})"
        inside = Variable(
            i,
            kind,
            Range(
                [low + shift] * len(sizes), [max(n - 1 - cut + shift, low + shift) for n in sizes]
            ),
        )
        step = rng.choice(["1"] * 6 + ["2", "3", "5", "THREADS", "s", "k2"])
        declared, changes, after = "", "", ""
        if step == "s":
            step = self.fresh("s")
            declared += f"{rng.choice(['int', 'long', 'const int', 'unsigned' if not signed else 'int'])} {step} = {rng.choice([1, 2, 3, 7])}; "
        form = rng.random()
        if form < 0.25:
            bound = self.fresh("n")
            declared += f"{kind} {bound} = {end}; "
            if rng.random() < 0.3:  # the bound shrinks while the loop runs
                changes = f"if ({i} % 5 == 3) {bound}--; "
            elif rng.random() < 0.3:
                declared += f"{kind} *p_{bound} = &{bound}; "
                changes = f"if ({i} % 7 == 4) (*p_{bound})--; "
            end = bound
        elif form < 0.5:
            bound = bound_in_memory(self, kind, end, True)
            declared, end, changes = (
                declared + bound.declared,
                bound.text,
                f"if ({i} % 5 == 3) {{ {bound.change} }} " if bound.change else "",
            )
        jumps, label = ["break;"], ""
        if rng.random() < 0.2:
            label = f"out{self.number}_{self.fresh('l')}"
            jumps.append(f"goto {label};")
        if self.kind == "one" and rng.random() < 0.15:
            jumps.append("{ wild_last = last; return acc; }")
        variables = scope + [inside]
        pointer = self.pointer(variables) if rng.random() < 0.3 else None
        if pointer:
            declared += pointer.declaration
            variables = variables + [pointer]
        if signed and rng.random() < 0.25:
            back = f"{i}--" if step == "1" else f"{i} -= {step}"
            head = f"for (X{i} = {end} - 1; {rng.choice([f'{i} >= {first}', f'{first} <= {i}', f'{i} > {first} - 1'])}; {back})"
        else:
            forward = (
                rng.choice([f"{i}++", f"++{i}", f"{i} += 1", f"{i} = {i} + 1"])
                if step == "1"
                else rng.choice([f"{i} += {step}", f"{i} = {i} + {step}", f"{i} = {step} + {i}"])
            )
            conditions = (
                [f"{i} < {end}"] * 4 + [f"{end} > {i}"] + ([f"{i} <= {end} - 1"] if signed else [])
            )
            head = f"for (X{i} = {first}; {rng.choice(conditions)}; {forward})"
            if rng.random() < 0.08 and signed:  # the body moves on too
                changes += f"if ({i} % 6 == 2) {i}++; "
                inside.range.high = [x + 1 for x in inside.range.high]
        self.recent = []
        statements = self.body(variables, jumps)
        if rng.random() < 0.5:
            head = head.replace(f"X{i}", f"{kind} {i}")
        else:
            head, declared, after = (
                head.replace(f"X{i}", i),
                declared + f"{kind} {i}; ",
                f"last = wild_mix(last, (long){i}); " if self.kind == "one" else "",
            )
        text = f"{{ {declared}{head} {{ {changes}{statements} }} {after}"
        if rng.random() < 0.25 and "continue" not in statements:  # the same as another kind of loop
            parts = re.match(r"for \((.*?); (.*?); (.*?)\)$", head)
            beside, other = (
                self.fresh("o"),
                rng.random() < 0.3,
            )  # a variable that goes along, in front of the step or behind it
            steps = [f"{parts.group(3)};", f"{beside} += 3;"] if other else [f"{parts.group(3)};"]
            rng.shuffle(steps)
            inner = f"{{ {changes}{statements} {' '.join(steps)} }}"
            again = rng.choice(
                [
                    f"{parts.group(1)}; while ({parts.group(2)}) {inner}",
                    f"for ({parts.group(1)}; {parts.group(2)};) {inner}",
                    f"{parts.group(1)}; if ({parts.group(2)}) do {inner} while ({parts.group(2)});",
                ]
            )
            text = f"{{ {declared}long {beside} = 0; (void){beside}; {again} {after if f'{kind} {i}' not in parts.group(1) else ''}"
            if other and self.kind == "one":
                text += f"last = wild_mix(last, {beside}); "
        return text + (f"{label}:; }}" if label else "}")

    def pointer(self, scope):
        """A pointer to the middle of an array, perhaps of indefinite block inside one block."""
        rng = self.rng
        candidates = [a for a in self.arrays if a.rank == 1]
        if not candidates:
            return None
        a, p = rng.choice(candidates), Variable(self.fresh("p"), "pointer", None)
        p.array, b, volatile = a, a.block_number(), "volatile " if "volatile" in a.qualifier else ""
        at = rng.randint(0, min(a.totals()) - 1)
        p.room = [n - at for n in a.totals()]
        kind = a.element()
        if rng.random() < 0.3 and b > 1:
            at -= at % b
            p.room = [min(b, n - at) for n in a.totals()]
            kind = f"{a.qualifier}shared [] {a.type}"
        p.room_text = str(min(p.room))
        cast = f"({kind} *)" if "[]" in kind else ""
        p.declaration = (
            f"@{{{kind}|{volatile}{a.type}}} *@{p.name} = @{{{cast}|}}&@{a.name}[{at}]; "
        )
        return p

    def top(self):
        """A statement of a function that one thread runs; own memory through private pointers now
        and then."""
        rng = self.rng
        if rng.random() < 0.12:
            candidates = [
                a
                for a in self.arrays
                if a.rank == 1
                and a.scaled is not None
                and a.block not in (0, 1, "*")
                and a.block <= a.dimensions[0] // 1
            ]
            candidates = [
                a
                for a in candidates
                if a.dimensions[0] >= a.block and "volatile" not in a.qualifier
            ]
            if candidates:
                a, v = rng.choice(candidates), self.fresh("own")
                # block number `me` is the caller's; there are at least THREADS whole blocks
                body = " ".join(self.statement([]) for _ in range(2))
                as_bytes = (
                    f"((unsigned char *){v})[{rng.randint(0, 3)}] ^= 1; "
                    if a.type in ("int", "long", "unsigned")
                    else ""
                )
                i = self.fresh("i")
                return [
                    f"{{ {a.type} *{v} = ({a.type} *)&@{a.name}[me * {a.block}]; for (int {i} = 0; {i} < {a.block}; {i}++) {{ {v}[{i}]{rng.choice(a.leaves)} += 1; "
                    f"acc = wild_mix(acc, (long)@{a.name}[me * {a.block} + {i}]{rng.choice(a.leaves)}); {as_bytes}}} {body} }}"
                ]
        return [self.product() if rng.random() < 0.35 else self.loop([])]

    # ---- loops of all threads ----

    def affinity(self, i, kind, targets, scope):
        rng = self.rng
        a = rng.choice(self.arrays)
        index = self.index(scope, a.totals(), a.count())
        forms = [
            f"&{a.flat(index)}",
            f"&{a.flat(index)}",
            f"(shared {'volatile ' if 'volatile' in a.qualifier else ''}void *)&{a.flat(index)}",
            i,
            i,
            f"{i} / {rng.randint(2, 9)}",
            f"{i} * 3 + 1",
            f"(int){i} % THREADS",
            f"(unsigned char){i}",
            f"(short)({i} * 77)",
            f"(long){i} - 50",
            "continue",
            f"{i} & 6",
            f"k1 + {i}",
            f"{i} / k2",
            f"{i} * k2",
            f"({i} + 5) / {rng.randint(2, 9)} % THREADS",
        ]
        if a.rank == 1:
            forms += [f"&@{a.name}[{index}]"] * 6 + [f"@{a.name} + ({index})"] * 2
            if a.type == "struct wild":
                forms += [f"&@{a.name}[{index}].a", f"&@{a.name}[{index}].v[1]"]
        else:
            texts = [self.index(scope, a.sizes(k), a.size(k)) for k in range(a.rank)]
            forms += [f"&@{a.name}" + "".join(f"[{t}]" for t in texts)] * 4 + [
                f"@{a.name}[{texts[0]}]"
            ] * 3
        return rng.choice(forms)

    def forall(self):
        """Each iteration writes elements that no other writes, and reads arrays that the loop does
        not write."""
        rng = self.rng
        targets = rng.sample(self.arrays, min(len(self.arrays) - 1, rng.choice([1, 1, 2])))
        sources = [a for a in self.arrays if a not in targets]
        kind, i = rng.choice(COUNTERS), self.fresh("i")
        signed = kind in SIGNED
        width = rng.choice([1, 1, 1, 2, 4, 8])
        sizes = [min(t.totals()[c] // width for t in targets) for c in range(len(self.wild.counts))]
        size = "LEAST(" + f"({targets[0].count()}) / {width}, ({targets[-1].count()}) / {width})"
        shift, step = rng.choice([0, 0, 0, 4]), rng.choice(["1"] * 6 + ["2", "3", "THREADS"])
        inside = Variable(
            i, kind, Range([shift] * len(sizes), [max(n - 1, 0) + shift for n in sizes])
        )
        scope, self.recent = [inside], []
        at = f"((long){i} - {shift})" if shift else i
        own = [
            a for a in self.arrays if self.is_inside(inside.range.moved(-shift), a.totals())
        ]  # have an element of the iteration's number
        one = lambda a: f"@{a.name}[{at}]" if a.rank == 1 else a.flat(at)  # noqa: E731
        text = (
            self.affinity(i, kind, targets, scope)
            if not own or rng.random() < 0.6
            else rng.choice([f"&{one(rng.choice(own))}"] * 3 + [at])
        )
        affinity = "@{; " + Text.upc(text).replace("|", "+") + "|}"
        bound = self.fresh("n")
        before, end = f"const {kind} {bound} = ({kind})({size}) + {shift}; ", bound
        if targets[0] is targets[-1] and rng.random() < 0.5:
            before, end = "", (
                f"{targets[0].count()} / {width} + {shift}"
                if signed
                else f"({kind})({targets[0].count()} / {width} + {shift})"
            )
        elif rng.random() < 0.4:
            place = bound_in_memory(self, kind, f"({kind})({size}) + {shift}", False)
            before, end = place.declared, place.text
        if signed and rng.random() < 0.2:
            fields = f"{i} = {end} - 1; {i} >= {shift}; " + (
                f"{i}--" if step == "1" else f"{i} -= {step}"
            )
        else:
            fields = f"{i} = {shift}; {rng.choice([f'{i} < {end}', f'{end} > {i}'])}; " + (
                f"{i}++" if step == "1" else f"{i} += {step}"
            )
        statements = []
        own = [a for a in own if a in sources]
        for t in targets:
            leaf = rng.choice(t.leaves)
            operator = rng.choice(["=", "=", "+="])
            if width == 1:
                more = ""
                for a in rng.sample(own, min(len(own), rng.choice([0, 1, 2]))):
                    more += f" + (long){one(a)}{rng.choice(a.leaves)}"
                statements.append(
                    f"{one(t)}{leaf} {operator} SMALL({self.value(scope, sources)}{more});"
                )
            else:
                j = self.fresh("j")
                variables = scope + [
                    Variable(j, "int", Range([0] * len(sizes), [width - 1] * len(sizes)))
                ]
                target = t.flat(f"{at} * {width} + {j}")
                head = rng.choice(
                    [
                        f"for (int {j} = 0; {j} < {width}; {j}++)",
                        f"for (int {j} = {width} - 1; {j} >= 0; {j}--)",
                        f"@{{upc_forall|for}} (int {j} = 0; {j} < {width}; {j}++@{{; {rng.choice([j, '&' + t.name + '[0]' * t.rank])}|}})",
                    ]
                )
                extra = (
                    f"if ({self.test(variables, sources)}) continue; " if rng.random() < 0.2 else ""
                )
                statements.append(
                    f"{head} {{ {extra}{target}{leaf} {operator} SMALL({self.value(variables, sources)}); }}"
                )
        statements.insert(
            rng.randint(0, len(statements)), f"acc += SMALL({self.value(scope, sources)});"
        )
        if rng.random() < 0.2:
            statements.insert(
                rng.randint(0, len(statements)), f"if ({self.test(scope, sources)}) continue;"
            )
        if affinity == "@{; continue|}":  # all threads write the same
            statements = [s for s in statements if "acc" not in s and "+=" not in s] or [
                "wild_nothing();"
            ]
        outside = rng.random() < 0.5
        declared = f"{kind} {i}; " if outside else ""
        after = f" last = wild_mix(last, (long){i});" if outside else ""
        fields = fields if outside else f"{kind} {fields}"
        return f"{{ {before}{declared}@{{upc_forall|for}} ({fields}{affinity}) {{ {' '.join(statements)} }}{after} @{{upc_barrier;|}} }}"

    def turns(self):
        """Threads in turn, with a synchronisation in each iteration."""
        rng, t = self.rng, self.fresh("t")
        self.depth, self.work = 1, 8
        inside = Variable(t, "int", Range([0] * len(self.wild.counts), [7] * len(self.wild.counts)))
        body = " ".join(self.statement([inside]) for _ in range(rng.randint(1, 4)))
        sync = rng.choice(["@{upc_barrier;|}", "@{upc_barrier 3;|}", "@{upc_notify; upc_wait;|}"])
        return f"for (int {t} = 0; {t} < 8; {t}++) {{ if (@{{{t} % THREADS == MYTHREAD|1}}) {{ {body} }} {sync} }}"

    # ---- the text ----

    def render(self):
        name = f"{self.wild.name}_f{self.number}"
        body = "\n        ".join(self.statements)
        head = " ".join(
            f"{v.kind} {v.name}" + ("," if v is not self.constants[-1] else "")
            for v in self.constants
        )
        mirrors = " ".join(a.mirror() for a in self.arrays)
        tables = (
            f"const int *m_{self.wild.table} = mm_{self.wild.table}; (void)m_{self.wild.table};"
        )
        text = f"long acc = 0, last = 1; (void)me, (void)k0, (void)k1, (void)k2;\n        {' '.join(self.assigned)}\n        {body}\n    wild_last = last; return acc;\n}}\n"
        return (
            "".join(d + "\n" for d in self.outside)
            + f"static long {name}(int me, {head})\n{{\n    {Text.upc(text)}"
            + f"static long m_{name}(int me, {head})\n{{\n    {mirrors} {tables}\n    {Text.c(text)}"
        )

    def call(self):
        name, where = f"{self.wild.name}_f{self.number}", f"function {self.number}, {self.kind}"
        arguments = "WHO, " + ", ".join(str(v.range.low[0]) for v in self.constants)
        got = f"wild_result[MYTHREAD] = {name}({arguments});"
        if self.kind == "one":
            got = f"wild_result[MYTHREAD] = 0; if (MYTHREAD == WHO) {got}"
        lines = [
            f"    {got}",
            "    upc_barrier;",
            f"    {{ long last = wild_last, found = wild_sum(); CHECK(m_{name}({arguments}) == found);",
        ]
        lines.append(
            f"      {'if (MYTHREAD == WHO) ' if self.kind == 'one' else ''}CHECK(wild_last == last); }}"
        )
        lines += [f"    {a.check(where)}" for a in self.arrays] + ["    upc_barrier;"]
        return "\n".join(lines)


class Wild:
    """The program of a seed; threads: their number in a static translation, else 0."""

    def __init__(self, seed, threads):
        self.rng = random.Random(f"wild {seed}/{threads}")
        self.seed, self.threads, self.name = seed, threads, f"w{seed}"
        self.counts = [threads] if threads else [1, 2, 3, 4, 7]
        blocks = [
            self.rng.choice([2, 3, 4, 8, 10, 12, 16, 20, 24, 32, 40, 40, 64, 64, 100])
            for _ in range(2)
        ]  # few: equal ones are what loops like
        self.arrays = [
            WildArray(self.rng, f"{self.name}_{'abcde'[k]}", threads, self.counts, blocks)
            for k in range(self.rng.randint(2, 5))
        ]
        self.table, self.table_size = f"{self.name}_x", 64
        self.phases = [Function(self, k) for k in range(self.rng.randint(1, 4))]

    def render(self):
        out = (
            WILD_DEFINITIONS
            + BOUND_DEFINITIONS
            + "".join(a.declare() for a in self.arrays)
            + f"static shared [5] int {self.table}[{self.table_size} * THREADS]; static int mm_{self.table}[{self.table_size}];\n"
        )
        out += "".join(f.render() for f in self.phases)
        out += f'static void {self.name}(void)\n{{\n    program = "program {self.seed}";\n'
        out += f"    for (int k = 0; k < {self.table_size}; k++) {{ mm_{self.table}[k] = k * 37 % 101; if (MYTHREAD == 0) {self.table}[k] = k * 37 % 101; }}\n"
        out += (
            "".join(f"    {a.set_up()}\n" for a in self.arrays)
            + "    upc_barrier;\n"
            + "".join(f"    {a.fill()}\n" for a in self.arrays)
            + "    upc_barrier;\n"
        )
        return (
            out
            + "\n".join(f.call() for f in self.phases)
            + "\n"
            + "".join(f"    {a.tear_down()}\n" for a in self.arrays)
            + "    upc_barrier;\n}\n"
        )
