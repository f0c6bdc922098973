"""OpenSHMEM: mistakes are clear errors that name routine and cause, and end the job; oshcc and
oshrun take the options people type."""

# sanitize: no, PEs are processes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "wrong.c",
    r"""
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
static long word, lock, many[1024];
int main(int argc, char **argv)
{
    const int what = argc > 1 ? atoi(argv[1]) : 0;
    if (what == 1) shmem_long_p(&word, 1, 0);
    shmem_init();
    long local = 0, *heap = shmem_malloc(64);
    shmem_ctx_t none = SHMEM_CTX_INVALID;
    switch (what) {
    case 2: shmem_long_p(&word, 1, shmem_n_pes()); break;
    case 3: shmem_long_p(&word, 1, -1); break;
    case 4: shmem_long_g(&local, 0); break;
    case 5: shmem_long_put(shmem_ptr(heap, 1), &local, 1, 0); break;
    case 6: shmem_long_atomic_add((long *)((char *)heap + 4), 1, 0); break;
    case 7: shmem_long_iput(heap, &local, 0, 1, 1, 0); break;
    case 8: shmem_ctx_long_p(none, &word, 1, 0); break;
    case 9: shmem_team_sync(SHMEM_TEAM_INVALID); break;
    case 10: shmem_free(heap); shmem_free(heap); break;
    case 11: shmem_free(&local); break;
    case 12: shmem_set_lock(&lock); shmem_set_lock(&lock); break;
    case 13: shmem_clear_lock(&lock); break;
    case 14: shmem_barrier(0, 0, 99, &lock); break;
    case 15: shmem_long_wait_until(&word, 77, 0); break;
    case 16: shmem_finalize(); shmem_long_p(&word, 1, 0); break;
    case 17: shmem_global_exit(7); break;
    case 18: shmem_int_broadcast(SHMEM_TEAM_WORLD, (int *)heap, (int *)heap, 1, 9); break;
    case 19: shmem_putmem_signal(heap, &local, 8, (uint64_t *)heap, 1, 3, 0); break;
    case 20: shmem_team_destroy(SHMEM_TEAM_WORLD); break;
    case 21: { static long sync[SHMEM_SYNC_SIZE]; shmem_barrier(0, 0, 1, sync); } break;
    case 22: shmem_free(heap); exit(shmem_realloc(heap, 8) != NULL);
    case 23: if (shmem_my_pe() == shmem_n_pes() - 1) shmem_free(heap); else shmem_sync_all(); break;
    case 24: if (shmem_my_pe() == 0) shmem_free(heap); break;
    case 25:
        if (shmem_my_pe() == 0) shmem_malloc(8);
        shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, heap + 1, 1);
        break;
    case 26: { long few[64]; shmem_long_fcollect(SHMEM_TEAM_WORLD, few, many, 8); } break;
    case 27:
        shmem_long_broadcast(SHMEM_TEAM_WORLD, many, many, shmem_my_pe() ? 200 : 100, 0);
        break;
    case 28:
        if (shmem_my_pe() == 0) shmem_long_fcollect(SHMEM_TEAM_WORLD, many, many + 512, 100);
        else shmem_long_sum_reduce(SHMEM_TEAM_WORLD, many, many + 512, 100);
        break;
    case 29: shmem_long_broadcast(SHMEM_TEAM_WORLD, many, heap, (size_t)1 << 61, 0); break;
    case 30: shmem_long_alltoall(SHMEM_TEAM_WORLD, many, heap, (size_t)1 << 60); break;
    case 31: shmem_long_iput(many, heap, (ptrdiff_t)1 << 58, 1, 9, 1); break;
    case 32: shmem_long_wait_until_all(many, (size_t)1 << 61, NULL, SHMEM_CMP_EQ, 0); break;
    case 33: shmem_long_alltoalls(SHMEM_TEAM_WORLD, many, heap, 1, 1, (size_t)1 << 60); break;
    case 34: shmem_long_alltoalls(SHMEM_TEAM_WORLD, many, heap, (ptrdiff_t)1 << 60, 1, 3); break;
    case 35: shmem_long_alltoalls(SHMEM_TEAM_WORLD, many, heap, 1, (ptrdiff_t)1 << 62, 3); break;
    case 36: shmem_long_alltoalls(SHMEM_TEAM_WORLD, many, heap, 1 << 20, 1, 3); break;
    case 37: /* PE 1 waits for the lock when PE 0 asks for it once more */
        if (shmem_my_pe() == 0) shmem_set_lock(&lock);
        shmem_barrier_all();
        if (shmem_my_pe() == 0) while (!*(volatile int *)&lock) shmem_fence();
        shmem_set_lock(&lock);
        break;
    default: if (shmem_my_pe() == 0) puts("fine");
    }
    shmem_finalize();
    return 0;
}
""",
)
MESSAGES = {
    1: "called before shmem_init",
    2: "there is no PE 2; the team has 2, from 0 to 1",
    3: "there is no PE -1",
    4: "is not symmetric; it must be of shmem_malloc or a static variable",
    5: "is memory of PE 1; an object of another PE is named by",
    6: "is not aligned to 8 bytes",
    7: "strides are 0 and 1; both must be at least 1",
    8: "the context is SHMEM_CTX_INVALID",
    9: "shmem_team_sync: the team is SHMEM_TEAM_INVALID",
    10: "has been freed before",
    11: "is not a block of the symmetric heap",
    12: "holds this lock already",
    13: "does not hold this lock",
    14: "the active set (start 0, stride 2^0, size 99) is not in a job of 2 PEs",
    15: "77 is no comparison",
    16: "called after shmem_finalize",
    18: "the root is PE 9 of a team of 2",
    19: "the signal operation is 3",
    20: "a predefined team cannot be destroyed",
    26: "is not symmetric; it must be of shmem_malloc or a static variable",
    27: "call broadcast with another length",
    28: "all members must call the same collective functions in the same order",
    29: "shmem_long_broadcast: 2305843009213693952 elements of 8 bytes are more than",
    30: "shmem_long_alltoall: 2 elements of 9223372036854775808 bytes are more than",
    31: "shmem_long_iput: 2305843009213693953 elements of 8 bytes are more than",
    32: "shmem_long_wait_until_all: 2305843009213693952 elements of 8 bytes are more than",
    33: "shmem_long_alltoalls: 2 elements of 9223372036854775808 bytes are more than",
    34: "shmem_long_alltoalls: 5764607523034234881 elements of 8 bytes are more than",
    35: "shmem_long_alltoalls: 4611686018427387904 elements of 8 bytes are more than",
    36: "run beyond the end of symmetric memory",
    37: "shmem_set_lock: PE 0 holds this lock already",
}
for level in ("-O0", "-O2"):
    run(OSHCC, level, "wrong.c", "-o", "wrong" + level)
    done = run(
        OSHRUN,
        "-np",
        "2",
        "--oversubscribe",
        "./wrong" + level,
        env={"SHMEM_SYMMETRIC_SIZE": "64M"},
    )
    check(done.out == "fine\n" and not done.err, "a program without a mistake", done)
for number, text in MESSAGES.items():
    done = run(OSHRUN, "-n", "2", "./wrong-O2", str(number), status=None)
    check(done.status not in (0, 77) and text in done.err, f"mistake {number}: {text}", done)
run(OSHRUN, "-n", "2", "./wrong-O2", "17", status=7)

# PEs that wait for each other: on one node, on two with two PEs and one.
for number, text, routines in (
    (23, "waits in shmem_sync_all while PE 2 waits in shmem_free;", ()),
    (24, "waits in shmem_finalize while PE 0 waits in shmem_free;", ()),
    (25, "must call the same collective", ("in shmem_malloc", "in shmem_long_sum_reduce")),
):
    for nodes in ("1", "2"):
        job = ("-n", "3", "--nodes", nodes, "--timeout", "60")
        done = run(OSHRUN, *job, "./wrong-O2", str(number), status=1)
        check(
            text in done.err
            and done.err.count("polder: error") == 1
            and all(routine in done.err for routine in routines),
            f"mistake {number} on {nodes} nodes: {text}",
            done,
        )

# A PE outside of an active set: its call does nothing, unless arguments are checked.
run(OSHRUN, "-n", "2", "./wrong-O2", "21")
done = run(OSHRUN, "-n", "2", "./wrong-O2", "21", env={"SHMEM_DEBUG": "1"}, status=None)
check(done.status and "PE 1 calls, which is not in the active set" in done.err, "outside", done)
# What realloc cannot change is a null pointer to the program and a line to its user.
done = run(OSHRUN, "-n", "2", "./wrong-O2", "22", status=None)
wanted = "is a block that has been freed before; the result is a null pointer"
check(wanted in done.err, "realloc of a freed block", done)

done = run(OSHRUN, "-n", "2", "./wrong-O2", env={"SHMEM_SYMMETRIC_SIZE": "much"}, status=1)
check("SHMEM_SYMMETRIC_SIZE is 'much', which is no size" in done.err, "a size that is none", done)
done = run(OSHRUN, "-n", "2", "-p", "1", "./wrong-O2", status=None)
wanted = "compile all of the program with oshcc -fpe-threads"
check(done.status != 0 and wanted in done.err, "PEs as pthreads want an option", done)
done = run(OSHRUN, "-n", "1", "./wrong-O2", env={"SHMEM_VERSION": "1", "SHMEM_INFO": "1"})
check("OpenSHMEM 1.6" in done.err and "SHMEM_DEBUG" in done.err, "version and variables", done)

# The wrapper: what it does with the words of a command line.
run(OSHCC, "-c", "wrong.c", "-o", "wrong.o")
run(OSHCC, "wrong.o", "-o", "linked")
run("./linked")
run(OSHCC, "-E", "wrong.c", "-o", "wrong.i")
check("shmem_long_p" in read("wrong.i"), "-E")
shown = run(OSHCC, "--show", "-O2", "a file.c", "-o", "x").out
check(
    "'a file.c'" in shown
    and shown.index("a file.c") < shown.index("-lpolder_shmem") < shown.index("-lpolder "),
    "--show",
    shown,
)
check(
    "-l" not in run(OSHCC, "-show", "-c", "wrong.c").out,
    "a command that does not link has no libraries",
)
check("OpenSHMEM 1.6" in run(OSHCC, "--version").out, "--version")
flags = run(OSHCC, "--showme:compile").out.split(), run(OSHCC, "--showme:link").out.split()
run(CC, *flags[0], "wrong.c", "-o", "by_hand", *flags[1])
run(OSHRUN, "-n", "2", "./by_hand")
os.symlink(OSHCC, "my-oshcc")
run("./my-oshcc", "-static-libgcc", "wrong.c", "-o", "by_link")
os.symlink(os.path.dirname(OSHCC), "folder")
run("folder/oshcc", "-c", "wrong.c", "-o", "by_folder.o")
check(
    run(OSHCC, "no_such_file.c", status=None).status != 0, "the compiler's status is the wrapper's"
)
write("part.c", "int part;\n")
run(OSHCC, "-c", "part.c", "-o", "part.o")
done = run(OSHCC, "part.o", "-o", "part", status=1)
check(
    "polder_user_main" in done.err and "hint: no file defines main;" in done.err,
    "a program without main",
    done,
)
done = run(OSHCC, "no_such_file.c", status=1)
check("no_such_file.c" in done.err and "hint" not in done.err, "another mistake of a link", done)
