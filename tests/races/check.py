"""Whether ThreadSanitizer tells the pairs of this folder apart. The scripts
tests/e2e/tools/races_*.py run this module with one compiler each.

Each program here is two. With -DRACY the program has the mistake that its first line names. Without
it the mistake is mended.

- The mended program must run in silence.
- Each report on the racy program must be about lines marked `// race` alone.
- Each marked line of the racy program must be in some report.
- Each report must name the shared object.

No result may depend on which thread comes first. ThreadSanitizer calls two accesses a race if it
was told of no order between them, whichever came first. So programs here make no order by accident.

ThreadSanitizer misses one thing: two accesses at the same moment, as it notes an access without a
lock. Programs here race once, often straight behind a barrier, where that happens. So a racy
program in which a line is missing is run again.
"""

import glob
import os
import re
from concurrent.futures import ThreadPoolExecutor

from runner.e2e import *  # noqa: F401,F403

RUNS = 40  # at most; one is enough for most
HERE = os.path.dirname(os.path.abspath(__file__))
ACCESS = re.compile(r"^  (?:Previous )?(?:[Aa]tomic )?(?:[Rr]ead|[Ww]rite) of size", re.M)


def marked(text):
    """Lines marked in what -DRACY compiles."""
    lines, keeps = set(), [True]
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words[:1] in (["#ifdef"], ["#ifndef"]):
            keeps.append(keeps[-1] and (words[1] != "RACY" or words[0] == "#ifdef"))
        elif words[:1] == ["#else"]:
            keeps[-1] = not keeps[-1] and keeps[-2]
        elif words[:1] == ["#endif"]:
            keeps.pop()
        elif keeps[-1] and re.search(r"// race\b", line):
            lines.add(number)
    return lines


def accesses(report, name):
    """The program's lines at which the two accesses of a report are."""
    found = []
    for part in ACCESS.split(report)[1:]:
        stack = part.split("\n\n")[0]
        place = re.search(rf"{re.escape(name)}\.upc:(\d+)", stack)
        check(place, "an access without a line of the program", report)
        found.append(int(place.group(1)))
    return found


def pair(cc, path):
    name = os.path.basename(path)[:-4]
    text = open(path, encoding="utf-8").read()
    threads = re.search(r"^// threads: (\d+)", text, re.M).group(1)
    static = ["-T", threads] if "// static:" in text else []
    for kind, words in (("racy", ["-DRACY"]), ("mended", [])):
        run(
            UPCC,
            f"--cc={cc}",
            "-g",
            "-O1",
            "-fsanitize=thread",
            *static,
            *words,
            path,
            "-o",
            f"{name}.{kind}",
        )
    mended = run(UPCRUN, "-n", threads, "-p", "1", f"./{name}.mended", status=None)
    check(
        mended.status == 0 and not mended.out + mended.err,
        f"{name}: the mended program is not silent",
        mended,
    )
    wanted, seen = marked(text), set()
    for _ in range(RUNS):
        racy = run(UPCRUN, "-n", threads, "-p", "1", f"./{name}.racy", status=None)
        seen |= reported(name, racy, wanted, "// private:" in text)
        if seen == wanted:
            break
    check(seen == wanted, f"{name}: lines {sorted(wanted - seen)} are in no report", racy)
    os.remove(f"{name}.racy")
    os.remove(f"{name}.mended")


def reported(name, racy, wanted, private):
    """Lines in the reports of one run."""
    seen = set()
    for report in racy.err.split("WARNING: ThreadSanitizer: ")[1:]:
        check(report.startswith("data race"), f"{name}: another report than of a race", racy)
        lines = accesses(report, name)
        marked_only = len(lines) == 2 and set(lines) <= wanted
        check(marked_only, f"{name}: a report of lines {lines}, marked are {sorted(wanted)}", racy)
        check(racy.status != 0, f"{name}: exit status 0 in spite of reports", racy)
        check(
            private or "polder: the race is on " in report,
            f"{name}: the shared object has no name",
            racy,
        )
        check(" polder_main " not in report, f"{name}: main has another name", report)
        seen |= set(lines)
    return seen


def check_pairs(cc, every=1, wanted=30):
    """All pairs, or without --long each `every`-th."""
    write("probe.c", "int main(void) { return 0; }\n")
    if (
        run(cc, "-fsanitize=thread", "probe.c", "-o", "probe", status=None).status
        or run("./probe", status=None).status
    ):
        skip(f"{cc} has no ThreadSanitizer that runs here")
    paths = sorted(glob.glob(os.path.join(HERE, "*.upc")))
    check(len(paths) >= wanted, f"{len(paths)} pairs")
    only = os.environ.get("RACES_ONLY")
    with ThreadPoolExecutor(2) as workers:
        chosen = [p for p in paths[:: 1 if LONG else every] if not only or re.search(only, p)]
        for job in [workers.submit(pair, cc, path) for path in chosen]:
            job.result()
    # Between processes it sees nothing, and says so.
    run(UPCC, f"--cc={cc}", "-fsanitize=thread", os.path.join(HERE, "barrier.upc"), "-o", "barrier")
    apart = run(UPCRUN, "-n", "2", "./barrier")
    noted = "sees the threads of one process only" in apart.err and apart.err.count("\n") == 2
    check(noted, "two processes: one note", apart)
