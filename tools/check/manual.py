#!/usr/bin/env python3
"""The man pages name every option and variable: those of upcrun's table, of base/config.def, Polder's own of upcc and its warnings."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def main():
    upcrun, upcc = (read(f"docs/man/{n}.1").replace("\\-", "-") for n in ("upcrun", "upcc"))
    wanted = [(upcrun, "upcrun.1", name) for name in re.findall(r'^POLDER_SETTING\(\w+, "(\w+)"', read("base/config.def"), re.M)]
    wanted += [(upcrun, "upcrun.1", name) for name in re.findall(r'^\s*\{"(--?[\w-]+)", Action', read("tools/run/options.cc"), re.M)]
    own = read("compiler/driver/options.def").partition("Polder's own")[2].partition("-dumpspecs")[0]
    wanted += [(upcc, "upcc.1", name) for name in re.findall(r'^OPTION\("(--[\w-]+)=?"', own, re.M) if name != "--threads"]
    warnings = re.findall(r"^DIAG\([a-z]+_(\w+), (?:warning|extension),", read("compiler/diag/diagnostics.def"), re.M)
    wanted += [(upcc, "upcc.1", "upc-" + name.replace("_", "-")) for name in warnings]
    missing = sorted({f"{page}: {name} is missing" for text, page, name in wanted if name not in text})
    for problem in missing:
        print("manual: " + problem, file=sys.stderr)
    print(f"manual: {len(wanted)} names, {len(missing)} missing")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
