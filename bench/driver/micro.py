"""bench/micro: the series of its list, and the two commands timed from outside (start of a job, compilation of hello)."""

from . import network
from .measure import command_time_ns, result_of, rounds_take
from .series import figures_load, folder_jobs
from .tools import BENCH


def _command_run(tools, plan, figure, name, commands, details):
    """`commands`: Polder's and the reference's; each is the shortest of three runs in a round."""
    sides = tuple((lambda c=c: command_time_ns(c, 3)) for c in commands)

    def figures(polder, raw):
        yield name, polder * figure.scale, raw * figure.scale

    taken = rounds_take(name, tools, plan, "process", sides, figures)
    return result_of(name, figure, taken, details)


def _start_results(tools, plan, figure):
    for mapping in ("thread", "process"):
        commands = (tools.launch(tools.upc("micro", "hello"), 4, mapping), [tools.raw("micro", "hello")])
        yield _command_run(tools, plan, figure, f"{figure.name}.{mapping}", commands, {"threads": 4, "mapping": mapping})


def _compile_result(tools, plan, figure):
    out = tools.scratch / "hello"
    commands = ([tools.upcc, f"--cc={tools.cc}", "-O2", BENCH / "micro/hello.upc", "-o", out],
                [tools.cc, "-O2", BENCH / "micro/hello.c", "-o", out])
    return _command_run(tools, plan, figure, figure.name, commands, {})


def jobs(tools, plan, only):
    """What measures the figures of bench/micro whose name begins with `only`: functions that give lists of results."""
    table = figures_load("micro")
    found = folder_jobs(tools, plan, "micro", only) + network.jobs(tools, plan, only)
    if table.START.name.startswith(only):
        found.append(lambda: list(_start_results(tools, plan, table.START)))
    if table.COMPILE.name.startswith(only):
        found.append(lambda: [_compile_result(tools, plan, table.COMPILE)])
    return found
