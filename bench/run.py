#!/usr/bin/env python3
"""Benchmarks against raw C, measured in the same run on the same cores.

    bench/run.py [micro|kernels|apps|all] [--quick|--long] [--rounds N] [--only NAME] [--json FILE] [--markdown FILE] [--html FILE]
                 [--compare FILE] [--prefix DIR] [--cc CC]

By default micro takes some minutes, kernels and apps about ten each on two cores; --quick is for trying, --long takes hours.
Prints progress on stderr and a table on stdout; the HTML page has plots. --compare takes the JSON of an earlier run. The JSON holds `results`, a list with name, value, unit, reference, ratio,
spread, target and holds (true, false, or null where nothing is promised), beside machine, compiler, date and commit.
The exit status says whether everything could be measured, not whether targets hold: times are no test.
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
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from driver import measure, page, report  # noqa: E402
from driver.tools import BENCH, OPTIONS, BenchError, Tools, progress  # noqa: E402

BUSY = 0.3
SUITES = ("micro", "kernels", "apps")


def arguments_parse():
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.splitlines()[0])
    parser.add_argument("suite", nargs="?", default="micro", choices=(*SUITES, "all"))
    parser.add_argument("--quick", action="store_true", help="three rounds of the smallest sizes: shows that everything runs, says little about speed")
    parser.add_argument("--long", action="store_true", help="for hours: more rounds, larger sizes, all classes of the NAS benchmarks")
    parser.add_argument("--rounds", type=int, metavar="N", help="exactly N rounds, none repeated, without waiting for a quiet machine")
    parser.add_argument("--only", default="", metavar="NAME", help="only figures whose name begins with NAME")
    parser.add_argument("--json", metavar="FILE", help="write the results there as well")
    parser.add_argument("--markdown", metavar="FILE", help="the table as Markdown")
    parser.add_argument("--html", metavar="FILE", help="a page with tables and plots")
    parser.add_argument("--compare", metavar="FILE", help="the JSON of an earlier run: how each ratio has moved since")
    parser.add_argument("--prefix", metavar="DIR", help="build or installation with upcc and upcrun (default: PATH)")
    parser.add_argument("--cc", default="cc", help="C compiler for both sides (default: cc)")
    return parser.parse_args()


def commit_text():
    try:
        done = subprocess.run(["git", "-C", str(BENCH), "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    except FileNotFoundError:  # no git on this machine
        return "unknown"
    return done.stdout.strip() or "unknown"


def suite_available(name):
    return (BENCH / "driver" / f"{name}.py").exists()


def plan_of(options, suite):
    usual = measure.Plan() if suite == "micro" else measure.PROGRAMS
    plan = measure.QUICK if options.quick else measure.LONG if options.long else usual
    if options.rounds:
        plan = dataclasses.replace(plan, rounds_min=options.rounds, rounds_max=options.rounds, spread=0.0, repeats=0, patience_s=0.0)
    return plan


def measure_suites(options, tools):
    if options.quick:
        os.environ["BENCH_QUICK"] = "1"
    names = [s for s in SUITES if suite_available(s)] if options.suite == "all" else [options.suite]
    results = []
    for name in names:
        if not suite_available(name):
            raise BenchError(f"there are no benchmarks in bench/{name} yet")
        results += importlib.import_module(f"driver.{name}").run(tools, plan_of(options, name), options.only)
    progress("")
    return results


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
    for path, text in ((options.markdown, lambda: page.markdown_text(head, results, earlier)),
                       (options.html, lambda: page.html_text(head, results, report.closing_text(results), earlier))):
        if path:
            with open(path, "w", encoding="utf-8") as out:
                out.write(text())


def main():
    options = arguments_parse()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        earlier = earlier_results(options.compare)
        with tempfile.TemporaryDirectory(prefix="polder-bench-") as scratch:
            tools = Tools(options.prefix, options.cc, scratch)
            head = {"machine": measure.machine_text(), "compiler": tools.compiler_text(), "options": OPTIONS,
                    "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), "commit": commit_text(),
                    "load": round(measure.load_of_machine(), 2)}
            if head["load"] > BUSY:
                print(f"bench: warning: the machine is busy (load {head['load']:.1f} a core): times will be off", file=sys.stderr)
            try:
                results = measure_suites(options, tools)
            finally:
                tools.close()
            if not results:
                raise BenchError(f"no figure's name begins with '{options.only}'")
            print(f"{head['machine']}; {head['compiler']}; commit {head['commit']}")
            print(report.table_text(results))
            print(report.closing_text(results))
            if earlier is not None:
                print("\n".join(f"{r['name']}: {text}" for r in results if (text := page.change_text(r, earlier.get(r["name"])))))
            files_write(options, head, results, earlier)
    except BenchError as error:
        progress("")
        print(f"bench: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        progress("")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
