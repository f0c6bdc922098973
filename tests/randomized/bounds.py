"""Where random loops keep their bounds, and constants that stand for parts of an index: members of
structures, named and behind pointers (of the function, static, in a chain), variables of external
linkage, elements of private arrays, what a pointer leads to, constants made of variables that
change behind them, and private memory that is part of a shared array, which shared stores of the
body can change. What such a place holds only shrinks while the loop runs, so indexes stay inside.
Templates as in wild.py.
"""

MEMBERS = {
    "int": "i",
    "long": "l",
    "unsigned": "u",
    "unsigned long": "w",
    "size_t": "w",
    "long long": "q",
}
BOUND_DEFINITIONS = """
#ifndef BOUNDS
#define BOUNDS
struct bound { int i; unsigned u; long l; unsigned long w; long long q; struct bound *next; double d; long v[3]; };
static void bound_shrink(struct bound *b) { b->i--, b->u--, b->l--, b->w--, b->q--; }
#endif
"""


class Bound:
    """declared: in front of the loop; text: the bound; change: a statement that makes it one less,
    or empty."""

    def __init__(self, declared, text, change=""):
        self.declared, self.text, self.change = declared, text, change


def bound_in_memory(f, kind, end, may_change):
    """A place of `kind` that holds `end`. f: the function, which gives names and keeps what is
    declared outside."""
    rng, b = f.rng, f.fresh("b")
    ways = [
        in_structure,
        behind_pointer,
        behind_pointer,
        in_static,
        behind_static,
        in_chain,
        in_array,
        pointed,
        constant,
        constant,
        in_global,
        in_global,
    ]
    if f.kind == "one":
        ways += [own_memory] * 2
    found = rng.choice([w for w in ways if kind in MEMBERS or w in (in_array, pointed, constant, in_global)])(
        f, kind, b, end
    )
    if not may_change or rng.random() < 0.55:
        found.change = ""
    return found


def in_structure(f, kind, b, end):
    m = MEMBERS[kind]
    alias = f.rng.choice(["", f"{kind} *p{b} = &{b}.{m}; "])
    change = f"(*p{b})--;" if alias else f.rng.choice([f"{b}.{m}--;", f"bound_shrink(&{b});"])
    return Bound(f"struct bound {b} = {{0}}; {b}.{m} = {end}; {alias}", f"{b}.{m}", change)


def behind_pointer(f, kind, b, end):
    m, rng = MEMBERS[kind], f.rng
    qualifier = rng.choice(["", "", "const ", "restrict "])
    other = "" if qualifier == "restrict " else f"struct bound *o{b} = s{b} + k0; (void)o{b}; "
    change = rng.choice(
        [f"{b}->{m}--;"]
        + ([f"o{b}->{m}--;", f"bound_shrink(o{b});", f"s{b}[k0].{m} -= 1;"] if other else [])
    )
    return Bound(
        f"struct bound s{b}[2] = {{0}}, *{qualifier}{b} = s{b}; {b}->{m} = {end}; {other}",
        rng.choice([f"{b}->{m}", f"(*{b}).{m}"]),
        change,
    )


def in_static(f, kind, b, end):
    m, name = MEMBERS[kind], f"{f.wild.name}_f{f.number}_{b}"
    f.outside.append(f"static struct bound {name};")
    return Bound(
        f"{name}.{m} = {end}; ",
        f"{name}.{m}",
        f.rng.choice([f"{name}.{m}--;", f"bound_shrink(&{name});"]),
    )


def behind_static(f, kind, b, end):
    m, name = MEMBERS[kind], f"{f.wild.name}_f{f.number}_{b}"
    f.outside.append(f"static struct bound {name}_s, *{name};")
    change = f.rng.choice([f"{name}->{m}--;", f"{name}_s.{m}--;", f"bound_shrink({name});"])
    return Bound(f"{name} = &{name}_s; {name}->{m} = {end}; ", f"{name}->{m}", change)


def in_chain(f, kind, b, end):
    """The step from one structure to the next may change, too: to one whose bound is less."""
    m = MEMBERS[kind]
    change = f.rng.choice([f"s{b}[1].{m}--;", f"{b}->next = s{b} + 2;", f"{b}->next->{m}--;"])
    return Bound(
        f"struct bound s{b}[3] = {{0}}, *{b} = s{b}; {b}->next = s{b} + 1; s{b}[1].{m} = {end}; ",
        f"{b}->next->{m}",
        change,
    )


def in_array(f, kind, b, end):
    k = f.rng.choice(["1", "k1", "k0"])
    change = f.rng.choice([f"{b}[{k}]--;", f"{b}[k1 - k0]--;" if k != "k0" else f"{b}[k0 * 2]--;"])
    return Bound(f"{kind} {b}[3] = {{0}}; {b}[{k}] = {end}; ", f"{b}[{k}]", change)


def pointed(f, kind, b, end):
    return Bound(
        f"{kind} v{b} = {end}, *{b} = &v{b}; ", f"(*{b})", f.rng.choice([f"(*{b})--;", f"v{b}--;"])
    )


def in_global(f, kind, b, end):
    """Other units could name it; a pointer to it may lie about, and a function may change it."""
    name = f"{f.wild.name}_f{f.number}_{b}"
    f.outside.append(
        f"{kind} {name}, *{name}_p = &{name}; void {name}_less(void) {{ {name}--; }}"
    )
    change = f.rng.choice([f"{name}--;", f"(*{name}_p)--;", f"{name}_less();"])
    return Bound(f"{name} = {end}; ", name, change)


def constant(f, kind, b, end):
    """A constant keeps its value when what it was made of changes."""
    if f.rng.random() < 0.5:
        return Bound(f"const {kind} c{b} = {end}; const {kind} {b} = c{b}; ", b)
    return Bound(f"{kind} v{b} = {end}; const {kind} {b} = v{b}; v{b} += 7; (void)v{b}; ", b)


def own_memory(f, kind, b, end):
    """The private structure is an element of a shared array."""
    m, name = MEMBERS[kind], f"{f.wild.name}_f{f.number}_{b}"
    f.outside.append(
        f"static shared [2] struct bound {name}[2 * THREADS]; static struct bound m_{name}[2 * 8];"
    )
    if f.rng.random() < 0.5:
        declared, text = (
            f"struct bound *{b} = (struct bound *)&@{name}[me * 2]; {b}->{m} = {end}; ",
            f"{b}->{m}",
        )
    else:
        declared, text = f"{kind} *{b} = ({kind} *)&@{name}[me * 2].{m}; *{b} = {end}; ", f"(*{b})"
    change = f.rng.choice(
        [
            f"@{name}[me * 2].{m}--;",
            f"@{name}[me * 2 + k0].{m} -= 1;",
            f"@{name}[2 * me - k0].{m} = {text} - 1;",
        ]
    )
    return Bound(declared, text, change)


def constant_index(f, scope, sizes):
    """(declaration, variable's name, kind, least, greatest) of a constant made of loop variables of
    the scope and of a variable that changes behind it."""
    rng, at = f.rng, f.fresh("at")
    plain = [
        v
        for v in scope
        if v.kind != "pointer" and min(v.range.low) >= 0 and max(v.range.high) < 5000
    ]
    if not plain:
        return None
    v, k, by = rng.choice(plain), rng.choice([1, 1, 1, 2, 3, 8]), rng.choice([0, 0, 1, 4])
    low, high = [k * x + by for x in v.range.low], [k * x + by for x in v.range.high]
    kind = rng.choice(
        ["int"] * 4 + ["long", "long", "unsigned", "size_t", "short", "unsigned char"]
    )
    if kind == "unsigned char" and max(high) > 255:
        low, high = [0 for _ in low], [255 for _ in high]
    if kind == "short" and max(high) > 30000:
        kind = "int"
    core = v.name if k == 1 else f"{v.name} * {k}"
    way = rng.random()
    if by and way < 0.4:
        return (
            f"int o{at} = {by}; const {kind} {at} = {core} + o{at}; o{at} = 1000; (void)o{at}; (void){at}; ",
            at,
            kind,
            low,
            high,
        )
    if way < 0.6:
        return (
            f"const {kind} c{at} = {core} + {by}; const {rng.choice(['long', kind])} {at} = c{at}; (void){at}; ",
            at,
            kind,
            low,
            high,
        )
    if way < 0.8:  # declared by the function, as C had it
        f.assigned.append(f"{kind} {at} = 0; (void){at};")
        return f"{at} = {core} + {by}; ", at, kind, low, high
    return (
        f"{rng.choice(['const ', 'const ', ''])}{kind} {at} = {core} + {by}; (void){at}; ",
        at,
        kind,
        low,
        high,
    )
