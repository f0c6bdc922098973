// flags: -w
// Leaving a upc_forall is undefined in UPC only when it happens; programs that leave one early (an
// error, something found) get what a for loop does, and the loops after it share out their
// iterations as if nothing had been.
#include "check.h"

shared int a[8 * THREADS];
shared [3] int b[8 * THREADS];

static int iterations(void)
{
    int count = 0;
    upc_forall (int i = 0; i < 4 * THREADS; i++; i) count++;
    return count;
}

static int first_negative(void)
{
    upc_forall (int i = 0; i < 8 * THREADS; i++; &a[i]) {
        CHECK_EQ(iterations(), 4 * THREADS); // inside a controlling upc_forall all iterations are the thread's
        if (a[i] < 0) return i;
    }
    return -1;
}

static int leave_two(int limit)
{
    int done = 0;
    upc_forall (int i = 0; i < 8 * THREADS; i++; &b[i]) {
        upc_forall (int j = 0; j < 4; j++; j) {
            if (done == limit) goto out;
            done++;
        }
        iterations();
    }
out:
    return done;
}

static int break_out(int *where)
{
    int done = 0, i;
    upc_forall (i = 0; i < 8 * THREADS; i++; &b[i]) {
        b[i] = i;
        if (++done == 2) break;
    }
    *where = i;
    return done;
}

int main(void)
{
    upc_forall (int i = 0; i < 8 * THREADS; i++; i) a[i] = i;
    upc_barrier;
    CHECK_EQ(first_negative(), -1);
    CHECK_EQ(iterations(), 4);
    a[5 * THREADS + MYTHREAD] = -1;
    CHECK_EQ(first_negative(), 5 * THREADS + MYTHREAD);
    CHECK_EQ(iterations(), 4);
    CHECK_EQ(leave_two(3), 3);
    CHECK_EQ(iterations(), 4);
    int where;
    if (THREADS <= 2) { // every thread has two elements of b
        CHECK_EQ(break_out(&where), 2);
        CHECK_EQ(where, 3 * MYTHREAD + 1);
        CHECK_EQ(b[where], where);
    }
    CHECK_EQ(iterations(), 4);
    PASS();
}
