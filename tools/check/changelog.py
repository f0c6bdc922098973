#!/usr/bin/env python3
"""CHANGELOG.md is a list of releases, and the version stands in one place.

A release is `## 1.2.3`, what comes after the last one `## Unreleased`. Below it stand `### Added`,
`### Changed`, `### Fixed` and `### Removed`, with one fact a line: `- ...`, at most 100 columns.
The newest release is the version of CMakeLists.txt; no other file spells that version out.
"""

import os
import re
import sys

from support import tree
from support.outcome import outcome

sys.path.insert(0, os.path.join(tree.ROOT, "tools", "support"))

from version import version  # noqa: E402

KINDS = ("Added", "Changed", "Fixed", "Removed")
MAY_NAME_IT = (
    "CHANGELOG.md",
    "CMakeLists.txt",
    "packaging/spack/spack_repo/polder/packages/polder/package.py",
)  # recipes list releases
READ = (".py", ".cc", ".h", ".c", ".cmake", ".txt", ".in", ".json", ".sh", ".1", ".3")
LONGEST = 100


def releases(text):
    """Headings `## ...` with the lines below them."""
    parts = re.split(r"^## (.*)$", text, flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


def list_of_changes():
    text, problems = tree.read("CHANGELOG.md"), []
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST:
            problems.append(f"CHANGELOG.md:{number}: {len(line)} columns, {LONGEST} are allowed")
        if re.match(r"\s+\S", line):
            problems.append(f"CHANGELOG.md:{number}: a fact has one line")
        if line.startswith("### ") and line[4:] not in KINDS:
            problems.append(f"CHANGELOG.md:{number}: '{line}' is none of {', '.join(KINDS)}")
    names = [name for name, _ in releases(text)]
    bad = [n for n in names if n != "Unreleased" and not re.fullmatch(r"\d+\.\d+\.\d+", n)]
    problems += [f"CHANGELOG.md: '## {name}' is neither a version nor 'Unreleased'" for name in bad]
    newest = next((n for n in names if n != "Unreleased"), None)
    if newest != version():
        problems.append(f"CHANGELOG.md ends with {newest}, CMakeLists.txt says {version()}")
    if "Unreleased" in names[1:]:
        problems.append("CHANGELOG.md: 'Unreleased' stands below a release")
    return problems


def other_places():
    spelled = re.compile(rf"(?<![\d.]){re.escape(version())}(?![\d.])")
    paths = [p for p in tree.files() if p.endswith(READ) and p not in MAY_NAME_IT]
    return [
        f"{p}: spells out the version; take it from CMake or tools/support/version.py"
        for p in paths
        if not p.startswith("docs/") and spelled.search(tree.read(p))
    ]


def main():
    found = list_of_changes() + other_places()
    return outcome("changelog", found, f"version {version()}, {len(found)} problems")


if __name__ == "__main__":
    sys.exit(main())
