"""pthread_create and exit have two names in a program of ours, and the one must not call itself by
the other. Compilers may take two names for two functions. So the files that compare them are
compiled by each compiler that is installed."""

# sanitize: not thread address (two files are compiled without the instruments)
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

FILES = {"adopt": f"{SOURCE}/runtime/abi/adopt.cc", "exit": f"{SOURCE}/runtime/start/exit.cc"}
FLAGS = "-std=c++20 -fPIC -fno-exceptions -fno-rtti -fvisibility=hidden"
FLAGS += f" -I{SOURCE} -I{SOURCE}/include"

write(
    "program.upc",
    r"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
static int mine; // one for each UPC thread
static void *set(void *value) { mine = *(int *)value; return NULL; }
int main(void)
{
    pthread_t thread;
    int value = 7 + MYTHREAD;
    if (pthread_create(&thread, NULL, set, &value) != 0) return 1;
    pthread_join(thread, NULL);
    printf("thread %d has %d\n", MYTHREAD, mine);
    if (MYTHREAD) exit(3);
    return 0;
}
""",
)
expected = ["thread 0 has 7", "thread 1 has 8"]

compilers = [name for name in ("clang++", "clang++-19", "clang++-14", "g++") if shutil.which(name)]
if not any(name.startswith("clang") for name in compilers):
    skip("clang is not installed")
upcc("-c", "program.upc")
for compiler in compilers:
    for level in ("-O0", "-O2") if compiler == "clang++" else ("-O2",):
        for name, path in FILES.items():
            run(compiler, *FLAGS.split(), level, "-c", path, "-o", f"{name}.o")
        # With -g the library is an archive, whose members give way to these objects.
        upcc("-g", "program.o", "adopt.o", "exit.o", "-o", "program")
        for mapping in (("-p", "1"), ("--nodes", "2")):
            result = upcrun("-n", "2", *mapping, "./program", status=3)
            check(sorted(result.out.split("\n")[:-1]) == expected, f"{compiler} {level}", result)
print("pass")
