// flags: -lm
//
// Work queue: load balance when nobody knows in advance which part is hard.
//
// The area under a curve with a sharp peak, by adaptive quadrature: an interval where two estimates
// agree is done, another one is halved and both halves go back to the queue. Any thread takes the
// next interval whoever put it there. Queue, count of busy threads and result are shared; one lock
// guards them. A thread may stop when the queue is empty and nobody is busy, since only a busy
// thread could add something.
#include <math.h>
#include <stdio.h>
#include <upc.h>

#define CAPACITY 4096
#define TOLERANCE 1e-11

typedef struct {
    double left, right;
} interval;

shared [] interval queue[CAPACITY]; // all with thread 0
shared int length, busy, most;
shared double area;
shared int handled[THREADS];
upc_lock_t *lock; // private pointer to a shared lock: each thread has its own copy of the pointer

static double f(double x)
{
    return 1e-3 / (1e-6 + x * x); // a peak of height 1000 at 0; its integral is an arc tangent
}

static double simpson(double a, double b)
{
    return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b));
}

static void put(double left, double right) // caller holds the lock
{
    if (length == CAPACITY) {
        fprintf(stderr, "queue: full\n");
        upc_global_exit(2);
    }
    const interval work = {left, right};
    queue[length] = work;
    length++;
    if (length > most) most = length;
}

// Takes an interval; false when there is none left and there will be none.
static int take(interval *work)
{
    for (;;) {
        upc_lock(lock);
        const int found = length > 0, over = !found && busy == 0;
        if (found) {
            *work = queue[--length];
            busy++;
        }
        upc_unlock(lock);
        if (found) return 1;
        if (over) return 0;
    }
}

// Either adds the interval's area or puts its halves back.
static void handle(interval work)
{
    const double middle = (work.left + work.right) / 2;
    const double rough = simpson(work.left, work.right);
    const double fine = simpson(work.left, middle) + simpson(middle, work.right);
    const int done = fabs(fine - rough) < TOLERANCE * (work.right - work.left);

    upc_lock(lock);
    if (done) {
        area += fine;
    } else {
        put(work.left, middle);
        put(middle, work.right);
    }
    busy--;
    upc_unlock(lock);
    handled[MYTHREAD]++;
}

int main(void)
{
    lock = upc_all_lock_alloc();
    if (MYTHREAD == 0) put(-1, 2);
    upc_barrier;

    interval work;
    while (take(&work)) handle(work);
    upc_barrier;

    int status = 0;
    if (MYTHREAD == 0) {
        const double expected = atan(2 / 1e-3) - atan(-1 / 1e-3);
        for (int t = 0; t < THREADS; t++) printf("thread %d handled %d intervals\n", t, handled[t]);
        printf("area %.12f, expected %.12f; the queue held up to %d intervals\n", area, expected, most);
        status = fabs(area - expected) > 1e-9 || length != 0 || busy != 0;
        puts(status ? "FAIL: wrong area" : "PASS: the area is right and the queue is empty");
    }
    upc_barrier;
    upc_all_lock_free(lock);
    return status;
}
