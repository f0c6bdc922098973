"""A crash is explained once: thread, signal, host, meaning of the address, and a backtrace with
lines of the UPC source."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

SOURCE_TEXT = r"""
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
volatile int zero, sink;
void null(void) { *(volatile int *)0 = 1; }                          // line: null
void jump(void) { void (*volatile f)(void) = 0; f(); sink = 1; }     // line: jump
void wild(void) { *(volatile int *)0x1234567812345678 = 1; }         // line: wild
void d(void) { abort(); /* a name that is also C++'s code of a type */ } // line: d
void divide(void) { sink = 7 / zero; }                               // line: divide
int deep(int n) { volatile char r[4096]; *r = 1; return n ? deep(n - 1) + *r : 0; } // line: deep
int main(int argc, char **argv)
{
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        if (!strcmp(argv[1], "null")) null();
        if (!strcmp(argv[1], "jump")) jump();
        if (!strcmp(argv[1], "wild")) wild();
        if (!strcmp(argv[1], "d")) d();
        if (!strcmp(argv[1], "divide")) divide();
        if (!strcmp(argv[1], "deep")) sink = deep(1 << 30);
    }
    upc_barrier;
    return 0;
}
"""
write("crash.upc", SOURCE_TEXT)
LINES = {
    m.group(1): i
    for i, line in enumerate(SOURCE_TEXT.split("\n"), 1)
    for m in [re.search("// line: (.*)", line)]
    if m
}
upcc("-g", "-O0", "crash.upc", "-o", "crash")
if "asan" in BUILD or "tsan" in BUILD:
    skip("sanitizers explain crashes themselves")
CASES = {
    "null": (139, "SIGSEGV", "null pointer"),
    "jump": (139, "SIGSEGV", "null pointer"),
    "wild": (139, "SIGSEGV", "wild pointer"),
    "d": (134, "SIGABRT", ""),
    "divide": (136, "SIGFPE", ""),
    "deep": (139, "SIGSEGV", "stack overflow"),
}
for mapping in (("-n", "3"), ("-n", "3", "-p", "1"), ("-n", "3", "-p", "2"), ("-n", "1")):
    thread = int(mapping[1]) - 1
    for case, (status, name, meaning) in CASES.items():
        result = upcrun(*mapping, "./crash", case, status=status)
        first = result.err.split("\n")[0]
        check(
            re.match(rf"polder: error: thread {thread} on host \S+: {name}", first)
            and meaning in first,
            f"{mapping} {case}",
            result,
        )
        check(
            re.search(rf"#\d+ {case} at (.*/)?crash.upc:{LINES[case]}\b", result.err),
            f"source line {LINES[case]} of {case}",
            result,
        )
        if case != "deep":
            check(
                re.search(r"#\d+ main at (.*/)?crash.upc:\d+", result.err),
                f"caller of {case}",
                result,
            )
        check(result.err.count("polder:") == 1, "more than one message", result)
        check(
            "threads.cc" not in result.err and "__libc_start" not in result.err,
            "frames below main",
            result,
        )

# What lies on another node is no private memory.
write(
    "far_scanf.upc",
    """#include <upc.h>
#include <stdio.h>
shared int a[THREADS];
int main(void)
{
    upc_barrier;
    if (MYTHREAD == 0) sscanf("42", "%d", &a[THREADS - 1]);
    upc_barrier;
    return 0;
}
""",
)
upcc("-Wno-upc-shared-variadic", "far_scanf.upc", "-o", "far_scanf")
result = upcrun("-n", "3", "--nodes", "2", "./far_scanf", status=139)
check(
    "in the shared segment of thread 2, which is on another node: a pointer-to-shared was used as a"
    " private pointer" in result.err,
    "memory of another node",
    result,
)

# alone: the process says itself what it can
for threads in (1, 2):
    result = run("./crash", "null", status=-11, env={"POLDER_THREADS": str(threads)})
    check(
        "SIGSEGV" in result.err
        and "null pointer" in result.err
        and result.err.count("polder:") == 1,
        "crash without upcrun",
        result,
    )
    if os.path.exists("/usr/bin/addr2line"):
        check(
            f"#0 null at crash.upc:{LINES['null']}\n    #1 main at crash.upc:" in result.err,
            "source lines without upcrun",
            result,
        )
write(
    "versions.upc",
    """#include <upc.h>
shared int a[10 * THREADS];
int *volatile nothing;
__attribute__((noinline)) int deep(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        a[i] = s;
        s += a[i + 1] + a[2 * i];
        if (i == 3 && MYTHREAD == 1) s += *nothing;
    }
    return s;
}
int main(void)
{
    int s = deep(4);
    for (int i = 0; i < 10; i++) s += a[i] * a[i + 1];
    upc_barrier;
    return s == 5;
}
""",
)
# With two versions of each function, one for several nodes. Both have the name of the source.
for level in ("-O0", "-O1", "-O2"):
    upcc("-g", level, "versions.upc", "-o", "versions")
    for mapping in (["-n", "2"], ["-n", "2", "--nodes", "2"]):
        result = upcrun(*mapping, "./versions", status=139)
        frames = re.findall(r"^    .\d+ (.*)$", result.err, re.M)
        places = [re.sub(r" at .*versions", "", frame) for frame in frames]
        wanted = ["deep.upc:10", "main.upc:16"]
        check(places == wanted, f"{level} {mapping}: frames with names of the source", result)
print("pass")
