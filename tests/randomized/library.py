"""Random calls of the library: bulk copies, collectives, reductions, locks, atomics. Each is (head,
statements, tail, arrays written)."""

from .model import Array, Pair, Type, both, join

FLAGS = [
    f"UPC_IN_{a}SYNC | UPC_OUT_{b}SYNC" for a in ("ALL", "MY", "NO") for b in ("ALL", "MY", "NO")
]
REDUCED = {
    "signed char": "C",
    "unsigned char": "UC",
    "short": "S",
    "unsigned short": "US",
    "int": "I",
    "unsigned": "UI",
    "long": "L",
    "unsigned long": "UL",
    "float": "F",
    "double": "D",
    "long double": "LD",
}
OPERATIONS = {
    "UPC_ADD": "+",
    "UPC_MULT": "*",
    "UPC_AND": "&",
    "UPC_OR": "|",
    "UPC_XOR": "^",
    "UPC_LOGAND": "&&",
    "UPC_LOGOR": "||",
    "UPC_MIN": "<",
    "UPC_MAX": ">",
}


def part(a, thread, local):
    """The flat number of a thread's element."""
    b = a.definite_block()
    return (
        f"(({local}) / {b} * THREADS * {b} + ({thread}) * {b} + ({local}) % {b})"
        if b
        else f"({local})"
    )


def copies(rng, serial):
    """Bulk copies by one thread between runs of elements that lie on one thread each."""
    sources = [a for a in serial.arrays if "volatile" not in a.qualifier]
    if not sources:
        return None
    a = rng.choice(sources)
    n, t, u = a.count(), serial.fresh("t"), serial.fresh("u")
    x, y, size = serial.fresh("x"), serial.fresh("y"), f"sizeof({a.type.name})"
    last = rng.randint(0, 30)
    # run of `k` elements from local place x of thread t, to place y of thread u; shortened until
    # both lie inside the array
    choose = f"int {t} = {rng.randint(0, 9)} % THREADS, {u} = {rng.randint(0, 9)} % THREADS; long {x} = {rng.randint(0, 4)}, {y} = {rng.randint(0, 4)}, k = {last};"
    if a.storage == "alloc" or not a.definite_block():
        choose += f" {t} = {u} = 0;"
    inside = lambda th, at: f"{part(a, th, at)} < {n}"  # noqa: E731
    source, target = part(a, t, f"({x} + j)"), part(a, u, f"({y} + j)")
    choose += (
        f" for (long j = 0; j < k; j++) if (!({source} < {n}) || !({target} < {n})) k = j; "
        f"if ({t} == {u} && ({x} < {y} + k && {y} < {x} + k)) k = {x} < {y} ? {y} - {x} : {x} - {y}; "
        f"if (!({inside(t, x)}) || !({inside(u, y)})) k = 0;"
    )
    from_, to = f"({a.first().upc} + {part(a, t, x)})", f"({a.first().upc} + {part(a, u, y)})"
    move = f"for (long j = 0; j < k; j++) {a.mirror}[{target}] = {a.mirror}[{source}];"
    kind = rng.randint(0, 3)
    if kind == 0:
        call = f"upc_memcpy({to}, {from_}, k * {size});"
    elif kind == 1:
        call = f"upc_memget(buffer, {from_}, k * {size}); upc_memput({to}, buffer, k * {size});"
    elif kind == 2:
        call = f"upc_memput({to}, buffer, k * {size});"
        fill = f"for (long j = 0; j < k; j++) buffer[j] = {a.mirror}[j % ({n})];"
        call, move = (
            fill + call,
            fill + f"for (long j = 0; j < k; j++) {a.mirror}[{target}] = buffer[j];",
        )
    else:
        call, move = (
            f"upc_memset({to}, 0, k * {size});",
            f"for (long j = 0; j < k; j++) memset(&{a.mirror}[{target}], 0, {size});",
        )
    own = f"{a.type.name} buffer[{last + 1}];"
    return (
        Pair(
            f"if (MYTHREAD == WHO) {{ {own} {choose} if (k > 0) {{",
            f"{{ {own} {choose} if (k > 0) {{",
        ),
        [Pair(call, move)],
        both("} }"),
        [a],
    )


def locked(rng, serial):
    """All threads change the same elements, one at a time under a lock; addition does not care
    about the order."""
    targets = [a for a in serial.arrays if any(kind == "int" for _, kind in a.type.leaves)]
    if not targets:
        return None
    a = rng.choice(targets)
    path = rng.choice([p for p, kind in a.type.leaves if kind == "int"])
    times, k = rng.randint(1, 6), serial.fresh("k")
    element = a.at(join(f"IN({{}} + {k}, {a.count()})", both(str(rng.randint(0, 9)))), rng)
    take = rng.choice(["upc_lock(guard);", "while (!upc_lock_attempt(guard)) ;"])
    return (
        Pair(
            f"for (int {k} = 0; {k} < {times}; {k}++) {{ {take}",
            f"for (int t = 0; t < THREADS; t++) for (int {k} = 0; {k} < {times}; {k}++) {{",
        ),
        [Pair(f"{element.upc}{path} += MYTHREAD + 1;", f"{element.mirror}{path} += t + 1;")],
        Pair("upc_unlock(guard); }", "}"),
        [a],
    )


# name: layouts and shapes of target and source, an element of each (thread t, block b, place k), and what the source holds and the
# target must hold there. N is the number of elements of a block; seven threads are the most a
# program here runs on.
RELOCATIONS = {
    "broadcast": ("[N] #[N * THREADS]", "[] #[N]", "#[t * N + k]", "#[k]", "k", "k"),
    "scatter": (
        "[N] #[N * THREADS]",
        "[] #[N * 7]",
        "#[t * N + k]",
        "#[t * N + k]",
        "t * 31 + k",
        "t * 31 + k",
    ),
    "gather": (
        "[] #[N * 7]",
        "[N] #[N * THREADS]",
        "#[t * N + k]",
        "#[t * N + k]",
        "t * 31 + k",
        "t * 31 + k",
    ),
    "gather_all": (
        "[N * 7] #[THREADS][N * 7]",
        "[N] #[N * THREADS]",
        "#[t][b * N + k]",
        "#[b * N + k]",
        "b * 31 + k",
        "b * 31 + k",
    ),
    "exchange": (
        "[N * 7] #[THREADS][N * 7]",
        "[N * 7] #[THREADS][N * 7]",
        "#[t][b * N + k]",
        "#[t][b * N + k]",
        "t * 31 + b * 7 + k",
        "b * 31 + t * 7 + k",
    ),
    "permute": (
        "[N] #[N * THREADS]",
        "[N] #[N * THREADS]",
        "#[t * N + k]",
        "#[t * N + k]",
        "t * 31 + k",
        "PMOD(t - R) * 31 + k",
    ),
}
# How a number is made a value of the type, and what of two values is compared.
MOVED = {
    "char": ("(char)(({}) % 100)", ""),
    "short": ("(short)({})", ""),
    "int": ("({})", ""),
    "long": ("(long)({})", ""),
    "double": ("(({}) / 2.0)", ""),
    "struct pair": ("(struct pair){{ .b = {} }}", ".b"),
    "struct odd": ("(struct odd){{ {{ 0, 0, 0, 0, ({}) % 100 }} }}", ".c[4]"),
}


def collective(rng, serial):
    """(declarations, head, statements, tail, arrays): one relocalisation between arrays of its own,
    perhaps several times."""
    name, kind, n, rotate = (
        rng.choice(list(RELOCATIONS)),
        rng.choice(list(MOVED)),
        rng.choice([1, 1, 2, 3, 5, 8, 33]),
        rng.randint(0, 9),
    )
    target, source = serial.fresh("target"), serial.fresh("source")

    def fill(text, array=""):
        return text.replace("N", str(n)).replace("#", array).replace("R)", f"{rotate})")

    shape, from_shape, element, from_element, stored, wanted = RELOCATIONS[name]
    declarations = "".join(
        f"static shared {fill(s.split(' #')[0])} {kind} {array}{fill(s.split('#')[1])};\n"
        for s, array in ((shape, target), (from_shape, source))
    )
    make, member = MOVED[kind]
    blocks = "THREADS" if "b *" in element else "1"
    loops = f"for (int t = 0; t < THREADS; t++) for (int b = 0; b < {blocks}; b++) for (int k = 0; k < {n}; k++)"
    store = f"if (MYTHREAD == WHO) {{ {loops} {fill(from_element, source)} = {make.format(fill(stored))};"
    arguments = (
        f"&{target}[0]{'[0]' * ('][' in shape)}, &{source}[0]{'[0]' * ('][' in from_shape)}, "
    )
    if name == "permute":
        declarations += f"static shared int {target}_to[THREADS];\n"
        store += f" for (int t = 0; t < THREADS; t++) {target}_to[t] = PMOD(t + {rotate});"
        arguments += f"{target}_to, "
    call = f"for (int r = 0; r < {rng.choice([1, 1, 3])}; r++) upc_all_{name}({arguments}{n} * sizeof({kind}), {rng.choice(FLAGS)});"
    check = (
        f"{loops} {{ {kind} want = {make.format(fill(wanted))}; if ({fill(element, target)}{member} != want{member}) "
        f'wrong("upc_all_{name}", "{target}", t * 10000 + b * 100 + k); }}'
    )
    return (
        declarations,
        Pair("{", "{"),
        [Pair(f"{store} }} upc_barrier; {call}", check)],
        both("}"),
        [],
    )


def reduction(rng, serial):
    """(declarations, head, statements, tail, arrays): upc_all_reduce or upc_all_prefix_reduce over
    part of an array."""
    kind = rng.choice(list(REDUCED))
    floating = kind in ("float", "double", "long double")
    op = rng.choice(
        [
            o
            for o in OPERATIONS
            if not floating or o not in ("UPC_AND", "UPC_OR", "UPC_XOR", "UPC_LOGAND", "UPC_LOGOR")
        ]
    )
    a = Array(
        rng, serial.fresh("src"), 0, [Type(kind, [("", "int")])], [None, 1, 2, 3, 5, 40], "declared"
    )
    while len(a.dimensions) != 1 or a.block == 0:
        a = Array(rng, a.name, 0, [Type(kind, [("", "int")])], [None, 1, 2, 3, 5, 40], "declared")
    a.qualifier, block = "", a.definite_block()
    start, cut, prefix, result = (
        rng.choice([0, 0, 1, 4]),
        rng.choice([0, 0, 1]),
        rng.random() < 0.5,
        serial.fresh("r"),
    )
    start = min(start, a.dimensions[0] - 1)
    n = f"({a.count()} - {start} - {cut if a.dimensions[0] - start > 1 else 0})"
    sign = OPERATIONS[op]
    step = f"acc {sign} v ? acc : v" if sign in "<>" else f"acc {sign} v"
    factor = (
        "flat % 3 == 0 ? 2 : 1"
        if op == "UPC_MULT" and not floating
        else "flat % 50 == 3 ? 2 : 1" if op == "UPC_MULT" else "(flat * 7 + 3) % 50"
    )
    declarations = a.declare() + (
        f"static shared [{block}] {kind} {result}[{a.size(0)}];\n"
        if prefix
        else f"static shared {kind} {result};\n"
    )
    fill = f"for (long flat = 0; flat < {a.count()}; flat++) {{ {a.mirror}[flat] = {factor}; if (flat % THREADS == MYTHREAD) {a.name}[flat] = {factor}; }} upc_barrier;"
    flags = rng.choice(FLAGS)
    if prefix:
        call = f"upc_all_prefix_reduce{REDUCED[kind]}(&{result}[{start}], &{a.name}[{start}], {op}, {n}, {block}, NULL, {flags});"
        compare = f'if ({result}[flat] != acc) wrong("prefix_reduce {op}", "{a.name}", flat);'
        last = ""
    else:
        call = f"upc_all_reduce{REDUCED[kind]}(&{result}, &{a.name}[{start}], {op}, {n}, {block}, NULL, {flags});"
        compare, last = "", f' if ({result} != acc) wrong("reduce {op}", "{a.name}", {n});'
    check = (
        f"{{ {kind} acc = {a.mirror}[{start}]; for (long flat = {start}; flat < {start} + {n}; flat++) {{ {kind} v = {a.mirror}[flat]; "
        f"if (flat > {start}) acc = {step}; {compare} }}{last} }} free({a.mirror});"
    )
    return declarations, Pair("{", "{"), [Pair(f"{a.set_up()} {fill} {call}", check)], both("}"), []
