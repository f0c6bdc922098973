"""What a test file says about itself: lines `// name: value` (in scripts `# name: value`, in
Fortran `! name: value`) among its leading comments.

  flags: -O2 -fopenmp     options for the compiler          ldflags: -lm      behind the files
  variants: off: -O2 -fno-upc-passes   one test more, FILE:off, with these flags (repeatable)
  threads: 1 4            thread counts instead of 1 2 3 4 7
  pes: processes (why)    of an OpenSHMEM program in C: not with PEs as pthreads
  static: 4               compiled with -fupc-threads=4 and run with 4 threads only
  mappings: threads mix   only these of threads, processes, mix
  nodes: no (...)         skipped in runs over several nodes (say why behind it)
  crowd: long (why)       on three nodes with two processes each only in ./dev test --long
  files: a.upc b.upc      compiled apart and linked         cfiles: x.c       with -x c
  ccfiles: y.c            compiled with the back-end C compiler, without upcc
  args: ... stdin: ...    of the program
  env: NAME=value         launch: options of upcrun
  alone:                  the program is started without upcrun
  expect: text            on stdout (repeatable; THREADS stands for the number); without it a line
                          `pass` is expected
  expect-err: text        on stderr (repeatable)
  exit: 3                 exit status; `exit: nonzero`
  limit: 120              seconds of processor time for one run; `120 60`: 60 s asleep besides
                          (limits.py)
  long: (why)             only in ./dev test --long, which also sets POLDER_TEST_LONG=1 for tests
                          with a long form
  cores: 2                of a script: how many cores it keeps busy (1)
  requires: openmp        skipped where the program or library is missing (see suites.available)
  sanitize: no            skipped in builds with a sanitizer (say why behind it); `not thread`,
                          `not thread address`: only with those
"""

import os
import re
import shlex

from .limits import Limit

SINGLE = {
    "static",
    "nodes",
    "exit",
    "limit",
    "long",
    "cores",
    "stdin",
    "args",
    "launch",
    "threads",
    "mappings",
    "alone",
    "sanitize",
    "pes",
    "crowd",
}
WORDS = {"flags", "ldflags", "files", "cfiles", "ccfiles", "env", "requires"}
LINES = {"variants", "expect", "expect-err", "emit", "emit-not", "type", "report"}
LINE = re.compile(r"^\s*(?://|#|!|\*|/\*)\s*([a-z-]+):\s?(.*?)\s*(?:\*/)?$")
SCRIPT_HEAD = (
    20  # lines of a script in which `# name: value` counts: they stand behind its opening text
)
COMMENT = re.compile(r"^\s*(//|!|#(?!\s*(include|define|if|pragma|undef))|/\*|\*|$)")


class Directives(dict):
    """name -> string, list of words or list of lines; absent names give None or an empty list."""

    def __missing__(self, name):
        return [] if name in WORDS or name in LINES else None

    def words(self, name):
        return shlex.split(self[name]) if self[name] else []

    def limit(self, default):
        numbers = re.match(r"(\d+)(?: (\d+))?", self["limit"] or "")
        return Limit(float(numbers[1]), float(numbers[2] or default.asleep)) if numbers else default


def read(path, anywhere=()):
    """Directives of the leading comments; those named in `anywhere` count on every line of the
    file."""
    result = Directives()
    leading, script = True, path.endswith((".py", ".sh"))
    with open(path, encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines):
            leading = number < SCRIPT_HEAD if script else leading and bool(COMMENT.match(line))
            found = LINE.match(line)
            if not found or not (leading or found.group(1) in anywhere):
                continue
            name, value = found.groups()
            if name in WORDS:
                result.setdefault(name, []).extend(shlex.split(value))
            elif name in LINES:
                result.setdefault(name, []).append(value)
            elif name in SINGLE:
                result[name] = value
    return result


def variants(path):
    """[(name, flags)] of the tests that a file is besides itself."""
    lines = [line.partition(":") for line in read(path)["variants"]]
    return [(name.strip(), shlex.split(flags)) for name, _, flags in lines]


EXPECTED = re.compile(
    r"(?://|/\*)\s*(error|warning|note)(?:@([+-]?\d+))?:\s*(.*?)\s*"
    r"(?=$|\*/|//\s*(?:error|warning|note)\b)"
)


def expected_messages(path):
    """[(line, severity, text)] of an err test; `// error@+1: text` speaks of the next line."""
    result = []
    with open(path, encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            for severity, where, text in EXPECTED.findall(line.rstrip("\n")):
                at = number
                if where:
                    at = number + int(where) if where[0] in "+-" else int(where)
                result.append((at, severity, text))
    return result


def name_of(path, root):
    return os.path.relpath(path, root).replace(os.sep, "/")
