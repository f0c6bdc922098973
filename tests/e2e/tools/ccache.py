"""ccache in front of upcc. A UPC source compiled twice is compiled once, and what changes is
compiled again. The compiler below is part of the key."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

if not shutil.which("ccache"):
    skip("needs ccache")
for name in list(os.environ):
    if name.startswith("CCACHE_"):
        del os.environ[name]
os.environ.update(
    CCACHE_DIR=os.path.abspath("cache"),
    CCACHE_COMPILERCHECK="%compiler% --version",
    CCACHE_SLOPPINESS="",
)
write("part.h", "#define PART 1\n")
write("hello.upc", '#include "part.h"\n' + HELLO.replace("MYTHREAD + 1;", "MYTHREAD + PART;"))


def hits_and_misses(*command, **more):
    """Of one compilation."""
    run("ccache", "-z")
    result = run("ccache", *command, **more)
    text = run("ccache", "--print-stats").out
    count = lambda name: int(re.search(rf"^{name}\s+(\d+)", text, re.M)[1])
    return count("direct_cache_hit") + count("preprocessed_cache_hit"), count("cache_miss"), result


COMMAND = [
    UPCC,
    "-fupc",
    "-x",
    "c",
    "-O2",
    "-g",
    "-Wall",
    "-MD",
    "-MF",
    "hello.d",
    "-c",
    "hello.upc",
    "-o",
    "hello.o",
]
check(hits_and_misses(*COMMAND)[:2] == (0, 1), "the first time")
first = open("hello.o", "rb").read()
os.remove("hello.o"), os.remove("hello.d")
check(hits_and_misses(*COMMAND)[:2] == (1, 0), "the second time")
check(open("hello.o", "rb").read() == first, "the object is another one")
check("part.h" in read("hello.d"), "the dependencies", read("hello.d"))
upcc("hello.o", "-o", "hello")
check_hello("./hello")
write("part.h", "#define PART 2\n")
check(hits_and_misses(*COMMAND)[:2] == (0, 1), "after a change of a header")
check(hits_and_misses(UPCC, "-T", "2", *COMMAND[1:])[:2] == (0, 1), "with other options")
other = next(
    (c for c in ("clang", "gcc") if shutil.which(c) and c not in run(UPCC, "--version").out), None
)
if other and not os.environ.get("POLDER_CC"):
    check(
        hits_and_misses(*COMMAND, env={"POLDER_CC": other})[:2] == (0, 1),
        "with another compiler below",
    )

# what is said is said again
write("warn.upc", "#include <upc.h>\nint main(void) { int unused; return 0; }\n")
warn = [UPCC, "-fupc", "-x", "c", "-Wall", "-c", "warn.upc", "-o", "warn.o"]
said = hits_and_misses(*warn)[2].err
again = hits_and_misses(*warn)
check(
    "unused variable" in said and again[:2] == (1, 0) and again[2].err == said,
    "warnings come from the cache, too",
    said,
    again,
)

# the suffix .c needs nothing; -x c without -fupc is UPC for *.upc
write("hello.c", HELLO)
for words in (["hello.c"], ["-x", "c", "hello.upc"]):
    command = [UPCC, "-c", *words, "-o", "x.o"]
    check(
        hits_and_misses(*command)[:2] == (0, 1) and hits_and_misses(*command)[:2] == (1, 0),
        f"{words}",
    )

# as the compiler of CMake's language UPC (cmake_language.py has the rest of it)
if shutil.which("cmake"):
    run("cmake", "--install", BUILD, "--prefix", os.path.abspath("prefix"))
    write(
        "p/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.16)\nproject(p C)\nfind_package(Polder REQUIRED)\n"
        "add_executable(hello hello.upc)\n",
    )
    write("p/hello.upc", HELLO)
    for hits, misses in ((0, 1), (1, 0)):
        shutil.rmtree("b", ignore_errors=True)
        run(
            "cmake",
            "-S",
            "p",
            "-B",
            "b",
            *(["-G", "Ninja"] if shutil.which("ninja") else []),
            f"-DCMAKE_PREFIX_PATH={os.path.abspath('prefix')}",
            "-DCMAKE_UPC_COMPILER_LAUNCHER=ccache",
        )
        run("ccache", "-z")
        run("cmake", "--build", "b")
        text = run("ccache", "--print-stats").out
        check(
            re.search(rf"^direct_cache_hit\s+{hits}$", text, re.M)
            and re.search(rf"^cache_miss\s+{misses}$", text, re.M),
            "CMake",
            text,
        )
    check_hello("b/hello")
print("pass")
