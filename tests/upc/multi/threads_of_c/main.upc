// sanitize: not thread (that of gcc 12 does not know thrd_create)
// ccfiles: plain.c
// ldflags: -pthread
// Threads that plain C code makes (pthread_create) and C11 threads made by UPC code belong to the
// UPC thread that made them: MYTHREAD, private and shared data, thread numbers for C. A thread of a
// pool made before joins by hand.
#include "../../check.h"
#include <polder/polder.h>
#include <threads.h>
#include "plain.h"

shared int cells[4 * THREADS];
static int own = 1;
static mtx_t mutex;

int called_back(int k)
{
    cells[4 * MYTHREAD + k % 4] = 100 * MYTHREAD + k;
    return own + k;
}

int who(void) { return MYTHREAD; }

static int c11(void *argument)
{
    mtx_lock(&mutex);
    own += *(int *)argument;
    mtx_unlock(&mutex);
    return MYTHREAD;
}

int main(void)
{
    int numbers[4] = {10, 20, 30, 40}, result;
    thrd_t threads[4];
    CHECK_EQ(polder_mythread(), MYTHREAD);
    CHECK_EQ(polder_threads(), THREADS);
    CHECK_EQ(polder_initialized(), 1);
    own = 1000 * MYTHREAD;
    CHECK_EQ(run_in_threads(4), 4 * 1000 * MYTHREAD + 6);
    upc_barrier;
    for (int i = 0; i < 4 * THREADS; i++) CHECK_EQ(cells[i], 100 * (i / 4) + i % 4);

    CHECK_EQ(mtx_init(&mutex, mtx_plain), thrd_success);
    for (int i = 0; i < 4; i++) CHECK_EQ(thrd_create(&threads[i], c11, &numbers[i]), thrd_success);
    for (int i = 0; i < 4; i++) {
        CHECK_EQ(thrd_join(threads[i], &result), thrd_success);
        CHECK_EQ(result, MYTHREAD);
    }
    CHECK_EQ(own, 1000 * MYTHREAD + 100);

    // one thread of plain C that serves all UPC threads of the process: it says for whom it works
    for (int t = 0; t < THREADS; t++) {
        if (t == MYTHREAD) CHECK_EQ(ask_server(who, polder_thread_self()), MYTHREAD);
        upc_barrier;
    }
    PASS();
    return 0;
}
