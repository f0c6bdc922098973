"""Threads stay on the processors that upcrun may use, whoever restricts them. If there are enough
processors, each thread has its share of them, and nobody another's."""

# cores: 3
import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "places.upc",
    r"""
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <upc.h>
int main(void)
{
    cpu_set_t mine;
    sched_getaffinity(0, sizeof mine, &mine);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &mine)) printf("%d %d\n", MYTHREAD, cpu);
    return 0;
}
""",
)
upcc("places.upc", "-o", "places")


def places(threads, allowed, *words):
    """The processors of each thread of a job whose launcher may use `allowed` alone."""
    job = start(
        UPCRUN,
        "-n",
        str(threads),
        *words,
        "./places",
        preexec_fn=lambda: os.sched_setaffinity(0, allowed),
    )
    out, err = finish(job)
    check(job.returncode == 0 and err == "", f"{threads} threads on {allowed}", out, err)
    found = [set() for _ in range(threads)]
    for line in out.splitlines():
        thread, processor = map(int, line.split())
        found[thread].add(processor)
    return found


every = sorted(os.sched_getaffinity(0))
for allowed in ({every[-1]}, set(every[-2:]), set(every[:2]), set(every)):
    for words in (("-p", "1"), (), ("--bind", "none"), ("--nodes", "2")):
        for threads in (2, 3):
            found = places(threads, allowed, *words)
            case = f"{threads} threads on {allowed} with {words}: {found}"
            check(all(own and own <= allowed for own in found), case)
            if threads <= len(allowed) and words in ((), ("-p", "1")):
                check(not any(a & b for a, b in itertools.combinations(found, 2)), case)
                check(set().union(*found) == allowed, "no processor is left over", case)
            else:
                check(all(own == allowed for own in found), case)
print("pass")
