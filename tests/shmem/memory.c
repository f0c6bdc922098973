// 9.3: malloc, calloc, align, realloc, malloc_with_hints, free: symmetric offsets, contents, sizes
// of 0, reuse.
#include "check.h"

#include <stdint.h>
#include <string.h>

static long offsets[2];

static void expect_same_everywhere(const void *memory) {
    static const char *base;
    if (!base) base = shmem_malloc(64);
    offsets[0] = (const char *)memory - base;
    shmem_long_max_reduce(SHMEM_TEAM_WORLD, offsets + 1, offsets, 1);
    CHECK(offsets[1] == offsets[0]);
}

int main(void) {
    shmem_init();
    const int me = shmem_my_pe(), pes = shmem_n_pes();

    CHECK(shmem_malloc(0) == NULL);
    CHECK(shmem_calloc(0, 8) == NULL && shmem_calloc(SIZE_MAX, SIZE_MAX) == NULL);
    CHECK(shmem_align(3, 8) == NULL);

    long *a = shmem_malloc(1000 * sizeof *a);
    expect_same_everywhere(a);
    for (int i = 0; i < 1000; i++)
        a[i] = me * 1000L + i;

    char *b = shmem_calloc(5000, 3);
    expect_same_everywhere(b);
    for (int i = 0; i < 15000; i++)
        CHECK(b[i] == 0);

    for (size_t alignment = 1; alignment <= 4 << 20; alignment *= 8) {
        char *c = shmem_align(alignment, 100);
        CHECK(c && (uintptr_t)c % alignment == 0);
        expect_same_everywhere(c);
        memset(c, me, 100);
        shmem_barrier_all();
        char other;
        shmem_getmem(&other, c + 99, 1, (me + 1) % pes);
        CHECK(other == (char)((me + 1) % pes));
        shmem_free(c);
    }

    a = shmem_realloc(a, 100000 * sizeof *a);
    expect_same_everywhere(a);
    for (int i = 0; i < 1000; i++)
        CHECK(a[i] == me * 1000L + i);
    a = shmem_realloc(a, 10 * sizeof *a);
    for (int i = 0; i < 10; i++)
        CHECK(a[i] == me * 1000L + i);
    CHECK(shmem_realloc(a, 0) == NULL);
    a = shmem_realloc(NULL, 64);
    expect_same_everywhere(a);
    shmem_free(a);
    CHECK(shmem_realloc(a, 666) == NULL); /* no block any more */

    uint64_t *flags = shmem_malloc_with_hints(64, SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE);
    expect_same_everywhere(flags);
    shmem_free(flags);
    shmem_free(b);
    shmem_free(NULL);

    /* What is freed comes again: the heap does not grow for ever. */
    for (int i = 0; i < 300; i++) {
        char *big = shmem_malloc(4 << 20);
        CHECK(big != NULL);
        big[i] = 1;
        shmem_free(big);
    }
    return check_end();
}
