"""Do the instructions for aarch64 (docs/design/memory-model.md) forbid what UPC forbids?

All executions of small programs under the model of Armv8 (tests/support/arm_model.py) are compared
with Appendix B of UPC 1.3 (tests/support/upc_model.py). Whatever the processor may return, UPC must
allow. This needs no tool; an emulator on x86-64 would show no reordering. Each ordering instruction
is also taken away, and then something forbidden must be found: none is there in vain."""

# sanitize: no (it runs nothing)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import itertools  # noqa: E402

from runner.e2e import *  # noqa: E402,F403
from support.arm_model import Event, Program  # noqa: E402
from support.upc_model import Access, allows  # noqa: E402

FENCE = Event("F")


def read(place, marks="", **more):
    return Event("R", place, marks=marks, **more)


def written(place, value, marks="", **more):
    return Event("W", place, value, marks=marks, **more)


def mapped(access, without=""):
    """The instructions of one access; `without` names one that is left out."""
    a = access
    if not a.strict:
        return [read(a.place) if a.kind == "R" else written(a.place, a.value)]
    if a.kind == "R":
        return [FENCE] * (without != "dmb before ldar") + [read(a.place, "A" * (without != "ldar"))]
    return [written(a.place, a.value, "L" * (without != "stlr"))] + [FENCE] * (
        without != "dmb behind stlr"
    )


def violations(program, without=""):
    """Outcomes that the processor allows and UPC does not."""
    accesses = [a for thread in program for a in thread]
    reads = [i for i, a in enumerate(accesses) if a.kind == "R"]
    machine = Program([[e for a in thread for e in mapped(a, without)] for thread in program])
    return [o for o in machine.outcomes() if not allows(program, dict(zip(reads, o)))]


def numbered(program):
    """Each write has a value of its own."""
    values = itertools.count(1)
    return [
        [Access(k, p, s, next(values) if k == "W" else 0) for k, p, s in thread]
        for thread in program
    ]


def described(program):
    return " | ".join(
        " ".join(("S" if a.strict else "R") + a.kind + "(" + a.place + ")" for a in t)
        for t in program
    )


KINDS = list(itertools.product("RW", "xy", (False, True)))


def pairs_of_threads():
    """All of two threads with two accesses each, up to exchange of threads and of places."""
    other = {"x": "y", "y": "x"}
    threads = list(itertools.product(KINDS, repeat=2))
    for one, two in itertools.combinations_with_replacement(threads, 2):
        turned = tuple(sorted(tuple((k, other[p], s) for k, p, s in t) for t in (one, two)))
        kinds = {k for t in (one, two) for k, _, _ in t}
        if kinds == {"R", "W"} and tuple(sorted((one, two))) <= turned:
            yield numbered([one, two])


SHAPES = {  # of three and four threads: where a store that not everybody sees at once would show
    "IRIW": ["Wx", "Wy", "Rx Ry", "Ry Rx"],
    "WRC": ["Wx", "Rx Wy", "Ry Rx"],
    "RWC": ["Wx", "Rx Ry", "Wy Rx"],
    "ISA2": ["Wx Wy", "Ry Wz", "Rz Rx"],
    "Z6": ["Wx Wy", "Wy Wz", "Rz Rx"],
    "LB3": ["Rx Wy", "Ry Wz", "Rz Wx"],
    "SB3": ["Wx Ry", "Wy Rz", "Wz Rx"],
}


def shapes():
    for shape in SHAPES.values():
        flat = [a for t in shape for a in t.split()]
        for strict in itertools.product((False, True), repeat=len(flat)):
            flags = iter(strict)
            yield numbered([[(a[0], a[1], next(flags)) for a in t.split()] for t in shape])


def check_mapping():
    count = 0
    for program in itertools.chain(pairs_of_threads(), shapes()):
        found = violations(program)
        check(not found, f"aarch64 may return {found} in {described(program)}")
        count += 1
    print(f"{count} programs: whatever aarch64 returns, UPC allows")


def check_nothing_in_vain():
    """Each of the two instructions of a strict access holds one of its sides."""
    for without in ("dmb before ldar", "dmb behind stlr", "ldar", "stlr"):
        bad = next((p for p in pairs_of_threads() if violations(p, without)), None)
        check(bad, f"nothing forbidden was found without {without}")
        print(f"without {without}: {described(bad)} returns {violations(bad, without)[0]}")


# ---- barriers, locks, sleepers ----


def exchange(place, value, amo, **more):
    """swpal, or ldaxr and stlxr."""
    tag = " amo" if amo else ""
    return [read(place, "A" + tag, **more), written(place, value, "L" + tag, pair=True)]


def barrier(me, count, amo):
    arrives = [FENCE, *exchange(f"post{me}", 1, amo)]
    return arrives + [read(f"post{t}", "A", reads=1) for t in range(count) if t != me] + [FENCE]


def lock(name, amo, fences=True):
    """Nobody contends: the ticket is drawn, and the slot serves it."""
    return [*exchange(f"ticket{name}", 1, amo), read(f"slot{name}", "A")] + [FENCE] * fences


def attempt(name, amo, fences=True):
    return exchange(f"ticket{name}", 1, amo) + [FENCE] * fences


def unlock(name, amo, fences=True):
    return [FENCE] * fences + exchange(f"slot{name}", 2, amo)


def shown(threads):
    """Outcomes of the plain reads."""
    program = Program(threads)
    return program.outcomes([r for r in program.reads if program.place(r) in "xy"])


def check_synchronization():
    x, y, of_x, of_y = written("x", 1), written("y", 1), read("x"), read("y")
    for amo in (False, True):
        two = [barrier(0, 2, amo), barrier(1, 2, amo)]
        check(shown([[x, *two[0]], [*two[1], of_x]]) == {(1,)}, "a barrier does not carry a write")
        check(
            shown([[x, *two[0], of_y], [y, *two[1], of_x]]) == {(1, 1)}, "a barrier lets reads pass"
        )
        check(
            shown([[of_x, *two[0]], [*two[1], x]]) == {(0,)},
            "a barrier lets a read see what comes behind it",
        )
        for fences in (True, False):
            both = [[x, *attempt("a", amo, fences), of_y], [y, *attempt("b", amo, fences), of_x]]
            passes = (0, 0) in shown(both)
            check(
                passes == (not fences and not amo),
                f"locks taken at once, amo {amo}, fences {fences}: {passes}",
            )
        whole = [
            [x, *unlock("a", amo), *lock("b", amo), of_y],
            [y, *unlock("c", amo), *lock("d", amo), of_x],
        ]
        check((0, 0) not in shown(whole), "store buffering through two locks")
        # runtime/sync/wait.h: W1 W3 W4 against S1 S3, in both forms of a signal
        waiter = [*exchange("sleepers", 1, amo), FENCE, read("y")]
        by_exchange = [*exchange("y", 1, amo), read("sleepers", "A")]
        by_fence = [written("y", 1), FENCE, read("sleepers", "A")]
        for signaller in (by_exchange, by_fence):
            program = Program([waiter, signaller])
            last = [r for r in program.reads if program.events[r][0] == 1][-1]
            of_data = [
                r for r in program.reads if program.place(r) == "y" and program.events[r][0] == 0
            ][-1]
            check((0, 0) not in program.outcomes([of_data, last]), "a wake-up is lost")
    print("barriers, locks and wake-ups hold, with and without atomic instructions")


check_mapping()
check_nothing_in_vain()
check_synchronization()
