"""What the folders above a user's file are called changes nothing.

`polder`, too, which is what a clone of Polder is called."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

TEXT = """#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_atomic.h>
long f(upc_atomicdomain_t *d, shared long *p)
{
    long before, one = 1;
    upc_atomic_relaxed(d, &before, UPC_ADD, p, &one, 0);
    return before + EOF;
}
"""


def translated(folder):
    """Without the folder."""
    path = write(os.path.abspath(os.path.join(folder, "f.upc")), TEXT)
    return upcc("-O2", "-fupc-nodes=one", "--trans", path).out.replace(folder + "/f.upc", "f.upc")


for name in ("polder", "polder/tests", "include/polder"):
    other = name.replace("polder", "folder")  # of the same length: the generated lines are as long
    check(
        translated(name) == translated(other),
        f"another translation in {name} than in {other}",
        translated(name)[-1500:],
        translated(other)[-1500:],
    )
check('f.upc" 3' in translated("folder"), "the constant of a system header is not marked as one")
print("pass")
