"""The arrays of random programs (wild.py): what they are in UPC, their mirrors in C, and which
indexes they have for every number of threads."""

import re

TYPES = [
    ("int", [""]),
    ("int", [""]),
    ("long", [""]),
    ("double", [""]),
    ("char", [""]),
    ("short", [""]),
    ("float", [""]),
    ("unsigned", [""]),
    ("struct wild", [".a", ".b", ".v[0]", ".v[2]", ".f"]),
]


class Range:
    """Least and greatest value of something for each number of threads that the program may run
    with."""

    def __init__(self, low, high):
        self.low, self.high = list(low), list(high)

    def scaled(self, k):
        return (
            Range([k * x for x in self.low], [k * x for x in self.high])
            if k >= 0
            else Range([k * x for x in self.high], [k * x for x in self.low])
        )

    def plus(self, other):
        return Range(map(sum, zip(self.low, other.low)), map(sum, zip(self.high, other.high)))

    def moved(self, by):
        return Range([x + by for x in self.low], [x + by for x in self.high])


class Text:
    """A template for both languages."""

    @staticmethod
    def upc(text):
        return re.sub(r"@(\w+)", r"\1", re.sub(r"@\{([^|{}]*)\|([^{}]*)\}", r"\1", text))

    @staticmethod
    def c(text):
        return re.sub(r"@(\w+)", r"m_\1", re.sub(r"@\{([^|{}]*)\|([^{}]*)\}", r"\2", text))


class WildArray:
    def __init__(self, rng, name, threads, counts, blocks):
        self.name, (self.type, self.leaves) = name, rng.choice(TYPES)
        self.rank = rng.choice([1, 1, 1, 1, 2, 2, 3])
        most = {1: rng.choice([60, 150, 300]), 2: 20, 3: 7}[self.rank]
        self.dimensions = [rng.randint(max(2, most // 8), most) for _ in range(self.rank)]
        self.block = rng.choice([1, 1, 0, "*"] + [rng.choice(blocks)] * 8)
        if self.rank > 1 and rng.random() < 0.5 and self.block not in (0, "*"):
            self.block = self.dimensions[-1] * rng.choice([1, 1, 2, 3])
        self.scaled = (
            rng.randrange(self.rank)
            if self.block != 0 and not (threads and rng.random() < 0.3)
            else None
        )
        if self.block == "*" and self.scaled is None:
            self.block = 4
        self.qualifier = rng.choice([""] * 12 + ["relaxed ", "strict ", "volatile "])
        self.allocated = self.rank == 1 and self.block not in (0, "*") and rng.random() < 0.3
        self.counts = counts

    def size(self, k):
        return f"({self.dimensions[k]} * THREADS)" if k == self.scaled else str(self.dimensions[k])

    def sizes(self, k):
        return [self.dimensions[k] * (t if k == self.scaled else 1) for t in self.counts]

    def count(self):
        return " * ".join(self.size(k) for k in range(self.rank))

    def totals(self):
        out = [1] * len(self.counts)
        for k in range(self.rank):
            out = [x * y for x, y in zip(out, self.sizes(k))]
        return out

    def block_number(self):
        if self.block != "*":
            return self.block
        n = 1
        for d in self.dimensions:
            n *= d
        return n

    def element(self, written=False):
        layout = (
            ""
            if self.block == 1
            else "[]" if self.block == 0 else f"[{self.block if written else self.block_number()}]"
        )
        return f"{self.qualifier}shared {layout} {self.type}"

    def declare(self):
        shape = "".join(f"[{self.size(k)}]" for k in range(self.rank))
        store = f"static char *mm_{self.name};\n"
        if self.allocated:
            return store + f"static {self.element()} *{self.name};\n"
        return store + f"static {self.element(True)} {self.name}{shape};\n"

    def mirror(self):
        """A local of the C function by which it names the array."""
        row = "".join(f"[{self.size(k)}]" for k in range(1, self.rank))
        volatile = "volatile " if "volatile" in self.qualifier else ""
        return f"{volatile}{self.type} (*m_{self.name}){row} = (void *)mm_{self.name}; (void)m_{self.name};"

    def first(self):
        return f"@{self.name}" + "[0]" * (self.rank - 1)

    def flat(self, text):
        return f"(&@{self.name}{'[0]' * self.rank})[{text}]"

    def set_up(self):
        text = f"mm_{self.name} = calloc({self.count()}, sizeof({self.type})); "
        if self.allocated:
            b = self.block
            text += f"{self.name} = upc_all_alloc(({self.count()} + {b} - 1) / {b}, {b} * sizeof({self.type})); "
        return text

    def each(self, what):
        """The loop is hidden from the optimiser: its variable's address is taken."""
        return f"{{ long flat, *at = &flat; for (*at = 0; flat < {self.count()}; flat++) {{ {what} }} }}"

    def fill(self):
        upc, c = Text.upc(self.flat("flat")), f"(({self.type} *)mm_{self.name})[flat]"
        return self.each(
            "".join(
                f"if (flat % THREADS == MYTHREAD) {upc}{leaf} = flat * {3 + k} % 97; {c}{leaf} = flat * {3 + k} % 97; "
                for k, leaf in enumerate(self.leaves)
            )
        )

    def check(self, where):
        upc, c = Text.upc(self.flat("flat")), f"(({self.type} *)mm_{self.name})[flat]"
        same = " && ".join(f"{upc}{leaf} == {c}{leaf}" for leaf in self.leaves)
        return self.each(f'if (!({same})) wrong("{where}", "{self.name}", flat);')

    def tear_down(self):
        return f"free(mm_{self.name});" + (f" upc_all_free({self.name});" if self.allocated else "")
