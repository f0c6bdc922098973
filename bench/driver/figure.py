"""What a figure is: two programs' printed numbers, compared, and what the comparison must reach.

A figure compares a Polder program with raw C, or with another run of Polder, measured in the same
round on the same cores. `target` says how:
  Ratio(limit)     value / reference is at most limit
  Excess(limit)    value - reference is at most limit, in the figure's unit
  Value(limit)     value is at most limit, in the figure's unit; the reference is for information
  AtLeast(limit)   value / reference is at least limit, for what is better the larger it is
  None             no promise; the figure informs
`judged` is what is compared with the limit: the ratio, the difference or the value itself.
"""

from dataclasses import dataclass
from typing import Optional, Union


@dataclass(frozen=True)
class Ratio:
    limit: float

    def text(self, unit):
        return f"ratio <= {self.limit:.3g}"

    def judged(self, value, reference):
        return value / reference if reference else float("inf")

    def holds(self, judged):
        return judged <= self.limit


@dataclass(frozen=True)
class Excess(Ratio):
    def text(self, unit):
        return f"reference + {self.limit:g} {unit}"

    def judged(self, value, reference):
        return value - reference


@dataclass(frozen=True)
class Value(Ratio):
    def text(self, unit):
        return f"<= {self.limit:g} {unit}"

    def judged(self, value, reference):
        return value


@dataclass(frozen=True)
class AtLeast(Ratio):
    def text(self, unit):
        return f"ratio >= {self.limit:g}"

    def holds(self, judged):
        return judged >= self.limit


Target = Optional[Union[Ratio, Excess, Value, AtLeast]]


@dataclass(frozen=True)
class Figure:
    """One row: the figure `polder` printed by the UPC program against `raw` printed by the C
    program, times `scale`; "" is how long a command took."""

    name: str
    polder: str
    raw: str
    target: Target
    unit: str = "ns"
    scale: float = 1.0  # of the printed value and of the reference, into the unit
    raw_scale: float = 1.0  # of the reference alone: 0.5 makes a round trip one line transfer


@dataclass(frozen=True)
class Run:
    """How a Polder program runs, but for the mapping: its file stem, arguments, nodes and
    environment. Nodes are simulated here, or, with `apart`, are network namespaces. `hosts`: lines
    of a hosts file, for simulated nodes that differ. `options`: what upcc is told beside the usual
    ones. NAME_shmem is the OpenSHMEM program shmem/NAME.c. cores: 0 are all there are."""

    upc: str
    threads: int = 2
    arguments: tuple = ()
    nodes: int = 1
    settings: tuple = ()  # "NAME=value"
    options: tuple = ()
    apart: bool = False
    cores: int = 0
    hosts: tuple = ()


@dataclass(frozen=True)
class C:
    """A raw C program compiled for so many OpenMP threads; for one, without OpenMP. `defined`: a
    macro, or none."""

    stem: str
    threads: int = 1
    arguments: tuple = ()
    defined: str = ""


@dataclass(frozen=True)
class Mpi:
    """The MPI program of STEM_mpi.c."""

    stem: str
    ranks: int = 2
    arguments: tuple = ()


@dataclass(frozen=True)
class Tbb:
    """The program of STEM_tbb.cc with oneTBB, on so many threads."""

    stem: str
    threads: int = 2


@dataclass(frozen=True)
class Oshmem:
    """The OpenSHMEM program shmem/STEM.c by Open MPI."""

    stem: str
    pes: int = 2
    arguments: tuple = ()
    cores: int = 0


@dataclass(frozen=True)
class Series:
    """Programs measured together, once a round, for the mappings named. `upc` is a file stem or a
    Run. `raw` is a stem and arguments of a C program, or a C, an Mpi, a Tbb, an Oshmem or a Run.
    `long`: only where hours were asked for. `busy`: both run beside so many busy loops."""

    upc: Union[str, Run]
    raw: Union[tuple, Run, C, Mpi, Tbb, Oshmem]
    figures: tuple
    threads: int = 2
    mappings: tuple = ("thread", "process")
    long: bool = False
    busy: int = 0

    def run(self):
        return self.upc if isinstance(self.upc, Run) else Run(self.upc, self.threads)


def checked(stem, printed, unit, scale):
    """A program with -fupc-check, against the same without."""
    sides = [Run(stem, 2, options=options) for options in (("-fupc-check",), ())]
    names = [f"checked.{stem}" + ("" if p == stem else f".{p}") for p in printed]
    figures = (Figure(name, p, p, Ratio(3), unit, scale) for name, p in zip(names, printed))
    return Series(*sides, tuple(figures))
