"""Several jobs create one file with UPC_EXCL at the same moment. One of them gets it, in all its
threads; the others learn EEXIST in all theirs."""

# sanitize: not thread (it does not see what orders threads of several processes)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import subprocess  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write(
    "race.upc",
    r"""
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_io.h>
int main(int argc, char **argv)
{
    for (int i = 0; i < atoi(argv[1]); i++) {
        char name[20];
        snprintf(name, sizeof name, "file%d", i);
        errno = 0;
        upc_file_t *file =
            upc_all_fopen(name, UPC_WRONLY | UPC_CREATE | UPC_EXCL | UPC_COMMON_FP, 0, NULL);
        printf("%d %s\n", i, file ? "mine" : errno == EEXIST ? "other" : "wrong");
        if (file && upc_all_fclose(file) < 0) return 1;
    }
    return 0;
}
""",
)
upcc("race.upc", "-o", "race")
JOBS, FILES, THREADS = 4, 50, 2
jobs = [
    subprocess.Popen(
        [UPCRUN, "-n", str(THREADS), "-p", str(1 + j % 2), "./race", str(FILES)],
        stdout=subprocess.PIPE,
        text=True,
    )
    for j in range(JOBS)
]
outcomes = [finish(job)[0].split("\n")[:-1] for job in jobs]
check(all(job.returncode == 0 for job in jobs), "exit status")
for i in range(FILES):
    owners = [j for j in range(JOBS) if f"{i} mine" in outcomes[j]]
    check(len(owners) == 1, f"file {i} belongs to {owners}")
    for j in range(JOBS):
        expected = "mine" if j in owners else "other"
        check(
            outcomes[j].count(f"{i} {expected}") == THREADS, f"file {i} in job {j}: {outcomes[j]}"
        )
