#!/usr/bin/env python3
# The benchmark driver on the micro suite. Every figure of the list (some, without ./dev test
# --long) is measured on every mapping it names, and the JSON is well formed. Also what a wrong call
# says and what a failing program leaves. Times are not judged.
#
# sanitize: no (figures of a sanitizer build mean nothing)
# cores: 2
import json
import os
import re
import shutil
import subprocess
import sys
import xml.dom.minidom

ROOT = os.environ["POLDER_SOURCE"]
BENCH = os.path.join(ROOT, "bench")
PREFIX = os.path.dirname(os.path.dirname(os.path.abspath(os.environ["UPCC"])))
LONG = os.environ.get("POLDER_TEST_LONG") == "1"  # ./dev test --long: every figure of the list
SOME = "copy."
FIELDS = {"name": str, "value": float, "unit": str, "reference": float, "ratio": float}

sys.path.insert(0, BENCH)
import tables  # noqa: E402
from driver import addresses, compiling, network, plot, unseen  # noqa: E402
from driver.figure import AtLeast, C, Excess, Figure, Mpi, Oshmem  # noqa: E402
from driver.figure import Ratio, Run, Tbb, Value  # noqa: E402
from driver.groups import Chart  # noqa: E402
from driver.measure import Plan, Rounds  # noqa: E402
from driver.partial import table_merge  # noqa: E402
from driver.report import verdict_text  # noqa: E402
from driver.series import figures_load  # noqa: E402
from driver.tools import BenchError, Tools, program_source  # noqa: E402


def fail(text):
    print("not true:", text)
    sys.exit(1)


def bench(*arguments):
    return subprocess.run(
        [os.path.join(BENCH, "run.py"), "--prefix", PREFIX, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def expected_names():
    table = figures_load("micro")
    no_other = Tools(PREFIX, "cc", ".").oshmem_missing()
    series = [s for s in table.SERIES if not (no_other and isinstance(s.raw, Oshmem))]
    names = {f"{f.name}.{m}" for s in series for m in s.mappings for f in s.figures}
    if not network.missing():
        names |= {f.name for f in network.figures()}
    return names | {f"{table.START.name}.thread", f"{table.START.name}.process", table.COMPILE.name}


def below(folder, name):
    """The program in bench/FOLDER or below; where it would be if there is none."""
    try:
        return program_source(folder, name)
    except BenchError:
        return os.path.join(BENCH, folder, name)


def source_of(folder, side):
    """The file a side of a series is built from."""
    if isinstance(side, Oshmem):
        return os.path.join(BENCH, "shmem", side.stem + ".c")
    if isinstance(side, Tbb):
        return below(folder, side.stem + "_tbb.cc")
    if isinstance(side, Run):
        if side.upc.endswith("_shmem"):
            return os.path.join(BENCH, "shmem", side.upc.removesuffix("_shmem") + ".c")
        others = [
            os.path.join(BENCH, "engine", side.upc + ".c"),
            os.path.join(BENCH, "internal", side.upc + ".cc"),
            os.path.join(BENCH, "extensions", side.upc + ".upc"),
        ]
        own = side.upc + ".upc"
        return next((path for path in others if os.path.exists(path)), None) or below(folder, own)
    stem = (
        side.stem + "_mpi"
        if isinstance(side, Mpi)
        else side.stem if isinstance(side, C) else side[0]
    )
    return below(folder, stem + ".c")


def check_list(folder):
    """Every program of a list exists, and no two figures have one name."""
    series = figures_load(folder).SERIES
    names = [f"{f.name}.{m}" for s in series for m in s.mappings for f in s.figures]
    if len(names) != len(set(names)):
        fail(
            f"{folder}: figures of the same name: "
            f"{sorted(n for n in set(names) if names.count(n) > 1)}"
        )
    missing = {
        path
        for s in series
        for path in (source_of(folder, s.run()), source_of(folder, s.raw))
        if not os.path.exists(path)
    }
    if missing:
        fail(f"{folder}: no {sorted(missing)}")


def check_plots():
    """What has no logarithm is left out, and no more; limits are where they belong."""
    good, bad = (
        {
            "name": f"figure {ratio}",
            "ratio": ratio,
            "spread": 0.1,
            "holds": True,
            "value": 1.0,
            "unit": "ns",
            "reference": 1.0,
            "target": None,
        }
        for ratio in (0.8, -0.06)
    )
    xml.dom.minidom.parseString(
        dots := plot.ratio_dots([("a row", [good, bad]), ("another", [bad])])
    )
    curve = plot.curve(
        Chart(
            "a curve",
            "us",
            "bytes",
            {"thread": [(8, 1.0), (64, 0.0), (512, 3.0)], "process": [(8, -1.0)]},
        )
    )
    xml.dom.minidom.parseString(curve)
    if (
        "figure 0.8" not in dots
        or "figure -0.06" in dots
        or "another" in dots
        or plot.ratio_dots([("a row", [bad])])
        or curve.count("<polyline") != 1
    ):
        fail("plots leave out what is not above 0")
    for target, limit, at in (
        ("ratio <= 1.5", 1.5, 1.5),
        ("reference + 3 ns", 3, 1.75),
        ("<= 1 ns", 1, 0.25),
        (None, None, None),
    ):
        if plot.limit_ratio({"target": target, "limit": limit, "reference": 4.0}) != at:
            fail(f"the limit of {target} as a ratio")


def check_rounds():
    """When rounds end: what is far from its limit needs the fewest, and what is close goes on. So
    does all that is spread in a long run."""
    wide, small = [0.8, 1.2, 1.0, 0.9, 1.1], [1.0, 1.001, 0.999, 1.0, 1.0]
    for target, values, long, settled in (
        (Ratio(2.0), wide, False, True),
        (Ratio(1.05), wide, False, False),
        (Ratio(1.05), small, False, True),
        (None, wide, False, True),
        (Ratio(2.0), wide, True, False),
        (AtLeast(0.2), wide, False, True),
        (Value(20.0), wide, False, True),
        (Excess(0.1), wide, False, False),
        (Ratio(2.0), wide[:4], False, False),
    ):
        taken, named = Rounds(), {"x": Figure("x", "a", "b", target, raw_scale=0.5)}
        for value in values:
            taken.add(named, {"a": 10 * value}, {"b": 20})
        if taken.settled(named, Plan(long=long)) != settled:
            fail(f"rounds {values} with {target}: settled {not settled}")
    for holds, certain, words in ((True, True, "yes"), (False, False, "NO ?"), (None, None, "")):
        if verdict_text({"holds": holds, "certain": certain}) != words:
            fail(f"the word for {holds}, {certain}")


def made_up(name, figure, mapping):
    target = figure.target
    return {
        "name": name,
        "value": 1.0,
        "unit": figure.unit,
        "reference": 1.0,
        "ratio": 1.0,
        "spread": 0.01,
        "target": target.text(figure.unit) if target else None,
        "limit": target.limit if target else None,
        "holds": target.holds(target.judged(1.0, 1.0)) if target else None,
        "certain": True,
        "rounds": 5,
        "disturbed": 0,
        "seconds": 1.0,
        "mapping": mapping,
    }


def check_partial():
    """What a partial run did not measure stays in the page: rows, cells, and missed targets."""
    old = ["a sentence", "", "| f | x | y |", "|---|---|---|", "| a | 1 | 2 |", "| b | 3 | 4 |"]
    new = ["| f | x | y |", "|---|---|---|", "| b |  | 5 |", "| c | 6 | 7 |"]
    merged = table_merge("any", old, new, {"b.y", "c.x", "c.y"})
    if merged != [*old[:-1], "| b | 3 | 5 |", "| c | 6 | 7 |"]:
        fail(f"a partial table became {merged}")
    # a mapping that the run lacks, one that the page lacks, and both in one row
    old = ["| f | one | two | target |", "|---|---|---|---|", "| a | 1 | 2 | t |"]
    old += ["| b | 3 | 4 | t |"]
    new = ["| f | two | mix | target |", "|---|---|---|---|", "| b | 5 | 6 | t |"]
    merged = table_merge("any", old, new, {"b.two", "b.mix"})
    if merged != [
        "| f | one | two | mix | target |",
        "|---|---|---|---|---|",
        "| a | 1 | 2 |  | t |",
        "| b | 3 | 5 | 6 | t |",
    ]:
        fail(f"a table of other columns became {merged}")
    # rows that stand by what was measured, and one that the run lacks
    old = ["| f | x | y |", "|---|---|---|", "| a | 3 | 1 |", "| b | 2 | 2 |", "| c | 1 | 3 |"]
    new = ["| f | x |", "|---|---|", "| c | 5 |", "| a | 4 |"]
    merged = table_merge("any", old, new, {"a.x", "c.x"})
    if merged != [*old[:2], "| c | 5 | 3 |", "| b | 2 | 2 |", "| a | 4 | 1 |"]:
        fail(f"a table of another order became {merged}")
    rows = ["| f | x |", "|---|---|", "| `held` | 2 |", "| `unmeasured` | 3 |", "| `worse` | 4 |"]
    new = ["1 of 2 targets hold. Missed:", "", *rows[:2], "| `worse` | 5 |"]
    merged = table_merge("missed", ["an old count", "", *rows], new, {"held", "worse"})
    count = "2 targets are missed. In the last run 1 of 2 targets hold."
    if merged != [count, "", *rows[:2], rows[3], new[4]]:
        fail(f"the list of missed targets became {merged}")
    old = ["Copies: m; commit 1", "", "Locks: m; commit 2,", "on two lines"]
    merged = table_merge("machine", old, ["Locks: m; commit 3"], set())
    if merged != [*old[:2], "Locks: m; commit 3"]:
        fail(f"the paragraphs about the machine became {merged}")


def check_tables():
    """Each figure that has a target has a place in a table of docs/performance.md, and the page has
    all tables."""
    results = [
        made_up(f"{f.name}.{m}", f, m)
        for folder in ("micro", "kernels", "apps")
        for s in figures_load(folder).SERIES
        for m in s.mappings
        for f in s.figures
    ]
    results += [made_up(f.name, f, "nodes") for f in network.figures()]
    results += [made_up("compile.ep", Figure("compile.ep", "", "", compiling.TARGET, "ms"), "")]
    rates = [name for name, *_ in addresses.names()]
    results += [made_up(name, Figure(name, "", "", None, "% of accesses"), "") for name in rates]
    with open("made_up.json", "w", encoding="utf-8") as file:
        json.dump(
            {
                "machine": "m",
                "compiler": "c",
                "commit": "c",
                "date": "2026-11-22",
                "results": results,
            },
            file,
        )
    made, missing = tables.tables_make(tables.Results(["made_up.json"]))
    if missing or not all(made.values()):
        fail(
            f"no table has {missing}, or empty: "
            f"{[name for name, lines in made.items() if not lines]}"
        )
    with open(
        os.path.join(os.environ["POLDER_SOURCE"], "docs", "performance.md"), encoding="utf-8"
    ) as file:
        text = file.read()
    with open("page.md", "w", encoding="utf-8") as file:
        file.write(text)
    tables.page_write("page.md", made)
    with open("page.md", encoding="utf-8") as file:
        written = file.read()
    if (
        not all("\n".join(lines) in written for lines in made.values())
        or written.count("<!-- table ") != len(made)
        or written.count("<!-- end -->") != len(made)
    ):
        fail("docs/performance.md has a place for each table")


def check_means():
    """The geometric mean of programs, how many are within a bound, and the table of both."""
    ratios = {"one": 0.5, "two": 2.0, "three": 1.0}
    results = [
        made_up(f"unseen.{name}.instructions.O2", Figure("", "", "", Ratio(1.5)), "")
        for name in ratios
    ]
    for r, ratio in zip(results, ratios.values()):
        r.update(name=r["name"].rstrip("."), ratio=ratio)
    means = unseen.means_of(results)
    values = {r["name"].removeprefix("unseen.all.instructions.O2"): r["value"] for r in means}
    if {k: round(v, 9) for k, v in values.items()} != {"": 1, ".within_1.1": 2, ".within_1.5": 2}:
        fail(f"means of {ratios}: {values}")
    programs = len(figures_load("unseen").PROGRAMS)
    each = programs + 1
    expected = {"compile": each, "size": each, "unseen.lu.compile": 2, "nonsense": 0}
    expected["binary"] = each
    if shutil.which("valgrind"):
        expected["effort"] = each
        expected["linking"] = each
    for only, number in expected.items():
        found = len(unseen.jobs(Tools(PREFIX, "cc", "."), Plan(), only))
        if found != number:
            fail(f"--only {only}: {found} jobs, not {number}")
    _, rows = unseen.table_rows({r["name"]: r for r in results + means})
    if [row[:2] for row in rows] != [
        ["`two`", "2.00"],
        ["`three`", "1.00"],
        ["`one`", "0.50"],
        ["geometric mean", "1.00"],
        ["at most 1.1", "2 of 3"],
        ["at most 1.5", "2 of 3"],
    ]:
        fail(f"the table of programs nobody tuned: {rows}")


def check_result(result):
    for field, kind in FIELDS.items():
        if not isinstance(result.get(field), kind):
            fail(f"{result.get('name')}: {field} is {result.get(field)!r}")
    part = (
        result["unit"] == "of the transfer"
    )  # what is hidden as a whole may come out a little below 0
    if (result["value"] <= 0 and not part) or result["reference"] <= 0:
        fail(f"{result['name']}: not positive")
    if "spread" not in result or (result["target"] is None) != (result["holds"] is None):
        fail(f"{result['name']}: spread, target or holds")


def check_programs():
    """Lists of whole programs, and one figure of each kind."""
    for folder in ("micro", "kernels", "apps", "unseen"):
        check_list(folder)
    for suite, only in (
        ("kernels", "twisted.plain"),
        ("apps", "scaling.ft"),
        ("apps", "compile.queens"),
        ("unseen", "unseen.lu.compile"),
    ):
        done = bench(suite, "--quick", "--rounds", "1", "--only", only, "--html", "programs.html")
        if done.returncode != 0 or only not in done.stdout:
            fail(
                f"{suite} --only {only}: exit status {done.returncode}: "
                f"{done.stdout}{done.stderr[-2000:]}"
            )
        with open("programs.html", encoding="utf-8") as file:
            if only == "scaling.ft" and "times C on one thread" not in file.read():
                fail("the page has no curve over threads")


def check_wrong_calls():
    """What is found out before anything is measured, in words."""
    with open("text.json", "w", encoding="utf-8") as file:
        file.write('{"results": [{"name": "read", "ratio": "1"}]}')
    for arguments, status, words in (
        (("--json", "nowhere/out.json"), 1, "cannot write nowhere/out.json"),
        (("--rounds", "0"), 2, "a number from 1 on"),
        (("--compare", "text.json"), 1, "no results of an earlier run"),
        (("--compare", "missing.json"), 1, "no results of an earlier run"),
        (("--cc", "no-such-compiler"), 1, "cannot run no-such-compiler"),
        (("nonsense",), 2, "invalid choice"),
    ):
        done = bench(*arguments)
        if done.returncode != status or words not in done.stderr or "Traceback" in done.stderr:
            fail(f"{arguments}: exit status {done.returncode}: {done.stderr[-500:]}")


def check_failures():
    """Without OpenMP programs are left out with a word, and what has another reference is measured.
    A program that fails is no end for the others."""
    with open(
        "cc", "w", encoding="utf-8"
    ) as file:  # a C compiler without OpenMP that cannot compile one of the programs
        file.write(
            '#!/bin/sh\ncase "$*" in *-fopenmp*|*/ep.generated.c*) echo no >&2; exit 1 ;; esac\n'
            'exec cc "$@"\n'
        )
    os.chmod("cc", 0o755)
    done = bench(
        "apps",
        "--quick",
        "--rounds",
        "1",
        "--only",
        "compile.",
        "--cc",
        os.path.abspath("cc"),
        "--json",
        "some.json",
    )
    with open("some.json", encoding="utf-8") as file:
        names = {r["name"] for r in json.load(file)["results"]}
    if (
        done.returncode != 1
        or "bench: error: exit 1 from" not in done.stderr
        or "compile.queens" not in names
        or "compile.ep" in names
    ):
        fail(
            f"a program that fails: exit status {done.returncode}, {sorted(names)}: "
            f"{done.stderr[-1000:]}"
        )
    done = bench(
        "kernels", "--quick", "--rounds", "1", "--only", "mcop", "--cc", os.path.abspath("cc")
    )
    if done.returncode != 1 or "mcop against OpenMP left out" not in done.stderr:
        fail(f"no OpenMP: exit status {done.returncode}: {done.stderr[-1000:]}")


def main():
    check_plots()
    check_rounds()
    check_tables()
    check_partial()
    check_means()
    check_programs()
    check_failures()
    some = () if LONG else ("--rounds", "1", "--only", SOME)
    done = bench(
        "micro",
        "--quick",
        *some,
        "--json",
        "out.json",
        "--markdown",
        "out.md",
        "--html",
        "out.html",
    )
    if done.returncode != 0:
        fail(f"exit status {done.returncode}: {done.stderr[-2000:]}")
    with open("out.json", encoding="utf-8") as file:
        report = json.load(file)
    for field in ("machine", "compiler", "date", "commit"):
        if not report.get(field):
            fail(f"{field} is missing")
    names = [r["name"] for r in report["results"]]
    expected = {name for name in expected_names() if LONG or name.startswith(SOME)}
    if sorted(names) != sorted(expected):
        fail(f"figures differ: {sorted(set(names) ^ expected)}")
    for result in report["results"]:
        check_result(result)
        if result["name"] not in done.stdout:
            fail(f"{result['name']} is not in the table")

    markdown, html = (open(name, encoding="utf-8").read() for name in ("out.md", "out.html"))
    for result in report["results"]:
        if f"| {result['name']} |" not in markdown or f">{result['name']}</td>" not in html:
            fail(f"{result['name']} is not in the Markdown table or on the page")
    xml.dom.minidom.parseString(
        "<page>" + "".join(re.findall(r"<svg.*?</svg>", html, re.S)) + "</page>"
    )  # well formed
    if LONG and (html.count("<polyline") < 8 or "1M" not in html):
        fail("the page has no curves over sizes")

    again = bench("micro", "--quick", "--only", "copy.put.8.", "--compare", "out.json")
    if again.returncode != 0 or again.stdout.count(" before, x ") != 2:
        fail(f"comparison with an earlier run: {again.stdout}{again.stderr[-500:]}")
    wrong = bench("micro", "--only", "copy.put.8.", "--compare", "out.md")
    if (
        wrong.returncode != 1
        or "--compare out.md: no results of an earlier run" not in wrong.stderr
    ):
        fail("what is no earlier run is an error that says so")

    check_wrong_calls()
    wrong = bench("micro", "--only", "nonsense")
    if wrong.returncode != 1 or "no figure's name begins with 'nonsense'" not in wrong.stderr:
        fail("an unknown figure is an error that names it")
    print("pass")


main()
