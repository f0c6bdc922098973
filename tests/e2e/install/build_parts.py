"""Who builds the library alone also gets what upcc links in front of it: the core object is made
with the archive. Else programs would be of two builds, and their jobs would refuse to start."""

# requires: ninja
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

if not os.path.exists(os.path.join(BUILD, "build.ninja")):
    skip("needs a build by ninja")


def needs(output):
    """The rule of a file, what it is made of, and all that this rule makes."""
    told = run("ninja", "-C", BUILD, "-t", "query", output).out
    statement = re.search(
        rf"^build (?:[^:]* )?{re.escape(output)}(?: [^:]*)?:.*", read(f"{BUILD}/build.ninja"), re.M
    )
    check(statement, f"no rule makes {output}", told)
    return statement.group().split()


made = needs("lib/libpolder.a")
check("lib/polder/core.o" in made, "the archive is made without the core object", *made)
check(any("module" in word for word in made), "the archive does not wait for module.o", *made)
print("pass")
