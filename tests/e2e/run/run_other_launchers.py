"""upcrun understands what users of Berkeley's upcrun type: obeyed, accepted without effect, or
refused with a hint."""

# sanitize: not thread (it does not see what orders threads of several processes)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write("hello.upc", HELLO)
upcc("hello.upc", "-o", "hello")


def sum_of(threads):
    return f"sum {threads * (threads + 1) // 2} of {threads} threads\n"


for words, threads in (
    ("-n 4 -q", 4),
    ("-n=3", 3),
    ("-np 2 -localhost", 2),
    ("-c 3 -N 1", 3),
    ("-n 4 -c 2 -nodes 1", 4),
    ("-n 4 -p=2", 4),
    ("-n 2 -bind-threads -noabort", 2),
    ("-n 2 -shared-heap 64 -shared-heap-max=1GB -E A,B", 2),
    ("-n 2 -shared-heap=64MB -backtrace -encode-args", 2),
):
    result = upcrun(*words.split(), "./hello")
    check(result.out == sum_of(threads) and result.err == "", words, result)

result = upcrun("-n", "5", "-pthreads", "2", "-v", "./hello")
check(result.out == sum_of(5) and "5 threads in 3 processes" in result.err, "-pthreads", result)
result = upcrun("-n", "4", "-t", "-pthreads=4", "./hello")
check("4 threads in 1 processes" in result.out and "sum" not in result.out, "-t", result)

# Without a unit Berkeley's -shared-heap counts megabytes: 8 of them hold 4, but not 16.
write(
    "heap.upc",
    "#include <upc.h>\n#include <stdio.h>\nint main(void)\n{\n"
    '    printf("%d%d\\n", upc_alloc(4 << 20) != 0, upc_alloc(16 << 20) != 0);\n    return 0;\n}\n',
)
upcc("heap.upc", "-o", "heap")
check(upcrun("-n", "1", "-shared-heap", "8", "./heap").out == "10\n", "-shared-heap 8 is 8 MB")

for words, text in (
    ("-N 2", "on which hosts?"),
    ("-nodes=2", "on which hosts?"),
    ("-trace", "no tracing"),
    ("-freeze", "gdb"),
    ("-freeze=0", "gdb"),
    ("-conf=x", "--env"),
    ("-shared-heap x", "a size"),
    ("-pthreads 0", "a number from 1"),
    ("-c", "a value"),
    ("-quite", "unknown option"),
):
    result = upcrun("-n", "2", *words.split(), *(["./hello"] if words != "-c" else []), status=2)
    check(text in result.err and "upcrun --help" in result.err, words, result)
print("pass")
