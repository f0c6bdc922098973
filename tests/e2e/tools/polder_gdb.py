"""polder gdb: shared data prints without any setting, from an installed prefix. With --trust it
does so in every gdb, by the file gdb reads. Profilers see the user's names."""

# sanitize: no, gdb and a sanitizer's runtime get in each other's way
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

run("cmake", "--install", BUILD, "--prefix", os.path.abspath("prefix"))
BIN = os.path.abspath("prefix/bin")
write(
    "squares.upc",
    """#include <upc.h>
shared int squares[THREADS];
static __attribute__((noinline)) int square(int x) { return x * x; }
int main(void)
{
    squares[MYTHREAD] = square(MYTHREAD);
    upc_barrier;
    return squares[0]; // here
}
""",
)
run(f"{BIN}/upcc", "-g", "squares.upc", "-o", "squares")
ASK = [
    "-q",
    "-batch",
    "-ex",
    "break squares.upc:8",
    "-ex",
    "run",
    "-ex",
    "print squares",
    "-ex",
    "info breakpoints",
    "./squares",
]
RIGHT = re.compile(r"^\$1 = \{0, 1, 4\}$", re.M)

if shutil.which("gdb"):
    os.mkdir("home")
    home = {"HOME": os.path.abspath("home"), "XDG_CONFIG_HOME": "", "POLDER_THREADS": "3"}
    result = run(f"{BIN}/polder", "gdb", *ASK, env=home)
    if "ptrace: Operation not permitted" in result.out + result.err:
        skip("this machine forbids ptrace")
    check(RIGHT.search(result.out) and "declined" not in result.err, "polder gdb", result)
    check("MULTIPLE" not in result.out, "one place for a line", result)
    result = run("gdb", *ASK, env=home)
    check(
        "auto-loading has been declined" in result.err
        and "add-auto-load-safe-path" in result.err + result.out,
        "gdb says what is missing",
        result,
    )
    # one file, never one that hides another
    said = run(f"{BIN}/polder", "gdb", "--trust", env=home).out
    check("added to" in said and os.path.exists("home/.config/gdb/gdbinit"), "--trust", said)
    check(
        "already" in run(f"{BIN}/polder", "gdb", "--trust", env=home).out
        and read("home/.config/gdb/gdbinit").count("\n") == 1,
        "--trust twice",
    )
    check(RIGHT.search(run("gdb", *ASK, env=home).out), "every gdb then")
    shutil.rmtree("home/.config")
    write("home/.gdbinit", "set width 0\n")
    run(f"{BIN}/polder", "gdb", "--trust", env=home)
    check(
        not os.path.exists("home/.config")
        and read("home/.gdbinit").startswith("set width 0\nadd-auto-load"),
        "--trust beside a ~/.gdbinit",
    )
    check(RIGHT.search(run("gdb", *ASK, env=home).out), "gdb with a ~/.gdbinit")
    missing = run(f"{BIN}/polder", "gdb", env={"POLDER_GDB": "/no/gdb"}, status=127)
    check("/no/gdb" in missing.err and "hint" in missing.err, "no gdb", missing)

# names that profilers see
if shutil.which("nm"):
    names = run("nm", "squares").out
    check(
        re.search(r" t square$", names, re.M) and re.search(r" t main$", names, re.M),
        "names of functions",
        names,
    )
if shutil.which("uftrace"):
    run(f"{BIN}/upcc", "-pg", "squares.upc", "-o", "traced")
    run(
        "uftrace",
        "record",
        "-d",
        "trace",
        "--no-libcall",
        "./traced",
        env={"POLDER_THREADS": "2"},
        status=None,
    )
    text = run("uftrace", "report", "-d", "trace").out
    check(
        re.search(r"\bsquare$", text, re.M) and re.search(r"\bmain$", text, re.M), "uftrace", text
    )
if shutil.which("ltrace"):
    result = run(
        "ltrace",
        "-f",
        "-e",
        "getpid+strtoul",
        "./squares",
        env={"POLDER_THREADS": "2"},
        status=None,
    )
    if "Operation not permitted" not in result.err:
        check("exited (status 0)" in result.err and "getpid(" in result.err, "ltrace", result)
        result = run(
            "ltrace",
            "-f",
            "-e",
            "-*",
            "-x",
            "square+main@squares",
            "./squares",
            env={"POLDER_THREADS": "2"},
            status=None,
        )
        calls = [len(re.findall(rf"\b{name}\(", result.err)) for name in ("main", "square")]
        check(calls[0] >= 2 and calls[1] == 2, "ltrace sees the program's own functions", result)
if shutil.which("perf"):
    recorded = run(
        "perf", "record", "-q", "-o", "perf.data", UPCRUN, "-n", "2", "./squares", status=None
    )
    if recorded.status == 0 and os.path.exists("perf.data"):
        check(
            "squares"
            in run(
                "perf", "report", "-i", "perf.data", "--stdio", "--sort", "comm", status=None
            ).out,
            "perf sees the processes",
        )
    else:
        print("perf may not record here")
print("pass")
