/* What the OpenSHMEM tests share: a test says `pass` once, if no PE has found a difference.
 *
 * Each test names the clauses of OpenSHMEM 1.6 that it is about. They use no more than <shmem.h>, so that they
 * run with any implementation. */
#ifndef CHECK_H
#define CHECK_H

#include <shmem.h>
#include <stdio.h>

static int differences;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("PE %d: %s:%d: %s\n", shmem_my_pe(), __FILE__, __LINE__, #condition);                               \
            differences++;                                                                                             \
        }                                                                                                              \
    } while (0)

static int check_all_differences, check_my_differences;

/* Of all PEs; ends the library. */
static int check_end(void) {
    check_my_differences = differences;
    shmem_int_sum_reduce(SHMEM_TEAM_WORLD, &check_all_differences, &check_my_differences, 1);
    if (shmem_my_pe() == 0 && check_all_differences == 0) puts("pass");
    const int code = check_all_differences != 0;
    shmem_finalize();
    return code;
}

#endif
