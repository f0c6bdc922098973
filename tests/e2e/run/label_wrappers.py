"""--label with what is no UPC program itself. Lines of gdb and of a shell carry the threads of
their process, and each gdb says where its program crashed."""

# sanitize: no, gdb and a sanitizer's runtime get in each other's way
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write(
    "hello.upc",
    '#include <stdio.h>\n#include <upc.h>\n'
    'int main(void) { printf("thread %d\\n", MYTHREAD); upc_barrier; return 0; }\n',
)
upcc("hello.upc", "-o", "hello")
write("wrap.sh", "#!/bin/sh\necho before\n./hello\necho after >&2\nprintf unfinished\n")
os.chmod("wrap.sh", 0o755)
result = upcrun("-n", "4", "-p", "2", "--label", "./wrap.sh")
check(
    sorted(result.out.split("\n")[:-1])
    == sorted(
        [
            "[0-1] before",
            "[2-3] before",
            *(f"[{t}] thread {t}" for t in range(4)),
            "[0-1] unfinished",
            "[2-3] unfinished",
        ]
    ),
    "a shell around the program",
    result,
)
check(sorted(result.err.split("\n")[:-1]) == ["[0-1] after", "[2-3] after"], "its errors", result)
plain = upcrun("-n", "4", "-p", "2", "./wrap.sh")
check(plain.out.count("before\n") == 2 and "[" not in plain.out, "without --label", plain)

# A line that is written in pieces stays whole, however long its writer pauses. Only a terminal is
# shown a line without its end.
PIECES = "for i in 1 2 3; do printf two; sleep 0.2; echo ' pieces'; done"
write("slow.sh", f"#!/bin/sh\n./hello\n{PIECES}\n")
os.chmod("slow.sh", 0o755)
result = upcrun("-n", "3", "--label", "./slow.sh")
check(
    sorted(result.out.split("\n")[:-1])
    == sorted(f"[{t}] {line}" for t in range(3) for line in (f"thread {t}", *["two pieces"] * 3)),
    "lines in pieces",
    result,
)

if shutil.which("gdb"):
    write(
        "crash.upc",
        "#include <upc.h>\nint depth(int *p) { return *p; }\n"
        "int main(void) { upc_barrier; return depth((int *)0); }\n",
    )
    upcc("-g", "crash.upc", "-o", "crash")
    polder = os.path.join(os.path.dirname(UPCRUN), "polder")
    result = upcrun(
        "-n",
        "3",
        "--label",
        polder,
        "gdb",
        "-q",
        "-batch",
        "-ex",
        "run",
        "-ex",
        "backtrace",
        "--args",
        "./crash",
        status=None,
    )
    if "ptrace: Operation not permitted" in result.out + result.err:
        skip("this machine forbids ptrace")
    for thread in range(3):
        check(
            re.search(rf"^\[{thread}\] #0 .*depth \(p=0x0\) at crash.upc:2$", result.out, re.M),
            f"the backtrace of thread {thread}",
            result,
        )
        check(
            re.search(rf"^\[{thread}\] #1 .*main \(\) at crash.upc:3$", result.out, re.M),
            f"the user's main in the backtrace of thread {thread}",
            result,
        )
    check(not re.search(r"^(?!\[\d\])(?=.)", result.out, re.M), "lines without a label", result)
print("pass")
