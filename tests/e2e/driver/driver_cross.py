"""Cross compilation for aarch64, with gcc and with clang underneath.

Types are those of the target, not of the machine that upcc runs on. Names of sections are spelt for
its assembler. Without a library for the target the link says so. A cross compiler is named after
its target."""

# sanitize: no (there is no library of theirs for the target)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

GCC = "aarch64-linux-gnu-gcc"
SOURCE = r"""
#include <stdarg.h>
#include <stddef.h>
#include <upc.h>
struct holes { char c; int : 7; char d; };
#define is(what) _Static_assert(what, #what)
is(MACHINE == 1 ? sizeof(va_list) == 32 : sizeof(va_list) == 24);
is(sizeof(struct holes) == (MACHINE == 1 ? 4 : 3));
is((char)-1 > 0 == CHAR_IS_UNSIGNED);
is('\xff' > 0 == CHAR_IS_UNSIGNED);
is((L'\xffffffff' > 0) == (MACHINE == 1));
is(_Generic(L'a', int : 0, unsigned : 1) == (MACHINE == 1));
shared [CHAR_IS_UNSIGNED ? 4 : 2] int blocks[4 * THREADS];
is(upc_blocksizeof(blocks) == ((char)-1 > 0 ? 4 : 2));
#if MACHINE == 1
typedef __SVFloat64_t sizeless; /* <math.h> of glibc 2.38 has such lines */
#ifndef __clang__ /* which has other names for those of Neon */
is(sizeof(__Float32x4_t) == 16 && sizeof(__Int8x8_t) == 8);
extern __Float64x2_t of_vectors(__Float64x2_t);
#endif
#endif
static int zeros[100], ones[3] = {1, 1, 1};
int use(int i) { return zeros[i] + ones[i] + blocks[i]; }
"""
write("types.upc", SOURCE)


def compiles(cc, machine, unsigned, *words):
    given = [f"-DMACHINE={machine}", f"-DCHAR_IS_UNSIGNED={unsigned}"]
    upcc(*words, *given, "-c", "types.upc", "-o", "types.o", env={"POLDER_CC": cc})
    with open("types.o", "rb") as f:
        check(
            f.read(20)[18] == (183 if machine else 62),
            f"{cc} {words}: an object of another machine",
        )


def for_aarch64(cc, *words):
    compiles(cc, 1, 1, *words)
    compiles(cc, 1, 0, *words, "-fsigned-char")


if shutil.which("clang"):  # the headers of this machine do
    compiles("clang --target=x86_64-linux-gnu", 0, 1, "-funsigned-char")
if shutil.which(GCC):
    for_aarch64(GCC)
    for_aarch64(GCC, "-O2", "-g")
    if shutil.which("clang"):
        for_aarch64("clang --target=aarch64-linux-gnu")

    write("hello.upc", "#include <upc.h>\nint main(void) { return MYTHREAD < 0; }\n")
    prefix = os.path.dirname(os.path.dirname(os.path.realpath(os.environ["UPCC"])))
    os.makedirs("prefix/bin")
    shutil.copy(os.environ["UPCC"], "prefix/bin/upcc")
    os.symlink(os.path.join(prefix, "include"), "prefix/include")
    os.symlink(os.path.join(prefix, "lib"), "prefix/lib")
    native = (
        os.path.basename(os.environ["UPCC"]) == "upcc"
    )  # else its library is that of the target
    if native and not os.path.exists(os.path.join(prefix, "lib/aarch64-linux-gnu")):
        said = run(
            "prefix/bin/upcc", "hello.upc", "-o", "hello", status=1, env={"POLDER_CC": GCC}
        ).err
        check(
            "libpolder.a for aarch64 was not found" in said and "cmake --preset aarch64" in said,
            said,
        )

    # aarch64-linux-gnu-upcc asks for aarch64-linux-gnu-gcc, and for no other
    shutil.copy(os.environ["UPCC"], "prefix/bin/aarch64-linux-gnu-upcc")
    shown = run(
        "prefix/bin/aarch64-linux-gnu-upcc", "-c", "hello.upc", "-###", env={"POLDER_CC": ""}
    ).err
    check(GCC in shown, "another back end than the target's:", shown)
    shutil.copy(os.environ["UPCC"], "prefix/bin/no-such-machine-upcc")
    said = run(
        "prefix/bin/no-such-machine-upcc", "-c", "hello.upc", status=1, env={"POLDER_CC": ""}
    ).err
    check("no C compiler was found in PATH (no-such-machine-cc, no-such-machine-gcc" in said, said)
else:
    skip("no cross compiler for aarch64 (apt-get install gcc-aarch64-linux-gnu)")
