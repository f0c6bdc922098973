"""Words of the programs that pages speak of, read from the sources that define them."""

import re

from support import tree


def warnings():
    """Names of upcc's warnings, as -W takes them."""
    ids = re.findall(
        r"^DIAG\([a-z]+_(\w+), (?:warning|extension|constraint),",
        tree.read("compiler/diag/diagnostics.def"),
        re.M,
    )
    return ["upc-" + name.replace("_", "-") for name in ids]


def mpi_options():
    """What upcrun takes of mpirun and srun, without the dashes in front."""
    return re.findall(
        r'^\s*\{"([\w-]+)", \d, ', tree.read("tools/run/cli/mpi_options.cc"), re.M
    )
