// 5.1.2: private structures with pointers to private data that are built at run time; lists,
// callbacks, qsort, bsearch, longjmp.
#include "check.h"
#include <setjmp.h>
#include <string.h>

struct item {
    struct item *next;
    int *value;
};
static struct item pool[64], *first;
static int values[64], used;
static int order = 1; // read by the comparison, which the C library calls
static jmp_buf back;

static int compare(const void *a, const void *b)
{
    return order * (*(const int *)a - *(const int *)b);
}

static void push(int v)
{
    struct item *p = &pool[used];
    values[used] = v;
    p->value = &values[used++];
    p->next = first;
    first = p;
}

static void jump(int v)
{
    used = v;
    longjmp(back, v);
}

int main(void)
{
    for (int i = 0; i < 64; i++) push((i * 37 + MYTHREAD) % 64);
    upc_barrier;
    int n = 0, sum = 0;
    for (struct item *p = first; p != NULL; p = p->next) {
        n++;
        sum += *p->value;
    }
    CHECK_EQ(n, 64);
    CHECK_EQ(sum, 63 * 32);

    order = MYTHREAD % 2 ? -1 : 1;
    upc_barrier;
    qsort(values, 64, sizeof *values, compare);
    for (int i = 0; i < 64; i++) CHECK_EQ(values[i], MYTHREAD % 2 ? 63 - i : i);
    int key = 20;
    int *hit = bsearch(&key, values, 64, sizeof *values, compare);
    CHECK(hit == &values[MYTHREAD % 2 ? 43 : 20]);

    const int got = setjmp(back);
    if (got == 0) jump(MYTHREAD + 1);
    CHECK_EQ(got, MYTHREAD + 1);
    CHECK_EQ(used, MYTHREAD + 1);
    memset(values, 0, sizeof values);
    memcpy(&values[3], &order, sizeof order);
    CHECK_EQ(values[3], order);
    PASS();
    return 0;
}
