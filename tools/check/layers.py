#!/usr/bin/env python3
"""The layer rule over the include graph: dependencies point down only.

A row of ALLOWED names what a folder may include besides its own files. "a/b" is that folder and all
below it, or that file. "a/b/*" is the folder without those below it. The most special row holds.
Below FULL each folder has a row of its own. The table itself may not have a cycle.

System headers are not looked at, but for one rule. The runtime may not use the C++ library's
run-time half, as a program links without it.
"""

import os
import re
import sys

from support import tree
from support.outcome import outcome

ROOT = tree.ROOT

# What all parts of the compiler that know a unit may include.
UNIT = ("compiler/lex", "compiler/diag", "compiler/ast", "compiler/type", "compiler/unit")

ALLOWED = {
    "include": [],
    "base": ["include"],
    "stubs": [],
    "conduits": ["base"],
    "conduits/self": ["base", "conduits/*"],
    "conduits/smp": ["base", "conduits/*"],
    "conduits/ofi": ["base", "conduits/*"],
    "conduits/reference": ["base", "conduits/*"],
    "conduits/hook": ["base", "conduits/*", "conduits/reference"],
    "conduits/open": ["base", "conduits/*", "conduits/hook", "conduits/reference"],
    # The runtime, from the bottom to the top.
    "runtime/core": ["include", "base"],
    "runtime/module": ["include"],
    "runtime/io": ["runtime/core"],
    "runtime/sync": ["include", "base", "runtime/core"],
    "runtime/heap": ["base", "runtime/core", "runtime/sync"],
    "runtime/exchange": ["runtime/core"],
    "runtime/locality": ["include", "base", "runtime/core", "runtime/exchange"],
    "runtime/segment": [
        "include",
        "base",
        "runtime/core",
        "runtime/heap",
        "runtime/exchange",
        "runtime/locality",
    ],
    "runtime/debug": ["runtime/core", "runtime/module", "runtime/segment"],
    "runtime/fault": ["base", "runtime/core", "runtime/segment"],
    "runtime/boot": ["base", "runtime/core", "runtime/exchange", "runtime/segment"],
    "runtime/node_heap": [
        "include",
        "base",
        "runtime/core",
        "runtime/module",
        "runtime/sync",
        "runtime/heap",
        "runtime/segment",
    ],
    "runtime/race": [
        "include",
        "base",
        "runtime/core",
        "runtime/module",
        "runtime/segment",
        "runtime/node_heap",
    ],
    "runtime/directory": [
        "include",
        "base",
        "conduits/conduit.h",
        "runtime/core",
        "runtime/segment",
    ],
    "runtime/net": [
        "base",
        "conduits/conduit.h",
        "conduits/open",
        "runtime/core",
        "runtime/sync",
        "runtime/exchange",
        "runtime/segment",
        "runtime/directory",
    ],
    "runtime/am": [
        "base",
        "conduits/conduit.h",
        "runtime/core",
        "runtime/sync",
        "runtime/segment",
        "runtime/net",
    ],
    "runtime/registered": [
        "base",
        "conduits/conduit.h",
        "runtime/core",
        "runtime/sync",
        "runtime/segment",
        "runtime/directory",
        "runtime/net",
        "runtime/am",
    ],
    "runtime/rpc": [
        "include",
        "base",
        "conduits/conduit.h",
        "runtime/core",
        "runtime/sync",
        "runtime/segment",
        "runtime/node_heap",
        "runtime/net",
    ],
    "runtime/put": ["runtime/segment", "runtime/net"],
    "runtime/cache": [
        "include",
        "base",
        "conduits/conduit.h",
        "runtime/core",
        "runtime/sync",
        "runtime/segment",
        "runtime/net",
        "runtime/rpc",
        "runtime/put",
    ],
    "runtime/atomic": [
        "conduits/conduit.h",
        "runtime/segment",
        "runtime/race",
        "runtime/net",
        "runtime/put",
        "runtime/cache",
        "runtime/registered",
    ],
    "runtime/rma": [
        "include",
        "base",
        "runtime/core",
        "runtime/segment",
        "runtime/node_heap",
        "runtime/race",
        "runtime/net",
        "runtime/put",
        "runtime/cache",
        "runtime/atomic",
        "runtime/registered",
    ],
    "runtime/fence": [
        "include",
        "runtime/core",
        "runtime/sync",
        "runtime/net",
        "runtime/rpc",
        "runtime/cache",
    ],
    "runtime/barrier": [
        "include",
        "runtime/core",
        "runtime/sync",
        "runtime/race",
        "runtime/rpc",
        "runtime/fence",
    ],
    "runtime/alloc": [
        "include",
        "base",
        "conduits/conduit.h",
        "runtime/core",
        "runtime/sync",
        "runtime/heap",
        "runtime/segment",
        "runtime/node_heap",
        "runtime/net",
        "runtime/rpc",
        "runtime/put",
        "runtime/cache",
        "runtime/rma",
        "runtime/barrier",
    ],
    "runtime/check": [
        "include",
        "base",
        "runtime/core",
        "runtime/segment",
        "runtime/node_heap",
        "runtime/cache",
        "runtime/alloc",
    ],
    # Collectives: what both stacks share, then slots in shared lines (shm) and schedules of
    # messages (the rest), then who chooses.
    "runtime/coll/topology": [],
    "runtime/coll/schedule": [],
    "runtime/coll/request": ["include", "runtime/core"],
    "runtime/coll/reduction": [
        "include",
        "runtime/coll/request",
        "runtime/core",
        "runtime/segment",
    ],
    "runtime/coll/shm": [
        "include",
        "runtime/coll/reduction",
        "runtime/coll/request",
        "runtime/coll/topology",
        "runtime/core",
        "runtime/rma",
        "runtime/segment",
        "runtime/sync",
    ],
    "runtime/coll/algorithms": [
        "runtime/coll/request",
        "runtime/coll/schedule",
        "runtime/coll/topology",
    ],
    "runtime/coll/engine": [
        "base",
        "runtime/coll/reduction",
        "runtime/coll/schedule",
        "runtime/core",
    ],
    "runtime/coll/transport": [
        "runtime/core",
        "runtime/sync",
        "runtime/segment",
        "runtime/net",
        "runtime/am",
        "runtime/rma",
        "runtime/barrier",
        "runtime/coll/engine",
        "runtime/coll/request",
    ],
    "runtime/coll/select": [
        "base",
        "runtime/coll/request",
        "runtime/coll/topology",
        "runtime/core",
        "runtime/exchange",
        "runtime/sync",
    ],
    "runtime/team": [
        "runtime/alloc",
        "runtime/am",
        "runtime/barrier",
        "runtime/coll",
        "runtime/core",
        "runtime/fence",
        "runtime/race",
        "runtime/segment",
        "runtime/sync",
    ],
    # Tasks of a thread: workers, deques.
    "runtime/task": [
        "include",
        "base",
        "runtime/core",
        "runtime/race",
        "runtime/sync",
        "runtime/net",
        "runtime/cache",
    ],
    # Tasks that move between threads and nodes.
    "runtime/movable": [
        "include",
        "base",
        "runtime/core",
        "runtime/sync",
        "runtime/segment",
        "runtime/locality",
        "runtime/race",
        "runtime/am",
        "runtime/cache",
        "runtime/fence",
        "runtime/barrier",
        "runtime/alloc",
    ],
    "runtime/world": [
        "runtime/barrier",
        "runtime/coll",
        "runtime/core",
        "runtime/rma",
        "runtime/sync",
        "runtime/team",
    ],
    "runtime/abi": [
        "include",
        "base",
        "runtime/core",
        "runtime/sync",
        "runtime/segment",
        "runtime/node_heap",
        "runtime/race",
        "runtime/net",
        "runtime/cache",
        "runtime/rma",
        "runtime/fence",
        "runtime/barrier",
    ],
    "runtime/start": [
        "include",
        "base",
        "runtime/core",
        "runtime/module",
        "runtime/io",
        "runtime/sync",
        "runtime/exchange",
        "runtime/locality",
        "runtime/segment",
        "runtime/debug",
        "runtime/fault",
        "runtime/boot",
        "runtime/node_heap",
        "runtime/race",
        "runtime/net",
        "runtime/am",
        "runtime/rpc",
        "runtime/cache",
        "runtime/barrier",
        "runtime/alloc",
        "runtime/check",
        "runtime/coll",
        "runtime/team",
        "runtime/world",
    ],
    "runtime/api": [
        "include",
        "base",
        "runtime/core",
        "runtime/sync",
        "runtime/locality",
        "runtime/segment",
        "runtime/race",
        "runtime/net",
        "runtime/am",
        "runtime/cache",
        "runtime/atomic",
        "runtime/rma",
        "runtime/fence",
        "runtime/barrier",
        "runtime/alloc",
        "runtime/team",
        "runtime/task",
        "runtime/registered",
        "runtime/directory",
    ],
    "frontends/upc": ["base", "include", "runtime"],
    "frontends/shmem": ["base", "include", "runtime"],
    "frontends/shmem/fortran": ["base", "include", "runtime", "frontends/shmem"],
    "frontends/upc/atomics": ["base", "include", "runtime"],
    "frontends/upc/collectives": ["include", "runtime"],
    "frontends/upc/io": [
        "base",
        "include",
        "runtime",
        "frontends/upc/*",
        "frontends/upc/collectives",
    ],
    "frontends/upc/groups": ["base", "include", "runtime", "frontends/upc/collectives"],
    "frontends/upc/berkeley": [
        "base",
        "include",
        "runtime",
        "frontends/upc/*",
        "frontends/upc/atomics",
        "frontends/upc/collectives",
    ],
    "compiler": [],
    "compiler/abi": ["include/polder/abi.def"],
    "compiler/lex": [],
    "compiler/diag": ["compiler/lex"],
    "compiler/ast": ["compiler/lex"],
    "compiler/type": ["compiler/abi", "compiler/lex", "compiler/ast"],
    "compiler/unit": ["compiler/lex", "compiler/diag", "compiler/ast", "compiler/type"],
    # Constants and layout, which later passes ask too; then the parts of the analysis.
    "compiler/sema": [*UNIT],
    "compiler/sema/names": ["base", *UNIT, "compiler/sema/*"],
    "compiler/sema/convert": [*UNIT, "compiler/sema/*", "compiler/sema/names"],
    "compiler/sema/expr": [
        *UNIT,
        "compiler/sema/*",
        "compiler/sema/names",
        "compiler/sema/convert",
    ],
    "compiler/sema/decl": [
        *UNIT,
        "compiler/sema/*",
        "compiler/sema/names",
        "compiler/sema/convert",
    ],
    "compiler/sema/stmt": [
        *UNIT,
        "compiler/sema/*",
        "compiler/sema/names",
        "compiler/sema/convert",
    ],
    "compiler/sema/unit": [
        *UNIT,
        "compiler/sema/*",
        "compiler/sema/names",
        "compiler/sema/convert",
        "compiler/sema/expr",
        "compiler/sema/decl",
        "compiler/sema/stmt",
    ],
    "compiler/parse/cursor": [*UNIT, "compiler/sema"],
    "compiler/parse/expr": [*UNIT, "compiler/sema", "compiler/parse/cursor"],
    "compiler/parse/decl": [*UNIT, "compiler/sema", "compiler/parse/cursor", "compiler/parse/expr"],
    "compiler/parse/stmt": [
        *UNIT,
        "compiler/sema",
        "compiler/parse/cursor",
        "compiler/parse/expr",
        "compiler/parse/decl",
    ],
    "compiler/parse": [
        *UNIT,
        "compiler/sema",
        "compiler/parse/cursor",
        "compiler/parse/expr",
        "compiler/parse/decl",
        "compiler/parse/stmt",
    ],
    "compiler/analysis": [
        "compiler/lex",
        "compiler/ast",
        "compiler/type",
        "compiler/unit",
        "compiler/sema/*",
    ],
    "compiler/optimize": [
        "compiler/lex",
        "compiler/ast",
        "compiler/type",
        "compiler/unit",
        "compiler/sema/*",
        "compiler/analysis",
    ],
    # What the classes of lowering share; those hold a cycle, as expressions and statements do.
    "compiler/lower/core": [
        "compiler/abi",
        *UNIT,
        "compiler/analysis",
        "compiler/optimize",
    ],
    "compiler/lower": [
        "compiler/abi",
        "compiler/lex",
        "compiler/diag",
        "compiler/ast",
        "compiler/type",
        "compiler/unit",
        "compiler/sema/*",
        "compiler/analysis",
        "compiler/optimize",
        "compiler/lower/core",
    ],
    "compiler/emit": ["compiler/lex", "compiler/ast", "compiler/unit"],
    "compiler/elide": [
        "compiler/lex",
        "compiler/diag",
        "compiler/ast",
        "compiler/type",
        "compiler/unit",
        "compiler/sema/*",
        "compiler/emit",
    ],
    # upcc: what it asks of the system, the command line, the back end, then what is done with them.
    "compiler/driver/system": ["base", "compiler/lex"],
    "compiler/driver/line": ["base", "compiler/diag", "compiler/unit", "compiler/driver/system"],
    "compiler/driver/back_end": [
        "compiler/abi",
        "compiler/unit",
        "compiler/driver/line",
        "compiler/driver/system",
    ],
    "compiler/driver/link": [
        "compiler/abi",
        "compiler/diag",
        "compiler/driver/back_end",
        "compiler/driver/line",
        "compiler/driver/system",
    ],
    "compiler/driver/compile": [
        "compiler/lex",
        "compiler/unit",
        "compiler/parse",
        "compiler/lower",
        "compiler/elide",
        "compiler/emit",
        "compiler/driver/back_end",
        "compiler/driver/line",
        "compiler/driver/system",
    ],
    "compiler/driver": [
        "base",
        "compiler/driver/back_end",
        "compiler/driver/compile",
        "compiler/driver/line",
        "compiler/driver/link",
        "compiler/driver/system",
    ],
    "tools/machine": ["runtime/locality/machine.h"],
    # upcrun: what the user asks for, what a node does, who is where, and what nodes do together.
    "tools/run/hosts": ["base", "runtime/core"],
    "tools/run/cli": ["base", "runtime/core", "tools/run/hosts"],
    "tools/run/local": [
        "base",
        "conduits/open",
        "include",
        "runtime/boot",
        "runtime/core",
        "runtime/fault",
        "runtime/locality",
        "runtime/segment",
        "tools/machine",
        "tools/run/cli",
    ],
    "tools/run/local/watch": ["base", "runtime/core", "runtime/fault", "tools/run/local/*"],
    "tools/run/plan": ["base", "tools/run/hosts", "tools/run/cli", "tools/run/local"],
    "tools/run/remote/wire": ["base", "runtime/core", "tools/run/cli", "tools/run/plan"],
    "tools/run/remote/agent": [
        "base",
        "runtime/boot",
        "runtime/core",
        "runtime/exchange",
        "tools/run/local",
        "tools/run/remote/wire",
    ],
    "tools/run/remote/controller/agents": [
        "base",
        "tools/run/plan",
        "tools/run/remote/wire",
        "tools/run/remote/agent",
    ],
    "tools/run/remote/controller": [
        "base",
        "runtime/fault",
        "tools/run/cli",
        "tools/run/local",
        "tools/run/plan",
        "tools/run/remote/wire",
        "tools/run/remote/agent",
        "tools/run/remote/controller/agents",
    ],
    "tools/run": [
        "base",
        "runtime/boot",
        "tools/run/cli",
        "tools/run/local",
        "tools/run/plan",
        "tools/run/remote",
    ],
    "tools/polder": ["base", "include", "runtime", "conduits/open", "tools/machine"],
    "tools/polder/doctor": ["base", "include", "runtime", "tools/polder", "tools/run/hosts"],
    "tools/editors": [],
    "bench": ["include"],
    "bench/internal": ["base", "include", "runtime", "bench/micro"],
}
# Below these each folder has a row.
FULL = ("runtime", "conduits", "frontends", "tools/run", "tools/polder")
FORBIDDEN_SYSTEM = re.compile(
    r"<(iostream|string|vector|map|unordered_map|thread|mutex|condition_variable|memory|functional|"
    r"future|stdexcept|sstream|fstream|regex|filesystem|deque|list|set|unordered_set)>"
)
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<][^">]+[">])', re.M)


def sources():
    tops = {folder.split("/")[0] for folder in ALLOWED}
    return [
        p
        for p in tree.files()
        if p.endswith((".cc", ".h", ".c", ".def")) and p.split("/")[0] in tops
    ]


def row_of(path):
    """The most special row that holds the file or folder; None: there is none."""
    parts = path.split("/")
    for n in range(len(parts), 0, -1):
        if "/".join(parts[:n]) in ALLOWED:
            return "/".join(parts[:n])
    return None


def inside(path, entry):
    if entry.endswith("/*"):
        return os.path.dirname(path) == entry[:-2]
    return path == entry or path.startswith(entry + "/")


def rows_behind(entry):
    """The rows whose files an entry of a row lets in."""
    if entry.endswith("/*"):
        return [row_of(entry[:-2])]
    below = [row for row in ALLOWED if inside(row, entry)]
    return below if entry in ALLOWED else below + [r for r in [row_of(entry)] if r]


def cycle():
    """A cycle of the table, as a list of rows; empty if it has none."""
    done, path = set(), []

    def visit(row):
        if row in path:
            return path[path.index(row) :] + [row]
        if row in done:
            return []
        path.append(row)
        for entry in ALLOWED[row]:
            for behind in rows_behind(entry):
                found = visit(behind) if behind != row else []
                if found:
                    return found
        path.pop()
        done.add(row)
        return []

    return next((c for c in map(visit, ALLOWED) if c), [])


def included(path):
    """The files of ours that the file includes, and the names of system headers. A name in quotes
    is looked for beside the file first, as compilers do. What lies outside of the tree is none."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        text = f.read()
    for spelled in INCLUDE.findall(text):
        name = spelled[1:-1]
        beside = [os.path.join(os.path.dirname(path), name)] if spelled[0] == '"' else []
        places = map(os.path.normpath, [*beside, "include/" + name, name])
        yield spelled, next(
            (p for p in places if p[:2] != ".." and os.path.isfile(os.path.join(ROOT, p))), None
        )


def main():
    problems = []
    if found := cycle():
        problems.append("tools/check/layers.py: the table has a cycle: " + " -> ".join(found))
    for path in sources():
        folder = os.path.dirname(path)
        row = row_of(folder)
        if row is None or (row != folder and any(inside(folder, f) for f in FULL)):
            problems.append(f"{path}: {folder} has no row in tools/check/layers.py")
            continue
        for spelled, target in included(path):
            if FORBIDDEN_SYSTEM.match(spelled) and path.split("/")[0] in (
                "base",
                "runtime",
                "frontends",
                "conduits",
            ):
                problems.append(
                    f"{path}: {spelled} needs the C++ library at run time; programs link without it"
                )
            if target is None or row_of(os.path.dirname(target)) == row:
                continue
            if not any(inside(target, entry) for entry in ALLOWED[row]):
                seen = ", ".join(ALLOWED[row]) or "nothing"
                problems.append(
                    f"{path}: includes {target}, but {row} may only see itself and: {seen}"
                )
    return outcome("layers", problems, f"{len(problems)} violations")


if __name__ == "__main__":
    sys.exit(main())
