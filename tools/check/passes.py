#!/usr/bin/env python3
"""Each pass of compiler/unit/passes.def is explained in docs/design, named in upcc(1) and asked
about in the compiler. A test below tests/compiler/report expects a line of its report. New passes
forget one of these."""

import glob
import os
import re
import sys

from support.outcome import outcome

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def read_all(pattern):
    text = ""
    for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
        with open(path, encoding="utf-8") as f:
            text += f.read()
    return text


def main():
    passes = re.findall(r'^PASS\((\w+), "([\w-]+)"', read_all("compiler/unit/passes.def"), re.M)
    reports, design = read_all("tests/compiler/report/*"), read_all("docs/design/*.md")
    manual = read_all("docs/man/upcc.1").replace("\\-", "-")
    compiler = read_all("compiler/lower/**/*.*") + read_all("compiler/optimize/*.*")
    problems = []
    for member, name in passes:
        wanted = {
            "asked about in compiler/optimize or lower": re.search(
                rf"\bpasses_?\.{member}\b", compiler
            ),
            "expected by a test of tests/compiler/report": re.search(
                rf"// report: \d+: \[{name}\] ", reports
            ),
            "explained in docs/design": re.search(rf"`(-fno-upc-)?{name}`", design),
            "named in docs/man/upcc.1": re.search(rf"\b{name}\b", manual),
        }
        problems += [f"{name} is not {what}" for what, found in wanted.items() if not found]
    return outcome("passes", problems, f"{len(passes)} passes, {len(problems)} problems")


if __name__ == "__main__":
    sys.exit(main())
