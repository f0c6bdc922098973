"""A list of known offences that may only become shorter.

Each line of the list is `rule number name`: so many offences of a rule by something with that name.
A name is that of a class or a folder, or the base name of a file, so that a file may be moved. A
number above that of the list is an error. `./dev check --ratchet` writes the list anew after files
were split or renamed: the sum of a rule's numbers may not grow, wherever they stand then."""

import collections
import os

HEADER = "# Known offences: rule, number, name. They may only become fewer; {} rewrites this.\n"


def read(path):
    known = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            for line in f:
                if line.strip() and not line.startswith(("#", "<", "=", ">")):
                    rule, number, name = line.rstrip("\n").split(" ", 2)
                    known[rule, name] = max(int(number), known.get((rule, name), 0))
    return known


def write(path, found, command):
    with open(path, "w", encoding="utf-8") as f:
        f.write(HEADER.format(command))
        f.writelines(f"{rule} {number} {name}\n" for (rule, name), number in sorted(found.items()))


def sums(entries, allowed):
    """Of each rule what is beyond its limit: a class of 40 members counts 10 where 30 are
    allowed."""
    total = collections.Counter()
    for (rule, _), number in entries.items():
        total[rule] += max(number - allowed.get(rule, 0), 0)
    return total


def grown(known, found, limits):
    """Problems, in words: what is new or has grown."""
    problems = []
    for (rule, name), number in sorted(found.items()):
        before = known.get((rule, name), 0)
        if number > before:
            was = f"{before} were known" if before else "none were known"
            problems.append(f"{name}: {limits[rule].format(number)}; {was}")
    return problems


def rewrite(path, found, allowed, command):
    """Problems, in words; without any the list is written."""
    known = read(path)
    before, after = sums(known, allowed), sums(found, allowed)
    problems = [
        f"{rule}: {after[rule]} offences, {before[rule]} were known: the sum may not grow"
        for rule in sorted(after)
        if known and after[rule] > before[rule]
    ]
    if not problems:
        write(path, found, command)
    return problems
