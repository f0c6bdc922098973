// Corners that programs turn: pointers-to-shared through structures, unions, function pointers,
// variable arguments, compound literals, statement expressions and type names; shared functions'
// addresses, enumerations, bit-fields, typedefs of arrays; incomplete declarations completed later;
// subscripts of every type.
// flags: -Wno-overflow
#include "check.h"
#include <stdarg.h>
#include <string.h>

extern shared int numbers[];
extern shared [4] int blocked[];
typedef int triple[3];
typedef shared [3] struct {
    int a;
    char text[5];
    short pair[2];
} record_t;

shared [3] triple triples[2 * THREADS];
record_t records[6 * THREADS];
shared int numbers[5 * THREADS];
shared [4] int blocked[8 * THREADS];
shared [] char greeting[] = "hello";
shared [] const char *greeting_pointer = greeting;
static shared int *to_third = &numbers[3];
static shared [4] int *to_fifth = &blocked[5];
shared int *shared shared_pointer = &numbers[2];
shared [4] int *pointers[3] = {&blocked[1], &blocked[6], NULL};

struct holder {
    shared int *p;
    shared [4] int *q;
    int n;
} holder = {&numbers[1], blocked + 6, 4};
shared struct holder holders[THREADS];

typedef shared [4] int *(*walker_t)(shared [4] int *, int);
static shared [4] int *walk(shared [4] int *p, int n) { return p + n; }
static walker_t walkers[2] = {walk, 0};
shared walker_t shared_walkers[THREADS];

enum step { first, second, tenth = 10 };
shared enum step steps[THREADS];
shared _Bool truths[THREADS];
shared [2] struct bits {
    unsigned low : 3;
    int small : 5;
    unsigned long long wide : 40;
    _Bool flag : 1;
    enum step step : 5;
} bits[4 * THREADS];

static int sum(int n, ...)
{
    va_list list;
    int total = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        if (i % 2) total += *va_arg(list, shared [4] int *);
        else total += *va_arg(list, shared int *);
    }
    va_end(list);
    return total;
}

static struct holder make(int i) { return (struct holder){.q = &blocked[i], .p = &numbers[i], .n = i}; }
static int take(struct holder h) { return *h.p + *h.q + h.n; }
static int add_up(shared int *p, int n) { return n == 0 ? 0 : *p + add_up(p + 1, n - 1); }

static void pointers_of_all_origins(void)
{
    CHECK(*to_third == 3 && *to_fifth == 105 && *shared_pointer == 2 && *pointers[1] == 106 && pointers[2] == NULL && !pointers[2]);
    CHECK(*holder.p == 1 && *holder.q == 106);
    holders[MYTHREAD] = holder;
    holders[MYTHREAD].n++;
    CHECK(holders[MYTHREAD].n == 5 && *holders[MYTHREAD].q == 106 && take(holders[MYTHREAD]) == 1 + 106 + 5);
    holders[MYTHREAD] = make(4);
    CHECK(take(holders[MYTHREAD]) == 4 + 104 + 4 && make(3).q - blocked == 3 && make(2).q[1] == 103);
    memset((void *)&holders[MYTHREAD], 0, sizeof(struct holder));
    CHECK(!holders[MYTHREAD].p && holders[MYTHREAD].q == 0 && (holders[MYTHREAD].p || to_third) && !(holders[MYTHREAD].p && to_third));
    shared_walkers[MYTHREAD] = walkers[0];
    CHECK(*shared_walkers[MYTHREAD](blocked, 7) == 107 && *(*shared_walkers[MYTHREAD])(blocked, 1) == 101);
    CHECK(*walkers[0](&blocked[1], -1) == 100 && sum(4, to_third, to_fifth, &numbers[1], &blocked[2]) == 3 + 105 + 1 + 102);
    CHECK_EQ(add_up(numbers, 5), 10);
    union {
        shared int *p;
        shared [4] int *q;
    } either = {.q = &blocked[3]};
    CHECK(*either.q == 103 && upc_phaseof(either.q) == 3);
    shared int *member = (struct holder){.p = &numbers[4]}.p;
    CHECK(*member == 4 && *((shared [4] int *[]){blocked, blocked + 3})[1] == 103 && ({ shared int *p = numbers + 2; *p; }) == 2);
    int turns = 0;
    for (shared int *p = numbers; p; p = turns < 3 ? p + 1 : NULL) turns++;
    CHECK_EQ(turns, 3);
    shared [4] int **by_length[turns];
    by_length[1] = pointers;
    CHECK_EQ(*by_length[1][0], 101);
    CHECK(_Generic(to_third, shared int *: 1, default: 2) == 1 && _Generic(to_fifth, shared int *: 1, shared [4] int *: 3, default: 2) == 3);
}

static void subscripts(void)
{
    for (unsigned char c = 0; c < 5; c++) CHECK_EQ(numbers[c], c);
    for (enum step s = first; s <= second; s++) CHECK_EQ(numbers[s], s);
    CHECK(to_third[-1] == 2 && (-1)[to_third] == 2 && *(to_third - 2) == 1 && to_fifth[-5] == 100);
    CHECK(*(to_fifth + (short)-5) == 100 && *(-1 + to_fifth) == 104 && numbers[2ull] == 2 && numbers['\3'] == 3);
    int i = 3;
    CHECK(numbers[i++] == 3 && i == 4 && numbers[--i] == 3 && i == 3);
    shared [3] triple *row = triples;
    row++;
    CHECK((*row)[2] == 12 && row[0][1] == 11 && row - triples == 1 && upc_phaseof(row) == 0);
    shared [3] int *flat = triples[1];
    CHECK(flat[2] == 12 && *flat == 10 && flat - &triples[0][0] == 3);
    CHECK(greeting[4] == 'o' && sizeof greeting == 6 && greeting_pointer[1] == 'e');
    CHECK(sizeof numbers == 5 * THREADS * sizeof(int) && upc_elemsizeof(records) == sizeof records[0] && upc_blocksizeof(records) == 3);
    __typeof__(records[0]) *r = &records[0];
    CHECK_EQ(upc_threadof(r + 3), 1 % THREADS);
    r = &records[3 * MYTHREAD];
    r->a = 5, r->pair[1] = 6, r->text[4] = 'x';
    records[3 * MYTHREAD + 1] = *r;
    CHECK(r[1].pair[1] == 6 && (r + 1)->text[4] == 'x' && (*(r + 1)).a == 5);
}

static void small_types(void)
{
    steps[MYTHREAD] = tenth;
    CHECK(++steps[MYTHREAD] == 11);
    truths[MYTHREAD] = 5;
    CHECK_EQ(truths[MYTHREAD], 1);
    truths[MYTHREAD] = !to_third;
    CHECK(!truths[MYTHREAD] && (truths[MYTHREAD] = to_third) == 1);
    shared [2] struct bits *b = &bits[2 * MYTHREAD];
    b->low = 9, b->small = -3, b->wide = 1ull << 39, b->flag = 2, b->step = tenth;
    CHECK(b->low == 1 && b->small == -3 && b->wide == 1ull << 39 && b->flag == 1 && b->step == tenth);
    b->low += 7, b->small--, b->wide >>= 39, b->flag ^= 1;
    CHECK(b->low == 0 && b->small == -4 && b->wide == 1 && b->flag == 0 && b->low++ == 0 && --b->small == -5);
    struct bits own = *b;
    CHECK(own.low == 1 && own.small == -5);
    own.small = 7;
    *b = own;
    CHECK_EQ((&bits[2 * MYTHREAD])->small, 7);
}

int main(void)
{
    upc_forall (int i = 0; i < 5 * THREADS; i++; &numbers[i]) numbers[i] = i;
    upc_forall (int i = 0; i < 8 * THREADS; i++; &blocked[i]) blocked[i] = 100 + i;
    for (int i = 0; i < 2 * THREADS; i++)
        for (int j = 0; j < 3; j++)
            if (upc_threadof(&triples[i][j]) == MYTHREAD) triples[i][j] = 10 * i + j;
    upc_barrier;
    pointers_of_all_origins();
    subscripts();
    small_types();
    PASS();
}
