// Functions that reach shared arrays by their names, and in other ways besides: by pointers of all
// kinds, by a function that is called, by characters. Each value is what the same steps in private
// memory give.
// flags: -O2
// variants: fast: -O3
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>

enum { N = 96 };
shared [N] int a[N * THREADS], b[N * THREADS], rows[THREADS][N];
shared [N] long wide[N * THREADS];
shared [N] char text[N * THREADS];
static int ma[N], mb[N];
static long wrong;
static int *view;              // into a, the thread's own part
static shared [N] int *walker; // the same
static unsigned char *bytes;   // the same
static int *const *through = &view;

static void fill(void) {
    for (int i = 0; i < N; i++) {
        ma[i] = a[MYTHREAD * N + i] = i * 7 % 23;
        mb[i] = b[MYTHREAD * N + i] = i * 5 % 19;
    }
}
static void same(const char *what) {
    for (int i = 0; i < N; i++)
        if ((a[MYTHREAD * N + i] != ma[i] || b[MYTHREAD * N + i] != mb[i]) && ++wrong < 9)
            printf("%s: element %d is %d %d, not %d %d\n", what, i, a[MYTHREAD * N + i], b[MYTHREAD * N + i], ma[i],
                   mb[i]);
}

// By names alone: sums that stay in a register, stores beside loads.
static void by_names(int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) a[MYTHREAD * N + i] += b[MYTHREAD * N + k] * rows[MYTHREAD][k];
}
static void by_names_in_c(int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) ma[i] += mb[k] * (k % 3);
}

// A private pointer into the array, of file scope, a parameter, behind another one.
static void beside_view(int n) {
    for (int i = 0; i + 1 < n; i++) a[MYTHREAD * N + i + 1] = view[i] + 1;
}
static void beside_parameter(int *from, int n) {
    for (int i = 0; i + 1 < n; i++) a[MYTHREAD * N + i + 1] = from[i] + 1;
}
static void beside_pointed(int n) {
    for (int i = 0; i + 1 < n; i++) a[MYTHREAD * N + i + 1] = (*through)[i] + 1;
}
static void beside_local(int n) {
    int *from = (int *)&a[MYTHREAD * N];
    for (int i = 0; i + 1 < n; i++) a[MYTHREAD * N + i + 1] = from[i] + 1;
}
// A pointer-to-shared.
static void beside_walker(int n) {
    for (int i = 0; i + 1 < n; i++) a[MYTHREAD * N + i + 1] = walker[i] + 1;
}
static void beside_shared_local(int n) {
    shared [N] int *from = &a[MYTHREAD * N];
    for (int i = 0; i + 1 < n; i++) a[MYTHREAD * N + i + 1] = *from++ + 1;
}
// Functions that are called.
static int __attribute__((noinline)) element(int i) { return a[MYTHREAD * N + i]; }
static int __attribute__((noinline)) viewed(int i) { return view[i]; }
static void beside_call(int n) {
    for (int i = 0; i + 1 < n; i++) a[MYTHREAD * N + i + 1] = element(i) + 1;
}
static void beside_viewer(int n) {
    for (int i = 0; i + 1 < n; i++) a[MYTHREAD * N + i + 1] = viewed(i) + 1;
}
static void beside_pointer_call(int (*called)(int), int n) {
    for (int i = 0; i + 1 < n; i++) a[MYTHREAD * N + i + 1] = called(i) + 1;
}
// An affinity that changes an element by a pointer, and a function called as one of the C library.
static int beside_affinity(int *p) {
    int s = 0;
    a[MYTHREAD * N + 1] = 0;
    upc_forall (int i = 0; i < 10; i++; &b[MYTHREAD * N + (*p)++ % 4]) {
        a[MYTHREAD * N + 1] += 3;
        s = s * 3 + a[MYTHREAD * N + 1];
    }
    return s;
}
static int affinity_in_c(void) {
    int s = 0, element = 0;
    for (int i = 0; i < 10; i++) element += 4, s = s * 3 + element;
    return s;
}
static double __attribute__((noinline)) trunc(double x) { a[MYTHREAD * N + 1]++; return x; }
static int beside_namesake(int n) {
    int s = 0;
    a[MYTHREAD * N + 1] = 0;
    for (int i = 0; i < n; i++) {
        s += a[MYTHREAD * N + 1];
        s += (int)trunc(i);
        s += a[MYTHREAD * N + 1];
    }
    return s;
}
static void chain_in_c(int n) {
    for (int i = 0; i + 1 < n; i++) ma[i + 1] = ma[i] + 1;
}
// Characters, and a function of the C library.
static void beside_bytes(int n) {
    for (int i = 0; i + 1 < n; i++) {
        a[MYTHREAD * N + i] = 1;
        bytes[i * sizeof(int)] = 3;
        b[MYTHREAD * N + i] += a[MYTHREAD * N + i];
    }
}
static void bytes_in_c(int n) {
    for (int i = 0; i + 1 < n; i++) {
        ma[i] = 3;
        mb[i] += 3;
    }
}
static void beside_copy(int n) {
    for (int i = 0; i + 1 < n; i++) {
        a[MYTHREAD * N + i] = i;
        memcpy(view + i + 1, view + i, sizeof(int));
        b[MYTHREAD * N + i] = a[MYTHREAD * N + i + 1];
    }
}
static void copy_in_c(int n) {
    for (int i = 0; i + 1 < n; i++) {
        ma[i] = i;
        ma[i + 1] = ma[i];
        mb[i] = ma[i + 1];
    }
}
// Another type behind the pointer, recursion, parameters of all kinds, results.
static int behind_long(long *count, int n) {
    for (int i = 0; i < n; i++) {
        a[MYTHREAD * N + i] += (int)*count;
        ++*count;
    }
    return a[MYTHREAD * N + n - 1];
}
static int climbs(int i, int n) {
    a[MYTHREAD * N + i] += 1;
    if (i + 1 < n) climbs(i + 1, n);
    return b[MYTHREAD * N + i] = a[MYTHREAD * N + i] + a[MYTHREAD * N + (i + 1 < n ? i + 1 : i)];
}
struct pair { int first; double second; };
static struct pair mixed(struct pair from, int table[4], double scale, shared [N] int *unused, int n) {
    struct pair result = {0, from.second};
    for (int i = 0; i < n; i++) {
        wide[MYTHREAD * N + i] = from.first + i;
        text[MYTHREAD * N + i] = (char)('a' + i % 26);
        result.first += (int)wide[MYTHREAD * N + i] + text[MYTHREAD * N + i] - table[i % 4];
    }
    result.second *= scale + (unused != NULL);
    return result;
}

#define TRY(WHAT, CALL, IN_C)                                                                                          \
    fill(), CALL, IN_C, same(WHAT)

int main(void) {
    int table[4] = {1, 2, 3, 4};
    long count = 5;
    long mirror = 5;
    view = (int *)&a[MYTHREAD * N];
    walker = &a[MYTHREAD * N];
    bytes = (unsigned char *)view;
    for (int k = 0; k < N; k++) rows[MYTHREAD][k] = k % 3;
    TRY("names", by_names(N), by_names_in_c(N));
    TRY("a pointer", beside_view(N), chain_in_c(N));
    TRY("a parameter", beside_parameter(view, N), chain_in_c(N));
    TRY("a pointer to one", beside_pointed(N), chain_in_c(N));
    TRY("a local pointer", beside_local(N), chain_in_c(N));
    TRY("a pointer-to-shared", beside_walker(N), chain_in_c(N));
    TRY("a local pointer-to-shared", beside_shared_local(N), chain_in_c(N));
    TRY("a call", beside_call(N), chain_in_c(N));
    TRY("a call of what follows a pointer", beside_viewer(N), chain_in_c(N));
    TRY("a call by pointer", beside_pointer_call(element, N), chain_in_c(N));
    TRY("characters", beside_bytes(N), bytes_in_c(N));
    TRY("memcpy", beside_copy(N), copy_in_c(N));
    const int around = beside_affinity(&view[1]), namesake = beside_namesake(9);
    if (around != affinity_in_c() || namesake != 3 * 36 + 9)
        ++wrong, printf("an affinity: %d, not %d; a namesake: %d\n", around, affinity_in_c(), namesake);
    fill();
    const int last = behind_long(&count, N);
    for (int i = 0; i < N; i++) ma[i] += (int)mirror++;
    wrong += last != ma[N - 1] || count != mirror;
    same("a long behind a pointer");
    fill();
    climbs(0, N);
    for (int i = 0; i < N; i++) ma[i]++;
    for (int i = 0; i < N; i++) mb[i] = ma[i] + ma[i + 1 < N ? i + 1 : i];
    same("recursion");
    const struct pair got = mixed((struct pair){3, 2.5}, table, 2, NULL, N);
    long sum = 0;
    for (int i = 0; i < N; i++) sum += 3 + i + 'a' + i % 26 - table[i % 4];
    if (got.first != sum || got.second != 5) ++wrong, printf("mixed: %d %g, not %ld\n", got.first, got.second, sum);
    upc_barrier;
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}
