"""An access through a null pointer-to-shared of any layout, also by index, is reported as such with
thread and line; nothing is written."""

# sanitize: not thread address (they explain crashes themselves)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

for layout in ("", "[]", "[5]"):
    for use in (
        "*p = 1",
        "p[0] = 1",
        "p[3] = 1",
        "p[THREADS * 1000] = 1",
        "x = *p",
        "x = p[7]",
        "x = *(p - 2)",
        "q = p, q++, *q = 1",
    ):
        write(
            "null.upc",
            f"""#include <upc.h>
shared {layout} int *p, *q;
int x;
int main(void)
{{
    upc_barrier;
    if (MYTHREAD == 1)
        {use};
    upc_barrier;
    return x;
}}
""",
        )
        upcc("-g", "null.upc", "-o", "null")
        for mapping in ([], ["-p", "1"]):
            result = upcrun("-n", "3", *mapping, "./null", status=None)
            check(
                result.status == 139
                and "thread 1" in result.err
                and "null.upc:8" in result.err
                and ("null pointer-to-shared" in result.err or "no program can have" in result.err),
                f"shared {layout} int *p: {use}",
                result,
            )
print("pass")
