"""The memory model of Armv8 (multi-copy atomic): all executions of a small program.

A thread is a list of events. `F` is `dmb ish`. Accesses are `R` and `W` of a location: plain, with
`A` (ldar) or with `L` (stlr). An atomic instruction (swpal, LSE) is a read and a write marked
`amo`; a pair of ldaxr and stlxr is the same two without the mark.

An execution chooses for each read the write it reads from (rf), and an order of the writes of each
location (co). fr leads from a read to the writes behind the one it read. An execution is allowed if
these hold (Arm ARM, B2.3; Pulte and others, POPL 2018):

  internal   po-loc, rf, co and fr have no cycle
  atomic     nothing comes between the read and the write of a pair
  external   ob has no cycle. It has rf, co and fr between threads, and the pairs. It has po where a
             barrier stands between, behind A, before L, from L to A, and around an `amo` with both

Dependencies order more. A mapping that relies on none is looked at without them.
"""

import itertools
from dataclasses import dataclass


@dataclass(frozen=True)
class Event:
    kind: str  # R, W, F
    place: str = ""
    value: int = 0  # of a write
    marks: str = ""  # A, L, amo
    pair: bool = False  # with the event before: read and write of one atomic operation
    reads: int | None = None  # a wait: only executions in which it reads this


def acyclic(nodes, edges):
    """Kahn: takes away what nothing leads to."""
    left, into = set(nodes), {n: 0 for n in nodes}
    for _, b in edges:
        into[b] += 1
    free = [n for n in nodes if into[n] == 0]
    while free:
        a = free.pop()
        left.discard(a)
        for x, b in edges:
            if x == a:
                into[b] -= 1
                if into[b] == 0:
                    free.append(b)
    return not left


class Program:
    def __init__(self, threads):
        self.events = [(t, e) for t, thread in enumerate(threads) for e in thread]
        self.nodes = range(len(self.events))
        self.reads = [i for i in self.nodes if self.events[i][1].kind == "R"]
        self.writes = [i for i in self.nodes if self.events[i][1].kind == "W"]
        self.po = [
            (i, j)
            for i in self.nodes
            for j in self.nodes
            if i < j and self.events[i][0] == self.events[j][0]
        ]
        self.pairs = [(i - 1, i) for i in self.nodes if self.events[i][1].pair]
        self.ordered = self.locally_ordered()

    def mark(self, i, mark):
        return mark in self.events[i][1].marks.split()

    def locally_ordered(self):
        fences = [i for i in self.nodes if self.events[i][1].kind == "F"]
        strong = [
            (r, w)
            for r, w in self.pairs
            if self.mark(w, "amo") and self.mark(r, "A") and self.mark(w, "L")
        ]
        before = set(self.po)
        found = set(self.pairs)
        for i, j in self.po:
            between = any((i, f) in before and (f, j) in before for f in fences)
            through = any((i, r) in before and (w, j) in before for r, w in strong)
            if between or through or self.mark(i, "A") or self.mark(j, "L"):
                found.add((i, j))
            if self.mark(i, "L") and self.mark(j, "A"):
                found.add((i, j))
        return [
            (i, j)
            for i, j in found
            if self.events[i][1].kind != "F" and self.events[j][1].kind != "F"
        ]

    def place(self, i):
        return self.events[i][1].place

    def executions(self):
        """rf: read -> write or None (0 at start); co: all pairs."""
        sources = [
            [None] + [w for w in self.writes if self.place(w) == self.place(r)] for r in self.reads
        ]
        places = sorted({self.place(w) for w in self.writes})
        orders = [
            list(itertools.permutations([w for w in self.writes if self.place(w) == p]))
            for p in places
        ]
        for chosen in itertools.product(*sources):
            rf = dict(zip(self.reads, chosen))
            if not all(
                self.events[r][1].reads is None or self.value(rf, r) == self.events[r][1].reads
                for r in self.reads
            ):
                continue
            for order in itertools.product(*orders):
                yield rf, [(a, b) for line in order for a, b in itertools.combinations(line, 2)]

    def value(self, rf, read):
        return self.events[rf[read]][1].value if rf[read] is not None else 0

    def allowed(self, rf, co):
        known = [(w, r) for r, w in rf.items() if w is not None]
        fr = [
            (r, w)
            for r in rf
            for w in self.writes
            if self.place(r) == self.place(w) and w != rf[r] and (rf[r] is None or (rf[r], w) in co)
        ]
        for r, w in self.pairs:
            if any((r, other) in fr and (other, w) in co for other in self.writes):
                return False
        same_place = [
            (i, j) for i, j in self.po if self.place(i) and self.place(i) == self.place(j)
        ]
        if not acyclic(self.nodes, same_place + known + co + fr):
            return False
        outside = [(a, b) for a, b in known + co + fr if self.events[a][0] != self.events[b][0]]
        return acyclic(self.nodes, outside + self.ordered)

    def outcomes(self, shown=None):
        """What the reads (those of `shown`, by number) may return together."""
        shown = self.reads if shown is None else shown
        found = set()
        for rf, co in self.executions():
            outcome = tuple(self.value(rf, r) for r in shown)
            if outcome not in found and self.allowed(rf, co):
                found.add(outcome)
        return found
