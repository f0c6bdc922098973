// Loops whose bound or variable changes in a way that is easily overlooked: by an address taken
// with parentheses, by a system thread, by a function that a stream calls, by a clean-up function,
// by another name of the object, by the length of a type, by a jump into the loop, by an expression
// that is chosen.
// flags: -O2 -pthread
// variants: third: -O3 -pthread
// variants: off: -O2 -pthread -fno-upc-passes
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <upc_relaxed.h>

#define ADDRESS(x) (&(x))
enum { B = 4, N = 40 * B };
shared [B] int a[N * THREADS];
static int wrong;

static void same(const char *what, long found, long expected) {
    if (found != expected && ++wrong < 9) printf("thread %d: %s: %ld, not %ld\n", MYTHREAD, what, found, expected);
}
static int is_mine(int i) { return i / B % THREADS == MYTHREAD; }

static int bound_by_address(void) {
    int n = 3, s = 0, *p = ADDRESS(n);
    for (int i = 0; i < n; i++) if (upc_threadof(&a[i]) == MYTHREAD) { s += a[i]; *p = 12; }
    return s * 100 + n;
}
static int bound_expected(void) {
    int n = 3, s = 0;
    for (int i = 0; i < n; i++) if (is_mine(i)) { s += i + 1; n = 12; }
    return s * 100 + n;
}
static int variable_by_address(void) {
    int s = 0, i, *p = ADDRESS(i);
    for (i = 0; i < 12; i++) if (upc_threadof(&a[i]) == MYTHREAD) { s += a[i]; *p += 1; }
    return s * 100 + i;
}
static int variable_expected(void) {
    int s = 0, i;
    for (i = 0; i < 12; i++) if (is_mine(i)) { s += i + 1; i++; }
    return s * 100 + i;
}
static int forall_by_address(void) {
    int n = 30, s = 0, *p = ADDRESS(n);
    upc_forall (int i = 0; i < n; i++; &a[i]) { s += a[i]; if (i < 20) *p = 20; }
    return s;
}
static int forall_expected(void) {
    int n = 30, s = 0;
    for (int i = 0; i < n; i++) if (is_mine(i)) { s += i + 1; if (i < 20) n = 20; }
    return s;
}

static int into(int n) {
    int s = 0, i = 0;
    if (n > 3) goto inside;
    for (i = 0; i < n; i++)
        if (upc_threadof(&a[i]) == MYTHREAD) {
        inside:
            s += i + 1;
        }
    return s;
}
static int into_expected(int n) {
    int s = 1;
    for (int i = 1; i < n; i++) if (is_mine(i)) s += i + 1;
    return s;
}

#define CHOSEN(x) _Generic((x), int: (x))
static int chosen_bound(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { s += a[i]; CHOSEN(n) -= 1; }
    return s;
}
static int chosen_index(int n) {
    int s = 0, k = 0, j = 0;
    for (int i = 0; i < n; i++) { s += a[i + k]; __builtin_choose_expr(1, k, n) += 1; }
    k = 0;
    while (j < n) { s += a[k]; k++; if (j++ % 3 == 0) (__extension__(k)) = j * 7 % 40; }
    return s;
}
static int index_expected(int n) {
    int s = 0, k = 0, j = 0;
    for (int i = 0; i < n; i++) s += 2 * i + 1;
    while (j < n) { s += k + 1; k++; if (j++ % 3 == 0) k = j * 7 % 40; }
    return s;
}
static int step_by_address(void) {
    int s = 0, by = 1, *p = &(by);
    for (int i = 0; i < 20 * THREADS; i += by)
        if (i % THREADS == MYTHREAD) { s++; if (i >= 3 * THREADS) *p = 2 * THREADS; }
    return s;
}
static int step_expected(void) {
    int s = 0, by = 1;
    for (int i = 0; i < 20 * THREADS; i += by)
        if (i % THREADS == MYTHREAD) { s++; if (i >= 3 * THREADS) by = 2 * THREADS; }
    return s;
}

static int by_thread = 3, by_stream = 3, by_clean_up = 3, by_name = 3;
extern int other_name __attribute__((alias("by_name")));
static sem_t go, gone;
static void *worker(void *unused) {
    sem_wait(&go);
    by_thread = 9;
    sem_post(&gone);
    return unused;
}
static ssize_t grow(void *unused, const char *text, size_t length) {
    (void)unused, (void)text;
    by_stream = 9;
    return length;
}
static void clean(int *unused) { (void)unused, by_clean_up = 9; }

static int count_thread(void) {
    int s = 0;
    for (int i = 0; i < by_thread; i++) {
        a[i] = i + 1;
        if (i == 1) sem_post(&go), sem_wait(&gone);
        s++;
    }
    return s;
}
static int count_stream(FILE *f) {
    int s = 0;
    for (int i = 0; i < by_stream; i++) {
        a[i] = i + 1;
        if (i == 1) fputs("x", f), fflush(f);
        s++;
    }
    return s;
}
static int count_memory(void) {
    char *text;
    size_t size;
    int s = 0;
    FILE *f = open_memstream(&text, &size);
    fputs("abc", f), fflush(f);
    for (size_t i = 0; i < size; i++) {
        a[i] = i + 1;
        if (i == 1) fputs("defg", f), fflush(f);
        s++;
    }
    return s;
}
static int count_clean_up(void) {
    int s = 0;
    for (int i = 0; i < by_clean_up; i++) {
        __attribute__((cleanup(clean))) int t = i;
        a[i] = t + 1;
        s++;
    }
    return s;
}
static int count_name(void) {
    int s = 0;
    for (int i = 0; i < by_name; i++) a[i] = i + 1, other_name = 9, s++;
    return s;
}
static int count_length(void) {
    int k = 3, s = 0;
    for (int i = 0; i < (int)sizeof(char[k]); i++)
        if (upc_threadof(&a[i]) == MYTHREAD) { if (k < 9) k++; s++; }
    return s;
}
static int length_expected(void) {
    int k = 3, s = 0;
    for (int i = 0; i < k; i++) if (is_mine(i)) { if (k < 9) k++; s++; }
    return s;
}

int main(void) {
    upc_forall (int i = 0; i < N * THREADS; i++; &a[i]) a[i] = i + 1;
    upc_barrier;
    same("the bound by its address", bound_by_address(), bound_expected());
    same("the variable by its address", variable_by_address(), variable_expected());
    same("upc_forall, by an address", forall_by_address(), forall_expected());
    same("a jump into the loop", into(6), into_expected(6));
    same("the step by its address", step_by_address(), step_expected());
    same("a chosen bound", chosen_bound(20), 55);
    same("a chosen index", chosen_index(20), index_expected(20));
    same("the length of a type", count_length(), length_expected());
    upc_barrier;
    if (MYTHREAD == 0) { // these write the elements again, as they are
        pthread_t t;
        FILE *f = fopencookie(0, "w", (cookie_io_functions_t){0, grow, 0, 0});
        sem_init(&go, 0, 0), sem_init(&gone, 0, 0);
        pthread_create(&t, 0, worker, 0);
        same("a system thread", count_thread(), 9);
        pthread_join(t, 0);
        same("a stream's function", count_stream(f), 9);
        same("a stream in memory", count_memory(), 7);
        same("a clean-up function", count_clean_up(), 9);
        same("another name", count_name(), 9);
        fclose(f);
    }
    upc_barrier;
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}
