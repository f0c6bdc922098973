"""Reads over shared memory (POLDER_PROVIDER=shm) do not need the target's processor. Thread 0 stops
the process of the target and reads its memory all the same. The array was read before, so its
address is known. Without the address cache such a read is a message, and waits. Of processes that
are killed, nothing is left in /dev/shm."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "stopped.upc",
    r"""
#define _GNU_SOURCE
#include <upc_relaxed.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>
#define N 4096
shared [N] long cell[N * THREADS];
shared struct { pid_t pid; long *address; } other;
static int is_stopped(pid_t pid) {
    char path[64], state = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%*d %*s %c", &state) != 1) abort();
    fclose(file);
    return state == 'T';
}
static int may_read(pid_t pid, const long *address) { /* as the provider does it */
    long value = 0;
    const struct iovec to = {&value, sizeof value}, from = {(void *)address, sizeof value};
    return process_vm_readv(pid, &to, 1, &from, 1, 0) == (ssize_t)sizeof value && value == 7;
}
int main(void) {
    static long seven = 7;
    for (long i = 0; i < N; ++i) cell[N * MYTHREAD + i] = i + MYTHREAD;
    if (MYTHREAD == 1) {
        other.pid = getpid();
        other.address = &seven;
    }
    upc_barrier;
    const int reads = !MYTHREAD && may_read(other.pid, other.address);
    if (!MYTHREAD && !reads) puts("not permitted");
    if (reads) {
        const pid_t pid = other.pid;
        long bad = cell[N] != 1; /* a message, whose answer tells the address */
        if (kill(pid, SIGSTOP)) abort();
        while (!is_stopped(pid)) poll(0, 0, 1);
        if (getenv("WAKE") && fork() == 0) { /* wakes it once the read has waited for a while */
            poll(0, 0, 300);
            fprintf(stderr, "woken\n");
            kill(pid, SIGCONT);
            _exit(0);
        }
        for (long i = 1; i < N; i += 64) bad += cell[N + i] != i + 1;
        fprintf(stderr, is_stopped(pid) ? "read from a stopped process\n" : "read\n");
        kill(pid, SIGCONT);
        puts(bad ? "wrong" : "right");
    }
    upc_barrier;
    return 0;
}
""",
)
upcc("-O2", "-w", "-o", "stopped", "stopped.upc")
write(
    "killed.upc",
    r"""
#include <upc.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    printf("%d\n", (int)getpid());
    fflush(stdout);
    upc_barrier;
    if (!MYTHREAD) raise(SIGKILL);
    for (;;) upc_barrier;
}
""",
)
upcc("-o", "killed", "killed.upc")


def job(addresses, **more):
    settings = {
        "POLDER_PROVIDER": "shm",
        "POLDER_OFI_MODES": "allocated",
        "POLDER_CACHE": "0",
        "POLDER_ADDRESSES": addresses,
        **more,
    }
    return run(UPCRUN, "-n", "2", "--nodes", "2", "./stopped", status=None, env=settings)


done = job("100")
if "no provider named shm" in done.err:
    skip("libfabric has no provider shm")
if "not permitted" in done.out:
    skip("one process may not read another's memory")
check((done.status, done.out) == (0, "right\n"), "the job failed", done)
check(done.err == "read from a stopped process\n", "a read waited for its target", done)

waited = job("0", WAKE="1")
check((waited.status, waited.out) == (0, "right\n"), "the job failed", waited)
check(waited.err == "woken\nread\n", "a message was answered by a stopped process", waited)

killed = upcrun("-n", "4", "--nodes", "2", "./killed", status=137, env={"POLDER_PROVIDER": "shm"})
processes = killed.out.split()
check(len(processes) == 4, "processes that came up", killed)
left = [name for name in os.listdir("/dev/shm") if name.split(":")[0] in processes]
check(not left, f"left in /dev/shm: {left}", killed)
