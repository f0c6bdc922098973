"""What a strict atomic operation costs on one node: nothing but its order. In code for one node it
is the locked instruction that the relaxed one is; a read has one more, which empties the store
buffer. Nothing asks for the fence of far accesses (docs/design/memory-model.md). The form for
several nodes has that fence, or leaves the operation to the library, which has it."""

# sanitize: no (it looks at code without theirs)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import platform  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

if platform.machine() != "x86_64":
    skip("it knows the instructions of x86-64 only")

OPERATIONS = {  # {0}: strict or relaxed; and how many instructions more the strict one may have
    "inc": ("upc_atomic_{0}(d, 0, UPC_INC, &cells[i], 0, 0);", 0),
    "add": ("long was; upc_atomic_{0}(d, &was, UPC_ADD, &cells[i], &by, 0); sum += was;", 0),
    "set": ("upc_atomic_{0}(d, 0, UPC_SET, &cells[i], &by, 0);", 0),
    "cswap": ("long was; upc_atomic_{0}(d, &was, UPC_CSWAP, &cells[i], &by, &sum); sum += was;", 0),
    "get": ("long is; upc_atomic_{0}(d, &is, UPC_GET, &cells[i], 0, 0); sum += is;", 1),
    "bupc_add": ("sum += bupc_atomicL_fetchadd_{0}(&cells[i], by);", 0),
    "bupc_cswap": ("sum += bupc_atomicL_cswap_{0}(&cells[i], by, sum);", 0),
    "bupc_read": ("sum += bupc_atomicL_read_{0}(&cells[i]);", 1),
}
text = """
#include <upc_relaxed.h>
#include <upc_atomic.h>
#include <bupc_extensions.h>
shared long cells[THREADS];
static upc_atomicdomain_t *d;
void start(void)
{
    d = upc_all_atomicdomain_alloc(UPC_LONG, UPC_INC | UPC_ADD | UPC_SET | UPC_CSWAP | UPC_GET, 0);
}
"""
for name, (code, _) in OPERATIONS.items():
    for order in ("strict", "relaxed"):
        text += (
            f"long {name}_{order}(long by, int n) {{ long sum = 0; for (int i = 0; i < n; i++) {{ "
            f"{code.format(order)} }} return sum; }}\n"
        )
write("strict.upc", text)


def bodies(assembly):
    """name -> instructions of the function"""
    found = {}
    for name, body in re.findall(r"^([\w.]+):[^\n]*\n(.*?)^\s*\.size\s+\1,", assembly, re.M | re.S):
        lines = [line.strip() for line in body.split("\n")]
        found[name] = [
            line
            for line in lines
            if line
            and line[0] not in ".#/"
            and not line.endswith(":")
            and not line.startswith("nop")
            and line != "lock"  # a prefix, which clang 19 gives a line of its own
            and not line.startswith(("push", "pop"))  # which registers are left is chance
        ]
    return found


def exchanges(lines):
    return any(line.startswith("xchg") and "(" in line for line in lines)


def check_code(compiler):
    # Copies of a body differ by what the scheduler does.
    options = ("-O2", "-fno-unroll-loops", "-fno-upc-one-thread", "-S")
    code = bodies(upcc(*options, "strict.upc", "-o", "-", env={"POLDER_CC": compiler}).out)
    for name, (_, more) in OPERATIONS.items():
        strict, relaxed = code[f"{name}_strict"], code[f"{name}_relaxed"]
        if name == "set":
            check(exchanges(strict), f"{compiler}: {name} is no exchange", *strict)
            # Of a relaxed one clang 14 makes a store, which holds its constant.
            more += not exchanges(relaxed)
        check(
            len(strict) <= len(relaxed) + more,
            f"{compiler}: {name} has {len(strict)} instructions, relaxed {len(relaxed)}",
            *strict,
        )
        check(
            not any("polder_far_fence" in line for line in strict),
            f"{compiler}: {name} asks for far accesses on one node",
            *strict,
        )
        if name.startswith("bupc"):
            far = "\n".join(
                line
                for other, lines in code.items()
                if other.startswith("polder_n_") and name.split("_")[1] in other
                for line in lines
            )
            check(
                "polder_far_fence" in far,
                f"{compiler}: {name} has no fence of far accesses on several nodes",
            )


for compiler in {
    os.path.realpath(shutil.which(c)): c for c in ("clang", "gcc") if shutil.which(c)
}.values():
    check_code(compiler)
