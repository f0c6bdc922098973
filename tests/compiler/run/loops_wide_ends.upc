// Loops from one end of their numbers towards the other, which break sooner, and loops whose numbers
// go round. Conversions that make another number, in an index and in a bound. Members that a
// declaration's type names, but that nothing reads.
// flags: -O2
// variants: third: -O3
// variants: off: -O2 -fno-upc-passes
#include <limits.h>
#include <stdio.h>
#include <upc_relaxed.h>

enum { B = 8, N = 80, WIDE = 66000 };
shared [B] int a[N * THREADS];
shared [64] unsigned wide[(WIDE + 64) * THREADS];
shared int cyclic[N * THREADS];
shared [20000] int large[6 * THREADS][20000]; // blocks longer than what lies in front of them
static int wrong;

static void same(const char *what, long found, long expected) {
    if (found != expected && ++wrong < 9) printf("%s: %ld, not %ld\n", what, found, expected);
}
static long to_the_end(long from) {
    long s = 0;
    for (long i = from; i < LONG_MAX; i++) { s += a[i - from]; if (a[i - from] == 40) break; }
    return s;
}
static long to_the_end_by(long from) {
    long s = 0;
    for (long i = from; i < LONG_MAX; i += 3) { s += a[i - from]; if (i - from >= 60) break; }
    return s;
}
static long to_the_beginning(long from) {
    long s = 0;
    for (long i = from; i >= LONG_MIN; i--) { s += a[from - i]; if (a[from - i] == 40) break; }
    return s;
}
static long below(long from, long to) {
    long s = 0;
    for (long i = from; i > to; i--) { s += a[from - i]; if (a[from - i] == 40) break; }
    return s;
}
static long through_zero(unsigned long from) {
    long s = 0;
    for (unsigned long i = from; i != 0; i++) { s += a[i - from]; if (a[i - from] == 40) break; }
    return s;
}
static int past_its_end(int from, int to) {
    for (int i = from; i != to; i++) if (a[i + 5] == 70) return i;
    return -1;
}
static int round_by(unsigned from, unsigned to) {
    int s = 0;
    for (unsigned i = from; i < to; i += 3) { if (i < 40) s += a[i]; if (i > 30 && i < 40) break; }
    return s;
}
static int round_inclusive(unsigned from) {
    int s = 0;
    for (unsigned i = from; i <= UINT_MAX; i++) { if (i < 40) s += a[i]; if (i == 20) break; }
    return s;
}
static int round_below(unsigned from, unsigned long to) {
    int s = 0;
    for (unsigned i = from; i < to; i++) { if (i < 40) s += a[i]; if (i == 20) break; }
    return s;
}
static int ends_in_if(unsigned n) {
    int s = 0;
    for (unsigned i = 0; i < n; i += 2) if (a[i] % 3 == 0) s += a[i];
    for (unsigned i = 0; i <= n; i++) for (unsigned k = 0; k < n; k += 3) if (a[k] == i) s++;
    return s;
}
static int cursor_round(unsigned n) {
    unsigned k = -1, s = 0;
    while (k != n - 1) s = s * 3 + cyclic[++k];
    for (k = 3; k != -1u; k--) s = s * 3 + cyclic[k];
    return s;
}
static int cursor_expected(unsigned n) {
    unsigned s = 0;
    for (unsigned k = 0; k < n; k++) s = s * 3 + k;
    for (int k = 3; k >= 0; k--) s = s * 3 + k;
    return s;
}
static int below_unsigned(int key, int most) {
    unsigned i, k = 0;
    for (i = 0; i < most; i++) if (a[i] == key) break;
    while (k < most) { if (a[k] == key) return i * 100 + k; k++; }
    return 0;
}
static int low(unsigned char y) { return y; }
static int all(int y) { return y; }
static long two_values(long n) {
    long s = 0;
    for (int i = 0; i < 10; i++) s += (long)wide[i + low(n)] - wide[i + all(n)];
    const int k = n;
    const unsigned char q = n;
    for (int i = 0; i < 10; i++) s += 3L * wide[i + k] - 3L * wide[i + q];
    return s;
}
static int shifted(void) {
    int s = 0;
    for (int i = 0; i < 5; i++) s += a[i << THREADS];
    return s;
}
static int rest_alone(int v, int n, int m) {
    int s = 0, j = 0;
    while (j < 60) { if (j % 3) s += a[v + n + m]; v++; j++; }
    return s;
}
static int entered_again(int n) {
    int k, first = 1, s = 0;
    for (;;) {
        static int calls;
        calls++;
        while (1) {
            if (first) { k = 0; first = 0; }
            s = s * 3 + a[k];
            k++;
            if (k >= n) return s;
            if (k % 17 == 0) break;
        }
    }
}
static int far_down(int first) {
    int s = 0;
    for (int i = first; i >= 0; i--) s = s * 3 + large[i][7];
    return s;
}
static unsigned converted(int n, signed char c) {
    unsigned s = 0;
    for (int i = 0; i < n; i++) s += wide[i + c + 1] + 3 * wide[i + (unsigned short)c];
    return s;
}

struct g { int n; };
static int in_typeof(struct g *p, int n) {
    __typeof__(p->n + 1) s = 0;
    for (int i = 0; i < n; i++) { if (p) s += a[i + p->n]; else s += a[i]; }
    return s;
}
static int in_prototype(struct g *p, int n) {
    int f(int v[p->n + 1]);
    int s = 0;
    for (int i = 0; i < n; i++) { if (p) s += a[i + p->n]; else s += a[i]; }
    return s;
}
static int in_cast(struct g *p, int n) {
    int s = (__typeof__(p->n + 1))0;
    for (int i = 0; i < n; i++) { if (p) s += a[i + p->n]; else s += a[i]; }
    return s;
}

int main(void) {
    struct g *volatile null = 0;
    upc_forall (int i = 0; i < N * THREADS; i++; &a[i]) a[i] = i;
    upc_forall (int i = 0; i < (WIDE + 64) * THREADS; i++; &wide[i]) wide[i] = i * 17 % 1009;
    upc_forall (int i = 0; i < N * THREADS; i++; &cyclic[i]) cyclic[i] = i;
    upc_forall (int i = 0; i < 6 * THREADS; i++; &large[i][0]) large[i][7] = i + 2;
    upc_barrier;
    same("from -5 up", to_the_end(-5), 820);
    same("from 5 up", to_the_end(5), 820);
    same("from the least number up", to_the_end(LONG_MIN), 820);
    same("from -5 up by threes", to_the_end_by(-5), 630);
    same("from the greatest number down", to_the_beginning(LONG_MAX), 820);
    same("from 5 down", to_the_beginning(5), 820);
    same("down to a negative number", below(LONG_MAX - 1, -7), 820);
    same("down to the least number", below(5, LONG_MIN), 820);
    same("through zero", through_zero(-50L), 820);
    int sum;
    same("past its end", past_its_end(-5, -10), 65);
    same("round in steps", round_by(UINT_MAX - 5, UINT_MAX), 198);
    same("round, inclusive", round_inclusive(UINT_MAX - 5), 210);
    same("round below a wider bound", round_below(UINT_MAX - 5, 1UL << 33), 210);
    sum = 0;
    for (int i = 0; i < 40; i++) sum += i % 6 == 0 ? i : 0;
    same("a body that ends in an if", ends_in_if(40), sum + 14);
    same("a cursor that goes round", cursor_round(70), cursor_expected(70));
    same("a negative bound of an unsigned variable", below_unsigned(77, -1), 7777);
    long two = 0;
    for (int i = 0; i < 10; i++) two += 2L * wide[i + 300] - 2L * wide[i + 44];
    same("two values of one text", two_values(300), two);
    sum = 0;
    for (int i = 0; i < 5; i++) sum += i << THREADS;
    same("a shift by THREADS", shifted(), sum);
    sum = 0;
    for (int j = 0; j < 60; j++) if (j % 3) sum += j + 13;
    same("a rest alone", rest_alone(INT_MIN + 5, INT_MAX - 2, 11), sum);
    sum = 0;
    for (int i = 0; i < 60; i++) sum = sum * 3 + i;
    same("entered again", entered_again(60), sum);
    sum = 0;
    for (int i = 6 * THREADS - 1; i >= 0; i--) sum = sum * 3 + i + 2;
    same("down through large blocks", far_down(6 * THREADS - 1), sum);
    volatile signed char c = -1;
    unsigned expected = 0;
    for (int i = 0; i < 100; i++) expected += i * 17 % 1009 + 3 * ((i + 65535) * 17 % 1009);
    same("a negative number as unsigned", converted(100, c), expected);
    same("a member in typeof", in_typeof(null, 30), 435);
    same("a member in a prototype", in_prototype(null, 30), 435);
    same("a member in a cast", in_cast(null, 30), 435);
    upc_barrier;
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}
