"""bench/micro: the series of its list, and the two commands timed from outside (start of a job,
compilation of hello)."""

from . import network
from .figure import Run
from .measure import command_side, results_of, rounds_take
from .series import figures_load, folder_jobs
from .tools import BENCH


def _command_results(tools, plan, figure, name, commands, details):
    """`commands`: Polder's and the reference's; each is the shortest of three runs in a round."""
    named, sides = {name: figure}, tuple(command_side(c, 3) for c in commands)
    return results_of(named, rounds_take(name, tools, plan, "process", sides, named), details)


def _start_results(tools, plan, figure, mapping):
    commands = (
        tools.launch(tools.upc("micro", "hello"), Run("hello", 4), mapping),
        [tools.raw("micro", "hello")],
    )
    return _command_results(
        tools,
        plan,
        figure,
        f"{figure.name}.{mapping}",
        commands,
        {"threads": 4, "mapping": mapping},
    )


def _compile_results(tools, plan, figure):
    out = tools.scratch / "hello"
    commands = (
        [tools.upcc, f"--cc={tools.cc}", "-O2", BENCH / "micro/hello.upc", "-o", out],
        [tools.cc, "-O2", BENCH / "micro/hello.c", "-o", out],
    )
    return _command_results(tools, plan, figure, figure.name, commands, {})


def jobs(tools, plan, only):
    """What measures the figures of bench/micro whose name begins with `only`: functions that
    give lists of results."""
    table = figures_load("micro")
    found = folder_jobs(tools, plan, "micro", only) + network.jobs(tools, plan, only)
    found += [
        lambda m=m: _start_results(tools, plan, table.START, m)
        for m in ("thread", "process")
        if f"{table.START.name}.{m}".startswith(only)
    ]
    if table.COMPILE.name.startswith(only):
        found.append(lambda: _compile_results(tools, plan, table.COMPILE))
    return found
