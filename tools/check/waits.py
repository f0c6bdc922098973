#!/usr/bin/env python3
"""Fixed waits of tests stand in tests/waits.txt, each with the reason why it decides no result.

A test on a busy machine gets no core for seconds. So tests wait for events (tests/runner/e2e.py:
until, heard, ended, settled), and where they do let time pass, the list says why that is right:

  look     a pause between two looks at something that is waited for
  chance   makes one order of events likely; the test passes with each order
  silence  that nothing happens meanwhile is what is tested; more time would be as good
  end      far longer than the test; something else ends it, and that is tested
  time     the time itself is what is tested: a clock, a time stamp of a file
"""

import os
import re
import sys

from support import tree
from support.outcome import outcome

LIST = "tests/waits.txt"
REASONS = ("look", "chance", "silence", "end", "time")
WAIT = re.compile(
    r"\btime\.sleep\(|(?<![\w.])(?:u|nano)?sleep\(|(?<![\w.(])sleep \d|(?<![\w.])alarm\("
)


def listed():
    """{base name: (number, line)} and what is wrong with the list."""
    known, problems = {}, []
    for number, line in enumerate(tree.read(LIST).split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        name, count, reason, why = (line.split(maxsplit=3) + [""] * 4)[:4]
        if not count.isdigit() or reason.rstrip(",") not in REASONS or not why:
            problems.append(f"{LIST}:{number}: name, number, one of {', '.join(REASONS)}, words")
        else:
            known[name] = int(count)
    return known, problems


def main():
    known, problems = listed()
    seen = set()
    for path in tree.files():
        if path.startswith("tests/") and path.endswith((".py", ".sh", ".cc", ".h", ".c", ".upc")):
            name, count = os.path.basename(path), len(WAIT.findall(tree.read(path)))
            seen.add(name)
            if count > known.get(name, 0):
                problems.append(f"{path}: {count} fixed waits, {known.get(name, 0)} in {LIST}")
    problems += [f"{LIST}: {name} is no test" for name in known if name not in seen]
    return outcome("waits", problems, f"{sum(known.values())} waits, {len(problems)} problems")


if __name__ == "__main__":
    sys.exit(main())
