"""Random statements for one thread: values, members, pointers, casts between block sizes, functions
with shared pointers.

All are made relative to what the program then holds: an index is reduced modulo the number of
elements, and a pointer is moved by the distance to a chosen element, so no statement leaves an
object whatever THREADS is.
"""

from .model import Pair, both, join

SAFE = ["+", "-", "*", "^", "&", "|"]
COMPARE = ["<", ">", "<=", ">=", "==", "!="]


class Serial:
    def __init__(self, rng, arrays, suffix):
        self.rng, self.arrays, self.suffix, self.names = rng, arrays, suffix, 0
        self.pointed = [a for a in arrays if a.has_pointer]
        self.shared_pointer = {a.name: rng.random() < 0.5 for a in arrays}

    # ---- what stands outside functions ----

    def declarations(self):
        out = []
        for a in self.pointed:
            shared = " shared" if self.shared_pointer[a.name] else ""
            out.append(f"static {a.pointer}{shared} p_{a.name}; static {a.type.name} *mp_{a.name};")
            out.append(
                f"static {a.type.name} get_{a.name}({a.pointer} p, long k) {{ return p[k]; }}"
            )
            out.append(
                f"static {a.pointer} go_{a.name}({a.pointer} p, long k) {{ p += k; return p; }}"
            )
            out.append(
                f"static void put_{a.name}({a.pointer} p, const {a.type.name} *v) {{ *p = *v; }}"
            )
        return "\n".join(out) + "\n"

    def set_up(self):
        return "".join(
            f"p_{a.name} = {a.first().upc}; mp_{a.name} = {a.mirror}; " for a in self.pointed
        )

    # ---- expressions: pairs of type long ----

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}{self.suffix}"

    def index(self, array, depth, readable=None, variables=()):
        """The flat number of some element."""
        if self.rng.random() < 0.3:
            return both(f"IN({self.rng.randint(0, 60)}, {array.count()})")
        return join(f"IN({{}}, {array.count()})", self.expression(depth - 1, readable, variables))

    def leaf(self, array):
        return self.rng.choice(array.type.leaves)

    def read(self, readable, depth, variables):
        if not readable:
            return both(str(self.rng.randint(-9, 99)))
        a = self.rng.choice(readable)
        flat = self.index(a, depth, readable, variables)
        path, _ = self.leaf(a)
        if a.has_pointer and path == "" and self.rng.random() < 0.15:
            return join(
                "(long)({})",
                Pair(f"get_{a.name}({a.first().upc}, {flat.upc})", f"{a.mirror}[{flat.mirror}]"),
            )
        return join(f"(long)({{}}{path})", a.at(flat, self.rng))

    def expression(self, depth, readable=None, variables=()):
        rng, readable = self.rng, self.arrays if readable is None else readable
        if depth <= 0:
            choice = rng.random()
            if variables and choice < 0.4:
                return rng.choice(variables)
            return (
                both(str(rng.randint(-9, 120)))
                if choice < 0.7
                else self.read(readable, 0, variables)
            )
        sub = lambda: self.expression(depth - 1, readable, variables)  # noqa: E731
        choice = rng.randint(0, 9)
        if choice < 4:
            return join(f"({{}} {rng.choice(SAFE)} {{}})", sub(), sub())
        if choice == 4:
            return join(f"({{}} {rng.choice(COMPARE)} {{}})", sub(), sub())
        if choice == 5:
            return join("({} ? {} : {})", sub(), sub(), sub())
        if choice == 6:
            return join(f"({{}} {rng.choice(['&&', '||'])} {{}})", sub(), sub())
        if choice == 7:
            return join(f"({rng.choice('-~!')} {{}})", sub())
        if choice == 8:
            return join("(0, {})", sub())
        return self.read(readable, depth, variables)

    def stored(self, kind, depth=2, readable=None, variables=()):
        """A value that the leaf holds and every type of C converts in one way."""
        value = join("SMALL({})", self.expression(depth, readable, variables))
        if kind in ("real", "complex") and self.rng.random() < 0.5:
            return join("({} / 4.0)", value)
        return value

    # ---- statements ----

    def assign(self, array, flat, depth=2, readable=None, variables=(), fresh_only=False):
        """One change of one leaf of an element. fresh_only: the new value must not depend on the
        old one."""
        rng = self.rng
        path, kind = self.leaf(array)
        target = join(f"{{}}{path}", array.at(flat, rng))
        if fresh_only or rng.random() < 0.5:
            return join("{} = {};", target, self.stored(kind, depth, readable, variables))
        if kind == "complex" or rng.random() < 0.6:
            operator = rng.choice(
                ["+=", "-="] + (["*=", "^=", "|=", "&="] if kind == "int" else [])
            )
            return join(
                f"{{}} {operator} {{}};", target, self.stored(kind, depth, readable, variables)
            )
        if kind == "small":
            return join("{} ^= 1;", target)
        return join(rng.choice(["{}++;", "++{};", "{}--;", "--{};"]), target)

    def statement(self, depth=0):
        rng = self.rng
        choice = rng.randint(0, 13)
        if choice < 4 or not self.pointed:
            a = rng.choice(self.arrays)
            return self.assign(a, self.index(a, 2))
        if choice < 5:
            a = rng.choice(self.arrays)
            return join("{} = {};", a.at(self.index(a, 1), rng), a.at(self.index(a, 1), rng))
        if choice < 10:
            return self.pointer_statement(rng.choice(self.pointed), depth)
        if choice == 10 and depth < 2:
            return join(
                "if ({}) {{ {} }} else {{ {} }}",
                self.expression(2),
                self.statement(depth + 1),
                self.statement(depth + 1),
            )
        if choice == 11 and depth < 2:
            k = self.fresh("k")
            a = rng.choice(self.arrays)
            flat = join(f"IN({k} + {{}}, {a.count()})", self.expression(1))
            return join(
                f"for (int {k} = {rng.randint(-3, 0)}; {k} < {rng.randint(1, 6)}; {k}++) {{{{ {{}} {{}} }}}}",
                self.assign(a, flat, 1, None, (both(f"(long){k}"),)),
                self.statement(depth + 1),
            )
        if choice == 12 and depth < 2:
            return join(
                "switch (IN({}, 3)) {{ case 0: {} break; case 1: {} default: {}; }}",
                self.expression(2),
                *(self.statement(depth + 1) for _ in range(3)),
            )
        a = rng.choice(
            self.pointed
        )  # facts are compared with the mirrors at their place, not inside a statement
        return self.cast_statement(a) if depth == 0 else self.pointer_statement(a, depth)

    def move(self, a):
        """The distance from p to an element, as a pair; distances in pointers and in their mirrors
        are the same."""
        return join(
            f"({{}} - (long)({{}} - {{}}))",
            self.index(a, 1),
            Pair(f"p_{a.name}", f"mp_{a.name}"),
            a.first(),
        )

    def pointer_statement(self, a, depth=0):
        rng, p, first = self.rng, Pair(f"p_{a.name}", f"mp_{a.name}"), a.first()
        path, kind = self.leaf(a)
        choice = rng.randint(0, 9 if depth == 0 else 8)
        if choice < 2:
            return join("{} += {};", p, self.move(a))
        if choice == 2:
            return join(
                rng.choice(["{} = {} + {};", "{} = &{}[{}];", "{0} = &*({1} + {2});"]),
                p,
                p,
                self.move(a),
            )
        if choice == 3:
            return join("{} -= -{};", p, self.move(a))
        if choice == 4:
            step, guard = rng.choice(
                [
                    ("{}++", f"< {a.count()} - 1"),
                    ("++{}", f"< {a.count()} - 1"),
                    ("{}--", "> 0"),
                    ("--{}", "> 0"),
                ]
            )
            change = "+= 1" if "++" in step and kind != "small" else "= 1"
            return join(f"if ((long)({{}} - {{}}) {guard}) (*{step}){path} {change};", p, first, p)
        if choice == 5:
            arrow = f"->{path[1:]}" if path.startswith(".") else None
            target = join(f"{{}}{arrow}" if arrow else "*{}", p)
            return join("{} = {};", target, self.stored(kind))
        if choice == 6:
            v = self.fresh("v")
            value = join(
                f"{{{{ {a.type.name} {v} = {{}}; {v}{path} = {{}}; ",
                a.at(self.index(a, 1), rng),
                self.stored(kind),
            )
            return Pair(
                value.upc + f"put_{a.name}(p_{a.name}, &{v}); }}",
                value.mirror + f"*mp_{a.name} = {v}; }}",
            )
        if choice == 7:
            target = self.move(a)
            return Pair(
                f"p_{a.name} = go_{a.name}(p_{a.name}, {target.upc});",
                f"mp_{a.name} += {target.mirror};",
            )
        if choice == 8:
            q, generic = self.fresh("q"), "volatile void" if "volatile" in a.qualifier else "void"
            to = self.index(a, 1)
            element = a.at(to, rng)
            return Pair(
                f"{{ shared {generic} *{q} = &{element.upc}; p_{a.name} = ({a.pointer}){q}; CHECK({q} == p_{a.name}); }}",
                f"mp_{a.name} = &{element.mirror};",
            )
        return self.facts(a)

    def facts(self, a):
        """What thread, phase, differences and comparisons of two pointers must be."""
        p, q, at = f"p_{a.name}", self.fresh("q"), f"(mp_{a.name} - {a.mirror})"
        to = self.index(a, 1)
        return Pair(
            "",
            f"if (MYTHREAD == WHO) {{ long at = {at}, to = {to.mirror}; {a.pointer} {q} = {a.first().upc} + to; "
            f"CHECK((int)upc_threadof({p}) == {a.owner('at')}); CHECK((int)upc_phaseof({p}) == {a.phase('at')}); "
            f"CHECK({q} - {p} == to - at && {p} - {q} == at - to); CHECK(({q} < {p}) == (to < at) && ({q} >= {p}) == (to >= at)); "
            f"CHECK(({q} == {p}) == (to == at)); CHECK({q} - (to - at) == {p} && &{p}[to - at] == {q} && (to - at) + {p} == {q}); "
            f"if ({a.owner('at')} == {a.owner('to')}) CHECK((long)(upc_addrfield({q}) - upc_addrfield({p})) == "
            f"({a.local('to')} - {a.local('at')}) * (long)sizeof *{q}); CHECK(!!{p} && {p} != 0 && !({p} == NULL)); }}",
        )

    def cast_statement(self, a):
        """p seen with another block size: which element its steps find is worked out from threads
        and places in their parts."""
        other = self.rng.choice([0, 1, 2, 3, 5, 8, 100])
        b, block = a.definite_block(), f"shared [{other}]" if other else "shared []"
        if a.storage == "alloc" or self.rng.random() < 0.2:
            other, block = 0, "shared []"
        q, step = self.fresh("q"), self.rng.randint(0, 40)
        to = self.index(a, 1)
        if other:  # the phase is kept where the block size stays, else it becomes 0
            phase = a.phase("at") if other == b else "0"
            place = (
                f"phase = {phase}, x = {a.owner('at')} * {other}L + phase + {step}, thread = x / {other} % THREADS, "
                f"local = {a.local('at')} - phase + x / ({other}L * THREADS) * {other} + x % {other}"
            )
        else:
            place = f"x = {step}, thread = {a.owner('at')}, local = {a.local('at')} + x"
        flat = f"(local / {b} * THREADS + thread) * {b} + local % {b}" if b else "local"
        same = " && ".join(f"(*{q}){path} == {a.mirror}[flat]{path}" for path, _ in a.type.leaves)
        inside = f"flat < {a.count()}" + ("" if b else f" && thread == {a.owner('at')}")
        return Pair(
            "",
            f"if (MYTHREAD == WHO) {{ long at = {to.mirror}, {place}, flat = {flat}; if ({inside}) {{ "
            f"{a.qualifier}{a.type.name} {block} *{q} = ({a.qualifier}{a.type.name} {block} *)({a.first().upc} + at), *const from = {q}; {q} += {step}; "
            f"CHECK((long)upc_threadof({q}) == thread && {q} - from == {step} && {q} - {step} == from); "
            f"CHECK((long)upc_phaseof({q}) == {f'x % {other}' if other else '0'}); CHECK({same}); }} }}",
        )
