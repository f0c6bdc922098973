"""Random loops whose indexes are stepped anywhere (wild.py takes them): in branches, inside of an
index, by constants and by assignments, in nests, with jumps. Each access stands behind a test that
its index lies in the array, so the variables go where they like."""

KINDS = ["int"] * 5 + ["long"] * 3 + ["unsigned", "unsigned", "unsigned long", "size_t", "long long"]


class Cursor:
    def __init__(self, name, kind, array):
        self.name, self.kind, self.array = name, kind, array


def element(rng, array, index):
    """The element with that index into all of the array, or into a row of it."""
    if array.rank == 1:
        return f"@{array.name}[{index}]{rng.choice(array.leaves)}", array.count()
    if rng.random() < 0.5:
        first = "".join(
            f"[{rng.randrange(min(array.sizes(k)))}]" for k in range(array.rank - 1)
        )
        return f"@{array.name}{first}[{index}]{rng.choice(array.leaves)}", array.size(array.rank - 1)
    return array.flat(index) + rng.choice(array.leaves), array.count()


def guarded(index, count, text):
    return f"if ((unsigned long)({index}) < (unsigned long)({count})) {{ {text} }}"


def use(function, cursor):
    """A statement that reads or writes by the cursor."""
    rng, c = function.rng, cursor.name
    array = cursor.array if rng.random() < 0.8 else rng.choice(function.arrays)
    by = rng.choice([0, 0, 0, 1, -1, 2, -3])
    factor = rng.choice([1] * 10 + [2, 3, -1])
    core = c if factor == 1 else f"{factor} * {c}" if factor > 0 else f"{rng.choice([3, 20])} - {c}"
    index = core if by == 0 else f"{core} {'+' if by > 0 else '-'} {abs(by)}"
    if by == 0 and factor == 1 and rng.random() < 0.5:
        step = rng.choice([f"{c}++", f"{c}--", f"{c}++", f"++{c}", f"--{c}"])
        index = {"++": f"{c} + 1", "--": f"{c} - 1"}.get(step[:2], c)
        text, count = element(rng, array, step)
    else:
        text, count = element(rng, array, index)
    does = rng.choice(
        [
            f"acc = wild_mix(acc, (long){text});",
            f"{text} = SMALL(acc);",
            f"{text} += 3;",
            f"{text}++;",
        ]
    )
    return guarded(index, count, does)


def change(function, cursor):
    rng, c = function.rng, cursor.name
    n = rng.choice([2, 3, 5, 16])
    return rng.choice(
        [f"{c}++;", f"{c}++;", f"++{c};", f"{c}--;", f"{c} += {n};", f"{c} -= {n};"]
        + [f"{c} = {c} + {n};", f"{c} = {rng.randint(0, 60)};", f"acc += {c}++;", f"acc += --{c};"]
        + [f"{c} = IN(acc, {cursor.array.count()});"]
        + [f"if ({c} >= {cursor.array.count()}) {c} = 0;"]
    )


def statement(function, cursors, depth):
    rng = function.rng
    cursor, choice = rng.choice(cursors), rng.random()
    if choice < 0.45:
        return use(function, cursor)
    if choice < 0.75:
        return change(function, cursor)
    if choice < 0.85:
        both = [statement(function, cursors, depth) for _ in range(2)]
        return f"if ({test(function, cursors)}) {{ {both[0]} }} else {{ {both[1]} }}"
    if depth < 2:
        return loop(function, cursors, depth + 1)
    return use(function, cursor)


def test(function, cursors):
    rng = function.rng
    c = rng.choice(cursors)
    return rng.choice(
        [f"{c.name} % 3 == 1", f"(acc & 3) == {rng.randint(0, 3)}", f"{c.name} < {rng.randint(1, 40)}"]
    )


def loop(function, cursors, depth):
    """A loop with an end of its own, and cursors from around it or declared in it."""
    rng = function.rng
    turns, limit = function.fresh("turn"), rng.choice([3, 9, 40] if depth == 0 else [1, 2, 4, 7])
    inner, head = list(cursors), ""
    if rng.random() < 0.4 or not inner:
        c = Cursor(function.fresh("c"), rng.choice(KINDS), rng.choice(function.arrays))
        first = rng.choice(["0", "1", str(rng.randint(0, 50)), f"IN(acc, {c.array.count()})"])
        head, inner = f"{c.kind} {c.name} = {first}; ", inner + [c]
    body = [statement(function, inner, depth) for _ in range(rng.randint(1, 4))]
    if rng.random() < 0.25:
        jump = rng.choice(["break;", "continue;"])
        body.insert(rng.randint(0, len(body)), f"if ({test(function, inner)}) {jump}")
    text = " ".join(body)
    cursor = rng.choice(inner).name
    count = rng.choice(inner).array.count()
    forms = [
        f"while ({turns}++ < {limit}) {{ {text} }}",
        f"while ({turns}++ < {limit} && {cursor} < {count}) {{ {text} }}",
        f"do {{ {text} }} while ({turns}++ < {limit});",
        f"for (; {turns}++ < {limit}; {cursor}++) {{ {text} }}",
        f"for (;;) {{ if ({turns}++ >= {limit}) break; {text} }}",
    ]
    return f"{{ {head}int {turns} = 0; {rng.choice(forms)} }}"


def stepped(function):
    """A block with cursors in front of a loop, some of which have no value yet."""
    rng, cursors, text = function.rng, [], ""
    for _ in range(rng.randint(1, 3)):
        c = Cursor(function.fresh("c"), rng.choice(KINDS), rng.choice(function.arrays))
        cursors.append(c)
        text += f"{c.kind} {c.name} = {rng.choice(['0', str(rng.randint(0, 70))])}; "
        if c.kind in ("int", "long") and rng.random() < 0.15:
            text += f"{c.name} = -{rng.randint(1, 3)}; "
    text += " ".join(loop(function, cursors, 0) for _ in range(rng.choice([1, 1, 2])))
    return f"{{ {text} }}"
