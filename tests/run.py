#!/usr/bin/env python3
"""Runs Polder's tests. Every test is one self-contained file found by glob:

  tests/unit/**/*.cc             a GoogleTest program, built as <build>/tests/unit/**
  tests/conduit/*.cc             a GoogleTest program that runs nodes over each conduit, built as <build>/tests/conduit/**
  tests/compiler/ok              compiles without a word
  tests/compiler/err             // error: text, // warning: text on the line concerned, and nothing else
  tests/compiler/type            // type: text found in --dump-ast
  tests/compiler/emit            x.upc becomes x.c; or // emit: text, // emit-not: text in --trans
  tests/compiler/report          // report: line: text, all lines of -fupc-report
  tests/compiler/run, tests/upc  compiled once, run on threads, processes and a mix at 1, 2, 3, 4 and 7 threads
  tests/upc also              on 2 and 3 nodes with 1 and 2 processes each: network namespaces where that is allowed, else simulated nodes
  tests/upc/multi/<topic>/main.upc       the same, with companion files
  tests/shmem                    an OpenSHMEM program, run at 1 to 4 PEs and on two nodes
  tests/e2e/**/*.py, *.sh        scripts, in folders by what they are about; exit 0 passes, 77 skips
  examples/*.upc                 run like tests/upc; a line starts with PASS, none with FAIL

What a file may say in its leading comments stands in runner/directives.py. After each test no
process and no shared-memory object of it may be left. The last line is `N passed, N failed`; exit
status 0 only if none failed and at least one ran.
"""

import argparse
import contextlib
import os
import signal
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from runner import (
    emulator,
    kernel_symbols,
    lengths,
    namespaces,
    report,
    schedule,
    suites,
)  # noqa: E402

SKIPPED = 77  # exit status of one test that was


def parse_arguments():
    parser = argparse.ArgumentParser(
        description="Run Polder's tests.",
        epilog="Exit status 0: at least one test ran, none failed.",
    )
    parser.add_argument(
        "--build", help="build directory (default: build/release, else the newest build/*)"
    )
    parser.add_argument(
        "--filter",
        action="append",
        default=[],
        metavar="TEXT",
        help="only tests whose name contains TEXT (repeatable)",
    )
    parser.add_argument(
        "--exclude",
        action="append",
        default=[],
        metavar="TEXT",
        help="no tests whose name contains TEXT (repeatable)",
    )
    parser.add_argument(
        "--exactly",
        metavar="NAME",
        help="only the test of this name; exit status 77: skipped (for ctest)",
    )
    parser.add_argument(
        "--long",
        action="store_true",
        help="random programs, benchmarks and campaigns at length, too (CONTRIBUTING.md lists them)",
    )
    parser.add_argument(
        "--jobs",
        "-j",
        type=int,
        default=len(os.sched_getaffinity(0)),
        help="cores to keep busy (default: all this process may use)",
    )
    parser.add_argument("--compiler", help="upcc to test (default: of the build directory)")
    parser.add_argument("--launcher", help="upcrun to test (default: of the build directory)")
    parser.add_argument("--cc", help="back-end C compiler of upcc (passed as POLDER_CC)")
    parser.add_argument(
        "--emulator",
        metavar="PROGRAM",
        help="run the build's programs by it (qemu-aarch64-static); upcc is then the "
        "build's aarch64-linux-gnu-upcc (docs/guide/aarch64.md)",
    )
    parser.add_argument("--flags", default="", help="more options for every compilation, e.g. -O2")
    parser.add_argument(
        "--limit-scale",
        type=float,
        default=1.0,
        help="multiplies every limit of processor time and time asleep",
    )
    parser.add_argument("--threads", help="thread counts instead of 1,2,3,4,7 (comma separated)")
    parser.add_argument(
        "--nodes",
        help="programs over so many simulated nodes instead of one, e.g. 2,3, with 1 and 2 processes on each "
        "(POLDER_CONDUIT chooses what connects them)",
    )
    parser.add_argument(
        "--one-node",
        action="store_true",
        help="leave out the runs on several nodes that tests/upc has besides",
    )
    parser.add_argument(
        "--machines",
        choices=("auto", "namespaces", "simulated"),
        default="auto",
        help="what nodes are: network namespaces, or nodes that upcrun simulates (default: namespaces where allowed, simulated with --nodes)",
    )
    parser.add_argument("--log-dir", help="keep the output of every test here")
    parser.add_argument("--junit", metavar="FILE", help="write a JUnit report")
    parser.add_argument("--json", metavar="FILE", help="write a JSON report")
    parser.add_argument(
        "--update",
        action="store_true",
        help="write the C that tests/compiler/emit compares with anew, for review",
    )
    parser.add_argument(
        "--record",
        action="store_true",
        help="note how long the tests were in tests/runner/durations.txt",
    )
    parser.add_argument(
        "--list",
        action="store_true",
        help="print the names of the tests and stop; with --verbose also the cores of each",
    )
    parser.add_argument(
        "--verbose", action="store_true", help="one line for each test, not only for failures"
    )
    return parser.parse_args()


def machines_for(arguments, tests):
    """Network namespaces as nodes, or nothing: then upcrun simulates them."""
    kind = arguments.machines
    if kind == "auto" and (
        arguments.nodes
        or arguments.one_node
        or not any(isinstance(t, suites.UpcTest) for t in tests)
    ):
        kind = "simulated"
    reason = namespaces.possible() if kind != "simulated" else None
    if kind == "namespaces" and reason:
        sys.exit(f"run.py: error: network namespaces: {reason}")
    most = max([suites.MOST_NODES] + [int(n) for n in (arguments.nodes or "0").split(",")])
    return (
        contextlib.nullcontext() if kind == "simulated" or reason else namespaces.Namespaces(most)
    )


def emulate(arguments):
    """In a namespace in which the emulator is registered: this program starts itself there."""
    wrong = emulator.problem(arguments.emulator)
    if not wrong and not emulator.is_inside():
        emulator.enter(arguments.emulator, [sys.executable, *sys.argv])
    wrong = wrong or emulator.register()
    if wrong:
        sys.exit(f"run.py: error: {wrong}")
    arguments.build = arguments.build or os.path.join(suites.ROOT, "build", "aarch64")
    arguments.compiler = arguments.compiler or os.path.join(
        arguments.build, "bin", "aarch64-linux-gnu-upcc"
    )
    arguments.cc = arguments.cc or "aarch64-linux-gnu-gcc"
    sysroot = suites.cached(arguments.build, "POLDER_SYSROOT")
    if sysroot:
        os.environ.setdefault("QEMU_LD_PREFIX", sysroot)


def main():
    arguments = parse_arguments()
    if arguments.emulator:
        emulate(arguments)
    setting = suites.Setting.from_arguments(arguments)
    tests = suites.find_tests(setting)
    chosen = [t for t in tests if suites.wanted(t.name, arguments.filter, arguments.exclude)]
    if arguments.exactly:
        chosen = [t for t in tests if t.name == arguments.exactly]
    if arguments.list:
        print("\n".join(f"{t.cores()} {t.name}" if arguments.verbose else t.name for t in chosen))
        return 0
    problem = setting.problem()
    if problem:
        print(f"run.py: error: {problem}", file=sys.stderr)
        return 2
    os.environ.setdefault(
        "POLDER_ALLOCATION", "0"
    )  # jobs of tests stay here, also where this runs in a job of a batch system
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit(143)
    )  # so that tests and namespaces are ended
    kernel_symbols.hide()
    with machines_for(arguments, chosen) as setting.machines:
        known, begun = lengths.Lengths(setting.build, setting.long), time.monotonic()
        progress = report.Progress(chosen, arguments.jobs, known, arguments.verbose)
        results = schedule.run_all(chosen, setting, arguments.jobs, progress, known)
    known.note(results)
    if arguments.record and not setting.long:
        lengths.record(results)
    if arguments.junit:
        report.write_junit(results, arguments.junit)
    if arguments.json:
        report.write_json(results, arguments.json)
    seconds = time.monotonic() - begun
    if len(chosen) == len(tests):
        lengths.note_run(setting.build, results, seconds, arguments.jobs)
    status = report.close(results, seconds)
    skipped = arguments.exactly and [r.status for r in results] == ["skipped"]
    return SKIPPED if skipped else status


if __name__ == "__main__":
    sys.exit(main())
