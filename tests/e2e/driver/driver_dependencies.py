"""Dependencies for make and ninja: -M, -MM, -MD, -MMD, -MF, -MT, -MQ, -MP, and through -Wp."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write("inc/one.h", "#define ONE 1\n")
write("a.upc", '#include <stdio.h>\n#include "one.h"\nint one(void) { return ONE; }\n')


def target_and_files(text):
    target, _, rest = text.replace("\\\n", " ").partition(":")
    return target, rest.split("\n")[0].split()


target, files = target_and_files(upcc("-MM", "-Iinc", "a.upc").out)
check((target, files) == ("a.o", ["a.upc", "inc/one.h"]), "-MM", target, files)
target, files = target_and_files(upcc("-M", "-Iinc", "a.upc").out)
check(target == "a.o" and any(f.endswith("stdio.h") for f in files), "-M", target, files)

upcc("-MMD", "-Iinc", "-c", "a.upc")
check(target_and_files(read("a.d")) == ("a.o", ["a.upc", "inc/one.h"]), "-MMD: a.d", read("a.d"))
check_files(["a.o"])

upcc("-MMD", "-Iinc", "-c", "a.upc", "-o", "out.obj")
check(
    target_and_files(read("out.d")) == ("out.obj", ["a.upc", "inc/one.h"]),
    "-MMD -o: out.d",
    read("out.d"),
)

upcc("-MD", "-MT", "x/y.o", "-MF", "deps.txt", "-MP", "-Iinc", "-o", "z.o", "-c", "a.upc")
target, files = target_and_files(read("deps.txt"))
check(target == "x/y.o" and "inc/one.h" in files, "-MT -MF", read("deps.txt"))
check("\ninc/one.h:" in read("deps.txt"), "-MP gives no empty rules", read("deps.txt"))

upcc("-Wp,-MMD,wp.d", "-Iinc", "-c", "a.upc")
check("inc/one.h" in read("wp.d"), "-Wp,-MMD")

# an error leaves no object behind, and says where
write("b.upc", '#include "missing.h"\n')
result = upcc("-MMD", "-c", "b.upc", status=None)
check(result.status != 0 and "missing.h" in result.err, "a missing header", result)
check_files([], ["b.o"])
print("pass")
