// Loops whose indexes are stepped in branches, in indexes and by assignments. What they read and
// write is what the same loop does in private memory, in blocks of any length and in cyclic arrays.
// flags: -O2
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>

enum { N = 600 };
static int wrong;

/* The loops, for a kind of pointer; the one of C is the reference. */
#define LOOPS(S, x)                                                                                \
    static long merge_##x(S int *a, S int *b, S int *to, int n, int m) {                           \
        int i = 0, j = 0, k = 0;                                                                   \
        while (i < n && j < m)                                                                     \
            if (a[i] <= b[j]) to[k++] = a[i++];                                                    \
            else to[k++] = b[j++];                                                                 \
        while (i < n) to[k++] = a[i++];                                                            \
        while (j < m) to[k++] = b[j++];                                                            \
        return k;                                                                                  \
    }                                                                                              \
    static long halves_##x(S int *a, long first, long last) {                                      \
        long i = first - 1, j = last + 1;                                                          \
        const int pivot = a[(first + last) / 2];                                                   \
        for (;;) {                                                                                 \
            do i++; while (a[i] < pivot);                                                          \
            do j--; while (a[j] > pivot);                                                          \
            if (i >= j) return j;                                                                  \
            const int t = a[i];                                                                    \
            a[i] = a[j];                                                                           \
            a[j] = t;                                                                              \
        }                                                                                          \
    }                                                                                              \
    static void insertion_##x(S int *a, int n) {                                                   \
        for (int i = 1; i < n; i++) {                                                              \
            int key = a[i], j = i - 1;                                                             \
            while (j >= 0 && a[j] > key) {                                                         \
                a[j + 1] = a[j];                                                                   \
                j--;                                                                               \
            }                                                                                      \
            a[j + 1] = key;                                                                        \
        }                                                                                          \
    }                                                                                              \
    static unsigned wraps_##x(S int *a, unsigned n) {                                              \
        unsigned k = 3, s = 0, turns = 0;                                                          \
        while (turns++ < 2 * n) {                                                                  \
            if (k < n) s = s * 31 + (unsigned)a[k];                                                \
            k -= 2;                                                                                \
            if (turns % 3 == 0) k += 7;                                                            \
            if (k < n) a[k]++;                                                                     \
        }                                                                                          \
        return s + k;                                                                              \
    }                                                                                              \
    static long rows_##x(S int *start, S int *value, int n) {                                      \
        unsigned long s = 0;                                                                       \
        for (int i = 0; i < n; i++)                                                                \
            for (int e = start[i]; e < start[i + 1]; e++) s = s * 7 + value[e] - value[e / 2];     \
        return s;                                                                                  \
    }                                                                                              \
    static size_t from_minus_one_##x(S int *a, int until) {                                        \
        size_t i = (size_t)-1;                                                                     \
        while (a[++i] != until)                                                                    \
            ;                                                                                      \
        return i;                                                                                  \
    }                                                                                              \
    static long jumps_##x(S int *a, int n) {                                                       \
        unsigned long s = 0;                                                                       \
        int k, set = 0;                                                                            \
        for (int turn = 0; turn < 3 * n; turn++) {                                                 \
            if (!set || k >= n - 2 || k < 2) {                                                     \
                k = turn * 17 % (n - 4) + 2;                                                       \
                set = 1;                                                                           \
                continue;                                                                          \
            }                                                                                      \
            s = s * 3 + a[k - 1] + a[k + 1] + a[n - 1 - k];                                        \
            if (s % 11 == 0) break;                                                                \
            switch (s & 3) {                                                                       \
            case 0: k++; break;                                                                    \
            case 1: k -= 2; break;                                                                 \
            case 2: s += a[k++]; break;                                                            \
            default: a[--k] = (int)(s % 100); k = k + 5;                                           \
            }                                                                                      \
        }                                                                                          \
        return s;                                                                                  \
    }                                                                                              \
    static long run_##x(S int *a, S int *b, S int *to) {                                           \
        unsigned long s = halves_##x(a, 5, N - 3);                                                 \
        s = s * 31 + wraps_##x(a, N / 2);                                                          \
        s = s * 31 + jumps_##x(a, N);                                                              \
        insertion_##x(a, N);                                                                       \
        insertion_##x(b, N / 2);                                                                   \
        s = s * 31 + merge_##x(a, b, to, N, N / 2);                                                \
        for (int i = 0, at = 0; i <= N / 4; i++) {                                                 \
            a[i] = at;                                                                             \
            at += i % 5;                                                                           \
        }                                                                                          \
        a[N - 1] = -12345;                                                                         \
        s = s * 31 + rows_##x(a, to, N / 4);                                                       \
        return s * 31 + (long)from_minus_one_##x(a, -12345);                                       \
    }

LOOPS(, plain)
LOOPS(shared [1], cyclic)
LOOPS(shared [5], b5)
LOOPS(shared [16], b16)
LOOPS(shared [37], b37)
LOOPS(shared [1024], pages)
LOOPS(shared [], one)

static int *pa, *pb, *pt;

#define TRY(S, x, block)                                                                           \
    do {                                                                                           \
        const size_t count = (2 * N + (block) - 1) / (block);                                      \
        S int *a = (S int *)upc_all_alloc(count, (block) * sizeof(int));                           \
        S int *b = (S int *)upc_all_alloc(count, (block) * sizeof(int));                           \
        S int *to = (S int *)upc_all_alloc(count, (block) * sizeof(int));                          \
        for (int who = 0; who < THREADS; who += 1 + THREADS / 2) {                                 \
            upc_barrier;                                                                           \
            if (MYTHREAD != who) continue;                                                         \
            for (int i = 0; i < 2 * N; i++) {                                                      \
                pa[i] = i * 37 % 211;                                                              \
                pb[i] = i * 29 % 157;                                                              \
                pt[i] = 0;                                                                         \
                a[i] = pa[i];                                                                      \
                b[i] = pb[i];                                                                      \
                to[i] = 0;                                                                         \
            }                                                                                      \
            int same = run_plain(pa, pb, pt) == run_##x(a, b, to);                                 \
            for (int i = 0; i < 2 * N; i++)                                                        \
                same = same && a[i] == pa[i] && b[i] == pb[i] && to[i] == pt[i];                   \
            if (!same) {                                                                           \
                printf("%s: thread %d of %d\n", #x, MYTHREAD, THREADS);                            \
                wrong = 1;                                                                         \
            }                                                                                      \
        }                                                                                          \
        upc_barrier;                                                                               \
        if (MYTHREAD == 0) {                                                                       \
            upc_free(a);                                                                           \
            upc_free(b);                                                                           \
            upc_free(to);                                                                          \
        }                                                                                          \
    } while (0)

int main(void) {
    pa = malloc(2 * N * sizeof(int));
    pb = malloc(2 * N * sizeof(int));
    pt = malloc(2 * N * sizeof(int));
    TRY(shared [1], cyclic, 1);
    TRY(shared [5], b5, 5);
    TRY(shared [16], b16, 16);
    TRY(shared [37], b37, 37);
    TRY(shared [1024], pages, 1024);
    upc_barrier;
    shared [] int *a = upc_alloc(2 * N * sizeof(int)), *b = upc_alloc(2 * N * sizeof(int));
    shared [] int *to = upc_alloc(2 * N * sizeof(int));
    for (int i = 0; i < 2 * N; i++) {
        a[i] = pa[i] = i * 37 % 211;
        b[i] = pb[i] = i * 29 % 157;
        to[i] = pt[i] = 0;
    }
    if (run_plain(pa, pb, pt) != run_one(a, b, to) || memcmp((int *)to, pt, 2 * N * sizeof(int))) {
        printf("indefinite: thread %d of %d\n", MYTHREAD, THREADS);
        wrong = 1;
    }
    free(pa);
    free(pb);
    free(pt);
    upc_barrier;
    if (!wrong && MYTHREAD == 0) puts("pass");
    return wrong;
}
