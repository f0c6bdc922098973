// A file name for tests of parallel I/O: the same on all threads, and of this job only.
#ifndef IO_FILE_H
#define IO_FILE_H

#include "check.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <upc_io.h>

static shared long io_job;

static inline const char *io_name(const char *what)
{
    static char name[512];
    if (MYTHREAD == 0) io_job = getpid();
    upc_barrier;
    const char *folder = getenv("TMPDIR");
    snprintf(name, sizeof name, "%s/polder-io-%ld-%s", folder ? folder : "/tmp", (long)io_job, what);
    return name;
}

// Opened for reading and writing, empty, gone when closed.
static inline upc_file_t *io_scratch(const char *what, int more)
{
    upc_file_t *file = upc_all_fopen(io_name(what), UPC_RDWR | UPC_CREATE | UPC_EXCL | UPC_DELETE_ON_CLOSE | more, 0, NULL);
    CHECK(file != NULL);
    return file;
}

#define FAILS(call, error) (errno = 0, CHECK_EQ((call), -1), CHECK_EQ(errno, (error)))
#define SYNC (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)
#define NOSYNC (UPC_IN_NOSYNC | UPC_OUT_NOSYNC)

#endif
