// What the run-time tests use to check and to report. A failure says where, in which thread, and
// what the values were, and ends the whole job with status 1; PASS prints the one line the runner
// waits for. No UPC feature beyond a barrier and upc_global_exit is used here, so that a broken
// feature cannot hide behind its own test.
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

static void check_failed(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: thread %d of %d: not true: %s\n", file, line, (int)MYTHREAD, (int)THREADS, what);
    fflush(stderr);
    upc_global_exit(1);
}

static inline void check_equal(long long got, long long expected, const char *file, int line, const char *what)
{
    if (got == expected) return;
    fprintf(stderr, "%s:%d: thread %d of %d: %s is %lld, expected %lld\n", file, line, (int)MYTHREAD, (int)THREADS, what, got,
            expected);
    fflush(stderr);
    upc_global_exit(1);
}

// How often to do something: as usual; on several nodes, where each operation is some messages, a
// part of that; in ./dev test --long always as usual.
static inline int often(int usual, int part)
{
    return getenv("TEST_NODES") && !getenv("POLDER_TEST_LONG") ? usual / part : usual;
}

#define CHECK(condition) ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))
#define CHECK_EQ(got, expected) check_equal((long long)(got), (long long)(expected), __FILE__, __LINE__, #got)
#define PASS()                                                                                                             \
    do {                                                                                                                   \
        upc_barrier;                                                                                                       \
        if (MYTHREAD == 0) puts("pass");                                                                                   \
    } while (0)

#endif
