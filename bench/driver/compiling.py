"""How long upcc takes beside the C compiler alone on the C that upcc makes, for every program of
bench/kernels and bench/apps but the stressmarks."""

from dataclasses import replace

from .figure import Figure, Ratio
from .measure import command_side, results_of, rounds_take
from .tools import BENCH, command_run

TARGET = Ratio(1.3)


def _sources():
    found = [*BENCH.glob("kernels/**/*.upc"), *BENCH.glob("apps/**/*.upc")]
    return sorted(
        (source for source in found if source.parent.name != "dis"), key=lambda source: source.stem
    )


def _commands(tools, source):
    """upcc's and the C compiler's, each up to the object file."""
    generated, out = (
        tools.scratch / f"{source.stem}.generated.c",
        tools.scratch / f"{source.stem}.compiled.o",
    )
    upcc = [tools.upcc, f"--cc={tools.cc}", "-O2"]
    command_run([*upcc, "--trans", source, "-o", generated], 120)
    flags = command_run([tools.upcc, "--compile-flags"], 10).split()
    return [*upcc, "-c", source, "-o", out], [
        tools.cc,
        "-O2",
        "-w",
        *flags,
        "-I",
        source.parent,
        "-c",
        generated,
        "-o",
        out,
    ]


def _job(tools, plan, source, name):
    named = {name: Figure(name, "", "", TARGET, "ms", 1e-6)}
    plan = replace(plan, rounds_min=min(plan.rounds_min, 3))
    sides = tuple(command_side(command, 1) for command in _commands(tools, source))
    return results_of(named, rounds_take(name, tools, plan, "process", sides, named), {})


def jobs(tools, plan, only):
    """What measures the figures whose name begins with `only`."""
    named = [(source, f"compile.{source.stem}") for source in _sources()]
    return [
        lambda source=source, name=name: _job(tools, plan, source, name)
        for source, name in named
        if name.startswith(only)
    ]
