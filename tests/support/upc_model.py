"""The memory model of UPC 1.3 (Appendix B), as a search: may reads return these values together?

An execution is consistent if two kinds of orders exist. `<Strict` orders all strict operations, and
keeps each pair of a thread of which one is strict in program order. For each thread, a total order
has its operations and everybody's writes and strict reads. It agrees with `<Strict`. It keeps two
accesses of a thread to one place in program order where one writes. In it, each read returns the
most recent write.
"""

import itertools
from dataclasses import dataclass


@dataclass(frozen=True)
class Access:
    kind: str  # R, W
    place: str
    strict: bool
    value: int = 0  # of a write


def strict_orders(accesses, threads):
    strict = [i for i, a in enumerate(accesses) if a.strict]
    for order in itertools.permutations(strict):
        if all(threads[a] != threads[b] or a < b for a, b in itertools.combinations(order, 2)):
            yield order


def fits(order, accesses, returned):
    """Each read returns the most recent write."""
    memory = {}
    for i in order:
        a = accesses[i]
        if a.kind == "W":
            memory[a.place] = a.value
        elif memory.get(a.place, 0) != returned[i]:
            return False
    return True


def linear_orders(nodes, before):
    """All orders of `nodes` that keep the pairs of `before`."""
    if not nodes:
        yield []
        return
    for n in nodes:
        if any((m, n) in before for m in nodes if m != n):
            continue
        for rest in linear_orders([m for m in nodes if m != n], before):
            yield [n] + rest


def allows(program, returned):
    """program: lists of Access, one a thread; returned: read (number of the access) -> value."""
    accesses = [a for thread in program for a in thread]
    threads = [t for t, thread in enumerate(program) for _ in thread]
    pairs = [
        (i, j)
        for i in range(len(accesses))
        for j in range(i + 1, len(accesses))
        if threads[i] == threads[j]
    ]
    fixed = {
        (i, j)
        for i, j in pairs
        if accesses[i].strict
        or accesses[j].strict
        or (accesses[i].place == accesses[j].place and "W" in (accesses[i].kind, accesses[j].kind))
    }
    for order in strict_orders(accesses, threads):
        before = fixed | set(itertools.combinations(order, 2))
        before = closed(before, len(accesses))
        if all(
            any(
                fits(o, accesses, returned)
                for o in linear_orders(
                    [
                        i
                        for i, a in enumerate(accesses)
                        if threads[i] == t or a.kind == "W" or a.strict
                    ],
                    before,
                )
            )
            for t in range(len(program))
        ):
            return True
    return False


def closed(before, count):
    """What follows by way of accesses that a thread does not see counts, too."""
    for k in range(count):
        before = before | {(i, j) for i, x in before if x == k for y, j in before if y == k}
    return before
