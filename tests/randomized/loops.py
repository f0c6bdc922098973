"""Random loops of one thread over shared arrays: indexes that are sums of multiples of loop
variables, in any direction, over block and row boundaries, alone and nested, with accesses behind
conditions, continue and break. What the optimiser makes of such loops (runs within blocks,
addresses carried along) must give what the plain loops over the mirrors give, element for element.

Every index that is not behind a condition stays inside its array, because the loop's bounds are
made from all of them; what a condition guards may lie outside in other iterations, also before the
first element.
"""

from .model import Pair, both, join

KINDS = ["int", "int", "int", "long", "long", "unsigned long", "size_t", "long long", "unsigned"]
STEPS = [1] * 6 + [2, 3, -1, -1, -2, "THREADS"]


class Reference:
    """Element factor * variable + offset of an array."""

    def __init__(self, array, factor, offset, signed):
        self.array, self.factor, self.offset, self.signed = array, factor, offset, signed

    def index(self, rng, i):
        f, d = self.factor, self.offset
        product = (
            i
            if f == 1
            else (
                rng.choice([f"{f} * {i}", f"{i} * {f}"])
                if f >= 0 or self.signed
                else f"{f} * (long){i}"
            )
        )
        if d == 0:
            return rng.choice([product, f"({product})"])
        if not self.signed and d < 0:
            return f"(long){product} - {-d}" if f == 1 else f"(long)({product}) - {-d}"
        return (
            rng.choice([f"{product} + {d}", f"{d} + {product}"]) if d > 0 else f"{product} - {-d}"
        )

    def least(self):
        """The least value of the variable for which the element exists."""
        f, d, n = self.factor, self.offset, self.array.count()
        return f"CEIL(-({d}L), {f})" if f > 0 else f"CEIL({d}L - (long)({n}) + 1, {-f})"

    def end(self):
        f, d, n = self.factor, self.offset, self.array.count()
        return f"FLOOR((long)({n}) - 1 - ({d}L), {f}) + 1" if f > 0 else f"FLOOR({d}L, {-f}) + 1"


def element(rng, serial, array, index):
    """The element in a form that names the array, or a pointer to it that the loop does not
    change."""
    mirror, pointer = f"{array.mirror}[{index}]", rng.choice(
        [f"own_{array.name}", f"file_{serial.file}_{array.name}"]
    )
    forms = [f"{pointer}[{index}]"] * 3 + [
        f"{array.first().upc}[{index}]",
        f"(*({pointer} + ({index})))",
    ]
    if len(array.dimensions) == 1:
        forms += [f"{array.name}[{index}]"] * 5
    return Pair(rng.choice(forms), mirror)


def access(rng, serial, r, i):
    return element(rng, serial, r.array, r.index(rng, i))


def bounds(names, references):
    low, end = names
    text = f"long {low} = 0, {end} = 100000; (void){low}; (void){end};"
    for r in references:
        text += f" if ({r.least()} > {low}) {low} = {r.least()}; if ({r.end()} < {end}) {end} = {r.end()};"
    return text + f" if ({end} < {low}) {end} = {low};"


def header(rng, kind, i, low, end):
    """A loop over some or all of [low, end), and whether it may be left."""
    step, signed = rng.choice(STEPS), kind in ("int", "long", "long long")
    low, end = f"({kind}){low}", f"({kind}){end}"
    if isinstance(step, int) and step < 0 and signed:
        back = f"{i}--" if step == -1 else f"{i} -= {-step}"
        return f"for ({kind} {i} = {end} - 1; {i} >= {low}; {back})"
    step = abs(step) if isinstance(step, int) else step
    forward = (
        rng.choice([f"{i}++", f"++{i}", f"{i} += 1"])
        if step == 1
        else rng.choice([f"{i} += {step}", f"{i} = {i} + {step}"])
    )
    condition = f"{i} < {end}" if not signed or rng.random() < 0.7 else f"{i} <= {end} - 1"
    if step == 1 and signed and rng.random() < 0.1:
        return f"for ({kind} {i} = {low}; {i} != ({end} > {low} ? {end} : {low}); {forward})"
    return f"for ({kind} {i} = {low}; {condition}; {forward})"


def value(rng, serial, references, guarded, i):
    """What is stored: a sum of elements and of the variable."""
    total = both(f"((long){i} % 7)")
    for r in rng.sample(references, min(len(references), rng.randint(1, 3))):
        path, _ = rng.choice(r.array.type.leaves)
        total = join(
            f"({{}} {rng.choice('+-')} (long){{}}{path})", total, access(rng, serial, r, i)
        )
    for r in guarded[:1]:
        path, _ = rng.choice(r.array.type.leaves)
        index = r.index(rng, i)
        total = join(
            f"({{}} + ((long)({index}) >= 0 && (long)({index}) < (long)({r.array.count()}) ? (long){{}}{path} : 3))",
            total,
            element(rng, serial, r.array, index),
        )
    return join("SMALL({})", total)


def body(rng, serial, targets, references, guarded, i):
    statements = []
    for target in targets:
        path, kind = rng.choice(target.array.type.leaves)
        operator = rng.choice(["=", "=", "+="]) if kind in ("int", "real") else "="
        statements.append(
            join(
                f"{{}}{path} {operator} {{}};",
                access(rng, serial, target, i),
                value(rng, serial, references, guarded, i),
            )
        )
    if rng.random() < 0.2:
        statements.insert(
            rng.randint(0, len(statements)), both(f"if ((long){i} % 5 == 2) continue;")
        )
    if rng.random() < 0.15:
        statements.insert(
            rng.randint(0, len(statements)), both(f"if ((long){i} == {rng.randint(3, 60)}) break;")
        )
    return statements


def one_loop(rng, serial, arrays):
    kind, i, low, end = (
        rng.choice(KINDS),
        serial.fresh("i"),
        serial.fresh("low"),
        serial.fresh("end"),
    )
    signed = kind in ("int", "long", "long long")

    def reference(near):
        factor = rng.choice([1] * 8 + [2, 3] + ([-1, -1, -2] if signed else []))
        return Reference(
            rng.choice(arrays), factor, rng.randint(-4, 4) if near else rng.randint(0, 40), signed
        )

    targets = [reference(rng.random() < 0.8) for _ in range(rng.choice([1, 1, 2]))]
    inside, guarded = [reference(rng.random() < 0.8) for _ in range(rng.randint(1, 4))], [
        reference(True) for _ in range(rng.choice([0, 0, 1]))
    ]
    inside += [
        Reference(r.array, r.factor, r.offset + rng.choice([-1, 1, 2]), signed) for r in inside[:2]
    ]
    text = bounds((low, end), targets + inside)
    statements = body(rng, serial, targets, inside, guarded, i)
    return join(
        f"{{{{ {text} {header(rng, kind, i, low, end)} {{{{ "
        + " ".join(["{}"] * len(statements))
        + " }} }}",
        *statements,
    )


def nest(rng, serial, arrays):
    """Element width * r + c in two loops, as programs index matrices."""
    a, r, c = rng.choice(arrays), serial.fresh("r"), serial.fresh("c")
    width, back = rng.choice([2, 3, 4, 8, 10, 16]), rng.choice([0, 0, 1, 2])
    rows = f"(long)({a.count()}) / {width}"
    index = rng.choice([f"{r} * {width} + {c}", f"{width}L * {r} + {c}", f"({r} * {width}) + {c}"])
    others = [
        Pair(f"{x.upc}", x.mirror)
        for x in (
            element(rng, serial, a, f"({index}) - {back}" if back else index),
            element(rng, serial, a, index),
        )
    ]
    path, _ = rng.choice(a.type.leaves)
    first = 1 if back else 0
    add = join(f"(long){{}}{path} + (long){r} - {c}", others[0])
    if rng.random() < 0.5:
        loops = (
            f"for (long {r} = {first}; {r} < {rows}; {r}++) for (int {c} = 0; {c} < {width}; {c}++)"
        )
    else:
        loops = f"for (int {c} = {width} - 1; {c} >= 0; {c}--) for (int {r} = {first}; {r} < {rows}; {r}++)"
    return join(f"{loops} {{}}{path} = SMALL({{}});", others[1], add)


def matrix(rng, serial, arrays):
    """m[i][j] and its neighbours by their own indexes."""
    a, i, j = rng.choice(arrays), serial.fresh("i"), serial.fresh("j")
    rows, columns = a.size(0), a.size(1)
    di, dj = rng.choice([-1, 0, 1]), rng.choice([-1, 0, 1])
    path, _ = rng.choice(a.type.leaves)
    low_i, low_j, end_i, end_j = max(0, -di), max(0, -dj), max(0, di), max(0, dj)
    at = Pair(f"{a.name}[{i}][{j}]", f"{a.mirror}[{i} * ({columns}) + {j}]")
    other = Pair(
        f"{a.name}[{i} + {di}][{j} + {dj}]", f"{a.mirror}[({i} + {di}) * ({columns}) + {j} + {dj}]"
    )
    outer, inner = (
        f"for (int {i} = {low_i}; {i} < {rows} - {end_i}; {i}++)",
        f"for (int {j} = {low_j}; {j} < {columns} - {end_j}; {j}++)",
    )
    loops = rng.choice([f"{outer} {inner}", f"{outer} {inner}", f"{inner} {outer}"])
    return join(f"{loops} {{}}{path} = SMALL((long){{}}{path} + {i} - {j});", at, other)


def loops(rng, serial):
    """(declarations, head, statements, tail, arrays written)"""
    lines = [a for a in serial.arrays if a.has_pointer]
    matrices = [a for a in serial.arrays if len(a.dimensions) == 2]
    if not lines:
        return None
    statements, serial.file = [], serial.fresh("f")
    declarations = "".join(f"static {a.pointer} file_{serial.file}_{a.name};\n" for a in lines)
    pointers = "".join(
        f"{a.pointer} own_{a.name} = {a.first().upc}; file_{serial.file}_{a.name} = own_{a.name}; "
        for a in lines
    )
    for _ in range(rng.randint(1, 3)):
        make = rng.choice([one_loop] * 4 + [nest] * 2 + ([matrix] * 3 if matrices else []))
        statements.append(make(rng, serial, matrices if make is matrix else lines))
    return (
        declarations,
        Pair(f"if (MYTHREAD == WHO) {{ {pointers}", "{"),
        statements,
        both("}"),
        lines,
    )
