"""Options of GNU UPC's runtime behind the program's name: obeyed, not seen by the program, refused
where they contradict the job."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "args.upc",
    """#include <stdio.h>
#include <upc.h>
int main(int argc, char **argv)
{
    if (MYTHREAD) return 0;
    printf("%d threads, %d words, end %d:", THREADS, argc, argv[argc] == 0);
    for (int i = 1; i < argc; i++) printf(" %s", argv[i]);
    printf(", heap %d%d\\n", upc_alloc(4 << 20) != 0, upc_alloc(16 << 20) != 0);
    return 0;
}
""",
)
upcc("args.upc", "-o", "args")
upcc("-fupc-threads-3", "args.upc", "-o", "three")
for command, out in (
    ("./args a", "1 threads, 2 words, end 1: a, heap 11"),
    ("./args -fupc-threads-4", "4 threads, 1 words, end 1:, heap 11"),
    (
        "./args -fupc-threads-2 -fupc-heap-8M x -fupc-threads-7",
        "2 threads, 3 words, end 1: x -fupc-threads-7, heap 10",
    ),
    ("./args -fupc-heap=8m -fupc-threads=3 y", "3 threads, 2 words, end 1: y, heap 10"),
    ("./three -fupc-threads-3", "3 threads, 1 words, end 1:, heap 11"),
):
    result = run(*command.split())
    check(result.out == out + "\n" and result.err == "", command, result)
check(
    "2 threads" in upcrun("-n", "2", "./args", "-fupc-threads-2").out, "upcrun with the same number"
)
for command, text in (
    ("./args -fupc-threads-0", "not a number of threads"),
    ("./args -fupc-threads-x", "not a number of threads"),
    ("./args -fupc-heap-x", "not a size"),
    ("./args -fupc-stack-1M", "unknown option of the runtime"),
):
    check(text in run(*command.split(), status=2).err, command)
result = upcrun("-n", "2", "./args", "-fupc-threads-3", status=1)
check("the job has 2 threads" in result.err, "upcrun with another number", result)
result = run("./three", "-fupc-threads-2", status=1)
check("the job has 3 threads" in result.err, "another number than it was compiled for", result)
print("pass")
