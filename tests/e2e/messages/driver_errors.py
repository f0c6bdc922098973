"""Wrong input gets a message with a hint and a status other than 0; no file is left behind."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write("good.c", "int main(void) { return 0; }\n")
write("bad.upc", "int main(void) { return undeclared; }\n")
os.mkdir("folder.c")


def refuses(words, *texts, env=None):
    result = upcc(*words, status=None, env=env)
    check(result.status > 0, "was accepted", result)
    for text in texts:
        check(text in result.err, f"does not say '{text}'", result)


refuses([], "no input files", "hint:")
refuses(["missing.upc"], "missing.upc", "No such file")
refuses(["missing.o"], "missing.o", "No such file")
refuses(["folder.c"], "directory")
refuses(["-o"], "missing argument to '-o'")
refuses(["-o", "good.c", "good.c"], "output file")
refuses(["-c", "good.c", "bad.upc", "-o", "both.o"], "-o", "hint:")
refuses(["-T", "0", "good.c"], "number of threads", "hint:")
refuses(["-fupc-threads=many", "good.c"], "number of threads")
refuses(["-fupc-threads=4", "-T", "5", "good.c"], "twice")
refuses(["--cc=no-such-compiler", "good.c"], "no-such-compiler", "hint:")
refuses(["good.c"], "no-such-compiler", "POLDER_CC", env={"POLDER_CC": "no-such-compiler"})
refuses(["good.c"], "upcc itself", env={"POLDER_CC": UPCC})
refuses(["good.c"], "no C compiler", "apt-get", env={"PATH": "/nonexistent", "POLDER_CC": ""})
refuses(["-"], "language")
refuses(["-fno-such-option-at-all", "-c", "good.c"], "no-such-option-at-all")
check(
    upcc("-fno-such-option-at-all", "-c", "good.c", status=None).err.count("no-such-option-at-all")
    == 1,
    "an unknown option is reported twice",
)
refuses(["good.c", "-lno_such_library"], "no_such_library")
refuses(["--trans", "good.o"], "good.o")
refuses(["-c", "bad.upc"], "bad.upc:1:", "undeclared")
refuses(["bad.upc", "-o", "p"], "undeclared")
refuses(["-c", "good.c", "-o", "no/such/folder/x.o"], "no/such/folder")
check(read("good.c").startswith("int main"), "the source was overwritten")
check_files([], ["a.out", "p", "bad.o", "both.o"])

# nesting without end: a message each time, not a crash
for opening in (
    "int x = " + "(" * 100000,
    "int f(void) { " + "{" * 100000,
    "int a = " + "-" * 200000,
    "int " + "*" * 500000,
    "struct s {" * 50000,
    "int f(void) { return " + "1 ? " * 100000,
    "int x = " + "a[" * 100000,
    "int f(" * 50000,
):
    write("deep.upc", opening)
    refuses(["-c", "deep.upc"], "deep.upc:1:", "error: ")
check("nesting too deep" in upcc("-c", "deep.upc", status=None).err, "the depth is not told")

# one bad file of two: the other is still compiled, nothing is linked
refuses(["-c", "bad.upc", "good.c"], "undeclared")
check_files(["good.o"], ["bad.o"])

# -Werror and -w reach both halves
write("warn.c", "#warning look here\nint x;\n")
refuses(["-Werror", "-c", "warn.c"], "look here")
check(not upcc("-w", "-c", "warn.c").err, "-w does not silence")

check(
    not [
        n
        for n in os.listdir(os.environ.get("TMPDIR", "."))
        if n.startswith("upcc") and n.endswith(".o")
    ],
    "temporary files are left",
)
print("pass")
