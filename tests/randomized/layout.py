"""What the standard says of an array's layout, checked for each element on every thread: thread,
phase, address field, sizes, rows."""

from .model import Pair, both


def layout(rng, serial):
    """(head, statements, tail, arrays written)"""
    arrays = [a for a in serial.arrays if a.dimensions]
    if not arrays:
        return None
    a = rng.choice(arrays)
    element, count, block, size = (
        a.at(both("flat"), rng).upc,
        a.count(),
        a.definite_block(),
        f"sizeof({a.type.name})",
    )
    steps = [rng.choice([-1, 1]) * rng.randint(1, 9), rng.randint(-300, 300)]
    facts = [
        f"CHECK((int)upc_threadof(&{element}) == {a.owner('flat')}); CHECK((int)upc_phaseof(&{element}) == {a.phase('flat')});"
    ]
    if block:  # the first element of the same thread, if it has one at the block's begin
        start = f"({block}L * {a.owner('flat')})"
        facts.append(
            f"if ({start} < {count}) CHECK(upc_addrfield(&{element}) - upc_addrfield({a.first().upc} + {start}) == {a.local('flat')} * {size});"
        )
    for s in steps:
        facts.append(
            f"if (flat + {s} >= 0 && flat + {s} < {count}) {{ {a.pointer} p = {a.first().upc} + flat, q = p + {s}; CHECK(q - p == {s} && p - q == -({s}) && "
            f"&p[{s}] == q && q - ({s}) == p && (q < p) == ({s} < 0) && (int)upc_threadof(q) == {a.owner(f'(flat + {s})')}); }}"
        )
    checks = [f"for (long flat = 0; flat < {count}; flat++) {{ {fact} }}" for fact in facts]
    checks.append(
        f"{{ long mine = 0; upc_forall (long flat = 0; flat < {count}; flat++; &{element}) mine++; "
        f"long want = 0; for (long flat = 0; flat < {count}; flat++) want += {a.owner('flat')} == MYTHREAD; CHECK(mine == want); }}"
    )
    if a.storage == "declared":
        name = a.name
        checks.append(
            f"CHECK(sizeof {name} == ({count}) * {size} && upc_blocksizeof({name}) == {block} && upc_elemsizeof({name}) == {size});"
        )
        checks.append(
            f"{{ long mine = 0, most = 0; for (int t = 0; t < THREADS; t++) {{ long n = 0; for (long flat = 0; flat < {count}; flat++) n += {a.owner('flat')} == t; "
            f"if (t == MYTHREAD) mine = n; if (n > most) most = n; }} CHECK((long)upc_affinitysize(sizeof {name}, {block} * {size}, MYTHREAD) == mine * (long){size}); "
            f"CHECK((long)upc_localsizeof({name}) >= most * (long){size}); }}"
        )
        checks += rows(a)
    return Pair("{", "{"), [Pair(text, "") for text in checks], both("}"), []


def rows(a):
    """Pointers to rows of an array with several dimensions."""
    if len(a.dimensions) < 2:
        return []
    shape = "".join(f"[{a.size(k)}]" for k in range(1, len(a.dimensions)))
    width = " * ".join(a.size(k) for k in range(1, len(a.dimensions)))
    return [
        f"{{ {a.pointee()} (*row){shape} = {a.name}; for (long k = 0; k < {a.size(0)}; k++, row++) {{ long flat = k * {width}; "
        f"CHECK(row == &{a.name}[k] && row - {a.name} == k && (int)upc_threadof(row) == {a.owner('flat')} && (int)upc_phaseof(row) == {a.phase('flat')} && "
        f"&(*row){'[0]' * (len(a.dimensions) - 1)} == {a.first().upc} + flat); }} }}"
    ]
