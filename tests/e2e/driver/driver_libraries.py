"""UPC code in static and shared libraries, with every linker that is installed, with --gc-sections,
static linking and PIE."""

# sanitize: no, linkers and -static do not go with sanitizers
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write(
    "counter.h",
    "#include <upc.h>\nextern shared int counts[THREADS];\nextern int calls;\nvoid count(int n);\n"
    "int total(void);\n",
)
write(
    "counter.upc",
    """#include "counter.h"
shared int counts[THREADS];
int calls;
static int *where = &calls;
void count(int n) { counts[MYTHREAD] += n; ++*where; }
int total(void) { int s = 0; for (int i = 0; i < THREADS; i++) s += counts[i]; return s; }
""",
)
write(
    "main.upc",
    """#include <stdio.h>
#include "counter.h"
int main(void)
{
    for (int i = 0; i <= MYTHREAD; i++) count(1);
    upc_barrier;
    if (calls != MYTHREAD + 1) { printf("thread %d: %d calls\\n", MYTHREAD, calls); return 1; }
    if (MYTHREAD == 0) printf("total %d\\n", total());
    return 0;
}
""",
)


def check_total(program, *more):
    for processes in ("1", "2", "3"):
        result = upcrun("-n", "3", "-p", processes, program, env=dict(more))
        check(result.out == "total 6\n", f"{program} with -p {processes}", result)


upcc("-O2", "-c", "counter.upc", "main.upc")
run("ar", "rcs", "libcounter.a", "counter.o")
upcc("main.o", "-L.", "-lcounter", "-o", "with_static_library")
check_total("./with_static_library")

upcc("-O2", "-fPIC", "-shared", "counter.upc", "-o", "libshared_counter.so")
upcc("main.o", "-L.", "-lshared_counter", "-Wl,-rpath,$ORIGIN", "-o", "with_shared_library")
check_total("./with_shared_library")

variants = {
    "pie": ["-pie"],
    "no_pie": ["-no-pie"],
    "gc": ["-Wl,--gc-sections", "-ffunction-sections", "-fdata-sections"],
    "static": ["-static"],
    "stripped": ["-s"],
    "lto": ["-flto"],
    "relro": ["-Wl,-z,relro,-z,now"],
}
variants.update(
    {
        name: [f"-fuse-ld={name}"]
        for name in ("bfd", "gold", "lld", "mold")
        if shutil.which(f"ld.{name}") or shutil.which(name)
    }
)
for name in ("gold", "lld", "mold"):
    if name in variants:
        variants[name + "_gc"] = variants[name] + variants["gc"]
for name, flags in variants.items():
    upcc("-O2", *flags, "counter.upc", "main.upc", "-o", name)
    check_total("./" + name)
    print(name, "good")
print("pass")
