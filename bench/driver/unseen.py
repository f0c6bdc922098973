"""bench/unseen: programs that nobody tuned for upcc, each beside its twin in C.

    unseen.NAME.instructions.LEVEL   of the hot part, one thread over serial C, at -O2 and -O3
    unseen.NAME.serial               time of the hot part, one thread over serial C
    unseen.NAME.parallel             two threads over C with OpenMP
    unseen.NAME.dealt                the same, with iterations dealt out as in the UPC program
    unseen.NAME.compile              upcc -O2 over the C compiler on the twin, to the object file
    unseen.NAME.work                 the same in time of the processor, all processes together
    unseen.NAME.effort               the same in instructions, all processes together
    unseen.NAME.size                 machine code of the object file, over the twin's
    unseen.NAME.binary               machine code of the program, over the twin's; both use the same
                                     shared C library
    unseen.NAME.link                 time to link the object file, over the twin's
    unseen.NAME.linking              the same in instructions, all processes together
    unseen.all.WHAT                  geometric mean of all programs, or how many are within a bound

Instructions are counted by callgrind: all that lies between the first two readings of the clock, in
whatever function. Counts are exact, whatever else the machine does. The instructions of compiling
and linking are those of the whole command, by cachegrind.
"""

import concurrent.futures
import resource
import shutil
import sys
from dataclasses import replace
from math import exp, log

from .callgrind import CLOCK, CLOCK_OPTION, DUMP, command_instructions, measured_parts
from .figure import AtLeast, Figure, Ratio
from .measure import command_side, exact_result, parse_figures, results_of, rounds_take
from .series import figures_load, folder_jobs
from .tools import BENCH, SERIAL_OPTIONS, BenchError, command_run

COMPILING = ("compile", "work", "effort", "size", "binary", "link", "linking")
COUNTED = ("effort", "linking")  # by valgrind
KINDS = ("instructions", "general", "serial", "parallel", "dealt", *COMPILING)
LEVELS = ("O2", "O3")
COUNT_TIMEOUT_S = 900
EACH = Ratio(1.5)  # of a program's instructions
SHARES = ((1.1, AtLeast(0.9)), (1.5, AtLeast(1.0)))
TOLERANCE = 1e-9  # of checksums: sums of double may be formed in another order
# Of the code for any number of threads, counted on one: no version for one thread alone.
GENERAL = "-fno-upc-one-thread"
# What there is a mean of: the end of the names, and the target of the mean.
MEANS = {
    "instructions.O2": None,
    "instructions.O3": None,
    "general.O2": None,
    "general.O3": None,
    "serial.process": Ratio(1.03),
    "parallel.thread": Ratio(1.05),
    "parallel.process": Ratio(1.05),
    "dealt.thread": None,
    "dealt.process": None,
    "compile": Ratio(1.25),
    "work": None,
    "effort": Ratio(1.25),
    "size": None,
    "binary": None,
    "link": None,
    "linking": None,
}


def checksums_agree(one, other):
    return abs(one - other) <= TOLERANCE * max(abs(one), abs(other))


def _clock(tools):
    source, unit = tools.scratch / "unseen_clock.c", tools.scratch / "unseen_clock.o"
    if not unit.exists():
        source.write_text(CLOCK)
        command_run([tools.cc, "-O2", "-c", source, "-o", unit], 60)
    return unit


def _compilers(tools):
    """The command of each side."""
    upcc = [tools.upcc, f"--cc={tools.cc}"]
    return {"upc": upcc, "general": [*upcc, GENERAL], "c": [tools.cc, *SERIAL_OPTIONS]}


def _hot_total(path):
    """Instructions between the first two readings of the clock."""
    parts = measured_parts(path)
    if not parts:
        raise BenchError(f"{path}: no two readings of the clock")
    with open(parts[0], encoding="utf-8") as part:
        totals = [line.split()[1] for line in part if line.startswith("totals:")]
    if not totals:
        raise BenchError(f"{parts[0]}: no totals")
    return int(totals[-1])


def _counted(tools, program, side, level):
    """(instructions of the hot part, checksum) of one side of a program on one thread."""
    source = BENCH / "unseen" / f"{program.name}.{'c' if side == 'c' else 'upc'}"
    out = tools.scratch / f"unseen_{program.stem}_{side}_{level}"
    compiler = [*_compilers(tools)[side], f"-{level}", CLOCK_OPTION]
    unit = f"{out}.o"
    command_run([*compiler, "-c", source, "-o", unit], 120)
    command_run([compiler[0], unit, _clock(tools), "-o", out, "-lm"], 120)
    valgrind = ["valgrind", "--tool=callgrind", DUMP]
    text = command_run(
        [
            *("env", "POLDER_THREADS=1"),
            *valgrind,
            f"--callgrind-out-file={out}.counts",
            out,
            *program.counted.split(),
        ],
        COUNT_TIMEOUT_S,
    )
    return _hot_total(f"{out}.counts"), parse_figures(text)["checksum"]


def _count_job(tools, program):
    sides = [(side, level) for level in LEVELS for side in ("upc", "general", "c")]
    _clock(tools)
    with concurrent.futures.ThreadPoolExecutor(len(sides)) as pool:
        found = dict(zip(sides, pool.map(lambda s: _counted(tools, program, *s), sides)))
    results = []
    for level in LEVELS:
        reference, sum_c = found["c", level]
        for side, kind in (("upc", "instructions"), ("general", "general")):
            value, sum_upc = found[side, level]
            if not checksums_agree(sum_upc, sum_c):
                raise BenchError(f"{program.name}: checksum {sum_upc} in UPC, {sum_c} in C")
            name = f"unseen.{program.stem}.{kind}.{level}"
            results.append(exact_result(name, value, reference, "instructions", EACH))
    return results


def _timed_ratio(name, tools, plan, upc, c):
    """Of two commands, start to end."""
    named = {name: Figure(name, "", "", None, "ms", 1e-6)}
    plan = replace(plan, rounds_min=min(plan.rounds_min, 3))
    sides = [command_side(command, 1) for command in (upc, c)]
    return results_of(named, rounds_take(name, tools, plan, "process", sides, named), {})


def _processor_ms(command):
    """Of the command and all it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command_run(command, 120)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def _code_bytes(unit):
    """Of an object file or program: machine code and constants, as `size` counts text."""
    return int(command_run(["size", unit], 10).splitlines()[1].split()[0])


def _bytes_ratio(name, files):
    return exact_result(name, _code_bytes(files["upc"]), _code_bytes(files["c"]), "bytes", None)


def _instructions_ratio(name, tools, commands):
    taken = {
        side: command_instructions(command, tools.scratch, COUNT_TIMEOUT_S)
        for side, command in commands.items()
    }
    return exact_result(name, taken["upc"], taken["c"], "instructions", None)


def _compile_job(tools, plan, program, kind):
    name = f"unseen.{program.stem}.{kind}"
    source = BENCH / "unseen" / program.name
    units = {side: tools.scratch / f"unseen_{program.stem}_{side}.o" for side in ("upc", "c")}
    compiling = {
        side: [*_compilers(tools)[side], "-O2", "-c", f"{source}.{side}", "-o", unit]
        for side, unit in units.items()
    }
    if kind == "compile":
        return _timed_ratio(name, tools, plan, compiling["upc"], compiling["c"])
    if kind == "work":
        taken = {
            side: min(_processor_ms(command) for _ in range(3))
            for side, command in compiling.items()
        }
        return [exact_result(name, taken["upc"], taken["c"], "ms", None)]
    if kind == "effort":
        return [_instructions_ratio(name, tools, compiling)]
    for command in compiling.values():
        command_run(command, 120)
    if kind == "size":
        return [_bytes_ratio(name, units)]
    programs = {side: unit.with_suffix(".linked") for side, unit in units.items()}
    linking = {
        side: [_compilers(tools)[side][0], unit, "-o", programs[side], "-lm"]
        for side, unit in units.items()
    }
    if kind == "linking":
        return [_instructions_ratio(name, tools, linking)]
    if kind == "link":
        return _timed_ratio(name, tools, plan, linking["upc"], linking["c"])
    for command in linking.values():
        command_run(command, 120)
    return [_bytes_ratio(name, programs)]


def means_of(results):
    """The results of all programs together, of those that were measured."""
    made = []
    for what, target in MEANS.items():
        ratios = [
            r["ratio"]
            for r in results
            if r["name"].endswith(f".{what}") and not r["name"].startswith("unseen.all.")
        ]
        if not ratios:
            continue
        mean = exp(sum(map(log, ratios)) / len(ratios))
        made.append(exact_result(f"unseen.all.{what}", mean, 1, "of C", target))
        for bound, share in SHARES if what.startswith(("instructions", "general")) else ():
            within = sum(ratio <= bound for ratio in ratios)
            name = f"unseen.all.{what}.within_{bound}"
            made.append(exact_result(name, within, len(ratios), "programs", share))
    return made


class _Kept:
    """Runs jobs and keeps what they gave, for the means."""

    def __init__(self):
        self.results = []

    def job(self, function):
        def run():
            new = function()
            self.results += new
            return new

        return run

    def means(self):
        made = means_of(self.results)
        if not made:
            raise BenchError("no program was measured, so there is no mean")
        return made


def _count_jobs(tools, programs, only):
    named = [
        p
        for p in programs
        if any(
            f"unseen.{p.stem}.{kind}.{level}".startswith(only)
            for kind in ("instructions", "general")
            for level in LEVELS
        )
    ]
    if named and not shutil.which("valgrind"):
        print("bench: instructions left out: needs valgrind", file=sys.stderr)
        return []
    return [lambda p=p: _count_job(tools, p) for p in named]


def _compile_jobs(tools, plan, programs, only):
    kinds = [kind for kind in COMPILING if kind not in COUNTED or shutil.which("valgrind")]
    return [
        lambda p=p, kind=kind: _compile_job(tools, plan, p, kind)
        for kind in kinds
        for p in programs
        if f"unseen.{p.stem}.{kind}".startswith(only)
    ]


def jobs(tools, plan, only):
    """What measures the figures whose name begins with `only`; the means of these come last. The
    word after the program is a name, too: `instructions` are those of all programs."""
    programs = figures_load("unseen").PROGRAMS
    begins = [f"unseen.{p.stem}.{only}" for p in programs] if only in KINDS else [only]
    found = [job for begin in begins for job in _count_jobs(tools, programs, begin)]
    found += [job for begin in begins for job in folder_jobs(tools, plan, "unseen", begin)]
    found += [job for begin in begins for job in _compile_jobs(tools, plan, programs, begin)]
    kept = _Kept()
    return [*map(kept.job, found), kept.means] if found else []


COLUMNS = (
    ("instructions.O2", "instructions `-O2`"),
    ("instructions.O3", "`-O3`"),
    ("general.O2", "any number of threads, `-O2`"),
    ("general.O3", "`-O3`"),
    ("serial.process", "time, one thread"),
    ("parallel.thread", "two threads"),
    ("parallel.process", "two processes"),
    ("dealt.thread", "two threads, work dealt out alike"),
    ("dealt.process", "two processes"),
    ("compile", "compiling"),
    ("work", "its processor time"),
    ("effort", "compiling, instructions"),
    ("size", "machine code"),
    ("link", "linking"),
    ("linking", "linking, instructions"),
)


def _cells(by_name, program, columns):
    found = [by_name.get(f"unseen.{program}.{what}") for what, _ in columns]
    return ["" if r is None else f"{r['ratio']:.2f}" for r in found]


def table_rows(by_name):
    """Head and rows of the table of docs/unseen.md, largest count first; the means come last. What
    was not measured has no column."""
    first = COLUMNS[0][0]
    columns = [c for c in COLUMNS if any(name.endswith("." + c[0]) for name in by_name)]
    programs = {name.split(".")[1] for name in by_name if name.startswith("unseen.")} - {"all"}

    def size(program):
        counted = by_name.get(f"unseen.{program}.{first}")
        return (-counted["ratio"] if counted else 0, program)

    rows = [[f"`{p}`", *_cells(by_name, p, columns)] for p in sorted(programs, key=size)]
    rows.append(["geometric mean", *_cells(by_name, "all", columns)])
    for bound, _ in SHARES:
        found = [by_name.get(f"unseen.all.{what}.within_{bound}") for what, _ in columns]
        cells = [f"{r['value']:.0f} of {r['reference']:.0f}" if r else "" for r in found]
        rows.append([f"at most {bound}", *cells])
    return ["", *(title for _, title in columns)], rows
