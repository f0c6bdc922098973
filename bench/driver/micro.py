"""bench/micro: the series of figures.py, and the two commands timed from outside (start of a job, compilation of hello)."""

import sys
from pathlib import Path

from .measure import RUN_TIMEOUT_S, command_time_ns, parse_figures, result_of, rounds_take
from .tools import BENCH, OPTIONS, BenchError, command_run

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "micro"))
import figures as table  # noqa: E402  (the list lies beside the programs it names)


def _series_sides(tools, series, mapping):
    raw = [tools.raw("micro", series.raw[0]), "thread" if mapping == "thread" else "process", *series.raw[1:]]
    upc = tools.launch(tools.upc("micro", series.upc), series.threads, mapping)
    return (lambda: parse_figures(command_run(upc, RUN_TIMEOUT_S)), lambda: parse_figures(command_run(raw, RUN_TIMEOUT_S)))


def _series_run(tools, plan, series, mapping):
    def figures(polder, raw):
        for f in series.figures:
            if f.polder not in polder or f.raw not in raw:
                raise BenchError(f"{series.upc} ({mapping}) did not print {f.polder}, or {series.raw[0]} not {f.raw}")
            yield f"{f.name}.{mapping}", polder[f.polder] * f.scale, raw[f.raw] * f.scale * f.raw_scale

    taken = rounds_take(f"{series.upc}, {series.threads} threads, {mapping}", tools, plan, mapping,
                        _series_sides(tools, series, mapping), figures)
    details = {"threads": series.threads, "mapping": mapping}
    return [result_of(f"{f.name}.{mapping}", f, taken, details) for f in series.figures]


def _command_run(tools, plan, figure, name, commands, details):
    """`commands`: Polder's and the reference's; each is the shortest of three runs in a round."""
    sides = tuple((lambda c=c: command_time_ns(c, 3)) for c in commands)

    def figures(polder, raw):
        yield name, polder * figure.scale, raw * figure.scale

    taken = rounds_take(name, tools, plan, None, sides, figures)
    return result_of(name, figure, taken, details)


def _start_results(tools, plan):
    for mapping in ("thread", "process"):
        commands = (tools.launch(tools.upc("micro", "hello"), 4, mapping), [tools.raw("micro", "hello")])
        yield _command_run(tools, plan, table.START, f"{table.START.name}.{mapping}", commands,
                           {"threads": 4, "mapping": mapping})


def _compile_result(tools, plan):
    out = tools.scratch / "hello"
    commands = ([tools.upcc, f"--cc={tools.cc}", *OPTIONS, BENCH / "micro/hello.upc", "-o", out],
                [tools.cc, *OPTIONS, BENCH / "micro/hello.c", "-o", out])
    return _command_run(tools, plan, table.COMPILE, table.COMPILE.name, commands, {})


def run(tools, plan, only):
    """All figures of bench/micro whose name begins with `only`, as a list of results."""
    results = []
    for series in table.SERIES:
        for mapping in series.mappings:
            if any(f"{f.name}.{mapping}".startswith(only) for f in series.figures):
                results += _series_run(tools, plan, series, mapping)
    if table.START.name.startswith(only):
        results += _start_results(tools, plan)
    if table.COMPILE.name.startswith(only):
        results.append(_compile_result(tools, plan))
    return [r for r in results if r["name"].startswith(only)]
