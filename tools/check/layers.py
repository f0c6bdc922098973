#!/usr/bin/env python3
"""The layer rule over the include graph: dependencies point down only.

A folder may include from itself and from the folders listed for it; a longer name is a more special rule. Conduits never include
each other, front ends never include each other. System headers are not looked at, except that the runtime may not use the C++
library's run-time half (a program links without it).
"""
import os
import re
import sys

from support import tree
from support.outcome import outcome

ROOT = tree.ROOT

ALLOWED = {
    "include": [],
    "base": ["include"],
    "conduits": ["base", "include"],
    "runtime": ["base", "include", "conduits/conduit.h", "conduits/open.h", "conduits/measured.h"],
    # Collectives: what both stacks share, then slots in shared lines (shm) and schedules of messages (the rest), then who chooses.
    "runtime/coll/topology": [],
    "runtime/coll/schedule": [],
    "runtime/coll/request": ["include", "runtime/core"],
    "runtime/coll/reduction": ["include", "runtime/coll/request", "runtime/core", "runtime/segment"],
    "runtime/coll/shm": ["include", "runtime/coll/reduction", "runtime/coll/request", "runtime/coll/topology", "runtime/core", "runtime/rma",
                         "runtime/sync"],
    "runtime/coll/algorithms": ["runtime/coll/request", "runtime/coll/schedule", "runtime/coll/topology"],
    "runtime/coll/engine": ["base", "runtime/coll/reduction", "runtime/coll/schedule", "runtime/core"],
    "runtime/coll/transport": ["runtime/am", "runtime/barrier", "runtime/coll/engine", "runtime/coll/request", "runtime/core", "runtime/net", "runtime/rma",
                               "runtime/segment", "runtime/sync"],
    "runtime/coll/select": ["base", "runtime/coll/request", "runtime/coll/topology", "runtime/core", "runtime/exchange", "runtime/sync"],
    "runtime/team": ["runtime/alloc", "runtime/am", "runtime/coll", "runtime/core", "runtime/race", "runtime/segment", "runtime/sync"],
    "runtime/world": ["runtime/barrier", "runtime/coll", "runtime/core", "runtime/rma", "runtime/sync", "runtime/team"],
    "stubs": [],
    "frontends": ["base", "include", "runtime"],
    "compiler": [],
    "compiler/abi": ["include/polder/abi.def"],
    "compiler/lex": [],
    "compiler/diag": ["compiler/lex"],
    "compiler/ast": ["compiler/lex"],
    "compiler/type": ["compiler/abi", "compiler/lex", "compiler/ast"],
    "compiler/unit": ["compiler/lex", "compiler/diag", "compiler/ast", "compiler/type"],
    "compiler/sema": ["base", "compiler/lex", "compiler/diag", "compiler/ast", "compiler/type", "compiler/unit"],
    "compiler/parse": ["compiler/lex", "compiler/diag", "compiler/ast", "compiler/type", "compiler/unit", "compiler/sema"],
    "compiler/lower": ["compiler/abi", "compiler/lex", "compiler/diag", "compiler/ast", "compiler/type", "compiler/unit", "compiler/sema"],
    "compiler/emit": ["compiler/lex", "compiler/ast", "compiler/unit"],
    "compiler/elide": ["compiler/lex", "compiler/diag", "compiler/ast", "compiler/type", "compiler/unit", "compiler/emit"],
    "compiler/driver": ["base", "compiler"],
    "tools": ["base", "include", "runtime", "conduits/conduit.h", "conduits/open.h", "conduits/measured.h"],
    "bench": ["include", "bench"],
    "bench/internal": ["base", "include", "runtime", "bench"],
}
ISOLATED = ("conduits", "frontends")  # their sub-folders do not see each other
FORBIDDEN_SYSTEM = re.compile(r"<(iostream|string|vector|map|unordered_map|thread|mutex|condition_variable|memory|functional|"
                              r"future|stdexcept|sstream|fstream|regex|filesystem|deque|list|set|unordered_set)>")
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<][^">]+[">])', re.M)


def sources():
    return [p for p in tree.files() if p.endswith((".cc", ".h", ".c", ".def")) and p.split("/")[0] in ALLOWED]


def rule_for(path):
    """The most special folder of ALLOWED that holds the file."""
    parts = os.path.dirname(path).split("/")
    for n in range(len(parts), 0, -1):
        if "/".join(parts[:n]) in ALLOWED:
            return "/".join(parts[:n])
    return None


def inside(path, folder):
    return path == folder or path.startswith(folder + "/")


def permitted(path, target, rule):
    if any(inside(target, f) for f in ALLOWED[rule]):
        return True
    if not inside(target, rule):
        return False
    top = path.split("/")[0]
    if top not in ISOLATED or target.count("/") < 2 or path.count("/") < 2:
        return True
    return path.split("/")[1] == target.split("/")[1]


def main():
    problems = []
    for path in sources():
        rule = rule_for(path)
        with open(os.path.join(ROOT, path), encoding="utf-8") as f:
            text = f.read()
        for spelled in INCLUDE.findall(text):
            name = spelled[1:-1]
            if spelled[0] == "<" and path.split("/")[0] in ("base", "runtime", "frontends", "conduits"):
                if FORBIDDEN_SYSTEM.match(spelled):
                    problems.append(f"{path}: {spelled} needs the C++ library at run time; programs link without it")
            target = "include/" + name if os.path.exists(os.path.join(ROOT, "include", name)) else name
            if not os.path.exists(os.path.join(ROOT, target)):
                continue
            if not permitted(path, target, rule):
                problems.append(f"{path}: includes {target}, but {rule} may only see itself and: {', '.join(ALLOWED[rule]) or 'nothing'}")
    return outcome("layers", problems, f"{len(problems)} violations")


if __name__ == "__main__":
    sys.exit(main())
