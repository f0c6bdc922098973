"""The figures of bench/kernels: whole loops over shared data, against C with OpenMP on as many cores.

`local` forms use a private pointer where the data is the thread's own, as tuned UPC programs do; `shared` forms are what one
writes first, with shared accesses throughout. So are the programs that print their own name; those check their results. Targets stand where
one is promised; the others inform.
"""

from driver.figure import Figure, Ratio, Series


def program(name, unit, scale, target=None):
    """A program that prints its own name as the figure, like its reference of the same name."""
    return Series(name, (name,), (Figure(name, name, name, target, unit, scale),))


SERIES = (
    Series("stream", ("stream",), (
        Figure("stream.local", "local", "stream", Ratio(1 / 0.97), "us", 1e-3),
        Figure("stream.shared", "shared", "stream", Ratio(1 / 0.97), "us", 1e-3),
    )),
    Series("stencil", ("stencil",), (
        Figure("stencil.local", "local", "stencil", Ratio(1.1), "us", 1e-3),
        Figure("stencil.shared", "shared", "stencil", None, "us", 1e-3),
    )),
    program("random_access", "ns", 1),
    Series("twisted", ("twisted",), (
        Figure("twisted.plain", "plain", "twisted", Ratio(1.03), "us", 1e-3),
        Figure("twisted.cast", "cast", "twisted", Ratio(1.03), "us", 1e-3),
    )),
    program("sobel", "us", 1e-3, Ratio(1.05)),
    program("spmv", "ns", 1, Ratio(1.05)),
    program("mcop", "us", 1e-3),
    program("bucket_sort", "ns", 1),
    program("hash_table", "ns", 1),
    program("contention", "ns", 1),
)
