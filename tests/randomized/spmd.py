"""Random programs of the kind wild.py makes, but with what threads do side by side: loops over what
a thread owns in the many ways programs write them (filters, steps of THREADS, blocks, casts to
private, pointers that walk), elements under locks, atomic operations, transfers to and from all
threads in loops, rows of matrices; counters of any integer type, loops of any form. Arrays are
named, or reached through pointers (of the function, static, parameters, `restrict` or two to one
array). Each thread writes elements that no other writes in the same step and reads arrays that
nobody writes in it, so the result is that of one thread after another. Templates as in wild.py; `q`
is the thread.
"""

import re

from .bounds import bound_in_memory, constant_index
from .wild import SIGNED, WILD_DEFINITIONS, Function, Variable, Wild
from .wild_arrays import Range, Text, WildArray

KINDS = (
    [("int", 1 << 30)] * 4
    + [("long", 1 << 30)] * 3
    + [
        ("unsigned", 1 << 30),
        ("size_t", 1 << 30),
        ("unsigned long", 1 << 30),
        ("short", 30000),
        ("unsigned short", 60000),
        ("signed char", 120),
        ("unsigned char", 250),
    ]
)
DOWN = SIGNED + ("short", "signed char")
ATOMIC = {"int": "UPC_INT", "long": "UPC_LONG", "unsigned": "UPC_UINT"}
SPMD_DEFINITIONS = """
#ifndef SPMD
#define SPMD
#include <upc_atomic.h>
static upc_lock_t *spmd_lock[3];
static upc_atomicdomain_t *spmd_UPC_INT, *spmd_UPC_LONG, *spmd_UPC_UINT;
static strict shared int spmd_flag[THREADS];
static shared [] int spmd_flags[8];
static void spmd_begin(void)
{
    if (spmd_lock[0]) return;
    for (int k = 0; k < 3; k++) spmd_lock[k] = upc_all_lock_alloc();
    spmd_UPC_INT = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD | UPC_XOR | UPC_INC, 0);
    spmd_UPC_LONG = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_XOR | UPC_INC, 0);
    spmd_UPC_UINT = upc_all_atomicdomain_alloc(UPC_UINT, UPC_ADD | UPC_XOR | UPC_INC, 0);
}
#endif
"""


def exchange(rng, name, counts):
    """An array of a block of 32 for each thread, which always is there."""
    a = WildArray(rng, name, 0, counts, [32])
    a.type, a.leaves, a.rank, a.dimensions, a.block, a.scaled, a.qualifier, a.allocated = (
        "long",
        [""],
        1,
        [32],
        32,
        0,
        "",
        False,
    )
    return a


class SpmdFunction(Function):
    def __init__(self, wild, number):
        super().__init__(wild, number)
        if self.rng.random() < 0.75:
            self.kind = "all"
            self.statements = [self.step() for _ in range(self.rng.randint(1, 4))]
        self.ways = {
            a: self.rng.choice(
                ["array"] * 3 + ["local", "static", "parameter", "restrict", "two", "member"]
            )
            for a in self.arrays
        }
        self.shuffle = self.rng.random()

    # ---- loops ----

    def values(self, sizes):
        return Range([0] * len(sizes), [max(n - 1, 0) for n in sizes])

    def counter(self, sizes):
        return self.rng.choice([kind for kind, most in KINDS if max(sizes) + 10 < most])

    def around(self, i, kind, end, body, step="1", may_continue=True):
        """A loop of any form over 0 ... end - 1, which is not empty."""
        rng = self.rng
        forward = (
            rng.choice([f"{i}++", f"++{i}", f"{i} += 1", f"{i} = {i} + 1"])
            if step == "1"
            else rng.choice([f"{i} += {step}", f"{i} = {i} + {step}"])
        )
        form = rng.random()
        if rng.random() < 0.25:
            bound = bound_in_memory(self, kind, end, not 0.5 <= form < 0.6)
            body = (f"if ({i} % 5 == 3) {{ {bound.change} }} " if bound.change else "") + body
            return f"{{ {bound.declared} {self.over(i, kind, bound.text, body, step, may_continue, form, forward)} }}"
        return self.over(i, kind, end, body, step, may_continue, form, forward)

    def over(self, i, kind, end, body, step, may_continue, form, forward):
        rng, text = self.rng, f"{kind} {i} = 0;"
        if kind in DOWN and form < 0.2:
            back = f"{i}--" if step == "1" else f"{i} -= {step}"
            first = f"{end} - 1"
            return f"for ({kind} {i} = {first}; {i} >= 0; {back}) {{ {body} }}"
        if form < 0.3 and not may_continue:
            return f"{{ {text} while ({i} < {end}) {{ {body} {forward}; }} }}"
        if form < 0.4 and not may_continue:
            return f"{{ {text} do {{ {body} {forward}; }} while ({i} < {end}); }}"
        if form < 0.5:
            return f"for ({text} ; {forward}) {{ if ({i} >= {end}) break; {body} }}"
        if form < 0.6:
            return (
                f"{{ {kind} {i}; for ({i} = 0; {i} != {end}; {forward}) {{ {body} }} }}"
                if step == "1"
                else f"for ({text} !({i} >= {end}); {forward}) {{ {body} }}"
            )
        last = (
            f"{i} <= {end} - 1" if kind in DOWN else f"{i} + 1 <= {end}"
        )  # an unsigned bound may shrink to 0
        return f"for ({text} {rng.choice([f'{i} < {end}', f'{end} > {i}', last])}; {forward}) {{ {body} }}"

    def reading(self, scope, sources):
        """Statements that only read."""
        rng, counts = self.rng, self.wild.counts
        if rng.random() < 0.6:
            return f"acc += SMALL({self.value(scope, sources)});"
        j, n = self.fresh("j"), rng.choice([1, 2, 5, 8, 16, 33])
        inner = scope + [Variable(j, "int", Range([0] * len(counts), [n - 1] * len(counts)))]
        return f"for (int {j} = 0; {j} < {n}; {j}++) acc += SMALL({self.value(inner, sources)});"

    def noise(self):
        """What orders accesses and changes nothing."""
        return self.rng.choice(
            [
                "@{upc_fence;|}",
                "@{spmd_flag[q] = 1;|}",
                "@{(void)spmd_flag[0];|}",
                "@{spmd_flag[THREADS - 1 - q] = 1;|}",
                "wild_nothing();",
                "@{spmd_flags[q & 7] = 1;|}",
            ]
        )

    def change(self, place, leaf, scope, sources, own=""):
        """An assignment to one's own element."""
        rng = self.rng
        more = f" + (long){own}" if own and rng.random() < 0.3 else ""
        constant = constant_index(self, scope, None) if rng.random() < 0.2 else None
        if constant:
            scope = scope + [Variable(constant[1], constant[2], Range(constant[3], constant[4]))]
        texts = [
            f"{place}{leaf} {rng.choice(['=', '=', '+='])} SMALL({self.value(scope, sources)}{more});"
        ]
        if rng.random() < 0.4:
            texts.insert(rng.randint(0, 1), self.reading(scope, sources))
        if rng.random() < 0.08:
            texts.insert(rng.randint(0, len(texts)), self.noise())
        if rng.random() < 0.15:
            texts[0] = f"if ({self.test(scope, sources)}) {{ {texts[0]} }}"
        return (constant[0] if constant else "") + " ".join(texts)

    def place(self, a, index):
        if a.rank > 1:
            return a.flat(index)
        return self.rng.choice(
            [f"@{a.name}[{index}]"] * 4 + [f"(*(@{a.name} + ({index})))", f"(*&@{a.name}[{index}])"]
        )

    # ---- steps: what all threads do between two barriers ----

    def step(self):
        rng = self.rng
        self.recent = []
        t = rng.choice(self.arrays)
        sources = [a for a in self.arrays if a is not t]
        made = rng.choice(
            [self.filtered] * 3
            + [self.strided] * 3
            + [self.blocks] * 2
            + [self.own] * 2
            + [self.rows] * 3
            + [self.walk] * 2
            + [self.locked, self.atomic, self.fetched, self.sent]
        )(t, sources)
        body = made or self.strided(t, sources)
        return f"{{ @{{const int q = MYTHREAD; (void)q;|for (int q = 0; q < THREADS; q++)}} {{ {body} }} @{{upc_barrier;|}} }}"

    def filtered(self, t, sources):
        rng, sizes, i = self.rng, t.totals(), self.fresh("i")
        kind = self.counter(sizes)
        b = rng.randint(1, 9)
        named = rng.choice(
            [
                a
                for a in self.arrays
                if a.rank == 1 and all(x >= y for x, y in zip(a.totals(), sizes))
            ]
            or [t]
        )
        at = (
            f"(&{'@' + named.name + '[0]' * named.rank})[{i}]"
            if named.rank > 1
            else f"@{named.name}[{i}]"
        )
        layout = named.block_number()
        owner = rng.choice(
            [f"{i} % THREADS", f"{i} / {b} % THREADS", f"({i} + {b}) % THREADS"]
            + [f"@{{upc_threadof(&{at})|{f'({i} / {layout}) % THREADS' if layout else '0'}}}"] * 3
        )
        me = rng.choice(["q", "@{MYTHREAD|q}", "@{MYTHREAD|q}"])
        scope = [Variable(i, kind, self.values(sizes))]
        place, leaf = self.place(t, i), rng.choice(t.leaves)
        inside = self.change(place, leaf, scope, sources, place + leaf)
        if rng.random() < 0.6:
            return self.around(
                i,
                kind,
                t.count(),
                f"if ({owner} == {me}) {{ {inside} }}",
                rng.choice(["1"] * 4 + ["2", "3"]),
                False,
            )
        return self.around(i, kind, t.count(), f"if ({owner} != {me}) continue; {inside}")

    def strided(self, t, sources):
        rng, sizes, i = self.rng, t.totals(), self.fresh("i")
        kind = self.counter(sizes)
        scope = [Variable(i, kind, self.values(sizes))]
        place, leaf, me = self.place(t, i), rng.choice(t.leaves), rng.choice(["q", "@{MYTHREAD|q}"])
        inside = self.change(place, leaf, scope, sources, place + leaf)
        n, declared = t.count(), ""
        if rng.random() < 0.3:
            bound = bound_in_memory(self, kind, n, True)
            n, declared = bound.text, bound.declared
            if bound.change:
                inside = f"if ({i} % 5 == 3) {{ {bound.change} }} {inside}"
        if kind in DOWN and rng.random() < 0.25:
            return f"{{ {declared} for ({kind} {i} = {n} - 1 - {me}; {i} >= 0; {i} -= THREADS) {{ {inside} }} }}"
        if rng.random() < 0.2:
            return f"{{ {declared} {kind} {i} = {me}; while ({i} < {n}) {{ {inside} {i} += THREADS; }} }}"
        return f"{{ {declared} for ({kind} {i} = {me}; {i} < {n}; {i} += THREADS) {{ {inside} }} }}"

    def blocks(self, t, sources):
        rng, sizes, i, j = self.rng, t.totals(), self.fresh("i"), self.fresh("j")
        b = t.block_number() or rng.randint(1, 9)
        if b > 40:
            b = rng.randint(2, 9)
        outer, inner = self.counter([(n // b) + 8 for n in sizes]), rng.choice(
            ["int", "long", "unsigned", "size_t"]
        )
        most = Range([0] * len(sizes), [(n - 1) // b for n in sizes])
        within = Range([0] * len(sizes), [b - 1] * len(sizes))
        scope = [Variable(i, outer, most), Variable(j, inner, within)]
        # index expressions of the two variables stay inside only with the guard, so values use them
        # one by one
        place, leaf = self.place(t, f"{i} * {b} + {j}"), rng.choice(t.leaves)
        inside = self.change(
            place, leaf, rng.choice([[scope[0]], [scope[1]]]), sources, place + leaf
        )
        head = rng.choice(
            [
                f"for ({outer} {i} = q; {i} * {b} < {t.count()}; {i} += THREADS)",
                f"@{{upc_forall|for}} ({outer} {i} = @{{0|q}}; {i} * {b} < {t.count()}; {i} @{{++; {i}|+= THREADS}})",
            ]
        )
        if rng.random() < 0.5:
            return f"{head} for ({inner} {j} = 0; {j} < {b} && {i} * {b} + {j} < {t.count()}; {j}++) {{ {inside} }}"
        return f"{head} for ({inner} {j} = 0; {j} < {b}; {j}++) {{ if ({i} * {b} + {j} < {t.count()}) {{ {inside} }} }}"

    def own(self, t, sources):
        """Own part through a private pointer, beside the same elements by their shared names."""
        rng, j, p = self.rng, self.fresh("j"), self.fresh("own")
        b = t.block_number()
        if (
            t.rank != 1
            or b == 0
            or "volatile" in t.qualifier
            or t.qualifier.startswith("strict")
            or min(n // (b * k) for n, k in zip(t.totals(), self.wild.counts)) < 1
        ):
            return None
        scope = [Variable(j, "int", Range([0] * len(t.counts), [b - 1] * len(t.counts)))]
        leaf = rng.choice(t.leaves)
        n, shared, private = (
            (b, f"@{t.name}[q * {b} + {j}]", f"{p}[{j}]")
            if b > 1
            else (
                f"({t.count()} - q + THREADS - 1) / THREADS",
                f"@{t.name}[q + {j} * THREADS]",
                f"@{{{p}[{j}]|m_{t.name}[q + {j} * THREADS]}}",
            )
        )
        if b == 1:
            scope = []
        first, second = rng.sample([shared, private], 2)
        text = f"{first}{leaf} {rng.choice(['=', '+='])} SMALL({self.value(scope, sources)}); acc += (long){second}{leaf};"
        if rng.random() < 0.5:
            text += f" {second}{leaf} += 3; acc += SMALL((long){first}{leaf});"
        start = f"@{t.name}[q * {b}]" if b > 1 else f"@{t.name}[q]"
        return f"{{ {t.type} *{p} = ({t.type} *)&{start}; (void){p}; for (int {j} = 0; {j} < {n}; {j}++) {{ {text} }} }}"

    def rows(self, t, sources):
        rng = self.rng
        if t.rank == 1:
            return None
        i, j = self.fresh("i"), self.fresh("j")
        kinds = [self.counter(t.sizes(k)) for k in range(t.rank)]
        names = [i, j, self.fresh("l")][: t.rank]
        scope = [
            Variable(n, k, self.values(t.sizes(d))) for n, k, d in zip(names, kinds, range(t.rank))
        ]
        leaf = rng.choice(t.leaves)
        place = f"@{t.name}" + "".join(f"[{n}]" for n in names)
        inside = self.change(place, leaf, scope, sources, place + leaf)
        form = rng.random()
        if form < 0.4:
            head = f"@{{upc_forall|for}} ({kinds[0]} {i} = 0; {i} < {t.size(0)}; {i}++ @{{; {rng.choice([i, f'&@{t.name}[{i}]' + '[0]' * (t.rank - 1)])}|}})"
            head = f"@{{(void)0;|if (q == 0)}} {head}"
        elif form < 0.7:
            head = f"for ({kinds[0]} {i} = q; {i} < {t.size(0)}; {i} += THREADS)"
        else:
            head = f"for ({kinds[0]} {i} = 0; {i} < {t.size(0)}; {i}++) if ({i} % THREADS == q)"
        for k in range(1, t.rank):
            inside = self.around(
                names[k], kinds[k], t.size(k), inside, rng.choice(["1"] * 6 + ["2"]), False
            )
        return f"{head} {{ {inside} }}"

    def walk(self, t, sources):
        rng, p, e, i = self.rng, self.fresh("p"), self.fresh("e"), self.fresh("i")
        if t.rank != 1 or min(t.totals()) < 8:
            return None
        element = f"@{{{t.element()}|{'volatile ' if 'volatile' in t.qualifier else ''}{t.type}}}"
        scope = [Variable(i, "long", self.values(t.totals()))]
        leaf = rng.choice(t.leaves)
        place = rng.choice([f"(*@{p})"] * 3 + [f"@{p}[0]", f"(*(@{p} + 0))"])
        inside = f"long {i} = @{p} - @{t.name}; (void){i}; " + self.change(
            place, leaf, scope, sources, rng.choice([place + leaf, f"@{t.name}[{i}]{leaf}"])
        )
        declared = f"{element} *@{p}, *@{e} = @{t.name} + {t.count()};"
        if rng.random() < 0.5:
            step = rng.choice(["1"] * 3 + ["2", "3", "THREADS"])
            forward = rng.choice([f"@{p}++", f"++@{p}"]) if step == "1" else f"@{p} += {step}"
            head = f"@{{(void)0;|if (q == 0)}} @{{upc_forall|for}} (@{p} = @{t.name}; @{p} < @{e}; {forward} @{{; {rng.choice([p, p, f'&*{p}', f'&{p}[0]'])}|}})"
        elif rng.random() < 0.5:
            return f"{{ {declared} @{p} = @{t.name} + q; while (@{p} < @{e}) {{ {inside} @{p} += THREADS; }} }}"
        else:
            head = f"for (@{p} = &@{t.name}[q]; @{p} < @{e}; @{p} += THREADS)"
        return f"{{ {declared} {head} {{ {inside} }} }}"

    def shared_out(self, i, kind, n, body):
        """A loop whose iterations the threads share, in any way."""
        rng = self.rng
        form = rng.random()
        if form < 0.4:
            a = rng.choice([a for a in self.arrays if a.rank == 1] or [None])
            affinity = rng.choice(
                [i, f"{i} / 3"] + ([f"&{a.name}[IN({i}, {a.count()})]"] if a else [])
            )
            return f"@{{(void)0;|if (q == 0)}} @{{upc_forall|for}} ({kind} {i} = 0; {i} < {n}; {i}++ @{{; {affinity}|}}) {{ {body} }}"
        if form < 0.7:
            return f"for ({kind} {i} = q; {i} < {n}; {i} += THREADS) {{ {body} }}"
        return f"for ({kind} {i} = 0; {i} < {n}; {i}++) {{ if ({i} % THREADS == q) {{ {body} }} }}"

    def locked(self, t, sources):
        """Sums under locks: one for all elements, or an element's own."""
        rng, i, n = self.rng, self.fresh("i"), self.rng.choice([5, 20, 40])
        counts = self.wild.counts
        scope = [Variable(i, "int", Range([0] * len(counts), [n - 1] * len(counts)))]
        x, leaf = self.fresh("x"), rng.choice(t.leaves)
        lock = rng.choice(
            ["spmd_lock[0]", "spmd_lock[1]", f"spmd_lock[{x} % 3]", f"spmd_lock[{x} % 2]"]
        )
        more = f" @{t.name}{'[0]' * t.rank}{leaf} += 1;" if x not in lock else ""
        where = f"IN({i} * {rng.choice([1, 5, 7])}L + {rng.randint(0, 9)}, {rng.choice([t.count(), f'LEAST(3L, {t.count()})'])})"
        body = f"{{ const long {x} = {where}; @{{upc_lock({lock});|}} {self.place(t, x)}{leaf} += SMALL({self.value(scope, sources)});{more} @{{upc_unlock({lock});|}} }}"
        return self.shared_out(i, "int", n, body)

    def atomic(self, t, sources):
        rng, i, n, v = self.rng, self.fresh("i"), self.rng.choice([5, 20, 60]), self.fresh("v")
        if t.type not in ATOMIC or t.qualifier:
            return None
        counts, domain = self.wild.counts, f"spmd_{ATOMIC[t.type]}"
        scope = [Variable(i, "int", Range([0] * len(counts), [n - 1] * len(counts)))]
        where = f"IN({i} * {rng.choice([1, 5, 7])}L + {rng.randint(0, 9)}, {t.count()})"
        name, operator, kind = rng.choice(
            [
                ("UPC_ADD", "+=", "relaxed"),
                ("UPC_ADD", "+=", "strict"),
                ("UPC_XOR", "^=", "relaxed"),
            ]
        )
        call = f"upc_atomic_{kind}({domain}, {rng.choice(['NULL', '&old_' + v])}, {name}, &{Text.upc(t.flat(where))}, &{v}, NULL);"
        body = f"{t.type} {v} = SMALL({self.value(scope, sources)}), old_{v} = 0; (void)old_{v}; @{{{call}|{Text.c(t.flat(where))} {operator} {v};}} "
        if rng.random() < 0.3:
            body += self.noise()
        return self.shared_out(i, "int", n, body)

    def fetched(self, t, sources):
        """All threads' blocks into private memory, in any order of threads; what overlaps there is
        as the order says."""
        rng, k, buffer = self.rng, self.fresh("t"), self.fresh("buffer")
        x = self.wild.exchange
        n, apart, at = (
            rng.choice([1, 4, 17, 32]),
            rng.choice([32, 32, 32, 17, 3]),
            rng.choice([0, 0, 0, 5]),
        )
        if n + at > 32:
            at = 0
        other = rng.choice([k, k, f"(q + {k}) % THREADS", f"THREADS - 1 - {k}"])
        extra = rng.choice(["", "", f"if ({k} != q) ", f"if ({k} % 2 == 0) "])
        get = f"@{{upc_memget({buffer} + {k} * {apart}, &{x.name}[({other}) * 32 + {at}], {n} * sizeof(long));|memcpy({buffer} + {k} * {apart}, &m_{x.name}[({other}) * 32 + {at}], {n} * sizeof(long));}}"
        loop = f"for (int {k} = 0; {k} < THREADS; {k}++) {extra}{{ {get} }}"
        return f"{{ long {buffer}[8 * 32]; memset({buffer}, 0, sizeof {buffer}); {loop} for (int z = 0; z < 256; z++) acc += {buffer}[z] % 50 * (z + 1) % 1000; }}"

    def sent(self, t, sources):
        """Every thread sends four elements to each."""
        rng, k, buffer = self.rng, self.fresh("t"), self.fresh("buffer")
        x = self.wild.exchange
        sources = [a for a in self.arrays if a is not x]
        n, other = rng.choice([1, 2, 4, 4]), rng.choice([k, k, f"(q + {k}) % THREADS"])
        put = f"@{{upc_memput(&{x.name}[({other}) * 32 + q * 4], {buffer} + {k} * 4, {n} * sizeof(long));|memcpy(&m_{x.name}[({other}) * 32 + q * 4], {buffer} + {k} * 4, {n} * sizeof(long));}}"
        extra = f"if ({k} % 3 != 1) " if rng.random() < 0.2 else ""
        return f"{{ long {buffer}[32]; for (int z = 0; z < 32; z++) {buffer}[z] = SMALL({self.value([], sources)}) + z + q; for (int {k} = 0; {k} < THREADS; {k}++) {extra}{{ {put} }} }}"

    # ---- the text: arrays by name or through pointers ----

    def pointable(self, a):
        return a.rank == 1 or a.scaled in (0, None)

    def pointer_to(self, a, name, upc, restrict=""):
        """Declaration of a pointer to the array's first element or row, without its value."""
        row = "".join(f"[{a.size(k)}]" for k in range(1, a.rank))
        kind = a.element() if upc else ("volatile " if "volatile" in a.qualifier else "") + a.type
        return f"{kind} (*{restrict}{name}){row}" if row else f"{kind} *{restrict}{name}"

    def render(self):
        name = f"{self.wild.name}_f{self.number}"
        body, boxed = "\n        ".join(self.statements), []
        head = " ".join(
            f"{v.kind} {v.name}" + ("," if v is not self.constants[-1] else "")
            for v in self.constants
        )
        outside, parameters, local = "".join(d + "\n" for d in self.outside), "", ""
        self.arguments = ""
        for n, a in enumerate(self.arrays):
            way = self.ways[a]
            if way == "array" or not self.pointable(a):
                continue
            p = f"{name}_p{n}"
            if way == "member":  # a member behind a pointer
                boxed.append((a, p))
                p = f"{name}_m->{p}"
            names = [p] if way != "two" else [p, f"{p}b", a.name]
            pick = iter(range(1 << 30))
            body = re.sub(
                rf"(?<![\w.])(m_)?{a.name}\b",
                lambda m, names=names, pick=pick: (m.group(1) or "")
                + (names[(next(pick) * 7 + n) % len(names)]),
                body,
            )
            if way == "member":
                local += f"@{{{p} = {a.name};|m_{p} = m_{a.name};}} "
            elif way == "static":
                outside += f"static {self.pointer_to(a, p, True)}; static {self.pointer_to(a, 'm_' + p, False)};\n"
                local += f"@{{{p} = {a.name};|m_{p} = m_{a.name};}} "
            elif way in ("parameter", "restrict"):
                parameters += f", @{{{self.pointer_to(a, p, True, 'restrict ' if way == 'restrict' else '')}|{self.pointer_to(a, 'm_' + p, False)}}}"
                self.arguments += f", @{{{a.name}|mm_{a.name}}}"
            else:
                for x in [q for q in names if q != a.name]:
                    local += f"@{{{self.pointer_to(a, x, True)} = {a.name};|{self.pointer_to(a, 'm_' + x, False)} = m_{a.name}; (void)m_{x};}} "
        for m, upc in (("", True), ("m_", False)) if boxed else ():
            members = " ".join(self.pointer_to(a, p, upc) + ";" for a, p in boxed)
            outside += f"static struct {m}{name}_box {{ {members} }} {m}{name}_b, *{m}{name}_m = &{m}{name}_b;\n"
        mirrors = " ".join(a.mirror() for a in self.arrays)
        tables = (
            f"const int *m_{self.wild.table} = mm_{self.wild.table}; (void)m_{self.wild.table};"
        )
        text = f"{local} long acc = 0, last = 1; (void)me, (void)k0, (void)k1, (void)k2;\n        {' '.join(self.assigned)}\n        {body}\n    wild_last = last; return acc;\n}}\n"
        return (
            outside
            + f"static long {name}(int me, {head}{Text.upc(parameters)})\n{{\n    {Text.upc(text)}"
            + f"static long m_{name}(int me, {head}{Text.c(parameters)})\n{{\n    {mirrors} {tables}\n    {Text.c(text)}"
        )

    def call(self):
        text = super().call()
        if not self.arguments:
            return text
        name = f"{self.wild.name}_f{self.number}"
        text = re.sub(
            rf"(?<!m_)\b{name}\(([^()]*)\)",
            lambda m: f"{name}({m.group(1)}{Text.upc(self.arguments)})",
            text,
        )
        return re.sub(
            rf"m_{name}\(([^()]*)\)",
            lambda m: f"m_{name}({m.group(1)}{Text.c(self.arguments).replace('mm_', '(void *)mm_')})",
            text,
        )


class Spmd(Wild):
    def __init__(self, seed, threads):
        super().__init__(seed, threads)
        self.rng.seed(f"spmd {seed}/{threads}")
        self.name = f"w{seed}"
        if self.rng.random() < 0.5:  # small blocks more often
            blocks = [self.rng.randint(1, 9) for _ in range(2)]
            self.arrays = [
                WildArray(self.rng, f"{self.name}_{'abcde'[k]}", threads, self.counts, blocks)
                for k in range(self.rng.randint(2, 4))
            ]
        self.exchange = exchange(self.rng, f"{self.name}_z", self.counts)
        self.arrays.append(self.exchange)
        self.phases = [SpmdFunction(self, k) for k in range(self.rng.randint(1, 4))]

    def render(self):
        text = super().render().replace(WILD_DEFINITIONS, WILD_DEFINITIONS + SPMD_DEFINITIONS, 1)
        return text.replace(
            f'    program = "program {self.seed}";\n',
            f'    program = "program {self.seed}"; spmd_begin();\n',
            1,
        )

