// What a function may do in a domain is asked for all its operations at once: a domain that allows
// only some of them, one on another type of the same size, and one that changes on the way do the
// same as ever.
// flags: -O2
#include <stdio.h>
#include <upc_atomic.h>
#include <upc_relaxed.h>

shared [] long counters[4];
shared double sum;
static upc_atomicdomain_t *domain, *real;

// Only the operation that is done needs to be allowed.
static long do_one(int what, long by) {
    long before = -1;
    if (what == 0)
        upc_atomic_relaxed(domain, &before, UPC_ADD, &counters[0], &by, 0);
    else if (what == 1)
        upc_atomic_strict(domain, &before, UPC_XOR, &counters[1], &by, 0);
    else
        upc_atomic_relaxed(domain, &before, UPC_GET, &counters[0], 0, 0);
    return before;
}

static void do_many(upc_atomicdomain_t *in, int n) {
    for (int i = 0; i < n; i++) {
        const long one = 1, two = 2;
        long before;
        upc_atomic_relaxed(in, 0, UPC_ADD, &counters[2], &two, 0);
        upc_atomic_relaxed(in, &before, UPC_SUB, &counters[2], &one, 0);
        if (before < 2) upc_global_exit(3);
    }
}

// An integer of as many bytes as a double: the domain says what it is.
static long add_bits(double by) {
    union { double number; long bits; } value = {.number = by};
    long before;
    upc_atomic_relaxed(real, &before, UPC_ADD, (shared long *)&sum, &value.bits, 0);
    return before;
}

static void change(upc_op_t ops) {
    upc_all_atomicdomain_free(domain);
    domain = upc_all_atomicdomain_alloc(UPC_LONG, ops, 0);
}

static void do_both(void) {
    const long one = 1;
    upc_atomic_relaxed(domain, 0, UPC_ADD, &counters[3], &one, 0);
    change(UPC_INC);
    upc_atomic_relaxed(domain, 0, UPC_INC, &counters[3], 0, 0);
}

int main(void) {
    domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_GET, 0);
    real = upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_ADD, 0);
    upc_atomicdomain_t *both = upc_all_atomicdomain_alloc(UPC_INT64, UPC_ADD | UPC_SUB, 0);
    for (int i = 0; i < 100; i++) do_one(0, 3);
    for (int i = 0; i < 100; i++) add_bits(0.5);
    do_many(both, 100);
    upc_barrier;
    int wrong = do_one(2, 0) != 300L * THREADS || counters[1] != 0 || counters[2] != 100L * THREADS || sum != 50.0 * THREADS;
    upc_barrier;
    change(UPC_XOR);
    do_one(1, 1L << MYTHREAD);
    upc_barrier;
    wrong |= counters[1] != (1L << THREADS) - 1;
    upc_barrier;
    change(UPC_ADD);
    do_both();
    upc_barrier;
    wrong |= counters[3] != 2L * THREADS;
    upc_all_atomicdomain_free(domain);
    upc_all_atomicdomain_free(real);
    upc_all_atomicdomain_free(both);
    if (wrong) printf("thread %d is wrong\n", MYTHREAD);
    upc_barrier;
    if (MYTHREAD == 0) printf("pass\n");
    return wrong;
}
