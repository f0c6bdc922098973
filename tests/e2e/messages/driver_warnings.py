"""Warnings of upcc can be switched by name: off, to errors, and kept warnings under -Werror. --help
names them."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "two.upc",
    "void f(int x)\n{\n    upc_forall (int i = 0; i < x; i++; i) upc_barrier;\n"
    "    upc_barrier 1.5;\n}\n",
)
FORALL, FLOATING = "upc-barrier-in-forall", "upc-barrier-floating"


def severities(*options):
    """{name of the warning: (severity, what the message says switches it)} of two.upc; and the exit
    status."""
    result = upcc("-c", *options, "two.upc", "-o", "two.o", status=None)
    found = re.findall(r": (warning|error): .* \[(-W(?:error=)?)([\w-]+)\]$", result.err, re.M)
    return {name: (severity, switch) for severity, switch, name in found}, result.status


def expect(options, wanted, fails):
    found, status = severities(*options)
    check(found == wanted, f"{options}: {found} instead of {wanted}")
    check((status != 0) == fails, f"{options}: exit status {status}")


WARNING, ERROR = ("warning", "-W"), ("error", "-Werror=")
expect([], {FORALL: WARNING, FLOATING: WARNING}, False)
expect(["-Wno-" + FORALL], {FLOATING: WARNING}, False)
expect(["-Wno-" + FORALL, "-W" + FORALL], {FORALL: WARNING, FLOATING: WARNING}, False)
expect(["-Werror=" + FLOATING], {FORALL: WARNING, FLOATING: ERROR}, True)
expect(["-Werror"], {FORALL: ERROR, FLOATING: ERROR}, True)
expect(["-Werror", "-Wno-error=" + FORALL, "-Wno-" + FLOATING], {FORALL: WARNING}, False)
expect(["-w"], {}, False)
expect(["-w", "-Werror"], {}, False)

unknown = upcc("-c", "-Wno-upc-no-such-thing", "two.upc", "-o", "two.o")
check(
    "unknown warning '-Wno-upc-no-such-thing'" in unknown.err and "hint:" in unknown.err,
    "a slip in a name is not told",
    unknown,
)

write("private.upc", "unsigned long f(int x) { return upc_blocksizeof(x); }\n")
check(": warning: " in upcc("-c", "private.upc", "-o", "p.o").err, "no warning")
check(
    ": error: " in upcc("-c", "-pedantic-errors", "private.upc", "-o", "p.o", status=1).err,
    "-pedantic-errors is ignored",
)
check(
    not upcc("-c", "-pedantic-errors", "-Wno-upc-size-of-private", "private.upc", "-o", "p.o").err,
    "cannot be switched off",
)

listed = upcc("--help").out
for name in (FORALL, FLOATING, "upc-size-of-private"):
    check(re.search(rf"^  {name} ", listed, re.M), f"--help does not list {name}")
print("pass")
