"""The end of a job depends on nothing in the process that dies. So it does not depend on the
loader's lock, which another thread holds for ever, nor on streams that are locked, nor on memory.
One message, and everything is gone. A forked child is no part of the job."""

# sanitize: not thread address (they answer the signals of a crash themselves)
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

AT_ONCE = Limit(20, 1)  # a second in which nothing of the job could run is too much
SHORT = Limit(60, 10)
NAME = f"words{os.getpid() % 100000}"
write(
    "slow.c",
    r"""
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void stay(void)
{
    close(open("inside", O_CREAT | O_WRONLY, 0600));
    for (;;) pause();
}
""",
)
write(
    "words.upc",
    r"""
#include <upc.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

volatile int sink;
shared int cell[THREADS];

/* Thread 0 is in there for ever; the others go on once it is. */
static void inside(void) { close(open("inside", O_CREAT | O_WRONLY, 0600)); for (;;) pause(); }
static void hold_loader(void) { dlopen("./slow.so", RTLD_NOW); }
static void hold_stream(void)
{
    FILE *stream = fopen("/dev/null", "w");
    flockfile(stream);
    inside();
}

static void *fault_apart(void *unused) { *(volatile int *)8 = 0; return unused; }

static void fault_twice(void)
{
    pthread_t other;
    pthread_create(&other, NULL, fault_apart, NULL);
    *(volatile int *)8 = 0;
}

static void no_memory(void)
{
    struct rlimit limit = {64 << 20, 64 << 20};
    setrlimit(RLIMIT_AS, &limit);
    for (size_t size = 64 << 20; size >= 16; size /= 2)
        while (malloc(size)) sink++;
    abort();
}

static void fork_and_abort(void)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) abort();
    waitpid(child, &status, 0);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT) upc_global_exit(3);
}

int main(int argc, char **argv)
{
    const char *hold = argv[1], *end = argv[2];
    upc_barrier;
    if (!strcmp(end, "fork")) {
        if (MYTHREAD == THREADS - 1) fork_and_abort();
        upc_barrier;
        return 0;
    }
    if (MYTHREAD == 0 && !strcmp(hold, "loader")) hold_loader();
    if (MYTHREAD == 0 && !strcmp(hold, "stream")) hold_stream();
    if (MYTHREAD != 1) for (;;) pause();
    while (strcmp(hold, "nothing") && access("inside", F_OK) != 0) usleep(1000);
    if (!strcmp(end, "crash")) *(volatile int *)8 = 0;
    if (!strcmp(end, "abort")) abort();
    if (!strcmp(end, "global")) upc_global_exit(9);
    if (!strcmp(end, "error")) upc_free((shared void *)(cell + 1));
    if (!strcmp(end, "memory")) no_memory();
    if (!strcmp(end, "twice")) fault_twice();
    return 0;
}
""",
)
run(CC, "-shared", "-fPIC", "slow.c", "-o", "slow.so")
upcc("-g", "words.upc", "-o", NAME)
CASES = (
    ("loader", "crash", 139, "SIGSEGV"),
    ("loader", "abort", 134, "SIGABRT"),
    ("loader", "global", 9, None),
    ("loader", "error", 1, "upc_free"),
    ("stream", "global", 9, None),
    ("stream", "error", 1, "upc_free"),
    ("stream", "crash", 139, "SIGSEGV"),
    ("nothing", "memory", 134, "SIGABRT"),
    ("nothing", "twice", 139, "SIGSEGV"),
)
MAPPINGS = (
    ("-n", "2", "-p", "1"),
    ("-n", "4", "-p", "2"),
    ("-n", "4", "--nodes", "2", "--per-node", "1"),
)
for mapping in MAPPINGS:
    for hold, end, status, message in CASES:
        if os.path.exists("inside"):
            os.unlink("inside")
        result = upcrun(*mapping, f"./{NAME}", hold, end, status=status, limit=SHORT)
        what = f"{mapping}: {end} while thread 0 holds {hold}"
        lines = re.findall("^polder: error: .*", result.err, re.MULTILINE)
        check(len(lines) == (message is not None), f"{what}: one message", result)
        check(message is None or (message in lines[0] and "thread 1" in lines[0]), what, result)
        if message and message.startswith("SIG"):
            check(
                result.err.startswith("polder: error: "), f"{what}: the message comes first", result
            )
            check("words.upc:" in result.err, f"{what}: no backtrace", result)
        until(lambda: not processes_named(NAME), f"{what}: processes left", limit=AT_ONCE)
    upcrun(*mapping, f"./{NAME}", "nothing", "fork", limit=SHORT)

# without upcrun, the process says the message itself, and ends even if its frames cannot be found
result = run(f"./{NAME}", "loader", "crash", status=-11, env={"POLDER_THREADS": "2"}, limit=SHORT)
check(result.err.startswith("polder: error: thread 1: SIGSEGV"), "alone", result)
print("pass")
