"""Random programs: what the objects of a program are and how an element is written, once as UPC and
once as the oracle has it.

Vocabulary. A *mirror* is a private, flat C array with the values that a shared array must have;
every thread keeps its own and computes it with plain loops. A *pair* is the same expression or
statement twice: for the shared objects and for their mirrors. A *leaf* is a scalar inside an
element (the element itself, a member, a bit-field). *flat* is the number of an element in the order
of C; an array of n elements in blocks of B puts element f on thread f / B % THREADS. Invariant: all
arithmetic is in long with -fwrapv and what is stored is small, so both sides of a pair have the
same defined value.
"""

from collections import namedtuple

Pair = namedtuple("Pair", "upc mirror")


def both(text):
    return Pair(text, text)


def join(template, *pairs):
    """The template with each {} replaced by a part of the pairs."""
    return Pair(
        template.format(*(p.upc for p in pairs)), template.format(*(p.mirror for p in pairs))
    )


class Type:
    """An element type; `leaves` are (path, kind) with kind int, small (a bit-field or _Bool), real
    or complex."""

    def __init__(self, name, leaves):
        self.name, self.leaves = name, leaves


DEFINITIONS = """struct pair { int a; double b; };
struct odd { char c[5]; };
struct bits { unsigned u : 5; int s : 11; unsigned long w : 40; short after; signed char t : 3; };
struct nest { short h; struct pair p[2]; union { int i; unsigned char y[4]; }; long double l; };
struct __attribute__((packed)) tight { char c; int i; double d; };
enum colour { red, green = 5, blue };
typedef long word;
"""

INTEGERS = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
]
TYPES = (
    [Type(t, [("", "int")]) for t in INTEGERS + ["word", "__int128"]]
    + [Type(t, [("", "real")]) for t in ("float", "double", "long double")]
    + [
        Type("_Bool", [("", "small")]),
        Type("enum colour", [("", "int")]),
        Type("float _Complex", [("", "complex")]),
        Type("double _Complex", [("", "complex")]),
        Type("struct pair", [(".a", "int"), (".b", "real")]),
        Type("struct odd", [(f".c[{k}]", "int") for k in (0, 4)]),
        Type(
            "struct bits",
            [(".u", "small"), (".s", "small"), (".w", "small"), (".after", "int"), (".t", "small")],
        ),
        Type(
            "struct nest",
            [(".h", "int"), (".p[1].b", "real"), (".p[0].a", "int"), (".i", "int"), (".l", "real")],
        ),
        Type("struct tight", [(".c", "int"), (".i", "int"), (".d", "real")]),
    ]
)
BLOCKS = [None, None, None, 0, 1, 2, 2, 3, 4, 5, 7, 10, 10, 16, 17, 64, 1000, "*", "*"]


class Array:
    """A shared object and its mirror; without dimensions it is a scalar. One dimension may be a
    multiple of THREADS (`scaled`).

    threads: the number in a static translation, else 0. storage: declared, or the function that
    allocates it (one dimension)."""

    def __init__(self, rng, name, threads, types=TYPES, blocks=BLOCKS, storage=None):
        self.name, self.mirror, self.pointer = name, f"m_{name}", f"P_{name}"
        self.type, self.block = rng.choice(types), rng.choice(blocks)
        self.storage = storage or rng.choice(
            ["declared"] * 7 + ["all_alloc", "global_alloc", "alloc"]
        )
        if self.storage == "alloc":
            self.block = 0
        elif self.storage != "declared" and self.block in (0, "*"):
            self.block = 3
        self.dimensions = [
            rng.randint(1, 9)
            for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3]) if self.storage == "declared" else 1)
        ]
        if not self.dimensions:
            self.block = None
        if len(self.dimensions) == 1:
            self.dimensions[0] = rng.choice([1, 2, 5, 8, 13, 30, 77, 120])
        may_be_fixed = threads or self.block == 0 or self.storage != "declared"
        scalable = self.dimensions and self.block != 0
        self.scaled = (
            rng.randrange(len(self.dimensions))
            if scalable and not (may_be_fixed and rng.random() < 0.4)
            else None
        )
        self.threads = threads
        self.qualifier = rng.choice(["", "", "", "strict ", "relaxed ", "volatile "])
        self.static = rng.choice(["", "static "])
        self.has_pointer = bool(self.dimensions)

    def size(self, k):
        return f"{self.dimensions[k]} * THREADS" if k == self.scaled else str(self.dimensions[k])

    def count(self):
        """The number of elements as an expression of C."""
        return " * ".join(["1"] + [self.size(k) for k in range(len(self.dimensions))])

    def definite_block(self):
        """The number in the layout; 0 for indefinite. [*] is worked out: it is a constant wherever
        it may be written."""
        if self.block != "*":
            return 1 if self.block is None else self.block
        n = 1
        for d in self.dimensions:
            n *= d
        return n if self.scaled is not None else -(-n // self.threads)

    def layout(self, written=True):
        block = self.block if written else self.definite_block()
        return "shared" if block is None else "shared []" if block == 0 else f"shared [{block}]"

    def pointee(self):
        return f"{self.qualifier}{self.type.name} {self.layout(False)}"

    def declare(self):
        typedef = f"typedef {self.pointee()} *{self.pointer};\n"
        mirror = f"static {self.type.name} *{self.mirror};\n"
        if self.storage == "declared":
            shape = "".join(f"[{self.size(k)}]" for k in range(len(self.dimensions)))
            return (
                typedef
                + mirror
                + f"{self.static}{self.qualifier}{self.type.name} {self.layout()} {self.name}{shape};\n"
            )
        return (
            typedef
            + mirror
            + f"{self.static}{self.pointer} {'shared ' if self.storage != 'all_alloc' else ''}{self.name};\n"
        )

    def set_up(self):
        """Statements that allocate the mirror, and the array where it is not declared."""
        text = f"{self.mirror} = calloc({self.count()}, sizeof *{self.mirror});"
        block = max(self.definite_block(), 1)
        blocks = f"({self.count()} + {block - 1}) / {block}, {block} * sizeof({self.type.name})"
        if self.storage == "all_alloc":
            text += f" {self.name} = ({self.pointer})upc_all_alloc({blocks});"
        elif self.storage == "global_alloc":
            text += (
                f" if (MYTHREAD == WHO) {self.name} = ({self.pointer})upc_global_alloc({blocks});"
            )
        elif self.storage == "alloc":
            text += f" if (MYTHREAD == WHO) {self.name} = ({self.pointer})upc_alloc({self.count()} * sizeof({self.type.name}));"
        return text

    def clear(self):
        """Statements that give all elements a first value, behind a barrier."""
        values = " ".join(
            join(f"{{}}{path} = flat % 50 + {k};", self.at(both("flat"))).upc
            for k, (path, _) in enumerate(self.type.leaves)
        )
        mirror = " ".join(
            f"{self.mirror}[flat]{path} = flat % 50 + {k};"
            for k, (path, _) in enumerate(self.type.leaves)
        )
        loop = f"for (long flat = 0; flat < {self.count()}; flat++)"
        return f"{loop} {{ if (flat % THREADS == MYTHREAD) {{ {values} }} {mirror} }}"

    def tear_down(self):
        free = {
            "all_alloc": f" upc_all_free({self.name});",
            "declared": "",
            "global_alloc": f" if (MYTHREAD == 0) upc_free({self.name});",
            "alloc": f" upc_all_free({self.name});",
        }
        return f"free({self.mirror});{free[self.storage]}"

    def owner(self, flat):
        """The thread of an element, as an expression of C."""
        if self.storage == "alloc":
            return "WHO"
        return (
            f"(int)(({flat}) / {self.definite_block()} % THREADS)" if self.definite_block() else "0"
        )

    def phase(self, flat):
        return f"(int)(({flat}) % {self.definite_block()})" if self.definite_block() else "0"

    def local(self, flat):
        """Where in its thread's part an element lies."""
        b = self.definite_block()
        return f"(({flat}) / ({b}L * THREADS) * {b} + ({flat}) % {b})" if b else f"({flat})"

    def indices(self, flat):
        """The indexes i, j… of an element."""
        parts, below = [], ""
        for k in reversed(range(len(self.dimensions))):
            within = f" % ({self.size(k)})" if k else ""
            parts.insert(0, f"({flat}){f' / ({below[3:]})' if below else ''}{within}")
            below += f" * {self.size(k)}"
        return parts

    def first(self):
        """A pointer to the first element."""
        return Pair(f"(&{self.name}{'[0]' * len(self.dimensions)})", f"(&{self.mirror}[0])")

    def at(self, flat, rng=None):
        """An element as an lvalue, in one of the ways to write it."""
        mirror = f"{self.mirror}[{flat.mirror}]"
        n = len(self.dimensions)
        if n == 0:
            return Pair(self.name, f"{self.mirror}[0]")
        indices, first = self.indices(flat.upc), self.first().upc
        plain = self.name + "".join(f"[{i}]" for i in indices)
        if rng is None:
            return Pair(plain, mirror)
        forms = [f"{first}[{flat.upc}]", f"(*({first} + ({flat.upc})))"]
        if n == 1 or len(flat.upc) < 60:  # each index repeats the text
            outer = self.name + "".join(f"[{i}]" for i in indices[:-1])
            forms += [plain] * 4 + [
                f"(*&{plain})",
                f"(*({outer} + ({indices[-1]})))",
                f"({indices[-1]})[{outer}]",
                f"(*({outer} - -(long)({indices[-1]})))",
            ]
        return Pair(rng.choice(forms), mirror)

    def check(self, where):
        """Compares all elements with the mirror; `where` names the phase."""
        same = " && ".join(
            f"{self.at(both('flat')).upc}{path} == {self.mirror}[flat]{path}"
            for path, _ in self.type.leaves
        )
        return f'for (long flat = 0; flat < {self.count()}; flat++) if (!({same})) wrong("{where}", "{self.name}", flat);'
