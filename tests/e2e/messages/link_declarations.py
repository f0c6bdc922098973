"""Declarations of a shared object that differ between files are found at the link, with both
places; compatible ones are not.

Objects compiled with -c, in one command, with -flto, members of archives, shared libraries; no
symbol of them decides, but what they say."""

import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403


def two(*words, **more):
    return upcc("-T", "2", *words, **more)


MAIN = "#include <upc.h>\n{0}\nint main(void) {{ return {1} != 0; }}\n"
DATA = "#include <upc.h>\n\n{0}\nint data_is_here;\n"


def sources(defined, declared, used="a[0]"):
    write("data.upc", DATA.format(defined))
    write("main.upc", MAIN.format(declared, used))


def refused(result, *texts):
    check(result.status == 1, "the link was not refused", result)
    check(
        "main.upc:2: error: 'a' is declared '" in result.err
        and "' here, but '" in result.err
        and "data.upc:3: note: 'a' is defined here" in result.err,
        "both places are not named",
        result,
    )
    for text in texts:
        check(text in result.err, f"'{text}' is missing", result)
    check_files(absent=["program"])


# What differs, and what the message says of it.
DIFFERENT = [
    ("shared [2] int a[8];", "extern shared [4] int a[];", "block sizes 4 and 2 differ"),
    ("shared [2] int a[8];", "extern shared [2] double a[8];", "elements of 8 and 4 bytes differ"),
    ("shared [2] int a[8];", "extern shared [2] float a[8];", "element types differ"),
    ("shared [2] int a[8];", "extern shared [2] int a[9];", "numbers of elements differ"),
    ("shared [2] int a[8*THREADS];", "extern shared [2] int a[8];", "numbers of elements differ"),
    ("shared [] int a[4][8];", "extern shared [] int (a[])[9];", "numbers of elements differ"),
    ("strict shared int a[THREADS];", "extern shared int a[THREADS];", "qualifiers differ"),
    ("shared [] int a[4];", "extern shared int a[4];", "block sizes 1 and indefinite differ"),
    (
        "struct s { int x; }; shared struct s a[4];",
        "struct s { float x; }; extern shared struct s a[4];",
        "structures of different members differ",
    ),
    (
        "struct s { int x; }; shared struct s a[4];",
        "struct s { int y; }; extern shared struct s a[4];",
        "structures of different members differ",
    ),
    (
        "struct s { int x; }; shared struct s a[4];",
        "struct s { int x, y; }; extern shared struct s a[4];",
        "elements of 8 and 4 bytes differ",
    ),
    ("shared int *shared a[4];", "extern shared [] int *shared a[4];", "element types differ"),
]
for defined, declared, what in DIFFERENT:
    used = (
        "&a[0]"
        if "struct" in declared or "*" in declared
        else "a[0][0]" if "(a[])" in declared else "a[0]"
    )
    sources(defined, declared, used)
    refused(two("main.upc", "data.upc", "-o", "program", status=None), what)

# What C takes for compatible.
COMPATIBLE = [
    ("shared [2] int a[8];", "extern shared [2] int a[];"),
    ("shared [2] int a[4][2];", "extern shared [2] int a[][2];"),
    ("typedef int number; shared [2] number a[8];", "extern shared [2] int a[8];"),
    ("enum e { one }; shared enum e a[4];", "extern shared unsigned a[4];"),
    (
        "struct s { struct s *next; int x; }; shared struct s a[4];",
        "struct s; extern shared struct s a[]; struct s { struct s *next; int x; };",
    ),
    (
        "struct u { int i; }; struct s { struct u *p; }; shared struct s a[4];",
        "struct s { struct u *p; }; extern shared struct s a[4];",
    ),
    ("shared [1] int a[THREADS*2];", "extern shared int a[2*THREADS];"),
    (
        "static shared [2] int a[8]; shared int b;",
        "static shared [4] int a[8]; extern shared int b;",
    ),  # two objects
    ("shared [2] int a[8];", "extern shared [2] int a[8]; extern shared [4] int unused[3];"),
]
for defined, declared in COMPATIBLE:
    sources(defined, declared, "&a[0]" if "static" not in declared else "b")
    result = two("main.upc", "data.upc", "-o", "program")
    check(not result.err, f"{declared} is not taken for {defined}", result)

# How the objects come to the linker.
sources("shared [2] int a[8];", "extern shared [4] int a[];")
for compiler in [c for c in ("gcc", "clang") if shutil.which(c)]:
    for flags in ([], ["-flto"], ["-g", "-O2"], ["-fPIC"]):
        environment = {"POLDER_CC": compiler}
        for unit in ("main", "data"):
            two(*flags, "-c", f"{unit}.upc", env=environment)
        refused(
            two(*flags, "main.o", "data.o", "-o", "program", status=None, env=environment),
            "block sizes 4 and 2",
        )
for linker in [w for w in ("gold", "lld", "mold") if shutil.which("ld." + w)]:
    compiler = {"POLDER_CC": "clang" if linker == "lld" and shutil.which("clang") else "gcc"}
    for flags in ([], ["-Wl,--gc-sections"], ["-s"]):
        refused(
            two(
                *flags,
                "-fuse-ld=" + linker,
                "main.upc",
                "data.upc",
                "-o",
                "program",
                status=None,
                env=compiler,
            ),
            "block sizes 4 and 2",
        )
for flags in (["-Wl,--gc-sections"], ["-s"]):
    refused(
        two(*flags, "main.upc", "data.upc", "-o", "program", status=None), "block sizes 4 and 2"
    )

write("alone.upc", "#include <upc.h>\nint main(void) { return 0; }\n")
for unit in ("main", "data", "alone"):
    two("-fPIC", "-c", f"{unit}.upc")
run("ar", "rcs", "libdata.a", "data.o")
run("ar", "rcs", "libboth.a", "main.o", "data.o")
refused(two("main.o", "-L.", "-ldata", "-o", "program", status=None), "block sizes 4 and 2")
check(
    not two("alone.o", "-L.", "-lboth", "-o", "program").err,
    "members that are not linked were compared",
)
os.remove("program")

os.mkdir("lib")
two("-shared", "data.o", "-o", "lib/libdata.so")
for words in (["-Llib", "-ldata"], ["lib/libdata.so"], ["-L", "lib", "-l", "data"]):
    refused(two("main.o", *words, "-o", "program", status=None), "block sizes 4 and 2")
two("-shared", "-Wl,-soname,libnamed.so.1", "data.o", "-o", "lib/libnamed.so")
refused(two("main.o", "-Llib", "-lnamed", "-o", "program", status=None), "block sizes 4 and 2")
write(
    "hidden.upc", "#include <upc.h>\nshared [4] int a[8];\nint in_library(void) { return a[0]; }\n"
)
write("hidden.map", "{ global: in_library; local: *; };\n")
two("-fPIC", "-shared", "-Wl,--version-script=hidden.map", "hidden.upc", "-o", "lib/libhidden.so")
write(
    "own.upc",
    "#include <upc.h>\nint in_library(void);\nshared [2] int a[8];\n"
    "int main(void) { return in_library() + a[0]; }\n",
)
check(
    not two("own.upc", "-Llib", "-lhidden", "-o", "program").err,
    "an object that a library hides was compared",
)
os.remove("program")

# Numbers of threads.
upcc("-T", "4", "-c", "data.upc")
two("-c", "main.upc")
result = upcc("main.o", "data.o", "-o", "program", status=None)
check(
    result.status == 1
    and "for 4 threads" in result.err
    and "data.upc" in result.err
    and "main.upc" in result.err,
    "THREADS of 2 and 4 link",
    result,
)

# The switches.
two("-c", "data.upc")
result = two("-Wno-error=upc-shared-mismatch", "main.o", "data.o", "-o", "program")
check("main.upc:2: warning: 'a' is declared" in result.err, "it is no warning", result)
check_files(present=["program"])
result = two("-Wno-upc-shared-mismatch", "main.o", "data.o", "-o", "program")
check(not result.err, "it is not silent", result)

# One header, seen differently.
write("both.h", "extern shared [BLOCK] int a[8];\n")
write("data.upc", '#define BLOCK 2\n#include "both.h"\nshared [BLOCK] int a[8];\n')
write("main.upc", '#define BLOCK 4\n#include "both.h"\nint main(void) { return a[1]; }\n')
result = two("main.upc", "data.upc", "-o", "program", status=None)
check(
    result.status == 1
    and "both.h:1: error: 'a' is declared" in result.err
    and "data.upc:3: note" in result.err,
    "one header, two meanings",
    result,
)

# A thousand objects that use the same declarations.
write(
    "many.h", "".join(f"extern shared [{i % 7 + 1}] int a{i}[100*THREADS];\n" for i in range(200))
)
write(
    "many.upc",
    '#include <upc.h>\n#include "many.h"\n'
    + "".join(f"shared [{i % 7 + 1}] int a{i}[100*THREADS];\n" for i in range(200))
    + "int main(void) { return 0; }\n",
)
write(
    "use.upc",
    '#include <upc.h>\n#include "many.h"\nint NAME(void) { return '
    + " + ".join(f"a{i}[0]" for i in range(200))
    + "; }\n",
)
for i in range(20):
    two("-c", f"-DNAME=f{i}", "use.upc", "-o", f"use{i}.o")
two("many.upc", *[f"use{i}.o" for i in range(20)], "-o", "program")
section = run("readelf", "-SW", "program").out.split(".polder.shared", 1)[1].split()
check(
    int(section[3], 16) < 60000,
    "the linker does not join declarations that are the same",
    section[:6],
)
print("pass")
