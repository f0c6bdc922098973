"""bench/kernels: small kernels in UPC against C with OpenMP on as many cores, and counts of the
address cache."""

from . import addresses
from .series import folder_jobs


def jobs(tools, plan, only):
    """What measures the figures of bench/kernels whose name begins with `only`: functions that
    give lists of results."""
    return folder_jobs(tools, plan, "kernels", only) + addresses.jobs(tools, plan, only)
