"""@file: words, quotes, backslashes, files in files, and a file that is not there."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "with space.c",
    "#ifndef TEXT\n#error no TEXT\n#endif\n#ifndef QUOTED\n#error no QUOTED\n#endif\n"
    "const char *s = TEXT;\n",
)
write("inner", "-DQUOTED='a b'\n")
write("outer", '-c\n  "with space.c"\t-DTEXT=\'"hello"\' @inner -o with\\ space.o\n')
upcc("@outer")
check_files(["with space.o"])
check(
    "hello" in run("strings", "-a", "with space.o", status=None).out
    or b"hello" in open("with space.o", "rb").read(),
    "TEXT is lost",
)

result = upcc("@missing", status=None)
check(result.status != 0 and "@missing" in result.err, "a missing @file", result)
write("loop", "@loop\n")
check(upcc("@loop", status=None).status > 0, "a file that names itself ends")
# a link command that is longer than the system allows
write("main.c", "int main(void) { return 0; }\n")
upcc("-c", "main.c")
os.makedirs("a folder")
archive = f"a folder/{'x' * 200}.a"
run("ar", "rcs", archive)
write("many", "main.o -o long " + f'"{archive}"\n' * 12000)
upcc("@many")
run("./long")
print("pass")
