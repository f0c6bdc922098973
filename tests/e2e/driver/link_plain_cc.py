"""libpolder.a needs no C++ library: plain cc links UPC objects with -lpolder -lpthread."""

# sanitize: no, plain cc does not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

library = os.path.join(BUILD, "lib", "libpolder.a")
undefined = {
    line.split()[-1]
    for line in run("nm", "-u", library).out.split("\n")
    if " U " in line or " w " in line
}
cxx = sorted(
    n
    for n in undefined
    if n.startswith(("_ZSt", "_ZNSt", "_ZNKSt", "_Znw", "_Zna", "_Zdl", "_Zda", "__cxa_", "__gxx"))
    and n not in ("__cxa_atexit", "__cxa_finalize")
)
check(not cxx, "libpolder.a wants of the C++ library: " + " ".join(cxx))
write("hello.upc", HELLO)
upcc("-O2", "-c", "hello.upc")
run(CC, "hello.o", "-L" + os.path.dirname(library), "-lpolder", "-lpthread", "-o", "hello")
check_hello("./hello")
check("libstdc++" not in run("ldd", "./hello").out, "the program needs libstdc++")
print("pass")
