"""A main in C or C++ starts the job: every call of polder.h and Berkeley's names, each mapping,
every way to the end, misuse."""

# sanitize: no, other compilers do not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write(
    "part.h",
    """
#ifdef __cplusplus
extern "C" {
#endif
int ring(int mine);   /* sum of all threads' values, times 100, plus how often this thread called */
void at_end(void);
void leave(int code);
#ifdef __cplusplus
}
#endif
""",
)
write(
    "part.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include "part.h"
shared int cells[THREADS];
shared int *shared head = &cells[0];
static int calls, *counter = &calls;
int ring(int mine)
{
    int sum = 0;
    ++*counter;
    cells[MYTHREAD] = mine;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) sum += head[t];
    upc_barrier;
    return 100 * sum + calls;
}
static void say(void) { printf("handler of %d\n", MYTHREAD); }
void at_end(void) { atexit(say); }
void leave(int code) { exit(code); }
""",
)
INIT = r"""
#include <polder/polder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "part.h"
int main(int argc, char **argv)
{
    const char *end = argc > 1 ? argv[1] : "";
    if (polder_initialized()) return 90;
    polder_init(&argc, &argv);
    polder_init(&argc, &argv);
    const int me = polder_mythread(), n = polder_threads();
    if (!polder_initialized() || ring(me + 1) != 100 * n * (n + 1) / 2 + 1 ||
        ring(1) != 100 * n + 2)
        return 91;
    polder_barrier_all();
    at_end();
    printf("thread %d of %d\n", me, n);
    if (!strcmp(end, "finalize")) {
        polder_finalize();
        if (polder_initialized()) return 92;
        printf("after %d\n", me);
    }
    if (!strcmp(end, "exit")) exit(me);
    if (!strcmp(end, "polder_exit")) polder_exit(me);
    if (!strcmp(end, "upc_exit")) leave(me);
    return me;
}
"""
RUN = r"""
#include <polder/polder.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include "part.h"
struct Witness { ~Witness() { std::printf("destroyed\n"); } } witness;
static int body(int argc, char **argv)
{
    const int me = polder_mythread(), n = polder_threads();
    int inside = -1, result = 0;
    if (ring(me + 1) != 100 * n * (n + 1) / 2 + 1) return 91;
    std::thread([&] {
        inside = polder_mythread();
    }).join(); // belongs to the UPC thread that made it
    if (inside != me || argc != 2) return 93;
    argv[1][0] = 'x';                                          // strings of one's own
    at_end();
    std::printf("thread %d of %d\n", me, n);
    if (!std::strcmp(argv[1], "xxit")) std::exit(me);
    return me + result;
}
int main(int argc, char **argv)
{
    const int code = polder_run(argc > 2 ? nullptr : &argc, argc > 2 ? nullptr : &argv, body);
    std::printf("code %d\n", code);
    return code;
}
"""
write("init.c", INIT)
write("run.cc", RUN)
FLAGS = upcc("--compile-flags").out.split()
LIBRARIES = upcc("--link-flags").out.split()
STATIC_LIBRARIES = upcc("-static", "--link-flags").out.split()
CXX = shutil.which("c++") or shutil.which("g++") or skip("needs a C++ compiler")
upcc("-O2", "-c", "part.upc")
run(CC, "-Wall", "-Werror", *FLAGS, "-c", "init.c")
run(CXX, "-Wall", "-Werror", "-Wno-unused-result", *FLAGS, "-c", "run.cc")


def lines(text):
    return sorted(text.split("\n")[:-1])


def expect(program, threads, processes, argument, wanted, status):
    result = upcrun("-n", str(threads), "-p", str(processes), program, argument, status=status)
    check(
        lines(result.out) == sorted(wanted),
        f"{program} {argument}: wanted {sorted(wanted)}",
        result,
    )


def each(text, threads):
    return [
        text.replace("@", str(t)) + f" of {threads}" * (text == "thread @") for t in range(threads)
    ]


links = {
    "by_cc": [CC, "init.o", "part.o", *LIBRARIES],
    "by_upcc": [UPCC, "init.o", "part.o"],
    "static": [CC, "-static", "init.o", "part.o", *STATIC_LIBRARIES],
}
for name, command in links.items():
    run(*command, "-o", name)
    check("thread 0 of 1\n" in run("./" + name).out, name + " alone")
    for end in ("return", "finalize", "exit", "polder_exit", "upc_exit"):
        for threads in (1, 3):
            after = each("after @", threads) if end == "finalize" else []
            wanted = each("thread @", threads) + each("handler of @", threads) + after
            expect("./" + name, threads, threads, end, wanted, threads - 1)
refused = upcrun("-n", "3", "-p", "1", "./by_cc", "return", status=1)
check(
    "polder_run" in refused.err and "upcrun without -p" in refused.err,
    "several threads a process with polder_init",
    refused,
)
check(
    run("./by_cc", env={"POLDER_THREADS": "2"}, status=1).err.count("polder_init") == 1,
    "POLDER_THREADS with polder_init",
)

run(CXX, "run.o", "part.o", *LIBRARIES, "-o", "cxx")
run(CXX, "-static", "run.o", "part.o", *STATIC_LIBRARIES, "-o", "cxx_static")
for program in ("./cxx", "./cxx_static"):
    for threads, processes in ((1, 1), (3, 3), (3, 1), (3, 2), (4, 2)):
        last = [
            min(threads, (p + 1) * (threads // processes) + min(p + 1, threads % processes)) - 1
            for p in range(processes)
        ]
        wanted = each("thread @", threads) + each("handler of @", threads)
        expect(
            program,
            threads,
            processes,
            "return",
            wanted + [f"code {t}" for t in last] + ["destroyed"] * processes,
            threads - 1,
        )
        # exit ends the thread; the last of a process ends it, without coming back to main
        expect(program, threads, processes, "exit", wanted + ["destroyed"] * processes, threads - 1)

# Without upcc's word to the linker exit is the C library's: the others are met, or (glibc from 2.41
# on) it is said why not. It never hangs.
run(CXX, "-static", "run.o", "part.o", *LIBRARIES, "-o", "cxx_bare")
expect(
    "./cxx_bare", 3, 3, "exit", each("thread @", 3) + each("handler of @", 3) + ["destroyed"] * 3, 2
)
bare_exit = upcrun("-n", "3", "-p", "1", "./cxx_bare", "exit", status=None)
check(
    bare_exit.status == 2
    or (bare_exit.status == 1 and "upcc -static --link-flags" in bare_exit.err),
    "exit of the C library",
    bare_exit,
)

# a main in UPC in a static link, where exit, atexit and pthread_create are the C library's names
# alone
write(
    "static.upc",
    r"""
#include <upc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int mine = 5;
static void handler(void) { printf("handler of %d: %d\n", MYTHREAD, mine); }
static void *work(void *who) { *(int *)who = MYTHREAD; return who; }
int main(int argc, char **argv)
{
    int who = -1;
    pthread_t thread;
    mine += MYTHREAD;
    atexit(handler);
    pthread_create(&thread, NULL, work, &who);
    pthread_join(thread, NULL);
    printf("thread %d made one of %d\n", MYTHREAD, who);
    if (argv[1][0] == 'e') exit(MYTHREAD);
    return MYTHREAD;
}
""",
)
upcc("-static", "static.upc", "-o", "upc_static")
for processes in (1, 2, 3):
    for end in ("exit", "return"):
        wanted = [
            line
            for t in range(3)
            for line in (f"thread {t} made one of {t}", f"handler of {t}: {5 + t}")
        ]
        expect("./upc_static", 3, processes, end, wanted, 2)

# Berkeley's names: bupc_init is for one thread a process, bupc_init_reentrant for all mappings and
# does not come back
write(
    "bupc.c",
    r"""
#include <bupc_extern.h>
#include <stdio.h>
#include <string.h>
#include "part.h"
static int body(int argc, char **argv)
{
    (void)argc, (void)argv;
    printf("sum %d\n", ring(2));
    return bupc_extern_mythread();
}
int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "reentrant")) {
        bupc_init_reentrant(&argc, &argv, body);
        return 77;
    }
    bupc_init(&argc, &argv);
    body(argc, argv);
    bupc_exit(bupc_extern_mythread());
    return 77;
}
""",
)
run(CC, *FLAGS, "bupc.c", "part.o", *LIBRARIES, "-o", "bupc")
for processes in (1, 2, 3):
    expect("./bupc", 3, processes, "reentrant", ["sum 601"] * 3, 2)
expect("./bupc", 3, 3, "init", ["sum 601"] * 3, 2)

# misuse
write(
    "never.c",
    '#include "part.h"\nint main(int c, char **v) { (void)v; return c > 1 ? ring(1) : 0; }\n',
)
run(CC, "never.c", "part.o", *LIBRARIES, "-o", "never")
check(
    "polder_init" in upcrun("-n", "2", "./never", status=None).err,
    "a main that never starts the job, under upcrun",
)
early = run("./never", "call", status=None)
check(
    early.status != 0 and "before the UPC job was started" in early.err,
    "UPC code before the start",
    early,
)
write(
    "late.c",
    '#include <polder/polder.h>\n#include "part.h"\n'
    "int main(void) { polder_init(0, 0); ring(1); polder_finalize(); return ring(1); }\n",
)
run(CC, *FLAGS, "late.c", "part.o", *LIBRARIES, "-o", "late")
late = upcrun("-n", "2", "./late", status=1)
check("after the end of the UPC job" in late.err, "UPC code after the end", late)
write("twice.upc", "#include <upc.h>\nint main(void) { return 0; }\n")
upcc("-c", "twice.upc")
both = run(CC, "init.o", "part.o", "twice.o", *LIBRARIES, "-o", "both", status=None)
check(
    both.status != 0
    and "main" in both.err
    and "multiple" in both.err + "multiple" * ("duplicate" in both.err),
    "two mains",
    both,
)
write(
    "again.c",
    '#include <polder/polder.h>\n#include "part.h"\n'
    'static int body(int c, char **v) { (void)c, (void)v; return ring(1) == 0; }\n'
    "int main(void) { polder_run(0, 0, body); return polder_run(0, 0, body); }\n",
)
run(CC, *FLAGS, "again.c", "part.o", *LIBRARIES, "-o", "again")
check("has been started before" in upcrun("-n", "2", "./again", status=1).err, "a second start")
run(CC, "-fPIC", "-shared", "-x", "c", os.devnull, "-o", "plain.so")
upcc("-fPIC", "-c", "part.upc", "-o", "pic.o")
bare = run(CC, "-shared", "pic.o", "-o", "bare.so", status=None)
check(
    bare.status != 0 and "polder_module_present" in bare.err,
    "UPC code in a shared library that upcc did not link",
    bare,
)
print("pass")
