"""A pointer-to-shared that runs out of what has been allocated ends in a crash report that says so,
not in silent use of foreign memory. This holds in static data, in the heaps, in each mapping. A
system call with such an address fails. Below that everything works, also after the program has used
more."""

# sanitize: no (they explain crashes themselves)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "beyond.upc",
    r"""
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
#include <upc_castable.h>
shared int numbers[10 * THREADS];
shared [] char *shared block;
int main(int argc, char **argv)
{
    const char *way = argv[1];
    const long far = atol(argv[2]);
    shared int *all = upc_all_alloc(THREADS, 100 * sizeof(int));
    if (MYTHREAD == 0) block = upc_alloc(5 << 20), block[far > 0 && far < 5 << 20 ? far : 0] = 7;
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        if (*way == 'n') numbers[far] = 1;
        if (*way == 'a') all[far] = 1;
        if (*way == 'b') block[far] = 1;
        if (*way == 'r') return block[far];
        if (*way == 's') printf("%d\n", write(1, (char *)upc_cast(block) + far, 1) < 0 ? errno : 0);
    }
    upc_barrier;
    if (MYTHREAD == 0) puts("alive");
    return 0;
}
""",
)
upcc("-g", "beyond.upc", "-o", "beyond")
MAPPINGS = (("-n", "3"), ("-n", "3", "-p", "1"), ("-n", "4", "-p", "2"))
G = 10**9
for mapping in MAPPINGS:
    for way, fine, wrong in (
        ("n", (0, 29), (30000, 4 * 10**6, 10**8, 3 * G)),
        ("a", (0, 299), (10**7, G, 100 * G)),
        ("b", (0, (5 << 20) - 1), (20 << 20, 3 * G, 100 * G)),
        ("r", (0,), (20 << 20, 100 * G)),
    ):
        for far in fine:
            result = upcrun(*mapping, "./beyond", way, str(far), status=None if way == "r" else 0)
            check(way == "r" or result.out == "alive\n", f"{way} {far} on {mapping}", result)
        for far in wrong:
            result = upcrun(*mapping, "./beyond", way, str(far), status=None)
            check(
                result.status > 128 and "nothing is allocated there" in result.err,
                f"{way} {far} on {mapping}",
                result,
            )
            check(
                result.err.count("polder: error") == 1 and "beyond.upc" in result.err,
                f"{way} {far} on {mapping}",
                result,
            )
    result = upcrun(*mapping, "./beyond", "s", str(20 << 20))
    check(result.out == "14\nalive\n", "EFAULT of a system call", result)
# other memory, and a limit of file sizes, which growth would meet
for kind in ("posix", "file", "memfd"):
    result = upcrun("-n", "2", "--segment", kind, "./beyond", "b", str(20 << 20), status=None)
    check("nothing is allocated there" in result.err, kind, result)
for way in ("b", "a"):
    result = run("sh", "-c", f"ulimit -f 4000000; exec {UPCRUN} -n 2 ./beyond {way} 100")
    check(result.out == "alive\n", "limit of file sizes", result)
result = upcrun("-n", "2", "--segment", "sysv", "./beyond", "b", "100")
check(result.out == "alive\n", "System V memory", result)

# the program closes every descriptor it finds, then wants more memory: the launcher has the object
# too
write(
    "closed.upc",
    r"""
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
int main(void)
{
    for (int fd = 3; fd < 5000; fd++) close(fd);
    upc_barrier;
    shared [] char *p = upc_alloc(100 << 20);
    if (p) p[(100 << 20) - 1] = 1;
    printf("%d\n", p != 0);
    return 0;
}
""",
)
upcc("closed.upc", "-o", "closed")
for mapping in MAPPINGS:
    result = upcrun(*mapping, "./closed")
    check(result.out == "1\n" * int(mapping[1]), f"closed descriptors on {mapping}", result)
result = run("./closed", status=None)
check(
    result.status == 1 and "the program has closed file descriptor" in result.err, "alone", result
)
