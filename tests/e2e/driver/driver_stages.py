"""Which files upcc makes, under which names, for one and several inputs of all kinds."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

MAIN = (
    '#include <stdio.h>\nint twice(int);\n'
    'int main(void) { if (MYTHREAD == 0) printf("%d\\n", twice(21)); return 0; }\n'
)
write("main.upc", MAIN)
write("twice.c", "int twice(int x) { return 2 * x; }\n")


def runs(program):
    result = upcrun("-n", "2", program)
    check(result.out == "42\n", "wrong output", result)


def remove(*names):
    for name in names:
        os.remove(name)


# one step, default and given name; nothing else is left
upcc("main.upc", "twice.c")
check_files(["a.out"], ["main.o", "twice.o", "main.i"])
runs("./a.out")
upcc("main.upc", "twice.c", "-o", "p")
runs("./p")
remove("a.out", "p")

# objects
upcc("-c", "main.upc", "twice.c")
check_files(["main.o", "twice.o"], ["a.out"])
upcc("main.o", "twice.o", "-o", "p")
runs("./p")
upcc("-c", "main.upc", "-o", "other.o")
upcc("-c", "twice.c", "-oglued.o")
upcc("other.o", "glued.o", "-op2")
runs("./p2")

# a source in another folder: the object comes here
write("sub/deep.c", "int deep(void) { return 1; }\n")
upcc("-c", "sub/deep.c")
check_files(["deep.o"], ["sub/deep.o"])

# assembly, both ways
upcc("-S", "twice.c")
check(".globl" in read("twice.s"), "-S made no assembly")
upcc("main.upc", "twice.s", "-o", "p")
runs("./p")
write(
    "thrice.S",
    '#define NAME thrice\n.globl NAME\nNAME: ret\n.section .note.GNU-stack,"",@progbits\n',
)
upcc("-c", "thrice.S")
check_files(["thrice.o"])

# preprocessing: to stdout, to a file, and on from there
text = upcc("-E", "main.upc").out
check("int main(void)" in text and "printf" in text, "-E prints no preprocessed text")
upcc("-E", "main.upc", "-o", "main.i")
upcc("main.i", "twice.o", "-o", "p")
runs("./p")
plain = run(CC, "-E", "twice.c").out
write("plain.i", plain)
upcc("-c", "plain.i")
check_files(["plain.o"])

# an archive, plain C, and back to suffixes
run("ar", "rcs", "libtwice.a", "twice.o")
upcc("main.upc", "libtwice.a", "-o", "p")
runs("./p")
upcc("main.upc", "-L.", "-ltwice", "-o", "p")
runs("./p")
upcc("-x", "c", "twice.c", "-x", "none", "main.upc", "-o", "p")
runs("./p")
upcc("-xc", "twice.c", "-xupc", "main.upc", "-o", "p")
runs("./p")

# standard input
upcc("-x", "upc", "-c", "-", "-o", "stdin.o", stdin=MAIN)
upcc("stdin.o", "twice.o", "-o", "p")
runs("./p")
check("int main" in upcc("-E", "-", stdin=MAIN).out, "-E - prints nothing")

# the mathematics library comes unasked, for sources and for objects
write(
    "root.upc",
    '#include <math.h>\n#include <stdio.h>\n'
    'int main(int argc, char **argv) { (void)argv; printf("%d\\n", (int)sqrt(1764.0 * argc)); '
    'return 0; }\n',
)
upcc("root.upc", "-o", "p")
check(run("./p").out == "42\n", "sqrt")
upcc("-c", "root.upc")
upcc("root.o", "-o", "p")
check(run("./p").out == "42\n", "sqrt")

# only a look
check_files([], ["syntax.o"])
write("syntax.c", "int x;\n")
upcc("-fsyntax-only", "syntax.c")
check_files([], ["syntax.o", "a.out"])
shown = upcc("-###", "main.upc", "-O2", "-o", "never")
check("-O2" in shown.err and "-E" in shown.err, "-### shows no commands", shown)
check_files([], ["never"])
check("int twice(int x)" in upcc("--trans", "twice.c").out, "--trans prints no C")
upcc("--trans", "twice.c", "-o", "trans.txt")
write(
    "loop.upc",
    """#include <upc.h>
shared int a[THREADS];
int f(void) { int s = 0; for (int i = 0; i < 9; i++) s += a[i]; return s; }
""",
)
trans = upcc("--trans", "loop.upc").out
check('\n# 3 "loop.upc"\n    int s = 0;\n' in trans, "--trans: layout or line markers are missing")
plain = upcc("--trans", "-P", "loop.upc").out
# Without markers the layout is the same.
check("\n    int s = 0;\n" in plain, "--trans -P has another layout")

check("\n# " not in plain, "--trans -P has line markers")
check("twice" in read("trans.txt"), "--trans -o wrote nothing")
check(" -E " in upcc("-v", "-c", "twice.c").err, "-v shows no commands")
print("pass")
