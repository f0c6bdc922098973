#!/usr/bin/env python3
# The benchmark driver on the micro suite: every figure of the list is measured on every mapping it names, the JSON is well formed,
# and what a wrong call says. Times are not judged.
# sanitize: no (figures of a sanitizer build mean nothing)
import json
import os
import subprocess
import sys

ROOT = os.environ["POLDER_SOURCE"]
BENCH = os.path.join(ROOT, "bench")
PREFIX = os.path.dirname(os.path.dirname(os.path.abspath(os.environ["UPCC"])))
FIELDS = {"name": str, "value": float, "unit": str, "reference": float, "ratio": float}

sys.path.insert(0, BENCH)
from driver.series import figures_load  # noqa: E402


def fail(text):
    print("not true:", text)
    sys.exit(1)


def bench(*arguments):
    return subprocess.run([os.path.join(BENCH, "run.py"), "--prefix", PREFIX, *arguments], capture_output=True, text=True, check=False)


def expected_names():
    table = figures_load("micro")
    names = {f"{f.name}.{m}" for s in table.SERIES for m in s.mappings for f in s.figures}
    return names | {f"{table.START.name}.thread", f"{table.START.name}.process", table.COMPILE.name}


def check_result(result):
    for field, kind in FIELDS.items():
        if not isinstance(result.get(field), kind):
            fail(f"{result.get('name')}: {field} is {result.get(field)!r}")
    if result["value"] <= 0 or result["reference"] <= 0:
        fail(f"{result['name']}: not positive")
    if "spread" not in result or (result["target"] is None) != (result["holds"] is None):
        fail(f"{result['name']}: spread, target or holds")


def main():
    done = bench("micro", "--quick", "--json", "out.json")
    if done.returncode != 0:
        fail(f"exit status {done.returncode}: {done.stderr[-2000:]}")
    with open("out.json", encoding="utf-8") as file:
        report = json.load(file)
    for field in ("machine", "compiler", "date", "commit"):
        if not report.get(field):
            fail(f"{field} is missing")
    names = [r["name"] for r in report["results"]]
    if sorted(names) != sorted(expected_names()):
        fail(f"figures differ: {sorted(set(names) ^ expected_names())}")
    for result in report["results"]:
        check_result(result)
        if result["name"] not in done.stdout:
            fail(f"{result['name']} is not in the table")

    wrong = bench("micro", "--only", "nonsense")
    if wrong.returncode != 1 or "no figure's name begins with 'nonsense'" not in wrong.stderr:
        fail("an unknown figure is an error that names it")
    print("pass")


main()
