"""Messages point at the right token in the line as it was written, also with tabs, wide characters
and comments before it. So they do in macros, their arguments and calls over several lines, and
behind #line."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

HEAD = """#include <upc.h>
#define SET(left, right)  do { (left) = (right); } while (0)
#define TWICE(x) ((x) + (x))
#define BLOCK -3
#define NESTED(p, q) SET(p, q)
shared int *p, a[10 * THREADS];
shared [4] int *four;
int *q, x;
void g(shared int *, int);
"""
# Each: text whose first message has its caret at the character behind `@` (which is taken out),
# and the macro it names.
CASES = [
    ("void f(void) { p @= q; }", None),
    ("void f(void) {\tp\t@=\tq; }", None),
    ("void f(void) { /* ä€ */ x = p @+ q; }", None),
    ("void f(void) { x = /* p + q */ x + @undeclared; }", None),
    ("shared [@-1] int neg[THREADS];", None),
    ("shared int bad[THREADS @+ 1];", None),
    ("void f(void) { g(@q, 1); }", None),
    ("void f(void) { upc_forall (int i = 0; i < 3; i++; @1.5) ; }", None),
    ("void f(void) { upc_barrier @q; }", None),
    ("struct s { shared int @member; };", None),
    ("void f(void) { shared int @local; }", None),
    ("void f(void) { int y = x + @(shared int)x; }", None),
    ("void f(void) { @SET(p, q); }", "SET"),
    ("void f(void) { SET(x, @undeclared); }", None),
    ("void f(void) { x = 1; @SET(p, q); x = 2; SET(x, 3); }", "SET"),
    ("void f(void) { x = TWICE(@undeclared); }", None),
    ("void f(void) { x = x @* p; x = TWICE(x); }", None),
    ("shared [@BLOCK] int neg[THREADS];", "BLOCK"),
    ("void f(void) { @NESTED(p, q); }", "NESTED"),
    ("void f(void)\n{\n    SET(x,\n        @undeclared);\n}", None),
    ("void f(void)\n{\n    @SET(p,\n        q);\n}", "SET"),
    ("void f(void)\n{\n    x = TWICE(x) + TWICE(\n        x +\n        @undeclared);\n}", None),
]

for text, macro in CASES:
    before = (HEAD + text).split("@")[0] if "@" in text else ""
    line, column = before.count("\n") + 1, len(before.rsplit("\n", 1)[-1].encode()) + 1
    write("c.upc", HEAD + text.replace("@", "", 1) + "\n")
    result = upcc("-fsyntax-only", "c.upc", status=1)
    first = re.match(
        r"c\.upc:(\d+):(\d+): error: [^\n]*\n([^\n]*)\n([^\n]*)\n(.*)", result.err, re.S
    )
    check(first, f"no message with an excerpt: {text}", result)
    check(
        (int(first[1]), int(first[2])) == (line, column),
        f"{text}: {first[1]}:{first[2]} instead of {line}:{column}",
        result,
    )
    shown, marks = first[3].split(" | ", 1)[1], first[4].split("| ", 1)[1]
    at = len(before.rsplit("\n", 1)[-1])
    check(marks.index("^") == at, f"the caret is at {marks.index('^')} instead of {at}", result)
    said = re.match(r" *in the expansion of macro '(\w+)':\n", first[5])
    check(
        (said[1] if said else None) == macro, f"macro {said and said[1]} instead of {macro}", result
    )

# an argument that a macro uses twice is wrong once
write(
    "twice.upc",
    HEAD
    + "#define BOTH(x) ((x) ? 1 : (x) ? 2 : 3)\nint f(void) { return BOTH(p == q); }\n"
    + "int h(void) { return BOTH(p == q) + BOTH(four == q); }\n",
)
result = upcc("-fsyntax-only", "twice.upc", status=1)
check(
    result.err.count(" error: ") == 3,
    "a mistake in a macro's argument is told as often as the macro uses it",
    result,
)

write("line.upc", '#line 70 "other.y"\nint f(void) { return undeclared; }\n')
check(
    "other.y:70:22: error: 'undeclared' undeclared"
    in upcc("-fsyntax-only", "line.upc", status=1).err,
    "#line",
)
print("pass")
