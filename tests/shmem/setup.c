// 9.1, 9.2: init, init_thread, query_*, my_pe, n_pes, accessible, ptr, info; nested init, init
// again after the end.
#include "check.h"

#include <stdlib.h>
#include <string.h>

static int variable = 7;

int main(void) {
    int initialized = 1, provided = -1, major, minor;
    char name[SHMEM_MAX_NAME_LEN];
    shmem_query_initialized(&initialized);
    if (initialized) return 2;
    if (shmem_init_thread(SHMEM_THREAD_FUNNELED, &provided)) return 3;
    shmem_init();
    shmem_query_initialized(&initialized);
    CHECK(initialized);
    CHECK(provided >= SHMEM_THREAD_FUNNELED && provided <= SHMEM_THREAD_MULTIPLE);
    shmem_query_thread(&provided);
    CHECK(provided >= SHMEM_THREAD_FUNNELED);

    const int me = shmem_my_pe(), pes = shmem_n_pes();
    CHECK(me >= 0 && me < pes);
    CHECK(_my_pe() == me && _num_pes() == pes);
    CHECK(shmem_pe_accessible(pes - 1) && !shmem_pe_accessible(pes) && !shmem_pe_accessible(-1));

    int *heap = shmem_malloc(sizeof *heap);
    int *plain = malloc(sizeof *plain);
    CHECK(shmem_addr_accessible(heap, pes - 1) && shmem_addr_accessible(&variable, pes - 1));
    CHECK(!shmem_addr_accessible(plain, 0) && !shmem_addr_accessible(&me, 0));
    CHECK(!shmem_addr_accessible(heap, pes));

    *heap = variable = me + 100;
    shmem_barrier_all();
    CHECK(shmem_ptr(heap, me) == heap && shmem_ptr(&variable, me) == &variable);
    for (int pe = 0; pe < pes; pe++) {
        const int *const there = shmem_ptr(heap, pe), *const static_there = shmem_ptr(&variable, pe);
        CHECK(!there == !static_there);
        if (there) CHECK(*there == pe + 100 && *static_there == pe + 100);
        CHECK(shmem_team_ptr(SHMEM_TEAM_WORLD, heap, pe) == (void *)there);
    }
    CHECK(shmem_ptr(heap, pes) == NULL && shmem_ptr(plain, 0) == NULL);

    shmem_info_get_version(&major, &minor);
    CHECK(major == SHMEM_MAJOR_VERSION && minor == SHMEM_MINOR_VERSION && major == 1);
    shmem_info_get_name(name);
    CHECK(strlen(name) > 0 && !strcmp(name, SHMEM_VENDOR_STRING));

    shmem_barrier_all();
    shmem_finalize(); /* of two */
    shmem_query_initialized(&initialized);
    CHECK(initialized);
    shmem_finalize();
    shmem_query_initialized(&initialized);
    if (initialized) return 4;
    shmem_init();
    CHECK(shmem_n_pes() == pes);
    shmem_int_p(&variable, me, (me + 1) % pes);
    shmem_barrier_all();
    CHECK(variable == (me + pes - 1) % pes);
    free(plain);
    return check_end();
}
