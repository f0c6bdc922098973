"""The programs of bench/unseen, their sizes (words of the command line), and their times.

`small`: for tests, milliseconds. `counted`: under callgrind, 5 to 50 million instructions of C.
`timed`: 50 to 200 ms of C.

Times are of one thread against serial C. Where the twin has a parallel form, times of two threads
are taken against C with OpenMP. Where the twin can divide its work as the UPC program does, they
are taken against that, too. Only the means of all have targets (driver/unseen.py)."""

from dataclasses import dataclass

from driver.figure import C, Figure, Run, Series
from driver.tools import BENCH


@dataclass(frozen=True)
class Program:
    name: str  # folder/stem
    small: str
    counted: str
    timed: str

    @property
    def stem(self):
        return self.name.split("/")[1]

    def parallel(self):
        """Whether the twin has a parallel form."""
        return "#pragma omp" in self.twin()

    def dealt(self):
        """Whether the twin's iterations can be dealt out as the UPC program's (unseen.h)."""
        return "DEALT(" in self.twin()

    def twin(self):
        return (BENCH / "unseen" / f"{self.name}.c").read_text(encoding="utf-8")


PROGRAMS = (
    # matrix
    Program("matrix/matmul", "23", "130", "300"),
    Program("matrix/matvec", "37 3", "300 20", "1000 60"),
    Program("matrix/transpose", "45", "1500", "2000"),
    Program("matrix/lu", "29", "200", "500"),
    Program("matrix/gauss", "27", "180", "500"),
    Program("matrix/sparse", "150 3", "2000 30", "20000 200"),
    # grid
    Program("grid/heat", "26 20", "100 100", "400 300"),
    Program("grid/life", "20 3", "60 10", "300 20"),
    Program("grid/convolve", "21", "60", "1000"),
    Program("grid/blur", "31 22 2", "100 60 3", "400 300 3"),
    Program("grid/mandelbrot", "17 30", "40 100", "240 300"),
    Program("grid/wave", "101 9", "5000 50", "20000 500"),
    Program("grid/diffuse", "13 12 11 4", "40 35 30 20", "80 70 60 100"),
    # number
    Program("number/nbody", "31 2", "200 10", "1000 10"),
    Program("number/prefix", "5500", "900000", "9000000"),
    Program("number/sieve", "3000", "1000000", "10000000"),
    Program("number/histogram", "1500 2", "65536 40", "65536 1000"),
    Program("number/kmeans", "200 3", "3000 5", "50000 10"),
    Program("number/fft", "7", "14", "19"),
    Program("number/montecarlo", "100 30", "5000 200", "30000 300"),
    # graph
    Program("graph/bfs", "2000", "100000", "1000000"),
    Program("graph/pagerank", "1000", "20000", "150000"),
    Program("graph/unionfind", "2000", "100000", "1000000"),
    Program("graph/dijkstra", "100", "1000", "4000"),
    Program("graph/floyd", "40", "150", "400"),
    # sort
    Program("sort/mergesort", "3000", "100000", "1000000"),
    Program("sort/quicksort", "5000", "100000", "1000000"),
    Program("sort/radix", "3000", "200000", "3000000"),
    Program("sort/oddeven", "200", "2000", "10000"),
    # text
    Program("text/search", "5000", "1000000", "10000000"),
    Program("text/kmp", "5000", "1000000", "10000000"),
    Program("text/words", "5000", "1000000", "10000000"),
    Program("text/runlength", "10000", "2000000", "20000000"),
    # table
    Program("table/lcs", "150", "1000", "4000"),
    Program("table/knapsack", "300 20", "10000 200", "100000 200"),
    Program("table/edit", "100", "1000", "3000"),
    # record
    Program("record/hashjoin", "1000", "200000", "1000000"),
    Program("record/queue", "300", "20000", "200000"),
    Program("record/accounts", "20 1000", "1000 300000", "10000 3000000"),
    Program("record/list", "10 100", "100 500", "1000 500"),
)


def _times(program, what, threads, defined=""):
    arguments = tuple(program.timed.split())
    name = f"unseen.{program.stem}.{what}"
    return Series(
        Run(program.name, threads, arguments),
        C(program.name, threads, arguments, defined),
        (Figure(name, program.stem, program.stem, None, "ms", 1e-6),),
        mappings=("process",) if threads == 1 else ("thread", "process"),
    )


SERIES = (
    *(_times(p, "serial", 1) for p in PROGRAMS),
    *(_times(p, "parallel", 2) for p in PROGRAMS if p.parallel()),
    *(_times(p, "dealt", 2, "UNSEEN_DEALT") for p in PROGRAMS if p.dealt()),
)
