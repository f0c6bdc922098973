"""tools/check/measures.py: each rule finds what it forbids and lets pass what it does not. The list
of known offences may only shrink, however files are moved."""

# sanitize: no, nothing is built
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

HEAD = "// A file of the test, and what it is for.\n"
LONG = "One " + "w " * 25 + "more.\n"
shutil.copytree(f"{SOURCE}/tools/check", "p/tools/check")
os.unlink("p/tools/check/ratchet.txt")
write("p/docs/glossary.md", "# Glossary\n\n**lane**: a request slot.\n\n**jobs, teams**: groups.\n")


def measures(*words, status=0):
    return run(sys.executable, "p/tools/check/measures.py", *words, status=status)


def offences():
    """{(rule, name): number} of everything below p/base and p/docs, from an empty list."""
    if os.path.exists("p/tools/check/ratchet.txt"):
        os.unlink("p/tools/check/ratchet.txt")
    measures("--ratchet")
    rows = [line.split(" ", 2) for line in read("p/tools/check/ratchet.txt").splitlines()[1:]]
    return {(rule, name): int(number) for rule, number, name in rows if name not in CHECKER}


def found(name, text):
    shutil.rmtree("p/base", ignore_errors=True)
    write(f"p/base/{name}", text)
    return {rule: number for (rule, of), number in offences().items()}


CHECKER = {name for _, _, names in os.walk("p/tools") for name in names}
MEMBERS = "".join(f"    int m{i};\n" for i in range(20)) + "".join(
    f"    int f{i}(int a, int b) const;\n" for i in range(10)
)
for expected, text in (
    (
        {},
        HEAD
        + "int f(int a, int b) {\n    for (int i = 0, n = a; i < n; i++, b--)\n"
        + "        a += b;\n    return a;\n}\n",
    ),
    (
        {},
        HEAD
        + "const int table[] = {1, 2, 3};\nstd::map<int, long> m;\nint p = {};\n",
    ),
    (
        {},
        HEAD
        + "enum Kind { one, two };\nvoid h() {\n    call([&](int a, int b) {\n"
        + "        int x = a;\n        use(x, b);\n    }, 3);\n}\n",
    ),
    ({"declare": 2}, HEAD + "int a, b;\nvoid f() {\n    const char *p = g(1, 2), *q;\n}\n"),
    (
        {"comma": 3},
        HEAD + "int f() {\n    a = 1, b = 2;\n    if (a) a++, b++;\n    return c = 1, false;\n}\n",
    ),
    ({"head": 1}, "#include <stdio.h>\nint a;\n"),
    ({"head": 1}, "int a; // A comment behind the first line is no head.\n"),
    ({"width": 1}, HEAD + "// " + "x" * 110 + " y\n"),
    ({}, HEAD + "int " + "x" * 110 + ";\n"),
    (
        {"sentence": 1},
        HEAD
        + "\n// "
        + LONG.replace(
            "w w w w w w w w w w",
            "w w w w w\n// w w w w w",
        ),
    ),
    ({}, HEAD + "\n// Short. " + "A sentence of six words here. " * 3 + "\n"),
    (
        {"word": 1},
        HEAD
        + "//\n// Vocabulary.\n//   lane     one of the glossary's\n"
        + "//   crate    a word of nobody\n//\n// Rest: text.\nint a;\n",
    ),
    ({}, HEAD + "//\n// Vocabulary. A *job* is known; so is a *lane*.\nint a;\n"),
    ({"word": 2}, HEAD + "//\n// Vocabulary. crate: a box. barrel: round.\nint a;\n"),
    ({}, HEAD + "struct S {\n" + MEMBERS + "};\n"),
    ({"members": 31}, HEAD + "class C {\n  public:\n    C() : x(1) {}\n" + MEMBERS + "};\n"),
    (
        {"members": 31},
        HEAD + "struct S {\n" + MEMBERS + "    struct Inner {\n        int x;\n    } inner;\n};\n",
    ),
    ({"function": 62}, HEAD + "int f() {\n" + "    g();\n" * 60 + "}\n"),
):
    check(
        found("a.h", text) == expected,
        "offences",
        f"expected {expected}, found {found('a.h', text)} in",
        text,
    )
for expected, text in (
    ({"sentence": 1}, "# A\n\n" + LONG),
    ({}, "# A\n\n| " + LONG.strip() + " |\n"),
    ({}, "# A\n\n```\n" + LONG + "```\n"),
):
    write("p/docs/page.md", text)
    check(found("a.h", HEAD) == expected, f"expected {expected}", text)
os.unlink("p/docs/page.md")

# Sentences whose lines are indented, or begin with what could be an item.
PARTS = [" ".join(["w"] * 14), " ".join(["w"] * 13)]
for expected, name, text in (
    ({"sentence": 1}, "a.py", "    # One {}\n    # {}.\n"),
    ({"sentence": 1}, "a.py", "    # - One {}\n    #   {}.\n"),
    ({}, "a.py", "    # Short {}\n    # cores: {}.\n"),
    ({"sentence": 1}, "a.py", '    """One {}\n    {}."""\n'),
    ({"sentence": 1}, "a.py", "    '''\n    One {}\n    {}.\n    '''\n"),
    ({}, "a.py", '    """Short {}.\n\n        code {}\n    """\n'),
    ({"sentence": 1}, "a.h", "// One {}\n// 25 {}.\n"),
    ({"sentence": 1}, "a.h", "// One {}\n// C11 {}.\n"),
    ({"sentence": 1}, "a.h", "//   (1) One {}\n//       {}.\n"),
    ({}, "a.h", "//   1 Short {}\n//   2 {}\n"),
    ({}, "a.h", "//   P1 Short {}\n//   P2 {}\n"),
):
    head = HEAD if name == "a.h" else '"""A file of the test."""\n\n\ndef f():\n'
    end = "" if name == "a.h" else "    # The end.\n    return 1\n"
    text = head + "\n" + text.format(*PARTS) + end
    check(found(name, text) == expected, f"expected {expected}", found(name, text), text)

# Programs are held to one effect a statement, but for those that are about forms of programs.
EFFECTS = "int f() {\n    upc_forall (int i = 0; i < 3; i++; i) a[i] = i, b[i] = i;\n}\n"
for path, expected in (
    ("tests/upc/a.upc", {"comma": 1}),
    ("examples/a.c", {"comma": 1}),
    ("tests/compiler/run/a.upc", {}),
    ("tests/upc/6.x_programs_a.upc", {}),
):
    write(f"p/{path}", EFFECTS)
    check(found("a.h", HEAD) == expected, f"{path}: expected {expected}", found("a.h", HEAD))
    os.unlink(f"p/{path}")

# The head of a script is its first text, whatever strings follow.
SCRIPT = '#!/usr/bin/env python3\n"""What it does, in a few words."""\n'
SCRIPT += 'A = """\nx\n"""\nB = """\ny\n"""\n'
write("p/tools/script.py", SCRIPT)
check(found("a.h", HEAD) == {}, "the head of a script")
write("p/tools/script.py", "A = 1\n")
check(found("a.h", HEAD) == {"head": 1}, "a script without a head")
os.unlink("p/tools/script.py")

# Files of a folder and of a class.
shutil.rmtree("p/base")
for i in range(26):
    write(f"p/base/f{i}.cc", HEAD + (f"void Wide::f{i}() {{\n}}\n" if i < 4 else ""))
check(offences() == {("folder", "base"): 26, ("spread", "base/Wide"): 4}, "files", offences())

# The list: nothing new, nothing more; a moved file is known; a rewritten list is no longer.
shutil.rmtree("p/base")
write("p/base/a.cc", HEAD + "int a, b;\nint c, d;\n")
check(offences() == {("declare", "a.cc"): 2}, "two declarations")
measures()
write("p/base/b.cc", HEAD + "int e, f;\n")
result = measures(status=1)
check(
    "b.cc: 1 declarations of several names; none were known" in result.err
    and "hint:" in result.err,
    "new",
    result,
)
result = measures("--ratchet", status=1)
check("declare: 3 offences, 2 were known" in result.err, "a longer list", result)
write("p/base/a.cc", HEAD + "int a, b;\n")
measures("--ratchet")
write("p/base/b.cc", HEAD)
os.makedirs("p/runtime/deep")
os.rename("p/base/a.cc", "p/runtime/deep/a.cc")
measures()
write("p/runtime/deep/a.cc", HEAD + "int a, b;\nint c, d;\n")
result = measures(status=1)
check("a.cc: 2 declarations of several names; 1 were known" in result.err, "more", result)
print("pass")
