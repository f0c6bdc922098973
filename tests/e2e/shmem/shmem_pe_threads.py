"""oshcc -fpe-threads: each PE has its own variables, be it a process or a pthread. Every kind of
static variable, in several files. Words of UPC are names. What cannot be is a clear error.
SHMEM_DEBUG."""

# sanitize: no, PEs are processes
# cores: 2
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "main.c",
    r"""
#include <shmem.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __UPC__
#error "this is C"
#endif
#define THREADS 12
static int shared = 3, strict;
int relaxed = 5, MYTHREAD = 4;
enum { upc_barrier = 2 };
long table[8] = {1, 2, 3};
long *into = &table[2];
const long *const constant = &table[1];
struct { int number; long *place; } with = {7, table + 3};
static char large[100000], text[] = "own";
extern int elsewhere;
extern long others[];
extern int *of_elsewhere;
extern int pe_of_other_file(void);
static int calls(void)
{
    static int count;
    static long many[5] = {9};
    return ++count * 10 + (int)many[0]++;
}
static int differences, me, pes;
static void differs(int line, const char *what)
{
    printf("PE %d: line %d: %s\n", me, line, what);
    differences++;
}
#define CHECK(what) ((what) ? (void)0 : differs(__LINE__, #what))
static void *of_thread(void *unused) { (void)unused; return shmem_my_pe() == me ? &shared : NULL; }
static int child(void)
{
    shared = -1, large[7] = 9;
    return table[2] == 200 + (me + pes - 1) % pes ? 3 : 4;
}
int main(int argc, char **argv)
{
    relaxed++; /* before the library is there */
    shmem_init();
    me = shmem_my_pe(), pes = shmem_n_pes();
    const int next = (me + 1) % pes, before = (me + pes - 1) % pes;
    CHECK(shared == 3 && strict == 0 && relaxed == 6);
    CHECK(MYTHREAD == 4 && THREADS == 12 && upc_barrier == 2);
    CHECK(into == &table[2] && *into == 3 && constant == &table[1] && with.place == &table[3]);
    CHECK(!strcmp(text, "own"));
    CHECK(argc == 2 && !strcmp(argv[1], "word"));
    argv[1][0] = 'W';
    shmem_barrier_all();
    shmem_int_p(&shared, 100 + me, next);
    shmem_long_p(into, 200 + me, next);
    shmem_long_p(with.place + 1, 300 + me, next);
    shmem_int_p(&elsewhere, 400 + me, next);
    shmem_long_p(&others[2], 500 + me, next);
    shmem_putmem(large + 99990, text, sizeof text, next);
    shmem_barrier_all();
    CHECK(shared == 100 + before && table[2] == 200 + before && table[4] == 300 + before);
    CHECK(!strcmp(large + 99990, "own"));
    CHECK(elsewhere == 400 + before && others[2] == 500 + before && of_elsewhere == &elsewhere);
    CHECK(shmem_int_g(&shared, next) == 100 + me);
    const int *const there = shmem_ptr(&shared, next);
    CHECK(!there || *there == 100 + me);
    CHECK(shmem_addr_accessible(&shared, next) && !shmem_addr_accessible(&argc, next));
    int last = 0;
    for (int i = 0; i <= me; i++) last = calls();
    CHECK(last == (me + 1) * 10 + 9 + me);
    CHECK(pe_of_other_file() == me);
    pthread_t thread;
    void *found = NULL;
    CHECK(!pthread_create(&thread, NULL, of_thread, NULL) && !pthread_join(thread, &found));
    CHECK(found == &shared);
    shmem_int_atomic_inc(&relaxed, 0);
    static long sum, mine;
    mine = me;
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sum, &mine, 1);
    CHECK(sum == (long)pes * (pes - 1) / 2);
    shmem_barrier_all();
    CHECK(relaxed == (me ? 6 : 6 + pes));
    shmem_team_t half = SHMEM_TEAM_INVALID;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (pes + 1) / 2, NULL, 0, &half);
    CHECK((half != SHMEM_TEAM_INVALID) == (me % 2 == 0));
    if (half != SHMEM_TEAM_INVALID) {
        CHECK(shmem_team_my_pe(half) == me / 2);
        CHECK(shmem_team_translate_pe(half, me / 2, SHMEM_TEAM_WORLD) == me);
        shmem_team_destroy(half);
    }
    for (int i = 0; i < 5; i++) { /* several PEs at once; a child's variables are its own */
        const pid_t process = fork();
        if (process == 0) _exit(child());
        int status = 0;
        CHECK(waitpid(process, &status, 0) == process);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3);
        CHECK(shared == 100 + before && large[7] == 0);
    }
    shmem_finalize();
    shmem_init();
    shmem_int_p(&shared, 600 + me, next);
    shmem_barrier_all();
    CHECK(shared == 600 + before);
    if (!differences) printf("PE %d has its own\n", me);
    shmem_finalize();
    return differences != 0;
}
""",
)
write(
    "other.c",
    r"""
#include <shmem.h>
int elsewhere = 1;
long others[4];
int *of_elsewhere = &elsewhere;
int pe_of_other_file(void) { return shmem_my_pe(); }
""",
)
MAPPINGS = (
    ["-n", "1"],
    ["-n", "3"],
    ["-n", "3", "-p", "1"],
    ["-n", "4", "-p", "2"],
    ["-n", "4", "--nodes", "2", "--per-node", "1"],
)


def run_on_all(program, mappings=MAPPINGS):
    for options in mappings:
        done = run(OSHRUN, *options, program, "word")
        wanted = [f"PE {i} has its own" for i in range(int(options[1]))]
        check(sorted(done.out.splitlines()) == wanted, f"{program} {' '.join(options)}", done)


for level in ("-O0", "-O2"):
    flags = ["-fpe-threads", "-Wall", "-Wextra", "-Werror", level, "-g", "-pthread"]
    run(OSHCC, *flags, "main.c", "other.c", "-o", "both" + level)
run_on_all("./both-O2")
run_on_all("./both-O0", [["-n", "3", "-p", "1"]])

# Compiled apart, by way of preprocessed text, and with the language named.

run(OSHCC, "-fpe-threads", "-E", "main.c", "-o", "main.i")
run(OSHCC, "-fpe-threads", "-O2", "-c", "main.i", "-o", "main.o")
run(OSHCC, "-fpe-threads", "-x", "c", "-c", "other.c", "-o", "other.o")

run(OSHCC, "-fpe-threads", "main.o", "other.o", "-o", "apart")
run_on_all("./apart", [["-n", "4", "-p", "2"]])


# A folder of the user's has another <shmem.h>, as the folder of Open MPI's headers has.
os.mkdir("others")
write("others/shmem.h", "#error not ours")

for flags in ([], ["-fpe-threads"]):
    run(OSHCC, *flags, "-Iothers", "-c", "other.c", "-o", "other.o")


def refused(wanted, *command):
    done = run(*command, status=None)
    check(done.status != 0 and wanted in done.err, wanted, done)


# What cannot be: a file, or a program, with variables for one PE; C++; shared libraries.

run(OSHCC, "-c", "other.c", "-o", "of_process.o")
run(OSHCC, "-fpe-threads", "main.o", "of_process.o", "-o", "mixed")

run_on_all("./mixed", [["-n", "2"]])
refused(
    "files of the program have one copy of their variables a process; "
    "compile all of the program with oshcc -fpe-threads",
    OSHRUN,
    "-n",
    "2",
    "-p",
    "1",
    "./mixed",
    "word",
)

write(
    "plain.c",
    r"""
#include <shmem.h>
int main(void) { shmem_init(); shmem_finalize(); return 0; }
""",
)
run(OSHCC, "plain.c", "-o", "plain")
refused(
    "has one copy of its variables a process, but 2 threads a process were asked for; compile",
    OSHRUN,
    "-n",
    "4",
    "-p",
    "2",
    "./plain",
)

write("a.cc", "int x;\n")
refused("a.cc: -fpe-threads takes C", OSHCC, "-fpe-threads", "-c", "a.cc")

OSHCXX = os.path.join(os.path.dirname(OSHCC), "oshc++")
refused("-fpe-threads takes C; in C++ a PE is a process", OSHCXX, "-fpe-threads", "-c", "a.cc")

refused(
    "-fpe-threads does not make shared libraries",
    OSHCC,
    "-fpe-threads",
    "-shared",
    "-fPIC",
    "other.c",
    "-o",
    "libother.so",
)

# SHMEM_DEBUG asks the launcher for checks of collective operations, however PEs run.
write(
    "unlike.c",
    r"""
#include <shmem.h>
static int to[4], from[4];
int main(void)
{
    shmem_init();
    shmem_int_sum_reduce(SHMEM_TEAM_WORLD, to, from, 1 + shmem_my_pe());
    shmem_finalize();
    return 0;
}
""",
)
run(OSHCC, "-fpe-threads", "unlike.c", "-o", "unlike")
for options in (["-n", "2"], ["-n", "2", "-p", "1"], ["-n", "2", "--nodes", "2"]):
    done = run(OSHRUN, *options, "./unlike", env={"SHMEM_DEBUG": "1"}, status=None)
    wanted = "calls allreduce with a length of"
    check(done.status != 0 and wanted in done.err, "SHMEM_DEBUG " + " ".join(options), done)
