"""Parallel I/O over a system that interrupts, moves fewer bytes than asked, or fails: a shim below
the library makes the calls do so. Interruptions and short moves are never seen by the program: the
tests of upc_io.h all pass on top of them. An error shows as -1 and errno in the function it belongs
to, in every thread of a common operation, and no thread is left waiting. Operations in the
background leave the program running."""

# sanitize: no (a shim that is loaded first keeps their own out)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "shim.c",
    r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* SHIM_MODE: storm (every call may be interrupted or short), hold (pwrite waits for the file
 * SHIM_GATE), CALL:N:ERRNO (of the calls of a process, those from the N-th on fail). */
static unsigned next_random(void)
{
    static __thread unsigned state;
    if (!state) state = 2463534242u ^ (unsigned)gettid() * 2654435761u;
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return state;
}
static int fails(const char *call)
{
    static int counts[16];
    const char *mode = getenv("SHIM_MODE");
    if (!mode) return 0;
    if (!strcmp(mode, "storm")) {
        if (!strcmp(call, "unlink") || next_random() % 3)
            return 0; /* that one is never interrupted */
        errno = EINTR;
        return 1;
    }
    const size_t length = strlen(call);
    if (strncmp(mode, call, length) || mode[length] != ':') return 0;
    char *rest;
    const long from = strtol(mode + length + 1, &rest, 10);
    if (__atomic_add_fetch(&counts[call[1] % 16], 1, 5) < from) return 0;
    errno = atoi(rest + 1);
    return 1;
}
static int ours(int fd) /* a file of the tests */
{
    char link[40], name[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(link, name, sizeof name - 1);
    name[length > 0 ? length : 0] = 0;
    return strstr(name, "polder-io") != NULL;
}
static size_t shortened(size_t n)
{
    const char *mode = getenv("SHIM_MODE");
    if (!mode || strcmp(mode, "storm") || n < 2) return n;
    return 1 + next_random() % (n > 9000 ? 9000 : n);
}
static void hold(void)
{
    const char *mode = getenv("SHIM_MODE"), *gate = getenv("SHIM_GATE");
    if (!mode || strcmp(mode, "hold")) return;
    while (access(gate, F_OK) != 0) usleep(1000);
}
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
ssize_t pread(int fd, void *to, size_t n, off_t at)
{
    return ours(fd) && fails("pread") ? -1 : NEXT(pread)(fd, to, shortened(n), at);
}
ssize_t pread64(int fd, void *to, size_t n, off_t at) { return pread(fd, to, n, at); }
ssize_t pwrite(int fd, const void *from, size_t n, off_t at)
{
    hold();
    return ours(fd) && fails("pwrite") ? -1 : NEXT(pwrite)(fd, from, shortened(n), at);
}
ssize_t pwrite64(int fd, const void *from, size_t n, off_t at) { return pwrite(fd, from, n, at); }
int fsync(int fd) { return ours(fd) && fails("fsync") ? -1 : NEXT(fsync)(fd); }
int ftruncate(int fd, off_t size)
{
    return ours(fd) && fails("ftruncate") ? -1 : NEXT(ftruncate)(fd, size);
}
int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }
int fallocate(int fd, int mode, off_t at, off_t size)
{
    return ours(fd) && fails("fallocate") ? -1 : NEXT(fallocate)(fd, mode, at, size);
}
int fallocate64(int fd, int mode, off_t at, off_t size) { return fallocate(fd, mode, at, size); }
int unlink(const char *name) { return fails("unlink") ? -1 : NEXT(unlink)(name); }
int open(const char *name, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const int mode = va_arg(more, int);
    va_end(more);
    return strstr(name, "polder-io") && fails("open") ? -1 : NEXT(open)(name, flags, mode);
}
int open64(const char *name, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const int mode = va_arg(more, int);
    va_end(more);
    return open(name, flags, mode);
}
""",
)
run(CC, "-O1", "-shared", "-fPIC", "-w", "shim.c", "-o", "shim.so", "-ldl")
SHIM = os.path.abspath("shim.so")
MAPPINGS = (("-n", "3", "-p", "1"), ("-n", "3"), ("-n", "4", "-p", "2"))


def under(mode, mapping, *program, status=0, **more):
    env = {"LD_PRELOAD": SHIM, "SHIM_MODE": mode, "TMPDIR": os.getcwd(), **more}
    return upcrun(*mapping, *program, status=status, env=env)


folder = os.path.join(SOURCE, "tests", "upc")
for number, name in enumerate(
    sorted(n for n in os.listdir(folder) if n.startswith("7.8_io_") and n.endswith(".upc"))
):
    upcc("-O1", "-I", folder, os.path.join(folder, name), "-o", "test")
    for mapping in MAPPINGS:
        result = under("storm", mapping, "./test")
        check(result.out == "pass\n", f"{name} on {mapping} under interruptions", result)

# ---- errors ----

write(
    "errors.upc",
    r"""
#include "io_file.h"

shared [1000] char data[1000 * THREADS];

// What each operation gives in every thread: "call result errno".
static void say(const char *call, upc_off_t result)
{
    const int error = errno;
    upc_barrier;
    printf("%s %d %d\n", call, (int)(result < 0), result < 0 ? error : 0);
    fflush(stdout);
    upc_barrier;
}

int main(void)
{
    upc_file_t *file = upc_all_fopen(
        io_name("errors"), UPC_RDWR | UPC_CREATE | UPC_COMMON_FP | UPC_DELETE_ON_CLOSE, 0, NULL);
    say("open", file ? 0 : -1);
    if (!file) return 0;
    say("write", upc_all_fwrite_shared(file, data, 1000, 1, 1000 * THREADS, 0));
    upc_all_fwrite_shared_async(file, data, 1000, 1, 1000 * THREADS, 0);
    say("async", upc_all_fwait_async(file));
    say("sync", upc_all_fsync(file));
    say("size", upc_all_fset_size(file, 500000));
    say("allocate", upc_all_fpreallocate(file, 1000000));
    upc_all_fseek(file, 0, UPC_SEEK_SET);
    say("read", upc_all_fread_shared(file, data, 1000, 1, 1000 * THREADS, 0));
    int done = 0;
    upc_off_t tested = 0;
    upc_all_fread_shared_async(file, data, 1000, 1, 1000 * THREADS, 0);
    while (!done) tested = upc_all_ftest_async(file, &done);
    say("test", tested);
    say("strong", upc_all_fcntl(file, UPC_SET_STRONG_CA_SEMANTICS, NULL));
    say("own", upc_all_fcntl(file, UPC_SET_INDIVIDUAL_FP, NULL));
    char mine[100] = "";
    say("local", upc_all_fwrite_local(file, mine, 1, 100, 0));
    struct upc_local_memvec memory = {mine, 100};
    struct upc_filevec place = {MYTHREAD * 100, 100};
    say("list", upc_all_fwrite_list_local(file, 1, &memory, 1, &place, 0));
    say("close", upc_all_fclose(file));
    return 0;
}
""",
)
upcc("-O1", "-I", folder, "errors.upc", "-o", "errors")
EIO, ENOSPC, ENXIO, EMFILE, EPERM = 5, 28, 6, 24, 1
ALL = "open write async sync size allocate read test strong own local list close".split()
EXPECTED = (
    ("none", {}),
    (f"open:1:{EMFILE}", {"open": EMFILE}),
    (f"pwrite:1:{ENOSPC}", {"write": ENOSPC, "async": ENOSPC, "local": ENOSPC, "list": ENOSPC}),
    (f"pwrite:1:{EIO}", {"write": EIO, "async": EIO, "local": EIO, "list": EIO}),
    (f"pread:1:{EIO}", {"read": EIO, "test": EIO}),
    (
        f"fsync:1:{EIO}",
        {"sync": EIO, "size": EIO, "strong": EIO, "own": EIO, "close": EIO, "local": 22},
    ),
    (f"ftruncate:1:{ENXIO}", {"size": ENXIO}),
    (f"fallocate:1:{ENOSPC}", {"allocate": ENOSPC}),
    (f"unlink:1:{EPERM}", {"close": EPERM}),
)
for mode, wrong in EXPECTED:
    for mapping in MAPPINGS:
        threads = int(mapping[1])
        # the file's first access is by thread 0's process or by any: a process that does none of
        # the calls cannot fail
        result = under(mode, mapping, "./errors")
        seen = {}
        for line in result.out.splitlines():
            call, failed, error = line.split()
            seen.setdefault(call, []).append(int(error) if int(failed) else 0)
        calls = ["open"] if "open" in wrong else ALL
        check(sorted(seen) == sorted(calls), f"{mode} on {mapping}: calls {sorted(seen)}", result)
        for call in calls:
            check(len(seen[call]) == threads, f"{mode} on {mapping}: {call} in all threads", result)
            common = call not in ("local", "list")
            if call in wrong:
                check(
                    wrong[call] in seen[call]
                    and set(seen[call]) <= ({wrong[call]} if common else {0, wrong[call]}),
                    f"{mode} on {mapping}: {call} gives {seen[call]}",
                    result,
                )
            else:
                check(
                    set(seen[call]) == {0},
                    f"{mode} on {mapping}: {call} gives {seen[call]}",
                    result,
                )

# ---- overlap: what opens the gate comes behind the start of the operations, of several files ----

write(
    "overlap.upc",
    r"""
#include "io_file.h"
#include <fcntl.h>

#define FILES 20

int main(void)
{
    static char mine[FILES][5000], got[5000];
    upc_file_t *files[FILES];
    for (int i = 0; i < FILES; i++) {
        char name[20];
        snprintf(name, sizeof name, "overlap%d", i);
        files[i] = io_scratch(name, UPC_INDIVIDUAL_FP);
        memset(mine[i], 'a' + (i + MYTHREAD) % 26, sizeof mine[i]);
        upc_all_fseek(files[i], MYTHREAD * sizeof mine[i], UPC_SEEK_SET);
    }
    for (int i = 0; i < FILES; i++)
        upc_all_fwrite_local_async(files[i], mine[i], 1, sizeof mine[i], SYNC);
    for (int i = 0; i < FILES; i++) {
        int done = 1;
        CHECK_EQ(upc_all_ftest_async(files[i], &done), 0);
        CHECK_EQ(done, 0);
    }
    upc_barrier;
    if (MYTHREAD == THREADS - 1) close(creat(getenv("SHIM_GATE"), 0600));
    for (int i = FILES - 1; i >= 0; i--) CHECK_EQ(upc_all_fwait_async(files[i]), sizeof mine[i]);
    for (int i = 0; i < FILES; i++) {
        CHECK_EQ(upc_all_fseek(files[i], -(upc_off_t)sizeof got, UPC_SEEK_CUR),
                 MYTHREAD * sizeof got);
        CHECK_EQ(upc_all_fread_local(files[i], got, 1, sizeof got, SYNC), sizeof got);
        CHECK_EQ(memcmp(got, mine[i], sizeof got), 0);
        CHECK_EQ(upc_all_fclose(files[i]), 0);
    }
    PASS();
    return 0;
}
""",
)
upcc("-O1", "-I", folder, "overlap.upc", "-o", "overlap")
for number, mapping in enumerate(MAPPINGS):
    gate = os.path.abspath(f"gate{number}")
    result = under("hold", mapping, "./overlap", SHIM_GATE=gate)
    check(result.out == "pass\n", f"overlap on {mapping}", result)
