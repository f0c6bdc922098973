// 6: idioms of real programs, put together: walking pointers, parameters that are arrays of shared
// rows, K&R functions, functions that return pointers to shared arrays, local statics that point to
// each other, inline assembly on private data, typeof.
#include "check.h"
#include <string.h>

#define N 6
shared [N] double m[2 * THREADS][N];
shared [] char text[32];
shared [4] int a[8 * THREADS], b[8 * THREADS];
struct record {
    int id;
    int list[5];
    char name[8];
};
shared [2] struct record r[4 * THREADS];

static double row_sum(shared [N] double rows[][N], int i)
{
    double s = 0;
    for (int j = 0; j < N; j++) s += rows[i][j];
    return s;
}
static int old_style(p, n)
shared [] int *p;
int n;
{
    int s = 0;
    while (n-- > 0) s += *p++;
    return s;
}
static shared [N] double (*rows_of(int i))[N] { return &m[i]; }
static size_t length(shared [] const char *s)
{
    shared [] const char *p = s;
    while (*p) p++;
    return p - s;
}
static void copy_text(shared [] char *to, const char *from)
{
    while ((*to++ = *from++)) {}
}
static int *counter_of(int which)
{
    static int first = 10, second = 20;
    static int *table[2] = {&first, &second};
    static int **cursor = &table[1];
    static struct {
        int **p;
        const char *names[2];
    } holder = {table, {"first", "second"}};
    if (strcmp(holder.names[which], which ? "second" : "first") != 0) return NULL;
    return which ? *cursor : *holder.p;
}
static int value = 3;
static int aligned[3] __attribute__((aligned(256))) = {1, 2, 3};
static char *words[] = {"alpha", "beta", NULL};
static union {
    double d;
    struct {
        unsigned low, high;
    };
} twofold = {.d = 1.0};
int later[];
static int read_later(void) { return later[2]; }
int later[4] = {0, 0, 9};

int main(void)
{
    upc_forall (int i = 0; i < 2 * THREADS; i++; m[i])
        for (int j = 0; j < N; j++) m[i][j] = i + j;
    upc_forall (int i = 0; i < 8 * THREADS; i++; &a[i]) a[i] = i + 1, b[i] = 0;
    upc_forall (int i = 0; i < 4 * THREADS; i++; &r[i]) {
        r[i].id = i;
        for (int k = 0; k < 5; k++) r[i].list[k] = 10 * i + k;
        r[i].name[0] = 'a' + i % 26, r[i].name[1] = 0;
    }
    if (MYTHREAD == 0) copy_text(text, "walking");
    upc_barrier;

    for (int i = 0; i < 2 * THREADS; i++) {
        CHECK(row_sum(m, i) == N * i + 15);
        CHECK((*rows_of(i))[3] == i + 3 && rows_of(0)[i][5] == i + 5);
    }
    for (int i = 0; i < 4 * THREADS; i++) {
        CHECK_EQ(old_style(r[i].list, 5), 50 * i + 10);
        CHECK_EQ(old_style(&r[i].list[2], 3), 30 * i + 9);
        CHECK_EQ(length(r[i].name), 1);
        shared [2] struct record *p = &r[i];
        CHECK(p->list == r[i].list && (*p).list[4] == 10 * i + 4 && *(p->list + 1) == 10 * i + 1);
    }
    CHECK_EQ(length(text), 7);
    if (MYTHREAD == THREADS - 1) { // the classical copy loop, over blocks and threads
        shared [4] int *from = a, *to = b, *end = &a[8 * THREADS];
        while (from < end) *to++ = *from++;
        CHECK(to - b == 8 * THREADS && to[-1] == 8 * THREADS);
    }
    upc_barrier;
    int sum = 0;
    for (shared [4] int *p = b + 8 * THREADS; p-- > b;) sum += *p;
    CHECK_EQ(sum, 8 * THREADS * (8 * THREADS + 1) / 2);

    *counter_of(0) += MYTHREAD, *counter_of(1) -= MYTHREAD;
    upc_barrier;
    CHECK_EQ(*counter_of(0), 10 + MYTHREAD);
    CHECK_EQ(*counter_of(1), 20 - MYTHREAD);

    value += MYTHREAD;
#if defined(__x86_64__)
    __asm__("addl $5, %0" : "+m"(value));
#else
    value += 5;
#endif
    __typeof__(value) other = value;
    __typeof__(aligned) same = {[1] = value};
    CHECK(other == 8 + MYTHREAD && same[1] == other && sizeof same == sizeof aligned);
    CHECK_EQ((unsigned long)aligned % 256, 0);
    words[1] = words[0] + MYTHREAD % 5;
    twofold.low = (unsigned)MYTHREAD;
    upc_barrier;
    CHECK(words[1][0] == "alpha"[MYTHREAD % 5] && words[2] == NULL && twofold.low == (unsigned)MYTHREAD && twofold.high == 0x3ff00000);
    CHECK_EQ(read_later(), 9);
    struct { int *where; } automatic = {&value}, *pointer = &(__typeof__(automatic)){aligned + 2};
    CHECK(*automatic.where == value && *pointer->where == 3);
    PASS();
    return 0;
}
