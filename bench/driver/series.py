"""Runs the series of one folder (micro, kernels, apps) for every mapping they name."""

import importlib.util

from .figure import Run
from .measure import RUN_TIMEOUT_S, parse_figures, result_of, rounds_take
from .tools import BENCH, BenchError, command_run


def figures_load(folder):
    """The module bench/<folder>/figures.py: the list lies beside the programs it names."""
    spec = importlib.util.spec_from_file_location(f"figures_{folder}", BENCH / folder / "figures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _launch(tools, folder, run, mapping):
    command = tools.launch(tools.upc(folder, run.upc), run.threads, mapping, run.arguments, run.nodes)
    return ["env", *run.settings, *command] if run.settings else command


def _sides(tools, folder, series, mapping):
    if isinstance(series.raw, Run):
        raw = _launch(tools, folder, series.raw, mapping)
    else:
        raw = [tools.raw(folder, series.raw[0]), "thread" if mapping == "thread" else "process", *series.raw[1:]]
    upc = _launch(tools, folder, series.run(), mapping)
    return (lambda: parse_figures(command_run(upc, RUN_TIMEOUT_S)), lambda: parse_figures(command_run(raw, RUN_TIMEOUT_S)))


def series_run(tools, plan, folder, series, mapping):
    """The results of one series on one mapping."""
    run = series.run()

    def figures(polder, raw):
        for f in series.figures:
            if f.polder not in polder or f.raw not in raw:
                raise BenchError(f"{run.upc} ({mapping}) did not print {f.polder}, or {series.raw} not {f.raw}")
            yield f"{f.name}.{mapping}", polder[f.polder] * f.scale, raw[f.raw] * f.scale * f.raw_scale

    taken = rounds_take(f"{run.upc}, {run.threads} threads, {mapping}", tools, plan, mapping,
                        _sides(tools, folder, series, mapping), figures)
    details = {"threads": run.threads, "mapping": mapping}
    return [result_of(f"{f.name}.{mapping}", f, taken, details) for f in series.figures]


def folder_run(tools, plan, folder, only):
    """All series of a folder; only figures whose name begins with `only`."""
    results = []
    for series in figures_load(folder).SERIES:
        for mapping in series.mappings:
            if any(f"{f.name}.{mapping}".startswith(only) for f in series.figures):
                results += series_run(tools, plan, folder, series, mapping)
    return [r for r in results if r["name"].startswith(only)]
