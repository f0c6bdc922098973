"""Command lines written for Berkeley UPC, GNU UPC, Cray UPC and XL UPC. What means the same here
works. What cannot have an effect is said. What has no counterpart is an error that points to the
guide. Dialects: their macros are there on request only."""

# sanitize: not thread (it does not see what orders threads of several processes)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write("hello.upc", HELLO)
write("four.upc", "#if THREADS != 4 || !__UPC_STATIC_THREADS__\n#error not 4\n#endif\n")
for words in ("-fupc-threads-4", "-fthreads-4", "-T=4", "-qupc=threads=4", "-X 4"):
    check(upcc(*words.split(), "-c", "four.upc").err == "", words)

silent = (
    "-network=smp",
    "-network smp",
    "--network=smp",
    "-nopthreads",
    "-uses-mpi",
    "-norc",
    "-opt",
    "-Wu,-x",
    "-Ww,-x",
    "-nolines",
    "-fupc-inline-lib",
    "-fupc-instrument-functions",
    "-h upc",
    "-hupc",
    "-Wc,-O1",
    "-extern-main",
    "-size-warn",
)
result = upcc(*" ".join(silent).split(), "hello.upc", "-o", "hello")
check(result.err == "", "options that are all right here", result)
check_hello("./hello")
upcc("-Wc,-O3 -std=gnu99", "hello.upc", "-o", "hello")  # as of a makefile with quotes
check_hello("./hello")
for word, text in (
    ("-network=ibv", "upcrun"),
    ("-pthreads=4", "upcrun"),
    ("-pthreads", "upcrun"),
    ("-fupc-pthreads-model-tls", "upcrun"),
    ("-shared-heap=64M", "--shared-heap"),
    ("-shared-heap-max=1GB", "--shared-heap"),
):
    result = upcc(word, "-c", "hello.upc")
    check(
        result.err.count("warning") == 1 and word in result.err and text in result.err, word, result
    )
for word in ("-translator=http://x", "-link-with=mpicxx", "-trace", "-tv"):
    result = upcc(word, "-c", "hello.upc", status=None)
    check(
        result.status == 1 and word in result.err and "the guide extensions.md" in result.err,
        word,
        result,
    )

check(
    os.path.isfile(upcc("-print-include-dir").out.strip() + "/bupc_extern.h"), "-print-include-dir"
)

DIALECTS = {"berkeley": "__BERKELEY_UPC__", "cray": "_CRAYC", "gupc": "__GUPC__"}
for asked, macro in DIALECTS.items():
    others = "".join(f"#ifdef {m}\n#error {m}\n#endif\n" for a, m in DIALECTS.items() if a != asked)
    write("dialect.upc", f"#ifndef {macro}\n#error not {macro}\n#endif\n" + others)
    upcc(f"-fupc-dialect={asked}", "-c", "dialect.upc")
    check(upcc("-c", "dialect.upc", status=None).status == 1, f"{macro} without being asked for")
result = upcc("-fupc-dialect=fortran", "-c", "hello.upc", status=None)
check(result.status == 1 and "berkeley, cray, gupc, 1.0" in result.err, "unknown dialect", result)
print("pass")
