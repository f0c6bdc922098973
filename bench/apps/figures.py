"""The figures of bench/apps: small programs as a whole, against the same algorithm in C with OpenMP on as many cores. No promises."""

from driver.figure import Figure, Series

SERIES = (
    Series("queens", ("queens",), (Figure("queens", "queens", "queens", None, "ms", 1e-6),)),
    Series("matmul", ("matmul",), (Figure("matmul", "matmul", "matmul", None, "ms", 1e-6),)),
)
