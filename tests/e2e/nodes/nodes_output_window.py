"""A line that fills the window of its node keeps no other node waiting."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "window.upc",
    r"""#include <stdio.h>
#include <string.h>
#include <upc.h>

static char piece[65536];

int main(void)
{
    memset(piece, 'a', sizeof piece);
    if (MYTHREAD == 0) fwrite(piece, 1, sizeof piece, stdout), fflush(stdout);
    upc_barrier;

    if (MYTHREAD == 1) puts("b"), fflush(stdout);
    upc_barrier;
    return 0;
}
""",
)
upcc("window.upc", "-o", "window")
for _ in range(4):
    result = upcrun("--nodes", "2", "./window")
    # No order holds between the nodes' streams.
    whole = ("a" * 65536 + "b\n", "b\n" + "a" * 65536)
    check(result.out in whole, "pieces are whole", len(result.out))
print("pass")
