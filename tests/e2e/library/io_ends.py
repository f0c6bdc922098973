"""Parallel I/O at a program's end. Files left open are closed however the program ends. A killed
job leaves what its write functions had written. A second asynchronous operation is a message."""

# sanitize: not thread (it does not see what orders threads of several processes)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import signal  # noqa: E402
import subprocess  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

os.environ["ASAN_OPTIONS"] = "detect_leaks=0"  # files are left open on purpose

MAPPINGS = (("-n", "1"), ("-n", "3", "-p", "1"), ("-n", "3", "-p", "3"), ("-n", "4", "-p", "2"))

write(
    "ends.upc",
    r"""
#include <stdlib.h>
#include <upc.h>
#include <upc_io.h>
static char mine[100000];
int main(int argc, char **argv)
{
    const int how = atoi(argv[1]);
    upc_file_t *kept =
        upc_all_fopen("kept", UPC_WRONLY | UPC_CREATE | UPC_TRUNC | UPC_INDIVIDUAL_FP, 0, NULL);
    upc_file_t *gone = upc_all_fopen(
        "gone", UPC_WRONLY | UPC_CREATE | UPC_COMMON_FP | UPC_DELETE_ON_CLOSE, 0, NULL);
    if (!kept || !gone) return 9;
    for (int i = 0; i < sizeof mine; i++) mine[i] = 'a' + MYTHREAD;
    upc_all_fseek(kept, MYTHREAD * sizeof mine, UPC_SEEK_SET);
    upc_all_fwrite_local_async(kept, mine, 1, sizeof mine, 0);
    if (how == 3) upc_all_fwrite_local_async(kept, mine, 1, sizeof mine, 0);
    if (how == 2) {
        upc_all_fwait_async(kept);
        upc_barrier;
        if (MYTHREAD == THREADS - 1) upc_global_exit(0);
        for (;;) upc_barrier;
    }
    if (how == 1) exit(0);
    return 0;
}
""",
)
upcc("ends.upc", "-o", "ends")
for mapping in MAPPINGS:
    for how in range(3):
        upcrun(*mapping, "./ends", str(how))
        check_files(present=["kept"], absent=["gone"])
        expected = "".join(chr(ord("a") + t) * 100000 for t in range(int(mapping[1])))
        check(read("kept") == expected, f"data after end {how}, {mapping}")
    result = upcrun(*mapping, "./ends", "3", status=1)
    check(
        "operation on kept is outstanding" in result.err and result.err.count("polder: error") == 1,
        "message",
        result,
    )

# what a write function returned from is in the file, whatever happens then
write(
    "killed.upc",
    r"""
#include <stdio.h>
#include <upc.h>
#include <upc_io.h>
shared [1000] char data[1000 * THREADS];
int main(void)
{
    upc_file_t *file = upc_all_fopen("killed.data", UPC_RDWR | UPC_CREATE | UPC_COMMON_FP, 0, NULL);
    for (int i = 0; i < 1000; i++) data[1000 * MYTHREAD + i] = 'x';
    for (long n = 1;; n++) {
        if (upc_all_fwrite_shared(file, data, 1000, 1, 1000 * THREADS, 0) != 1000 * THREADS)
            return 1;
        if (MYTHREAD == 0) printf("%ld\n", n * 1000 * THREADS), fflush(stdout);
    }
}
""",
)
upcc("killed.upc", "-o", "killed")
for mapping in MAPPINGS:
    job = subprocess.Popen([UPCRUN, *mapping, "./killed"], stdout=subprocess.PIPE, text=True)
    seen = [int(job.stdout.readline()) for _ in range(20)]
    job.send_signal(signal.SIGKILL)
    rest = [int(line) for line in job.stdout.read().split("\n")[:-1] if line.isdigit()]
    job.wait()
    data = read("killed.data")
    check(len(data) >= (seen + rest)[-1], f"{len(data)} bytes of {(seen + rest)[-1]}, {mapping}")
    check(set(data) == {"x"}, "nothing else in the file")
    os.unlink("killed.data")
