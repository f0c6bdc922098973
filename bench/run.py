#!/usr/bin/env python3
"""Benchmarks against raw C, measured in the same run on the same cores.

    bench/run.py [micro|kernels|apps|all|unseen] [--quick|--long] [--rounds N] [--only NAME]
                 [--json FILE] [--markdown FILE] [--html FILE]
                 [--compare FILE] [--prefix DIR] [--cc CC]

By default the first three, in some twenty minutes on two cores that nobody else uses. --quick is
for trying, --long takes hours. Progress goes to stderr, a table to stdout. The HTML page has plots.
--compare takes the JSON of an earlier run. bench/tables.py makes tables of a JSON.

The JSON holds machine, compiler, date, commit, and the list `results`. A result has:

    name, value, unit, reference, ratio, spread, target, rounds
    quartiles    of the ratio
    holds        true, false, or null where nothing is promised
    certain      whether more rounds would hardly change `holds`

What fails is named and left out. An interrupt ends the run with what was measured so far. The exit
status says whether everything could be measured, not whether targets hold: times are no test.
"""

import argparse
import dataclasses
import datetime
import importlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from driver import measure, page, report  # noqa: E402
from driver.tools import BENCH, OPTIONS, BenchError, Tools, progress, say  # noqa: E402

BUSY = 0.3
SUITES = ("micro", "kernels", "apps")
ALONE = ("unseen",)  # not part of all


def count_of(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a number from 1 on, not '{text}'")
    return int(text)


def arguments_parse():
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.splitlines()[0])
    parser.add_argument("suite", nargs="?", default="all", choices=(*SUITES, *ALONE, "all"))
    parser.add_argument(
        "--quick",
        action="store_true",
        help=(
            "three rounds of the smallest sizes: shows that everything runs, says little about"
            " speed"
        ),
    )
    parser.add_argument(
        "--long",
        action="store_true",
        help="for hours: more rounds, larger sizes, all classes of the NAS benchmarks",
    )
    parser.add_argument(
        "--rounds",
        type=count_of,
        metavar="N",
        help="exactly N rounds, none repeated, without waiting for a quiet machine",
    )
    parser.add_argument(
        "--only", default="", metavar="NAME", help="only figures whose name begins with NAME"
    )
    parser.add_argument("--json", metavar="FILE", help="write the results there as well")
    parser.add_argument("--markdown", metavar="FILE", help="the table as Markdown")
    parser.add_argument("--html", metavar="FILE", help="a page with tables and plots")
    parser.add_argument(
        "--compare",
        metavar="FILE",
        help="the JSON of an earlier run: how each ratio has moved since",
    )
    parser.add_argument(
        "--prefix", metavar="DIR", help="build or installation with upcc and upcrun (default: PATH)"
    )
    parser.add_argument("--cc", default="cc", help="C compiler for both sides (default: cc)")
    return parser.parse_args()


def commit_text():
    try:
        done = subprocess.run(
            ["git", "-C", str(BENCH), "describe", "--always", "--dirty"],
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:  # no git on this machine
        return "unknown"
    return done.stdout.strip() or "unknown"


def suite_available(name):
    return (BENCH / "driver" / f"{name}.py").exists()


def plan_of(options, suite):
    usual = measure.Plan() if suite == "micro" else measure.PROGRAMS
    plan = measure.QUICK if options.quick else measure.LONG if options.long else usual
    if options.rounds:
        plan = dataclasses.replace(
            plan,
            rounds_min=options.rounds,
            rounds_max=options.rounds,
            spread=0.0,
            repeats=0,
            patience_s=0.0,
        )
    return plan


def jobs_of(options, tools):
    """What is to be measured, in order: functions that give lists of results."""
    names = [s for s in SUITES if suite_available(s)] if options.suite == "all" else [options.suite]
    jobs = []
    for name in names:
        if not suite_available(name):
            raise BenchError(f"there are no benchmarks in bench/{name} yet")
        jobs += importlib.import_module(f"driver.{name}").jobs(
            tools, plan_of(options, name), options.only
        )
    if not jobs:
        raise BenchError(
            f"no figure's name begins with '{options.only}', or what it needs is missing"
        )
    return jobs


class Measured:
    """Results, and whether all could be had: a program that fails is said, and the others go on;
    an interrupt ends the run."""

    def __init__(self):
        self.results = []
        self.status = 0
        self.started = time.monotonic()

    def _clock(self):
        return "{}:{:02}".format(*divmod(round(time.monotonic() - self.started), 60))

    def run(self, tools, jobs):
        for number, job in enumerate(jobs, 1):
            tools.place = f"{self._clock()}  {number} of {len(jobs)}  "
            try:
                new = job()
                self.results += new
                say(
                    f"{tools.place}{report.series_text(new)}",
                    [report.missed_text(r) for r in new if r["holds"] is False],
                )
            except BenchError as error:
                say(f"bench: error: {error}", always=True)
                self.status = 1
            except KeyboardInterrupt:
                say(f"bench: interrupted at {number} of {len(jobs)}", always=True)
                self.status = 130
                return
        progress("")


def outputs_check(options):
    """Now rather than after an hour: can the files be written?"""
    for path in filter(None, (options.json, options.markdown, options.html)):
        try:
            with open(path, "a", encoding="utf-8"):
                pass
        except OSError as error:
            raise BenchError(f"cannot write {path}: {error.strerror}") from None


def earlier_results(path):
    """By name; None where no earlier run was given."""
    if not path:
        return None
    try:
        return page.earlier_load(path)[0]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BenchError(f"--compare {path}: no results of an earlier run ({error})") from None


def files_write(options, head, results, earlier):
    if options.json:
        report.json_write(options.json, head, results)
    for path, text in (
        (options.markdown, lambda: page.markdown_text(head, results, earlier)),
        (options.html, lambda: page.html_text(head, results, earlier)),
    ):
        if path:
            with open(path, "w", encoding="utf-8") as out:
                out.write(text())


def head_of(tools):
    head = {
        "machine": measure.machine_text(),
        "compiler": tools.compiler_text(),
        "options": OPTIONS,
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "commit": commit_text(),
        "load": round(measure.load_of_machine(), 2),
    }
    if head["load"] > BUSY:
        print(
            f"bench: warning: the machine is busy (load {head['load']:.1f} a core): times will"
            " be off",
            file=sys.stderr,
        )
    return head


def results_tell(options, head, results, earlier):
    print(
        f"{head['machine']}; {head['compiler']}; commit {head['commit']};"
        f" {head['seconds'] / 60:.0f} minutes"
    )
    print(report.table_text(results))
    print(report.closing_text(results))
    if earlier is not None:
        print(
            "\n".join(
                f"{r['name']}: {text}"
                for r in results
                if (text := page.change_text(r, earlier.get(r["name"])))
            )
        )
    files_write(options, head, results, earlier)


def bench(options):
    earlier = earlier_results(options.compare)
    outputs_check(options)
    started = time.monotonic()
    if options.quick:
        os.environ["BENCH_QUICK"] = "1"
    with tempfile.TemporaryDirectory(prefix="polder-bench-") as scratch:
        tools = Tools(options.prefix, options.cc, scratch)
        head, measured = head_of(tools), Measured()
        try:
            measured.run(tools, jobs_of(options, tools))
        finally:
            tools.close()
    head["seconds"] = round(time.monotonic() - started)
    if measured.results:
        results_tell(options, head, measured.results, earlier)
    return measured.status


def main():
    options = arguments_parse()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        return bench(options)
    except BenchError as error:
        print(f"bench: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        say("bench: interrupted", always=True)
        return 130


if __name__ == "__main__":
    sys.exit(main())
