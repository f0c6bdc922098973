"""The figures of bench/kernels: whole loops over shared data, against C with OpenMP on as many cores.

`local` forms use a private pointer where the data is the thread's own, as tuned UPC programs do; `shared` forms are what one
writes first, with shared accesses throughout. Targets stand where one is promised; the others inform.
"""

from driver.figure import Figure, Ratio, Series

SERIES = (
    Series("triad", ("triad",), (
        Figure("triad.local", "local", "triad", Ratio(1.05), "us", 1e-3),
        Figure("triad.shared", "shared", "triad", None, "us", 1e-3),
    )),
    Series("stencil", ("stencil",), (
        Figure("stencil.local", "local", "stencil", Ratio(1.1), "us", 1e-3),
        Figure("stencil.shared", "shared", "stencil", None, "us", 1e-3),
    )),
    Series("gups", ("gups",), (
        Figure("gups.directory", "directory", "update", None),
        Figure("gups.cyclic", "cyclic", "update", None),
    )),
    Series("random_access", ("random_access",), (Figure("random_access", "random_access", "random_access", None),)),
)
