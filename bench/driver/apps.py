"""bench/apps: small programs in UPC against C with OpenMP on as many cores; and how long compiling takes."""

from . import compiling
from .series import folder_run


def run(tools, plan, only):
    """All figures of bench/apps whose name begins with `only`, as a list of results."""
    return folder_run(tools, plan, "apps", only) + compiling.run(tools, plan, only)
