"""Errors that the library finds are told with the place in the program: function, file and line,
then the callers. Of two threads that do not fit together the places of both are told. There are no
frames of the runtime. On threads, processes, a mix, two nodes, and in a process without upcrun."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

# name: its statements, one line each; a mark "@N" of the place that thread N is shown at
ONE = {
    "lock_null": ["upc_lock(0); // @0"],
    "unlock_free": ["upc_lock_t *l = upc_global_lock_alloc();", "upc_unlock(l); // @0"],
    "lock_twice": [
        "upc_lock_t *l = upc_global_lock_alloc();",
        "upc_lock(l);",
        "upc_lock(l); // @0",
    ],
    "free_twice": ["shared void *p = upc_alloc(64);", "upc_free(p);", "upc_free(p); // @0"],
    "free_static": ["if (MYTHREAD == 0) upc_free(&scalar); // @0"],
    "notify_twice": ["upc_notify;", "upc_notify; // @0"],
    "wait_alone": ["upc_wait; // @0"],
    "inside_notify": ["upc_notify;", "upc_all_broadcast(a, one, 4, 0); // @0"],
    "null_collective": ["upc_all_broadcast(a, nowhere, 4, 0); // @0"],
    "no_handle": ["upc_sync((upc_handle_t)12345); // @0"],
    "alloc_in_atomic": ["upc_atomic_relaxed(0, 0, UPC_ADD, &scalar, &number, 0); // @0"],
}
# words of the message; statements
BOTH = {
    "barrier_values": (
        "barrier mismatch in barrier 1",
        ["if (MYTHREAD == 1)", "upc_barrier 7; // @1", "else", "upc_barrier 8; // @0 @2"],
    ),
    "notify_values": (
        "barrier mismatch in barrier 1",
        [
            "if (MYTHREAD == 1) {",
            "upc_notify 7; // @1",
            "spin();",
            "}",
            "else",
            "upc_notify 8; // @0 @2",
            "upc_wait;",
        ],
    ),
    "ended_in_main": (
        "thread 1 ended (exit or return from main) while thread",
        ["if (MYTHREAD == 1) return;", "upc_barrier; // @0 @2"],
    ),
    "ended_by_exit": (
        "thread 1 ended (exit or return from main) while thread",
        ["if (MYTHREAD == 1)", "exit(0); // @1", "upc_barrier; // @0 @2"],
    ),
    "ended_for_collective": (
        "thread 1 ended (exit or return from main) while thread",
        ["if (MYTHREAD == 1)", "exit(0); // @1", "upc_all_broadcast(a, one, 4, 0); // @0 @2"],
    ),
    "order": (
        "thread 1 waits in upc_barrier while thread",
        ["if (MYTHREAD == 1)", "upc_barrier; // @1", "upc_all_broadcast(a, one, 4, 0); // @0 @2"],
    ),
    "order_of_allocation": (
        "thread 1 waits in upc_barrier while thread",
        ["if (MYTHREAD == 1)", "upc_barrier; // @1", "upc_all_alloc(1, 4); // @0 @2"],
    ),
    "functions": (
        "thread 1 waits in upc_all_alloc while thread",
        [
            "if (MYTHREAD == 1)",
            "upc_all_alloc(1, 4); // @1",
            "const int mine = UPC_IN_MYSYNC | UPC_OUT_MYSYNC; /* the others wait for its data */",
            "upc_all_broadcast(a, &b[1], 4, mine); // @0 @2",
        ],
    ),
}
CHECKED = {
    "function": (
        "collective mismatch: thread",
        [
            "if (MYTHREAD == 1)",
            "upc_all_gather_all(a, b, 4, 0); // @1",
            "else",
            "upc_all_broadcast(a, one, 4, 0); // @0 @2",
        ],
    ),
    "argument": (
        "upc_all_broadcast: nbytes is 0x8 in thread 1, but 0x4 in thread 0",
        [
            "if (MYTHREAD == 1)",
            "upc_all_broadcast(a, one, 8, 0); // @1",
            "else",
            "upc_all_broadcast(a, one, 4, 0); // @0 @2",
        ],
    ),
}

lines = [
    "#include <stdlib.h>",
    "#include <string.h>",
    "#include <upc.h>",
    "#include <upc_atomic.h>",
    "#include <upc_collective.h>",
    "#include <upc_nb.h>",
    "shared int scalar, a[8 * THREADS], b[8 * THREADS];",
    "shared [] int one[8];",
    "int number;",
    "static void spin(void)",
    "{",
    "for (volatile long i = 0; i < 3000000000; i++) {}",
    "}",
]
places = {}  # (case, thread): line
for name, statements in [*ONE.items(), *((n, s) for n, (_, s) in {**BOTH, **CHECKED}.items())]:
    lines += [
        f"static __attribute__((noinline)) void {name}(void)",
        "{",
        "shared int *nowhere = 0;",
    ]
    for statement in statements:
        lines.append(statement)
        for thread in re.findall(r"@(\d)", statement):
            places[name, int(thread)] = len(lines)
    lines += ["number += !nowhere;", "}"]
lines += ["int main(int argc, char **argv)", "{"]
calls = {}
for name in [*ONE, *BOTH, *CHECKED]:
    lines.append(f'if (!strcmp(argv[1], "{name}")) {name}();')
    calls[name] = len(lines)
lines += ["return 0;", "}", ""]
write("errors.upc", "\n".join(lines))


def frames_of(err):
    """The frames below the message, by the heading of their thread ("" without one)."""
    heading, found = "", {}
    for line in err.splitlines():
        heading = line if re.match(r"  thread \d", line) else heading
        if re.match(r"    #|    between", line):
            found.setdefault(heading, []).append(line)
    return found


def clean(result, what):
    check(
        len(re.findall(r"^polder: error: ", result.err, re.M)) == 1, f"{what}: one message", result
    )
    check(
        not re.search(
            r"polder::|job_fail|polder_|threads\.cc|libc\.so|\(anonymous",
            result.err.partition("\n")[2],
        ),
        f"{what}: frames of the runtime",
        result,
    )
    check("thread 1: thread 1" not in result.err, f"{what}: says the thread twice", result)


def at(name, line):
    return rf"{name} at (.*/)?errors\.upc:{line}$"


def one(result, name, what):
    clean(result, what)
    frames = frames_of(result.err)
    check(list(frames) == [""], f"{what}: a place without a heading", result)
    first, second = frames[""][:2]
    check(
        re.match("    #0 " + at(name, places[name, 0]), first),
        f"{what}: line {places[name, 0]}",
        result,
    )
    check(
        re.match("    #1 " + at("main", calls[name]), second),
        f"{what}: line {calls[name]} of main",
        result,
    )


def both(result, name, message, what):
    clean(result, what)
    check(
        message in result.err
        and not re.match(r"polder: error: (thread|host)[^:]*: thread \d", result.err),
        f"{what}: message",
        result,
    )
    frames = frames_of(result.err)
    threads = {int(re.search(r"\d+", heading)[0]): heading for heading in frames}
    if (name, 1) in places:
        check(1 in threads and len(threads) == 2, f"{what}: two threads", result)
    for thread, heading in threads.items():
        wanted = places.get((name, thread))
        check(
            any(re.search(at(name, wanted), line) for line in frames[heading]),
            f"{what}: line {wanted} of thread {thread}",
            result,
        )
        check(
            any(re.search(at("main", calls[name]), line) for line in frames[heading])
            or "between" in frames[heading][-1],
            f"{what}: main of thread {thread}",
            result,
        )


MAPPINGS = (
    ["-n", "3"],
    ["-n", "3", "-p", "1"],
    ["-n", "3", "-p", "2"],
    ["-n", "3", "--nodes", "2"],
)
upcc("-g", "-O0", "errors.upc", "-o", "errors")
for mapping in MAPPINGS:
    for name in ONE:
        one(upcrun(*mapping, "./errors", name, status=1), name, f"{name} {mapping}")
    for name, (message, _) in BOTH.items():
        both(upcrun(*mapping, "./errors", name, status=1), name, message, f"{name} {mapping}")
    for name, (message, _) in CHECKED.items():
        for checks in (["--check"], ["--check=collectives"]):
            both(
                upcrun(*mapping, *checks, "./errors", name, status=1),
                name,
                message,
                f"{name} {mapping}",
            )
    result = upcrun(
        *mapping, "--timeout", "60", "./errors", "argument", status=None
    )  # off it is not looked for
    check("nbytes is" not in result.err, "without --check", result)

if os.path.exists("/usr/bin/addr2line") and "asan" not in BUILD and "tsan" not in BUILD:
    for name in ONE:
        result = run("./errors", name, status=1, env={"POLDER_THREADS": "3"})
        clean(result, f"{name} alone")
        check(
            f"    #0 {name} at errors.upc:{places[name, 0]}\n"
            f"    #1 main at errors.upc:{calls[name]}\n"
            in result.err,
            f"{name} alone",
            result,
        )
    for name in ("barrier_values", "ended_by_exit", "order"):
        both(
            run("./errors", name, status=1, env={"POLDER_THREADS": "3"}),
            name,
            BOTH[name][0],
            f"{name} alone",
        )

# optimised, and functions inlined into one another; without -g the name of the function
write(
    "inlined.upc",
    """#include <upc.h>
static inline void leaf(upc_lock_t *l)
{
    upc_unlock(l);
}
static inline void middle(upc_lock_t *l)
{
    leaf(l);
    upc_fence;
}
int main(void)
{
    upc_lock_t *l = upc_all_lock_alloc();
    middle(l);
    return 0;
}
""",
)
for cc in ("gcc", "clang"):
    if run("sh", "-c", f"command -v {cc}", status=None).status:
        continue
    upcc(f"--cc={cc}", "-g", "-O2", "inlined.upc", "-o", "inlined")
    result = upcrun("-n", "2", "./inlined", status=1)
    clean(result, f"inlined, {cc}")
    check(
        re.search(
            r"    #0 leaf at (.*/)?inlined.upc:4\n    #1 middle at (.*/)?inlined.upc:8\n    #2 "
            r"main at (.*/)?inlined.upc:14\n",
            result.err,
        ),
        f"inlined, {cc}",
        result,
    )
# functions inlined where loops call them are one frame with their wrappers
write(
    "looping.upc",
    """#include <upc.h>
shared [4] int *x;
int leaf(int i, upc_lock_t *l)
{
    int sum = 0;
    for (int k = 0; k < 4; k++) sum += x[4 * i + k];
    if (i == 2) upc_unlock(l);
    return sum;
}
int main(int argc, char **argv)
{
    upc_lock_t *l = upc_all_lock_alloc();
    int (*volatile f)(int, upc_lock_t *) = leaf;
    int sum = 0;
    x = upc_all_alloc(4 * THREADS, 4 * sizeof(int));
    if (argc > 1) sum = f(2, l);
    for (int i = 0; i < 4; i++) sum += x[i] + leaf(i, l);
    return sum;
}
""",
)
upcc("-g", "-O2", "looping.upc", "-o", "looping")
check("polder_i1_leaf" in upcc("-O2", "--trans", "looping.upc").out, "leaf is inlined")
for words, line in (([], 17), (["pointer"], 16)):
    result = upcrun("-n", "2", "./looping", *words, status=1)
    clean(result, f"inlined in loops {words}")
    check(
        re.search(
            rf"    #0 leaf at (.*/)?looping.upc:7\n    #1 main at (.*/)?looping.upc:{line}\n",
            result.err,
        ),
        f"inlined in loops {words}",
        result,
    )
# what belongs to another node is given back without waiting for its answer: the mistake is told
# when the thread has gone on
write(
    "late.upc",
    """#include <string.h>
#include <upc.h>
static void unlock(upc_lock_t *l)
{
    upc_unlock(l);
    for (;;) upc_fence;
}
static void throw(shared int *p)
{
    upc_free(p);
    for (;;) upc_fence;
}
int main(int argc, char **argv)
{
    upc_lock_t *l = upc_all_lock_alloc();
    shared int *p = upc_all_alloc(THREADS, 4);
    upc_barrier;
    if (MYTHREAD == 1 && !strcmp(argv[1], "unlock")) unlock(l);
    if (MYTHREAD == 1 && !strcmp(argv[1], "throw")) throw(p + THREADS);
    upc_barrier;
    return 0;
}
""",
)
upcc("-g", "late.upc", "-o", "late")
for name, line in (("unlock", 5), ("throw", 10)):
    result = upcrun("-n", "2", "./late", name, status=1)
    check(
        re.search(
            rf"^polder: error: thread 1: .*\n    #0 {name} at (.*/)?late.upc:{line}\n", result.err
        ),
        f"{name} on one node",
        result,
    )
    result = upcrun("-n", "2", "--nodes", "2", "./late", name, status=1)
    # The news may come while the thread is still in the call, or while it runs on.
    check(
        re.search(
            rf"^polder: error: thread 1 on host .*\n(  thread 1 has gone on since; it is now( in "
            rf".*)?:\n)?    #0 {name} at (.*/)?late.upc:({line}|{line + 1})\n",
            result.err,
        ),
        f"{name} on two nodes",
        result,
    )

# a hang: the collective function by its name, no frames of the runtime
write(
    "hang.upc",
    """#include <upc.h>
#include <upc_collective.h>
shared int a[8 * THREADS];
shared [] int one[8];
int main(void)
{
    if (MYTHREAD)
        upc_all_broadcast(a, one, 4, 0);
    else
        for (;;) {}
    return 0;
}
""",
)
upcc("-g", "hang.upc", "-o", "hang")
for mapping in (["-n", "2"], ["-n", "2", "-p", "1"], ["-n", "2", "--nodes", "2"]):
    for seconds in ("1", "4", "16"):  # until the threads have come there
        result = upcrun(*mapping, "--timeout", seconds, "./hang", status=124)
        if "thread 1: waits in upc_all_broadcast" in result.err:
            break
    check(
        re.search(
            r"  thread 1: waits in upc_all_broadcast, .*\n    #0 main at (.*/)?hang.upc:8\n",
            result.err,
        )
        and "polder::" not in result.err,
        f"a hang {mapping}",
        result,
    )

upcc("errors.upc", "-O0", "-o", "bare")
result = upcrun("-n", "2", "./bare", "lock_null", status=1)
clean(result, "without -g")
check(
    re.search(r"    #0 lock_null \(bare\+0x[0-9a-f]+\)\n    #1 main \(bare\+", result.err),
    "without -g",
    result,
)

# what launcher and process tell frames of the runtime by
archive = os.path.join(BUILD, "lib", "libpolder.a")
if os.path.exists(archive):
    names = run("nm", archive, status=None).out
    check(
        "_ZN12_GLOBAL__N_1" not in names,
        "a function of the runtime outside of namespace polder",
        "\n".join(line for line in names.splitlines() if "_ZN12_GLOBAL__N_1" in line),
    )
print("pass")
