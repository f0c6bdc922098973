"""Parallel I/O on a disk of 1 MB that fills up, a disk that is read-only, and a file that ends
early. There are the standard's results and the same data in the file as before. No thread is left
waiting, and the program can go on when there is room again. Needs a file system of its own, so the
script runs itself again where it may mount one."""

# sanitize: not thread (it does not see what orders threads of several processes)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402
import subprocess  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

if os.environ.get("POLDER_TEST_MOUNTS") != "1":
    trial = "mount -t tmpfs -o size=1m none ."
    if (
        not shutil.which("unshare")
        or subprocess.run(["unshare", "-m", "sh", "-c", trial], capture_output=True).returncode != 0
    ):
        skip("no permission to mount a file system")
    os.environ["POLDER_TEST_MOUNTS"] = "1"
    os.execvp("unshare", ["unshare", "-m", sys.executable, os.path.abspath(__file__)])

MAPPINGS = (("-n", "1"), ("-n", "3", "-p", "1"), ("-n", "3"), ("-n", "4", "-p", "2"))
folder = os.path.join(SOURCE, "tests", "upc")

write(
    "full.upc",
    r"""
#include "io_file.h"
#include <sys/statvfs.h>

enum { EACH = 1 << 19 };
shared [EACH] char data[EACH * THREADS];
static char mine[EACH];

static long room(void)
{
    struct statvfs system;
    upc_barrier;
    CHECK_EQ(statvfs(getenv("DISK"), &system), 0);
    upc_barrier;
    return (long)system.f_bavail * (long)system.f_frsize;
}

static const char *at(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", getenv("DISK"), name);
    return path;
}

// Writes until there is no room; what each successful function wrote is there afterwards.
static void fill(int way)
{
    upc_file_t *file = upc_all_fopen(
        at("full"), UPC_RDWR | UPC_CREATE | UPC_COMMON_FP | UPC_DELETE_ON_CLOSE, 0, NULL);
    CHECK(file != NULL);
    const long piece = 50000;
    long good = 0, rounds = 0;
    for (;; rounds++) {
        upc_off_t written;
        upc_all_fseek(file, good, UPC_SEEK_SET);
        upc_memset(&data[EACH * MYTHREAD], 'a' + rounds % 26, piece);
        if (way == 0) written = upc_all_fwrite_shared(file, data, 0, 1, piece, SYNC);
        else {
            upc_all_fwrite_shared_async(file, data, 0, 1, piece, SYNC);
            written = upc_all_fwait_async(file);
        }
        if (written < 0) break;
        CHECK_EQ(written, piece);
        good += written;
    }
    CHECK_EQ(errno, ENOSPC);
    CHECK(good >= 15 * piece && good <= 21 * piece);
    CHECK_EQ(upc_all_fsync(file), 0);
    struct upc_local_memvec memory = {mine, piece};
    for (long i = 0; i < rounds; i++) {
        struct upc_filevec place = {i * piece, piece};
        CHECK_EQ(upc_all_fread_list_local(file, 1, &memory, 1, &place, SYNC), piece);
        for (long k = 0; k < piece; k++) CHECK_EQ(mine[k], 'a' + i % 26);
    }
    FAILS(upc_all_fpreallocate(file, 4 << 20), ENOSPC);
    CHECK_EQ(upc_all_fset_size(file, 0), 0);
    CHECK(room() >= 1 << 19);
    upc_all_fseek(file, 0, UPC_SEEK_SET);
    CHECK_EQ(upc_all_fwrite_shared(file, data, 0, 1, piece, SYNC),
             piece); // and there is room again
    CHECK_EQ(upc_all_fclose(file), 0);
    CHECK(room() >= 1 << 19);
}

// Individual pointers: a thread that finds no room says so, the others are not stopped by it.
static void fill_own(void)
{
    upc_file_t *file = upc_all_fopen(
        at("own"), UPC_RDWR | UPC_CREATE | UPC_INDIVIDUAL_FP | UPC_DELETE_ON_CLOSE, 0, NULL);
    CHECK(file != NULL);
    int failed = 0;
    static shared int failures[THREADS];
    for (int i = 0; i < 64; i++) {
        upc_all_fseek(file, (i * THREADS + MYTHREAD) * 30000L, UPC_SEEK_SET);
        if (upc_all_fwrite_local(file, mine, 1, 30000, SYNC) < 0) {
            CHECK_EQ(errno, ENOSPC);
            failed = 1;
        }
    }
    failures[MYTHREAD] = failed;
    upc_barrier;
    int all = 0;
    for (int t = 0; t < THREADS; t++) all += failures[t];
    CHECK(all > 0);
    CHECK_EQ(upc_all_fclose(file), 0);
}

// A file shorter than what is read: the bytes there are, then 0. With the common pointer the parts
// of the threads add up.
static void short_file(void)
{
    upc_file_t *file = upc_all_fopen(
        at("short"), UPC_RDWR | UPC_CREATE | UPC_COMMON_FP | UPC_DELETE_ON_CLOSE, 0, NULL);
    CHECK(file != NULL);
    upc_memset(&data[EACH * MYTHREAD], 'x', EACH);
    CHECK_EQ(upc_all_fwrite_shared(file, data, EACH, 1, 200001, SYNC), 200001);
    CHECK_EQ(upc_all_fsync(file), 0);
    upc_all_fseek(file, 1, UPC_SEEK_SET);
    CHECK_EQ(upc_all_fread_shared(file, data, EACH, 1, EACH * THREADS, SYNC), 200000);
    CHECK_EQ(upc_all_fread_shared(file, data, EACH, 1, EACH * THREADS, SYNC), 0);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), 200001);
    CHECK_EQ(upc_all_fclose(file), 0);
}

static void read_only(void)
{
    errno = 0;
    CHECK(upc_all_fopen(at("new"), UPC_WRONLY | UPC_CREATE | UPC_COMMON_FP, 0, NULL) == NULL);
    CHECK_EQ(errno, EROFS);
    errno = 0;
    CHECK(upc_all_fopen(at("old"), UPC_RDWR | UPC_COMMON_FP, 0, NULL) == NULL);
    CHECK_EQ(errno, EROFS);
    upc_file_t *file =
        upc_all_fopen(at("old"), UPC_RDONLY | UPC_COMMON_FP | UPC_DELETE_ON_CLOSE, 0, NULL);
    CHECK(file != NULL);
    CHECK_EQ(upc_all_fread_shared(file, data, 1, 1, 4, SYNC), 4);
    CHECK_EQ(upc_all_fsync(file), 0);
    FAILS(upc_all_fclose(file), EROFS); // it cannot be deleted
    FAILS(upc_all_fclose(file), EBADF); // but is closed
}

int main(int argc, char **argv)
{
    if (argc > 1) read_only();
    else {
        fill(0);
        fill(1);
        fill_own();
        short_file();
    }
    PASS();
    return 0;
}
""",
)
upcc("-O1", "-I", folder, "full.upc", "-o", "full")
os.mkdir("disk")
run("mount", "-t", "tmpfs", "-o", "size=1m", "none", "disk")
disk = {"DISK": os.path.abspath("disk")}
for mapping in MAPPINGS:
    result = upcrun(*mapping, "./full", env=disk)
    check(result.out == "pass\n", f"full disk on {mapping}", result)
    check(not os.listdir("disk"), "files left")
write("disk/old", "text")
run("mount", "-o", "remount,ro", "none", "disk")
for mapping in MAPPINGS:
    result = upcrun(*mapping, "./full", "read-only", env=disk)
    check(result.out == "pass\n", f"read-only disk on {mapping}", result)
    check(os.listdir("disk") == ["old"] and read("disk/old") == "text", "the old file is there")
run("umount", "disk")
