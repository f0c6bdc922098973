"""A source that uses names of Berkeley UPC without their header is preprocessed once more, with it;
others are not. What comes of a compilation besides the object (dependencies, saved files) is that
of the second time."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

USES = (
    "#include <upc.h>\nshared long n;\n"
    "int main(void) { return (int)bupc_atomicL_fetchadd_strict(&n, 0); }\n"
)
write("uses.upc", USES)
write(
    "own.upc",
    "#include <upc.h>\nstatic long bupc_poll(void) { return 0; }\n"
    "int main(void) { return (int)bupc_poll(); }\n",
)
write("asks.upc", "#include <bupc_extensions.h>\n" + USES)
write(
    "plain.c",
    "long n;\nlong bupc_ticks_now(void);\nint main(void) { n = bupc_ticks_now(); return 0; }\n",
)


def times_read(*words):
    result = upcc("-v", "-c", *words)
    return sum(" -E " in line for line in result.err.split("\n"))


check(times_read("uses.upc") == 2, "uses.upc is read twice")
check(times_read("own.upc") == 1, "own.upc declares the name itself")
check(times_read("asks.upc") == 1, "asks.upc includes the header")
check(
    times_read("-fupc-dialect=berkeley", "uses.upc") == 1,
    "the dialect has the header from the start",
)
check(times_read("-x", "c", "plain.c") == 1, "plain C")
upcc("-DBUPC_USE_UPC_NAMESPACE", "-fsyntax-only", "uses.upc")

upcc("-MD", "-save-temps", "-c", "uses.upc")
check("bupc_extensions.h" in read("uses.d"), "dependencies", read("uses.d"))
check("bupc_extensions.h" in read("uses.i"), "saved text")
check("fetchadd" in upcc("--trans", "uses.upc").out, "--trans")

# Standard input can be read only once: the message says what to include.
result = upcc(
    "-x", "upc", "-c", "-", "-o", "out.o", stdin="#include <upc.h>\nbupc_tick_t t;\n", status=None
)
check(result.status != 0 and "<bupc_extensions.h>" in result.err, "standard input", result)
upcc("-fupc-dialect=berkeley", "-x", "upc", "-c", "-", "-o", "out.o", stdin=USES)

# Mistakes are said once.
write("wrong.upc", "#include <upc.h>\nint main(void) { bupc_poll(); return missing; }\n")
result = upcc("-c", "wrong.upc", status=None)
check(
    result.status != 0 and result.err.count("error") == 1 and "'missing' undeclared" in result.err,
    "one message",
    result,
)
print("pass")
