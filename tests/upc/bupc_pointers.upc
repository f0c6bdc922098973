// Berkeley's functions on pointers-to-shared: casts both ways, description, arithmetic with a
// variable block size, distances.
#include "check.h"
#include <bupc_extensions.h>
#include <errno.h>
#include <string.h>

#define N 60

shared [3] int blocked[N * THREADS];
shared int cyclic[N * THREADS];
shared [] int *own;
int private_object;

static void check_casts(void)
{
    for (int t = 0; t < THREADS; t++) {
        shared void *p = &cyclic[t];
        int *here = bupc_cast(p);
        CHECK_EQ(!here, bupc_thread_distance(t, MYTHREAD) >= BUPC_THREADS_NEAR);
        CHECK_EQ(bupc_castable(p), here != 0);
        CHECK_EQ(bupc_thread_castable(t), here != 0);
        if (!here) continue;
        CHECK_EQ(*here, 1000 + t);
        shared int *back = bupc_inverse_cast(here);
        CHECK(back == &cyclic[t]);
        CHECK_EQ(upc_threadof(back), t);
        CHECK_EQ(upc_phaseof(back), 0);
    }
    CHECK(bupc_cast(0) == 0 && bupc_castable(0));
    CHECK(bupc_inverse_cast(&private_object) == 0 && bupc_inverse_cast(0) == 0);
    CHECK(bupc_inverse_cast((void *)own) == (shared void *)own);

    int *mine = (int *)&blocked[3 * MYTHREAD + 1]; /* phase 1 */
    for (int t = 0; t < THREADS; t++) {
        shared void *there = bupc_local_to_shared(mine, t, 1);
        CHECK(there == (shared void *)&blocked[3 * t + 1]);
        CHECK_EQ(upc_phaseof(there), 1);
        CHECK_EQ(upc_threadof(there), t);
    }
}

static void check_description(void)
{
    char text[BUPC_DUMP_MIN_LENGTH], wanted[40];
    errno = 0;
    CHECK_EQ(bupc_dump_shared(&blocked[3 * (THREADS - 1) + 2], text, sizeof text), 0);
    snprintf(wanted, sizeof wanted, "<thread=%d phase=2 ", THREADS - 1);
    CHECK(!strncmp(text, wanted, strlen(wanted)) && text[strlen(text) - 1] == '>');
    CHECK_EQ(bupc_dump_shared(0, text, sizeof text), 0);
    CHECK(!strcmp(text, "<NULL>"));
    CHECK_EQ(errno, 0);
    CHECK_EQ(bupc_dump_shared(0, text, BUPC_DUMP_MIN_LENGTH - 1), -1);
    CHECK_EQ(errno, EINVAL);
    CHECK_EQ(upc_dump_shared(0, text, UPC_DUMP_MIN_LENGTH), 0);
}

static void check_arithmetic(void)
{
    for (int i = 0; i < N * THREADS; i += 7)
        for (int k = -i; k < N * THREADS - i; k += 5) {
            CHECK(bupc_ptradd(&blocked[i], 3, sizeof(int), k) == (shared void *)&blocked[i + k]);
            CHECK_EQ(upc_phaseof(bupc_ptradd(&blocked[i], 3, sizeof(int), k)), (i + k) % 3);
            CHECK(bupc_ptradd(&cyclic[i], 1, sizeof(int), k) == (shared void *)&cyclic[i + k]);
        }
    CHECK(bupc_ptradd(own + 5, 0, sizeof(int), -3) == (shared void *)(own + 2));
    CHECK(bupc_ptradd(0, 3, 4, 0) == 0);
}

static void check_types(void)
{
    int a = 0;
    const int b = 0;
    CHECK(bupc_assert_type(MYTHREAD, int) && bupc_assert_type(a, int) && !bupc_assert_type(a, unsigned));
    CHECK(bupc_assert_type(b, const int) && !bupc_assert_type(const int, int));
    CHECK(bupc_assert_type(shared [3] int, shared [3] int) && !bupc_assert_type(shared [3] int, shared [2] int));
    CHECK(bupc_assert_type(upc_localsizeof(blocked), size_t));
}

static void check_distances(void)
{
    for (int x = 0; x < THREADS; x++)
        for (int y = 0; y < THREADS; y++) {
            const unsigned d = bupc_thread_distance(x, y);
            CHECK_EQ(d, bupc_thread_distance(y, x));
            CHECK_EQ(d == BUPC_THREADS_SAME, x == y);
            CHECK(d <= BUPC_THREADS_VERYNEAR || d >= BUPC_THREADS_FAR);
            CHECK(d <= BUPC_THREADS_VERYNEAR || getenv("TEST_NODES"));
            for (int z = 0; z < THREADS; z++) /* of a node or not: an equivalence */
                if (d < BUPC_THREADS_NEAR) CHECK_EQ(bupc_thread_distance(x, z) < BUPC_THREADS_NEAR, bupc_thread_distance(y, z) < BUPC_THREADS_NEAR);
        }
    if (getenv("TEST_NODES")) CHECK(bupc_thread_distance(0, THREADS - 1) >= BUPC_THREADS_NEAR);
    CHECK(BUPC_THREADS_SAME < BUPC_THREADS_VERYNEAR && BUPC_THREADS_VERYNEAR < BUPC_THREADS_NEAR);
    CHECK(BUPC_THREADS_NEAR < BUPC_THREADS_FAR && BUPC_THREADS_FAR < BUPC_THREADS_VERYFAR);
}

int main(void)
{
    cyclic[MYTHREAD] = 1000 + MYTHREAD;
    own = upc_alloc(10 * sizeof(int));
    upc_barrier;
    check_casts();
    check_description();
    check_arithmetic();
    check_types();
    check_distances();
    PASS();
    return 0;
}
