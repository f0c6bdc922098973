"""UPC in libraries of programs that upcc did not link: static, shared, without undefined symbols,
with the runtime, by dlopen, Python."""

# sanitize: no, other compilers do not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

for n in "12":
    write(
        f"part{n}.upc",
        r"""
#include <upc.h>
shared int cells@[THREADS];
static int calls = 5, *counter = &calls;
static int zeros[30000];
/* 100 times the sum of all values, and twice how often this thread called. */
int ring@(int mine)
{
    int sum = 0;
    ++*counter;
    zeros[29999]++;
    cells@[MYTHREAD] = mine;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) sum += cells@[t];
    upc_barrier;
    return 100 * sum + calls - 5 + zeros[29999];
}
""".replace("@", n),
    )
write(
    "main.c",
    r"""
#include <polder/polder.h>
#include <stdio.h>
int ring1(int), ring2(int);
static int body(int argc, char **argv)
{
    (void)argc, (void)argv;
    const int n = polder_threads(), wanted = 100 * n + 2;
    const int right = ring1(1) == wanted && ring2(1) == wanted && ring1(2) == 200 * n + 4;
    if (polder_mythread() == 0) printf("%s\n", right ? "right" : "wrong");
    return !right;
}
int main(int argc, char **argv) { return polder_run(&argc, &argv, body); }
""",
)
write(
    "main.upc",
    r"""
#include <upc.h>
#include <stdio.h>
int ring1(int), ring2(int);
int main(void)
{
    const int wanted = 100 * THREADS + 2;
    const int right = ring1(1) == wanted && ring2(1) == wanted && ring1(2) == 200 * THREADS + 4;
    if (MYTHREAD == 0) printf("%s\n", right ? "right" : "wrong");
    return !right;
}
""",
)
FLAGS = upcc("--compile-flags").out.split()
STATIC, SHARED = (
    upcc("--link-flags").out.split(),
    upcc("-shared-libpolder", "--link-flags").out.split(),
)
HERE = ["-L.", "-Wl,-rpath,$ORIGIN"]


def check_all(program, what):
    for processes in (1, 2, 3):
        result = upcrun("-n", "3", "-p", str(processes), program)
        check(result.out == "right\n", f"{what}, {processes} processes", result)


upcc("-O2", "-fPIC", "-c", "part1.upc", "part2.upc", "main.upc")
os.rename("main.o", "main_upc.o")
run(CC, *FLAGS, "-c", "main.c")
run("ar", "rcs", "libparts.a", "part1.o", "part2.o")
run(CC, "main.o", "libparts.a", *STATIC, "-o", "archive")
check_all("./archive", "UPC in an archive")

# Shared libraries: as upcc makes them; without undefined symbols, however that is said; on the
# runtime as a library.
ways = {
    "plain": [],
    "defs": ["-Wl,-z,defs"],
    "no_undefined": ["-Wl,--no-undefined"],
    "z_defs": ["-z", "defs"],
    "on_library": ["-shared-libpolder"],
}
for name, options in ways.items():
    for n in "12":
        upcc("-O2", "-shared", f"part{n}.o", *options, "-o", f"lib{name}{n}.so")
    libraries = [*HERE, f"-l{name}1", f"-l{name}2"]
    run(CC, "main.o", *libraries, *STATIC, "-o", name + "_c")
    check_all(f"./{name}_c", f"C program, runtime in the program, libraries: {name}")
    upcc("main_upc.o", *libraries, "-o", name + "_upc")
    check_all(f"./{name}_upc", f"UPC program, runtime in the program, libraries: {name}")
    upcc("-shared-libpolder", "main_upc.o", *libraries, "-o", name + "_upc_shared")
    check_all(f"./{name}_upc_shared", f"UPC program, runtime as a library, libraries: {name}")
run(CC, "main.o", *HERE, "-lon_library1", "-lon_library2", *SHARED, "-o", "on_shared")
check_all("./on_shared", "C program, runtime as a library")
check(
    "libpolder.so" in run("ldd", "./on_shared").out
    and "libpolder.so" not in run("ldd", "./plain_c").out,
    "which runtime is used",
)

# dlopen before the start, by a program that knows nothing of UPC; and by Python
write(
    "opens.c",
    r"""
#include <dlfcn.h>
#include <stdio.h>
static int (*ring1)(int), (*ring2)(int), (*threads)(void), (*mythread)(void);
static int body(int argc, char **argv)
{
    (void)argc, (void)argv;
    const int n = threads(), right = ring1(1) == 100 * n + 2 && ring2(3) == 300 * n + 2;
    if (mythread() == 0) printf("%s\n", right ? "right" : "wrong");
    return !right;
}
int main(int argc, char **argv)
{
    void *one = dlopen("./libon_library1.so", RTLD_NOW),
         *two = dlopen("./libon_library2.so", RTLD_NOW | RTLD_LOCAL);
    if (!one || !two) return printf("%s\n", dlerror()), 1;
    ring1 = (int (*)(int))dlsym(one, "ring1");
    ring2 = (int (*)(int))dlsym(two, "ring2");
    threads = (int (*)(void))dlsym(one, "polder_threads");
    mythread = (int (*)(void))dlsym(two, "polder_mythread");
    return ((int (*)(int *, char ***, int (*)(int, char **)))dlsym(one, "polder_run"))(&argc, &argv,
                                                                                       body);
}
""",
)
run(CC, "opens.c", "-o", "opens", "-ldl")
check_all("./opens", "dlopen before the start")
if shutil.which("python3"):
    write(
        "opens.py",
        "import ctypes, sys\nlib = ctypes.CDLL('./libon_library1.so')\n"
        "lib.polder_init(None, None)\n"
        "sys.stdout.write('%d\\n' % lib.ring1(lib.polder_mythread() + 1))\nsys.stdout.flush()\n"
        "lib.polder_finalize()\n",
    )
    check(upcrun("-n", "3", "python3", "opens.py").out == "602\n" * 3, "UPC from Python")

# pkg-config and CMake give a foreign link what it needs (from an installed prefix)
run("cmake", "--install", BUILD, "--prefix", os.path.abspath("prefix"))
pc = [
    os.path.dirname(os.path.join(d, f))
    for d, _, files in os.walk("prefix")
    for f in files
    if f == "polder.pc"
]
if shutil.which("pkg-config"):
    words = run(
        "pkg-config",
        "--cflags",
        "--libs",
        "polder",
        env={"PKG_CONFIG_PATH": os.path.abspath(pc[0])},
    ).out.split()
    run(CC, "main.c", "part1.o", "part2.o", *words, "-o", "by_pkg_config")
    check_all("./by_pkg_config", "pkg-config")
write(
    "p/CMakeLists.txt",
    """cmake_minimum_required(VERSION 3.20)
project(p C)
find_package(Polder REQUIRED)
polder_add_library(parts part1.upc part2.upc)
add_executable(user main.c)
target_link_libraries(user parts)
polder_add_library(parts_shared SHARED part1.upc part2.upc)
add_executable(shared_user main.c)
target_link_libraries(shared_user parts_shared)
""",
)
for name in ("part1.upc", "part2.upc", "main.c"):
    shutil.copy(name, "p")
generator = ["-G", "Ninja"] if shutil.which("ninja") else []
run(
    "cmake",
    "-S",
    "p",
    "-B",
    "b",
    *generator,
    "-DCMAKE_PREFIX_PATH=" + os.path.abspath("prefix"),
    "-DCMAKE_BUILD_TYPE=Release",
)
run("cmake", "--build", "b")
check_all("b/user", "CMake, a static UPC library")
check_all("b/shared_user", "CMake, a shared UPC library")
print("pass")
