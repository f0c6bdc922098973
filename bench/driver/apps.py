"""bench/apps: small programs in UPC against C with OpenMP on as many cores; and how long
compiling takes."""

from . import compiling
from .series import folder_jobs


def jobs(tools, plan, only):
    """What measures the figures of bench/apps whose name begins with `only`: functions that give
    lists of results."""
    return folder_jobs(tools, plan, "apps", only) + compiling.jobs(tools, plan, only)
