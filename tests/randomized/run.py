#!/usr/bin/env python3
"""Builds and runs random UPC programs that check themselves against plain C (phases.py), and makes a
failing one small.

Many programs go into one executable. Which back end, optimisation level and translation (static or
dynamic THREADS) a batch has follows from its number, as do the mappings it runs on; --thorough
takes all of them for every batch.

usage: run.py [--programs N] [--seed FIRST] [--thorough] …; UPCC, UPCRUN and POLDER_CC are those of
the test runner Exit status 1 after a failure: the reduced program is printed and kept, with the
commands that repeat it.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
import time
from collections import namedtuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from randomized.called import Called  # noqa: E402
from randomized.phases import Phases, source  # noqa: E402
from randomized.spmd import Spmd  # noqa: E402
from randomized.wild import Wild  # noqa: E402
from runner import process  # noqa: E402
from runner.limits import Limit, Meter  # noqa: E402

UPCC, UPCRUN = os.environ.get("UPCC", "upcc"), os.environ.get("UPCRUN", "upcrun")
COUNTS = (1, 2, 3, 4, 7)
LIMIT = Limit(480, 60)  # of a run
REDUCED = Limit(80, 20)  # of a reduced program
REDUCTION = Limit(720, 180)
Variant = namedtuple(
    "Variant", "cc level threads passes"
)  # threads: 0 for a dynamic translation; passes: an option, or empty
Mapping = namedtuple(
    "Mapping", "threads processes nodes far", defaults=(0, False)
)  # far: code for several nodes on one
KINDS = {"phases": Phases, "wild": Wild, "spmd": Spmd, "called": Called}


def back_ends():
    if os.environ.get("POLDER_CC"):
        return [os.environ["POLDER_CC"]]
    return ["cc"] + [c for c in ("clang",) if shutil.which(c)]


def variants(number, thorough):
    """How batch `number` is translated."""
    ends, levels, static = (
        back_ends(),
        ["-O1", "-O2", "-O0", "-O3"],
        COUNTS[number // 2 % len(COUNTS)] if number % 2 else 0,
    )
    if thorough:
        return [
            Variant(cc, level, static, passes)
            for cc in ends
            for level in levels
            for passes in ("", "-fupc-passes", "-fno-upc-passes")
        ]
    passes = ["", "-fupc-check", "", "-fupc-passes", "-fupc-check"][number % 5]
    return [Variant(ends[number // 2 % len(ends)], levels[number % len(levels)], static, passes)]


def mappings(number, variant, options):
    counts = [variant.threads] if variant.threads else COUNTS
    if options.threads_only:  # sanitizers do not see what orders threads of several processes
        return [Mapping(n, 1) for n in counts]
    every = [Mapping(n, p) for n in counts for p in sorted({1, min(2, n), n})]
    if options.nodes:
        every = [Mapping(n, n, k) for n in counts for k in (2, 3) if k <= n] + [
            Mapping(n, n, 0, True) for n in counts
        ]
    if options.thorough:
        return every
    kept = [m for k, m in enumerate(every) if (k + number) % 3 == 0]
    return kept or every[:1]


def build_command(variant, folder):
    static = [f"-fupc-threads={variant.threads}"] if variant.threads else []
    passes = [variant.passes] if variant.passes else []
    if (
        variant.level == "-O3" and "clang" not in variant.cc
    ):  # gcc 12 exchanges loops of plain C that it must not
        passes.append("-fno-loop-interchange")
    return [
        UPCC,
        f"--cc={variant.cc}",
        variant.level,
        *passes,
        "-w",
        "-fwrapv",
        *static,
        f"{folder}/random.upc",
        "-o",
        f"{folder}/random",
    ]


def run_command(mapping, folder):
    where = ["--nodes", str(mapping.nodes)] if mapping.nodes else ["-p", str(mapping.processes)]
    return [
        *(["env", "POLDER_FAR_TEST=1"] if mapping.far else []),
        UPCRUN,
        "-n",
        str(mapping.threads),
        *where,
        f"{folder}/random",
    ]


def execute(command, limit=LIMIT):
    """(exit status, output); a hang is status None."""
    done = process.run(command, limit)
    return (None if done.timed_out else done.status), done.out + done.err + (done.reached or "")


Failure = namedtuple("Failure", "variant mapping output")  # mapping None: it did not compile


def try_programs(programs, variant, maps, folder, limit=LIMIT):
    with open(f"{folder}/random.upc", "w", encoding="utf-8") as f:
        f.write(source(programs))
    status, output = execute(build_command(variant, folder))
    if status != 0:
        return Failure(variant, None, output)
    for mapping in maps:
        status, output = execute(run_command(mapping, folder), limit)
        if status != 0 or output != "pass\n":
            return Failure(variant, mapping, output)
    return None


def same_kind(failure, first):
    """Does a reduced program fail as the whole did? Compilers' complaints are compared by their
    text, without places."""
    if failure is None or (failure.mapping is None) != (first.mapping is None):
        return False
    text = lambda f: re.sub(
        r"[\d']+|x\d+_\w+", "", next((line for line in f.output.split("\n") if "error" in line), "")
    )  # noqa: E731
    return first.mapping is not None or text(failure) == text(first)


def guilty(programs, failure, folder):
    """The one program that fails alone, if one does."""
    named = re.search(r"program (\d+)", failure.output)
    order = sorted(programs, key=lambda p: not (named and p.seed == int(named.group(1))))
    for program in order:
        alone = try_programs(
            [program], failure.variant, [failure.mapping] if failure.mapping else [], folder, REDUCED
        )
        if same_kind(alone, failure):
            return program, alone
    return None, failure


def reduce(program, failure, folder, meter):
    """Takes phases, then statements away for as long as the failure stays."""

    def fails():
        found = try_programs(
            [program], failure.variant, [failure.mapping] if failure.mapping else [], folder, REDUCED
        )
        return not meter.reached() and same_kind(found, failure)

    def thin(items):
        k = 0
        while k < len(items):
            taken = items.pop(k)
            if not fails():
                items.insert(k, taken)
                k += 1

    thin(program.phases)
    for phase in program.phases:
        thin(phase.statements)


def report(programs, failure, folder):
    program, alone = guilty(programs, failure, folder)
    if program:
        reduce(program, alone, folder, Meter(REDUCTION))
        alone = (
            try_programs(
                [program], alone.variant, [alone.mapping] if alone.mapping else [], folder, REDUCED
            )
            or alone
        )
        what = f"seed {program.seed}"
    else:
        try_programs(programs, failure.variant, [failure.mapping] if failure.mapping else [], folder)
        what = f"seeds {programs[0].seed} to {programs[-1].seed} together"
    kept = tempfile.mkdtemp(prefix="polder-random-")
    shutil.copy(f"{folder}/random.upc", kept)
    print(f"FAILED: {what}, reduced in {kept}/random.upc; repeat with")
    print(" ", " ".join(build_command(alone.variant, kept)))
    if alone.mapping:
        print(" ", " ".join(run_command(alone.mapping, kept)))
    with open(f"{kept}/random.upc", encoding="utf-8") as f:
        text = f.read()
    print(text[text.index("typedef long word;") :])
    print(f"--- output\n{alone.output[:4000]}", flush=True)


def run(options):
    """(programs run, batches failed)"""
    failed, begin, last = 0, time.monotonic(), options.seed + options.programs
    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(
            range(options.seed, last, options.batch), options.seed // options.batch
        ):
            if options.seconds and time.monotonic() - begin > options.seconds:
                return seed - options.seed, failed
            for variant in variants(number, options.thorough):
                if options.level:
                    variant = variant._replace(level=options.level, passes="-fupc-passes")
                programs = [
                    KINDS[options.kind](s, variant.threads)
                    for s in range(seed, min(seed + options.batch, last))
                ]
                failure = try_programs(programs, variant, mappings(number, variant, options), folder)
                if failure:
                    report(programs, failure, folder)
                    failed += 1
                    break
            if failed and not options.go_on:
                return seed + options.batch - options.seed, failed
    return options.programs, failed


def main():
    parser = argparse.ArgumentParser(
        description="Run random UPC programs that check themselves against plain C."
    )
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--batch", type=int, default=20, help="programs in one executable")
    parser.add_argument(
        "--kind",
        choices=KINDS,
        default="phases",
        help="which generator: phases.py, wild.py, spmd.py or called.py",
    )
    parser.add_argument("--level", help="one -O for all, with all passes on")
    parser.add_argument(
        "--nodes",
        action="store_true",
        help="on two and three nodes, and in code for several nodes on one",
    )
    parser.add_argument(
        "--thorough", action="store_true", help="every back end, level and mapping for every batch"
    )
    parser.add_argument("--seconds", type=int, help="stop after so long")
    parser.add_argument("--go-on", action="store_true", help="do not stop at the first failure")
    parser.add_argument(
        "--threads-only", action="store_true", help="one process, for builds with a sanitizer"
    )
    done, failed = run(parser.parse_args())
    print(f"{done} random programs, {failed} batches failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
