"""Large sources: time grows with their size, not with its square. Where a table is searched from end to end for every
line, or a file read again for every message, such texts take minutes; otherwise about a second of processor time. The limit is far from both."""
# sanitize: not thread address (frames of an instrumented compiler are several times larger, and nesting ends earlier)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from runner.e2e import *  # noqa: E402,F403
from runner.suites import sanitizer_of  # noqa: E402

LIMIT = Limit(120 if sanitizer_of(BUILD) else 25, 60)
N = 60000


def lines(text):
    return "".join(text.replace("@", str(i)).replace("~", str(i - 1 if i else 0)) for i in range(N))


SOURCES = {
    "shared and private objects": lines("shared int v@; static int s@ = @;\n") + "int main(void) { return v7 + s7; }\n",
    "functions": "shared int a[100*THREADS];\n" + lines("int f@(int n) { return a[n % 100] + f~(n); }\n") + "int main(void) { return 0; }\n",
    "statics in one function": "int main(void) { int t = 0;\n" + lines("static int s@ = @; t += s@;\n") + "return t; }\n",
    "headers": lines("# 5 \"file@.h\"\nint x@;\n") + "int main(void) { return 0; }\n",
    "rows of an initialiser": "const char *t[] = {\n" + lines("\"string number @ of the table\",\n") + "}; int main(void) { return t[1][2]; }\n",
    "one string": "const char *s = \"" + "x" * 10_000_000 + "\"; int main(void) { return s[1]; }\n",
    "one sum": "shared int x; int main(void) { return 0" + " + x" * 15000 + "; }\n",
    "labels and cases": "shared int x; int main(void) { switch (x) {\n" + lines("case @: x = @; break;\n") + "} return 0; }\n",
}
for what, text in SOURCES.items():
    write("huge.upc", text)
    upcc("-w", "--trans", "huge.upc", limit=LIMIT)

# As many messages as lines: the file is not read again for each of them, nor are names searched for each.
write("huge.upc", "int main(void) {\n" + lines("undeclared@ = @;\n") + "}\n")
result = upcc("-fsyntax-only", "huge.upc", status=1, limit=LIMIT)
check(result.err.count("error: ") == N, "one message for each mistake")
print("pass")
