"""Large sources: what upcc does grows with the size of a source, not with its square. Each row
makes sources that are long in one dimension. One ten times as long may take thirty times the
processor time. No square passes that (a hundred), and no cache misses fail it."""

# sanitize: not thread address (frames of an instrumented compiler are larger: nesting ends earlier)
import os
import resource
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

SMALL, TIMES, MOST = 2500, 10, 30
NOISE_S = 0.15  # what takes less is not judged
SHARED = "shared int x[100*THREADS]; int g(int); "


def rows(n, form):
    return "".join(form.replace("@", str(i)) for i in range(n))


def function(n, form, before=""):
    return before + SHARED + "int f(int a, int b) {\n" + rows(n, form) + "return a; }\n"


def loop(n, form):
    return (
        SHARED
        + "int f(int a, int b) { for (int i = 0; i < b; i++) {\n"
        + rows(n // 5, form)
        + "} return a; }\n"
    )


def record(n, member, init):
    return "int o; struct s {" + rows(n, member) + "}; struct s v = {" + rows(n, init) + "};\n"


def nested(n, opening, inner, closing, before=SHARED):
    depth = n // 50
    return before + "int f(int a) { " + opening * depth + inner + closing * depth + " return a; }\n"


SOURCES = {
    "members": lambda n: record(n, "int m@;", "@,"),
    "members by name": lambda n: record(n, "int m@;", ".m@ = @,"),
    "members of anonymous members by name": lambda n: record(n, "struct { int m@; };", ".m@ = @,"),
    "bit-fields": lambda n: record(n, "int m@ : 3; int : 2;", "1,"),
    "members that are pointers": lambda n: record(n, "int *m@;", "&o,"),
    "members used": lambda n: "struct s {"
    + rows(n, "int m@;")
    + "};\nint f(struct s *p, int a) {"
    + rows(n, "a += p->m@;")
    + "return a; }\n",
    "members of shared structures": lambda n: "shared struct s {"
    + rows(n, "int m@;")
    + "} v;\nint f(int a) {"
    + rows(n, "a += v.m@;")
    + "return a; }\n",
    "members of a union": lambda n: "union u {"
    + rows(n, "int m@;")
    + "} v[] = {"
    + rows(n, "{.m@ = @},")
    + "};\n",
    "elements": lambda n: "int v[] = {" + rows(4 * n, "@,") + "};\n",
    "elements by number": lambda n: "int v[] = {" + rows(2 * n, "[@] = @,") + "};\n",
    "rows of elements": lambda n: "int v[][4] = {" + rows(n, "{@, 1, 2, 3},") + "};\n",
    "strings": lambda n: "const char *t[] = {" + rows(2 * n, '"string @",\n') + "};\n",
    "one string": lambda n: 'const char *s = "' + "x" * (400 * n) + '";\n',
    "pieces of a string": lambda n: "const char *s = " + rows(2 * n, '"piece @"\n') + ";\n",
    "elements of shared arrays": lambda n: f"shared int v[{n} * THREADS] = {{"
    + rows(n, "@,")
    + "};\n",
    "enumerators": lambda n: "enum e {E0 = 1," + rows(n, "F@ = E0 + @,") + "};\n",
    "structures": lambda n: rows(n // 2, "struct s@ { int a, b; } v@ = {1, 2};\n"),
    "functions": lambda n: SHARED + rows(n, "int f@(int n) { return x[n % 100] + g(n); }\n"),
    "unused functions": lambda n: rows(n, "static inline int f@(int a) { return a; }\n"),
    "functions with loops": lambda n: SHARED
    + rows(n // 5, "void f@(int n) { upc_forall (int i = 0; i < n; i++; &x[i]) x[i] = @; }\n"),
    "prototypes": lambda n: rows(n, "int f@(int a, shared int *p);\n"),
    "parameters": lambda n: "int f(int a" + rows(n, ", shared int *p@") + ") { return *p3; }\n",
    "arguments": lambda n: SHARED
    + "int h(); int f(int a) { return h(a"
    + rows(n, ", x[a]")
    + "); }\n",
    "private objects": lambda n: rows(n, "int v@; int *p@ = &v@;\n"),
    "private objects used": lambda n: function(n, "a += v@;\n", rows(n, "int v@;\n")),
    "declarators": lambda n: "int v" + rows(n, ", v@ = @") + ";\n",
    "tentative definitions": lambda n: rows(2 * n, "int v;\n"),
    "shared objects": lambda n: rows(n, "shared int v@; shared [@+1] int w@[10 * THREADS];\n"),
    "shared objects used": lambda n: function(
        n, "a += v@[b];\n", rows(n, "shared int v@[10 * THREADS];\n")
    ),
    "types": lambda n: "typedef int t0;" + rows(n, "typedef t0 (*u@)[@ + 1];\n"),
    "local objects": lambda n: function(n, "int v@ = a; a += v@;\n"),
    "static local objects": lambda n: function(n, "static int v@ = 1; a += v@;\n"),
    "statements": lambda n: function(n, "a += b * @;\n"),
    "shared reads": lambda n: function(n, "a += x[b + @];\n"),
    "shared writes": lambda n: function(n, "x[b + @] = a;\n"),
    "declarations with shared reads": lambda n: function(n, "int v@ = x[b + @]; a += v@;\n"),
    "blocks": lambda n: function(n, "{ int c = a; a += c; }\n"),
    "conditions": lambda n: function(n, "if (a > @) a = x[1];\n"),
    "labels": lambda n: function(n, "l@: if (a++ > x[3]) goto l@;\n"),
    "cases": lambda n: SHARED
    + "int f(int a) { switch (a) {"
    + rows(n, "case @: a = x[3]; break;\n")
    + "} return a; }\n",
    "barriers": lambda n: function(n, "upc_barrier;\n"),
    "compound literals": lambda n: "int h(int *);" + function(n, "h((int[]){1, 2, 3});\n"),
    "shared reads in a loop": lambda n: loop(n, "a += x[i + @];\n"),
    "shared writes in a loop": lambda n: loop(n, "x[i + @] = a;\n"),
    "variables in a loop": lambda n: loop(n, "int v@ = x[i + @]; a += v@;\n"),
    "calls in a loop": lambda n: loop(n, "a += g(x[i + @]);\n"),
    "loops": lambda n: function(n // 5, "for (int i = 0; i < b; i++) a += x[i];\n"),
    "while loops": lambda n: function(n // 5, "while (x[a] > @) a++;\n"),
    "loops over own elements": lambda n: function(
        n // 5, "upc_forall (int i = 0; i < b; i++; &x[i]) x[i] = a;\n"
    ),
    "terms": lambda n: SHARED + "int f(int b) { return 0" + " + x[b]" * (n // 2) + "; }\n",
    "operands of a comma": lambda n: SHARED
    + "int f(int a) { return a"
    + ", x[a]++" * (n // 2)
    + "; }\n",
    "nested parentheses": lambda n: SHARED
    + "int f(int a) { return "
    + "(" * (n // 50)
    + "x[a]"
    + " + 1)" * (n // 50)
    + "; }\n",
    "nested blocks": lambda n: nested(n, "{ int b = x[1];", "a++;", "}"),
    "nested calls": lambda n: SHARED
    + "int f(int a) { return "
    + "g(" * (n // 50)
    + "x[a]"
    + ")" * (n // 50)
    + "; }\n",
    "a long line": lambda n: SHARED
    + "int f(int a) {"
    + rows(n, "a += x[@ % 100] * (a);")
    + "return a; }\n",
    "line markers": lambda n: rows(n, '# 1 "h@.h" 1\nint v@;\n# @ "huge.upc" 2\n'),
    "empty lines": lambda n: "\n" * (40 * n),
    "comments": lambda n: rows(2 * n, "/* comment @ */ // and @\n"),
    "pragmas": lambda n: rows(
        n, "#pragma pack(push, 1)\nstruct s@ { char c; int i; };\n#pragma pack(pop)\n"
    ),
    "a name": lambda n: "int " + "x" * (40 * n) + ";\n",
}

write("empty.upc", "#include <upc.h>\n")
HEADERS = upcc("-E", "empty.upc").out


def processor_time(text, what):
    """Of upcc alone: the text is preprocessed already."""
    write("huge.i", HEADERS + '# 1 "huge.upc"\n' + text)
    child = os.fork()
    if child == 0:
        null = os.open("/dev/null", os.O_WRONLY)
        os.dup2(null, 1)
        resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
        os.execv(UPCC, [UPCC, "-O2", "-w", "--trans", "huge.i"])
    _, status, used = os.wait4(child, 0)
    check(status == 0, f"{what}: ended with wait status {status}")
    return used.ru_utime + used.ru_stime


def growth(make, what):
    """The smallest of three: a processor that is shared makes some runs longer."""
    tries = []
    for _ in range(3):
        small, large = processor_time(make(SMALL), what), processor_time(make(SMALL * TIMES), what)
        tries.append((max(large - base, 0) / max(small - base, NOISE_S / MOST), large))
        if min(tries)[0] <= MOST or large < NOISE_S:
            break
    return min(tries)


base = min(processor_time("", "an empty source") for _ in range(3))
slow = []
for what, make in SOURCES.items():
    ratio, large = growth(make, what)
    print(f"{what}: {ratio:.1f} times the time for {TIMES} times the length, {large:.2f} s")
    if ratio > MOST and large >= NOISE_S:
        slow.append(what)
check(not slow, "more than in proportion: " + ", ".join(slow))

# As many messages as lines: the file is not read again for each of them, nor are names searched for
# each.
N = 60000
for text in (
    "int main(void) {\n" + rows(N, "undeclared@ = @;\n") + "}\n",
    "int main(void) {" + rows(N // 10, "undeclared@ = @;") + "}\n",
):
    write("huge.upc", text)
    result = upcc("-fsyntax-only", "huge.upc", status=1)
    check(result.err.count("error: ") == text.count("undeclared"), "one message for each mistake")
print("pass")
