"""Runs the series of one folder (micro, kernels, apps) for every mapping they name."""

import importlib.util
import os
import sys

from .figure import C, Mpi, Oshmem, Run, Tbb
from .measure import parse_figures, results_of, rounds_take
from .tools import BENCH, BenchError, command_run


def figures_load(folder):
    """The module bench/<folder>/figures.py: the list lies beside the programs it names."""
    spec = importlib.util.spec_from_file_location(
        f"figures_{folder}", BENCH / folder / "figures.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _launch(tools, folder, run, mapping):
    program = tools.upc(folder, run.upc, run.options)
    command = tools.launch(program, run, mapping)
    return ["env", *run.settings, *command] if run.settings else command


def _cores(run, series):
    """On how many cores a Polder program runs, and what stands beside it in C. 0: on all.

    Two cores of one package exchange a line several times faster than two of different ones. A
    program in C binds party i to the i-th core, and upcrun spreads threads over the packages. So
    both get as many cores as there are threads, and have the same ones. MPI binds by itself."""
    one_node = run.nodes == 1 and not run.hosts
    alone = one_node and not series.busy and not isinstance(series.raw, (Mpi, Oshmem))
    return run.cores or (run.threads if alone else 0)


def _on_cores(cores, command):
    """The command on so many of the cores that this program may use; 0: on all."""
    if not cores:
        return command
    some = sorted(os.sched_getaffinity(0))[:cores]
    return ["taskset", "-c", ",".join(map(str, some)), *command]


def _raw_command(tools, folder, series, mapping):
    raw, cores = series.raw, _cores(series.run(), series)
    if isinstance(raw, Run):
        return _on_cores(_cores(raw, series), _launch(tools, folder, raw, mapping))
    if isinstance(raw, C):
        program = tools.raw(folder, raw.stem, raw.threads, raw.defined)
        return _on_cores(cores, [program, *raw.arguments])
    if isinstance(raw, Mpi):
        return [*tools.mpi(folder, raw.stem, raw.ranks), *raw.arguments]
    if isinstance(raw, Tbb):
        return _on_cores(cores, [tools.tbb(folder, raw.stem, raw.threads)])
    if isinstance(raw, Oshmem):
        return _on_cores(raw.cores, [*tools.oshmem(folder, raw.stem, raw.pes), *raw.arguments])
    as_what = "thread" if mapping == "thread" else "process"
    return _on_cores(cores, [tools.raw(folder, raw[0]), as_what, *raw[1:]])


def _sides(tools, plan, folder, series, mapping):
    run = series.run()
    polder = _on_cores(_cores(run, series), _launch(tools, folder, run, mapping))
    commands = polder, _raw_command(tools, folder, series, mapping)
    if series.busy:
        commands = tuple(
            [tools.raw("micro", "beside"), series.busy, *command] for command in commands
        )
    sides = tuple((lambda c=c: parse_figures(command_run(c, plan.timeout_s))) for c in commands)
    return (sides[0], lambda: _of_others(sides[1])) if isinstance(series.raw, Oshmem) else sides


class OthersFailed(BenchError):
    """A program of another library crashed or did not end. That is no fault of this run."""


def _of_others(side):
    try:
        return side()
    except BenchError as error:
        raise OthersFailed(str(error).splitlines()[0]) from None


def series_run(tools, plan, folder, series, mapping, only=""):
    """The results of one series on one mapping: of the figures whose name begins with `only`."""
    run = series.run()
    try:
        return _series_run(tools, plan, folder, series, mapping, only)
    except OthersFailed as error:
        print(f"bench: {run.upc} against Open MPI's OpenSHMEM left out: {error}", file=sys.stderr)
        return []


def _series_run(tools, plan, folder, series, mapping, only):
    run = series.run()
    named = {name: f for f in series.figures if (name := f"{f.name}.{mapping}").startswith(only)}
    taken = rounds_take(
        f"{run.upc}, {run.threads} threads, {mapping}",
        tools,
        plan,
        mapping,
        _sides(tools, plan, folder, series, mapping),
        named,
    )
    return results_of(named, taken, {"threads": run.threads, "mapping": mapping})


def _left_out(tools, plan, folder, series):
    """Why a series is not measured in this run, or None; "" needs no words."""
    if series.long and not plan.long:
        return ""
    if isinstance(series.raw, Mpi) and (why := tools.mpi_missing()):
        return f"{series.run().upc} against MPI left out: {why}"
    if isinstance(series.raw, Tbb) and (why := tools.tbb_missing()):
        return f"{series.run().upc} against oneTBB left out: {why}"
    if isinstance(series.raw, Oshmem) and (why := tools.oshmem_missing()):
        return f"{series.run().upc} against Open MPI's OpenSHMEM left out: {why}"
    if folder != "micro" and isinstance(series.raw, (tuple, C)) and (why := tools.openmp_missing()):
        return f"{series.run().upc} against OpenMP left out: {why}"
    return None


def folder_jobs(tools, plan, folder, only):
    """What measures the series of a folder, of which only figures whose name begins with `only`
    are wanted: functions that give lists of results."""
    jobs = []
    for series in figures_load(folder).SERIES:
        mappings = [
            m
            for m in series.mappings
            if any(f"{f.name}.{m}".startswith(only) for f in series.figures)
        ]
        if not mappings:
            continue
        if (why := _left_out(tools, plan, folder, series)) is not None:
            if why:
                print(f"bench: {why}", file=sys.stderr)
            continue
        jobs += [
            lambda series=series, m=m: series_run(tools, plan, folder, series, m, only)
            for m in mappings
        ]
    return jobs
