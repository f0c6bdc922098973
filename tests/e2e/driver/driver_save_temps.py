"""-save-temps keeps what a bug report needs; -g keeps the names and lines of the UPC source."""

# sanitize: no, plain cc does not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write("src/hello.upc", HELLO)
upcc("-save-temps", "-g", "src/hello.upc", "-o", "hello")
check_files(["hello.i", "hello.elision.i", "hello.polder.i", "hello.s", "hello.o", "hello"])
check("polder_" in read("hello.polder.i"), "hello.polder.i is not the generated code")
check_hello("./hello")
# what was kept compiles again, alone
upcc("-c", "hello.i", "-o", "again.o")
run(CC, "-c", "-x", "cpp-output", "hello.polder.i", "-o", "generated.o")
upcc("again.o", "-o", "again")
check_hello("./again")
if shutil.which("readelf"):
    upcc("-g", "-c", "src/hello.upc", "-o", "debug.o")
    check(
        "hello.upc" in run("readelf", "--debug-dump=decodedline", "debug.o", status=None).out,
        "line table does not name hello.upc",
    )
    info = run("readelf", "--debug-dump=info", "debug.o", status=None).out
    unit = next(line for line in info.split("\n") if "DW_AT_name" in line)
    check(
        unit.endswith("src/hello.upc"), "the compilation unit is not named after the source", unit
    )
print("pass")
