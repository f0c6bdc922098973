"""Random upc_forall loops. The oracle runs them as plain loops; which thread must run which
iteration is checked one by one.

Every iteration writes one element of each target array, at an index that no other iteration has,
and reads arrays that the loop does not write; so the result does not depend on the order, and the
oracle's loop gives it.
"""

from collections import namedtuple

from .model import Pair, both, join

Loop = namedtuple("Loop", "kind name init condition step flat")


def loop_over(rng, name, target):
    """A loop in one of the usual forms over elements of target; `flat` is the element that belongs
    to the iteration."""
    kind = rng.choice(
        ["int", "int", "int", "long", "short", "unsigned", "unsigned long", "size_t", "long long"]
    )
    signed = kind in ("int", "long", "short", "long long")
    low, cut, step = (
        rng.choice([0, 0, 0, 1, 3]),
        rng.choice([0, 0, 1, 2]),
        rng.choice([1, 1, 1, 2, 3, 7]),
    )
    shift, n = rng.choice([0, 0, 0, 5, -4] if signed else [0, 0, 5]), target.count()
    flat = f"((long){name} - {shift})" if shift else rng.choice([name, name, f"((long){name})"])
    end = f"({n}) - {cut} + {shift}" if cut or shift else n
    if signed and rng.random() < 0.15:
        back = (
            rng.choice([f"{name}--", f"--{name}", f"{name} -= 1"])
            if step == 1
            else f"{name} -= {step}"
        )
        return Loop(
            kind,
            name,
            f"{name} = {end} - 1",
            f"{name} {rng.choice(['>=', '>'])} {low + shift}",
            back,
            flat,
        )
    forward = [f"{name} += {step}", f"{name} = {name} + {step}"] + (
        [f"{name}++", f"++{name}"] * 3 if step == 1 else []
    )
    conditions = (
        [f"{name} < {end}", f"{name} <= {end} - 1", f"{end} > {name}"]
        if signed
        else [f"(long){name} < {end}"]
    )
    if step == 1 and not low and not cut:
        conditions.append(f"{name} != {end}")
    return Loop(
        kind, name, f"{name} = {low + shift}", rng.choice(conditions), rng.choice(forward), flat
    )


def affinity_of(rng, loop, target, arrays):
    """(text, thread): the fourth field of the header and who runs the iteration, None if everybody
    does."""
    i = loop.name
    kind = rng.choice(["own"] * 4 + ["other"] * 2 + ["integer"] * 4 + ["all"])
    if kind == "own" and target.dimensions:
        member = rng.choice(["", ".after"]) if target.type.name == "struct bits" else ""
        return f"&{target.at(both(loop.flat), rng).upc}{member}", target.owner(loop.flat)
    others = [a for a in arrays if a.dimensions]
    if kind == "other" and others:
        a = rng.choice(others)
        where = f"IN({rng.choice([1, 2, 3])} * (long){i} + {rng.randint(0, 9)}, {a.count()})"
        forms = [
            f"&{a.at(both(where), rng).upc}",
            f"{a.first().upc} + {where}",
            f"(shared {'volatile ' * ('volatile' in a.qualifier)}void *)({a.first().upc} + {where})",
        ]
        return rng.choice(forms), a.owner(where)
    if kind == "all":
        return rng.choice(["continue", ""]), None
    number = rng.choice(
        [
            i,
            i,
            f"{i} + {rng.randint(1, 9)}",
            f"3 * {i} + 1",
            f"-(long){i}",
            f"(long long){i} - 100",
            f"(char){i}",
            f"{i} / 2",
            f"(int){i} - 7",
            "4",
            f"{i} * (long){i}",
        ]
    )
    return number, f"PMOD({number})"


def body(rng, serial, loop, targets, thread):
    """The statements of an iteration."""
    readable = [a for a in serial.arrays if a not in targets]
    result = (
        [Pair("ran++;", "ran--;")]
        if thread is None
        else [Pair(f"ran++; CHECK({thread} == MYTHREAD);", f"if ({thread} == MYTHREAD) ran--;")]
    )
    for _ in range(rng.choice([1, 1, 2, 3])):
        for t in targets:
            change = serial.assign(
                t,
                both(loop.flat),
                2,
                readable,
                (both(f"(long){loop.name}"),),
                fresh_only=thread is None,
            )
            result.append(
                change
                if t is targets[0]
                else join(f"if ({loop.flat} < {t.count()}) {{{{ {{}} }}}}", change)
            )
    if rng.random() < 0.2:
        result.insert(
            rng.randint(1, len(result)), both(f"if ((long){loop.name} % 3 == 1) continue;")
        )
    return result


def forall(rng, serial):
    """(head, statements, tail, arrays written)"""
    targets = rng.sample(serial.arrays, min(len(serial.arrays), rng.choice([1, 1, 2])))
    loop = loop_over(rng, serial.fresh("i"), targets[0])
    affinity, thread = affinity_of(rng, loop, targets[0], serial.arrays)
    fields = f"{loop.init}; {loop.condition}; {loop.step}"
    if rng.random() < 0.2:  # inside another upc_forall the affinity of the inner one does not count
        outer, runs = serial.fresh("o"), rng.randint(0, 5)
        head = Pair(
            f"upc_forall (int {outer} = 0; {outer} < 6; {outer}++; {outer}) if ({outer} == {runs}) upc_forall ({loop.kind} {fields}; {affinity}) {{",
            f"for ({loop.kind} {fields}) {{",
        )
        statements = body(rng, serial, loop, targets, f"PMOD({runs})")
        return head, statements, both("}"), targets
    statements = body(rng, serial, loop, targets, thread)
    if rng.random() < 0.6:
        return (
            Pair(
                f"upc_forall ({loop.kind} {fields}; {affinity}) {{",
                f"for ({loop.kind} {fields}) {{",
            ),
            statements,
            both("}"),
            targets,
        )
    last = serial.fresh("last")
    return (
        Pair(
            f"long {last}; {{ {loop.kind} {loop.name}; upc_forall ({fields}; {affinity}) {{",
            f"{{ {loop.kind} {loop.name}; for ({fields}) {{",
        ),
        statements,
        Pair(f"}} {last} = (long){loop.name}; }}", f"}} CHECK({last} == (long){loop.name}); }}"),
        targets,
    )
