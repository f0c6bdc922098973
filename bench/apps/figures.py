"""The figures of bench/apps: programs as a whole, against the same algorithm in C with OpenMP on as many cores.

Programs of the NAS Parallel Benchmarks run at class W or A and check the published results; UTS counts the tree T1.
"""

from driver.figure import Figure, Ratio, Series


def program(name, target=None):
    """A program that prints its own name as the figure, like its reference of the same name."""
    return Series(name, (name,), (Figure(name, name, name, target, "ms", 1e-6),))


SERIES = (
    program("queens"),
    Series("matmul", ("matmul",), (
        Figure("matmul.local", "local", "matmul", Ratio(1 / 0.95), "ms", 1e-6),
        Figure("matmul.shared", "shared", "matmul", Ratio(1 / 0.95), "ms", 1e-6),
    )),
    program("ep", Ratio(1.05)),
    program("is", Ratio(1.05)),
    program("cg", Ratio(1.05)),
    program("mg", Ratio(1.05)),
    program("ft", Ratio(1.05)),
    program("uts", Ratio(1.05)),
    program("nbody"),
    program("md"),
)
