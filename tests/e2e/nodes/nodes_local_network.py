"""A job whose nodes are all on this machine talks over loopback: other networks may come and go
meanwhile (a bridge of containers, a VPN). One that is told to use such a network loses it, and ends
within the time of --lost-after. Both options reach the processes, whatever the environment says."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner import namespaces  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

if namespaces.possible():
    skip(namespaces.possible())

write(
    "program.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <unistd.h>
shared int over;
int main(void)
{
    upc_barrier;
    if (MYTHREAD == 0) fclose(fopen("ready", "w"));
    while (!over) {
        upc_barrier;
        usleep(5000);
        if (MYTHREAD == 0 && access("over", F_OK) == 0) over = 1;
        upc_barrier;
    }
    if (MYTHREAD == 0) printf("pass\n");
    return 0;
}
""",
)
upcc("program.upc", "-o", "program")
# Networks of its own: beside loopback one that seems faster than all others, and is gone once the
# job has begun.
write(
    "passing.sh",
    r"""
set -e
rm -f ready over
ip link set lo up
ip link add passing type veth peer name other
ip addr add 10.130.0.1/20 dev passing
ip link set passing up
ip link set other up
"$@" &
job=$!
while [ ! -e ready ] && kill -0 $job; do sleep 0.05; done
ip link del passing
sleep 0.5
[ "$HELD" ] || touch over
wait $job
""",
)


def job(*words, **environment):
    return run(
        "unshare",
        "-n",
        "sh",
        "passing.sh",
        UPCRUN,
        "--nodes",
        "2",
        "-n",
        "4",
        "--per-node",
        "2",
        "--timeout",
        "100",
        *words,
        "./program",
        status=None,
        env=dict(environment, POLDER_LOST_AFTER="90")
    )


result = job()
check(
    result.status == 0 and result.out == "pass\n",
    "a job that has nothing to do with the network that went",
    result,
)
result = job("--interface", "10.130.0.0/20", "--lost-after", "2", HELD="1")
check(
    result.status == 1 and "cannot be reached" in result.err,
    "a job that was told to use it, and for how long to wait",
    result,
)
print("pass")
