"""A program translated for N threads runs with N, and refuses another number; so does one of
objects for different numbers."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write("main.upc", HELLO)
for option in ("-fupc-threads=3", "-T3", "-fupc-threads-3"):
    upcc(option, "main.upc", "-o", "three")
    for mapping in (["-p", "1"], ["-p", "3"]):
        check(
            "sum 6 of 3 threads" in upcrun("-n", "3", *mapping, "./three").out,
            f"{option}: wrong sum",
        )
check("sum 6 of 3 threads" in upcrun("./three").out, "without -n the program's own number counts")
for threads in ("1", "2", "4"):
    result = upcrun("-n", threads, "./three", status=None)
    check(
        result.status > 0 and "3" in result.err and not result.out,
        f"-n {threads} was accepted",
        result,
    )

write(
    "other.upc",
    "#include <upc.h>\nshared int more[4 * THREADS];\nint other(void) { return more[MYTHREAD]; }\n",
)
write(
    "user.upc",
    HELLO.replace("return 0;", "return other();").replace("int main", "int other(void);\nint main"),
)
upcc("-c", "-T", "3", "user.upc")
upcc("-c", "-T", "4", "other.upc")
linked = upcc("user.o", "other.o", "-o", "mixed", status=None)
if linked.status == 0:
    result = upcrun("-n", "3", "./mixed", status=None)
    check(
        result.status > 0 and "different numbers of threads" in result.err,
        "objects for 3 and 4 threads run together",
        result,
    )
print("pass")
