"""A System V segment does not stay behind when launcher and process are killed. They are killed in
the very moment between making it and marking it for removal. The moment is found by a library that
stands before shmget: it kills both when the segment has just been made."""

# sanitize: not thread address (a library stands before theirs)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

AT_ONCE = Limit(20, 1)  # a second in which nothing of the job could run is too much
SHORT = Limit(60, 10)
NAME = f"sysv{os.getpid() % 100000}"
write(
    "killer.c",
    r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/shm.h>
#include <unistd.h>
static pid_t process, launcher;
__attribute__((constructor)) static void remember(void)
{
    process = getpid();
    launcher = getppid();
}
int shmget(key_t key, size_t size, int flags)
{
    int (*next)(key_t, size_t, int) = (int (*)(key_t, size_t, int))dlsym(RTLD_NEXT, "shmget");
    const int id = next(key, size, flags);
    if (id >= 0) dprintf(open("made", O_CREAT | O_WRONLY | O_TRUNC, 0600), "%d", id);
    if (strcmp(getenv("KILLS"), "process")) kill(launcher, SIGKILL);
    kill(process, SIGKILL);
    return id;
}
""",
)
run(CC, "-shared", "-fPIC", "killer.c", "-o", "killer.so", "-ldl")
write("hello.upc", HELLO)
upcc("hello.upc", "-o", NAME)


def segments():
    return {line.split()[1] for line in read("/proc/sysvipc/shm").split("\n")[1:] if line}


for kills, status in (("both", -9), ("process", 137)):
    for mapping in (("-n", "2"), ("-n", "2", "-p", "1")):
        # upcrun loads the library, too, but makes no segment
        result = upcrun(
            *mapping,
            "--segment",
            "sysv",
            f"./{NAME}",
            status=status,
            limit=SHORT,
            env={"LD_PRELOAD": os.path.abspath("killer.so"), "KILLS": kills},
        )
        made = read("made")
        what = f"{mapping}, {kills} killed"
        until(lambda: made not in segments(), f"{what}: segment {made} stays behind", limit=AT_ONCE)
        until(lambda: not processes_named(NAME), f"{what}: processes left", limit=AT_ONCE)
        os.unlink("made")
print("pass")
