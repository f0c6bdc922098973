// Corners of the language where types, storage and shared memory meet.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <upc.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
static int failed;

typedef struct cell cell;
struct cell { int v; shared [] cell *next; shared void *any; union { shared [2] int *fat; long raw[2]; } u; shared int *links[3]; };
shared [] cell *shared heads[THREADS];
shared int a[8 * THREADS];
shared [2] int pairs[8 * THREADS];
shared const int seven = 7;
int *shared private_in_shared[THREADS];
shared [] const char *label;
upc_lock_t *shared lock_in_shared;
upc_lock_t *locks[2];
shared strict int gate;
shared [*] int star[5 * THREADS];
enum { count = sizeof(seven) / sizeof(int), blocks = upc_blocksizeof(pairs), wide = sizeof(shared [2] int *) };
_Static_assert(sizeof(shared int *) == 8 && wide == 16 && blocks == 2 && offsetof(cell, any) == 16, "representation");
static int sized[upc_elemsizeof(pairs)];
static struct { cell c; shared int *p; } empty = {{.v = 3, .next = NULL}, 0};
static jmp_buf jump;

static cell make(int v, shared [] cell *next) { return (cell){.v = v, .next = next, .u.fat = &pairs[3], .links = {&a[1], NULL, [2] = a}}; }
static shared [] cell *push(shared [] cell *list, int v) {
    shared [] cell *c = upc_alloc(sizeof *c);
    *c = make(v, list);
    return c;
}
static long total(shared [] cell *l) {
    long sum = 0;
    for (; l != NULL; l = l->next) sum += l->v;
    return sum;
}
static int depth(int n) {
    static int calls;
    calls++;
    return n ? depth(n - 1) : calls;
}
static const char *kind(int v) {
    switch (a[v]) {
    case 0 ... 1: return "small";
    case upc_blocksizeof(pairs): return "two";
    default: return "large";
    }
}
static void raise_it(shared int *p) { longjmp(jump, *p ? 5 : 6); }
static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
static shared int *pick(int which, ...) { return which ? &a[which] : NULL; }

int main(int argc, char *argv[]) {
    int i, n;
    upc_forall (i = 0; i < 8 * THREADS; i++; a + i) a[i] = i;
    upc_forall (i = 0; i < 8 * THREADS; i++; &pairs[i]) pairs[i] = 10 * i;
    heads[MYTHREAD] = NULL;
    upc_barrier;
    for (i = 1; i <= 4; i++) heads[MYTHREAD] = push(heads[MYTHREAD], i * (MYTHREAD + 1));
    upc_barrier;
    for (i = 0; i < THREADS; i++) CHECK(total(heads[i]) == 10 * (i + 1));
    CHECK(*heads[0]->u.fat == 30 && heads[0]->links[2][1] == 1 && *heads[0]->links[0] == 1 && !heads[0]->links[1]);
    CHECK(heads[THREADS - 1]->next->next->next->next == NULL && (*heads[0]).next->v == 3);
    heads[MYTHREAD]->any = &a[2];
    CHECK(*(shared int *)heads[MYTHREAD]->any == 2 && heads[MYTHREAD]->any == (shared void *)&a[2] && heads[MYTHREAD]->any != NULL);
    CHECK(sizeof(cell) == 72 && sizeof(heads[0]) == 8 && sizeof *heads[0] == 72 && sizeof(empty) == 80 && sizeof sized == 16);
    CHECK(count == 1 && _Alignof(cell) == 8 && empty.c.v == 3 && !empty.c.next && empty.p == 0 && seven == 7);

    private_in_shared[MYTHREAD] = &n;
    n = 4;
    CHECK(*private_in_shared[MYTHREAD] == 4 && ++*private_in_shared[MYTHREAD] == 5 && n == 5);
    shared [] int *flat = (shared [] int *)&a[MYTHREAD];
    int *mine = (int *)&a[MYTHREAD], *again = (int *)flat;
    CHECK(mine == again && flat[1] == MYTHREAD + THREADS && mine[1] == flat[1] && *(char *)&mine[0] == (char)MYTHREAD);
    memcpy(mine + 2, mine, sizeof(int));
    CHECK(a[MYTHREAD + 2 * THREADS] == MYTHREAD);
    mine[2] = MYTHREAD + 2 * THREADS;
    shared const int *cp = a + 1;
    shared [1] int *one = (shared [1] int *)cp;
    shared [2] int *two = (shared [2] int *)&pairs[3];
    __auto_type deduced = &pairs[5];
    CHECK(*cp == 1 && *one == 1 && upc_phaseof(two) == 1 && *deduced == 50 && deduced - two == 2 && two < deduced);
    two = NULL;
    CHECK(!two && two == NULL && NULL == two && (two ? 0 : 1) && (deduced && 1) && !(two || 0) && (argc ? deduced : NULL) == deduced);
    CHECK((long)flat != 0 && (_Bool)flat && !(_Bool)two && pick(0, flat) == NULL && *pick(2, two) == 2);
    CHECK(((shared [] char *)&seven)[0] == 7 && depth(3) == 4 && depth(0) == 5);
    CHECK(!strcmp(kind(1), "small") && !strcmp(kind(2), "two") && !strcmp(kind(3), "large"));
    CHECK((i = 3, a[i]) == 3 && (a[i] > 2 ? a[i] : a[0]) == 3 && (a[1] ?: 9) == 1 && (a[0] ?: 9) == 9 && -a[1] + +a[2] == 1);
    CHECK(&a[2] == 2 + a && 1[a] == 1 && *(1 + pairs) == 10 && &*&a[1] == a + 1 && &pairs[4] - pairs == 4 && (char)a[1] == 1);
    CHECK(star[0] == 0 && upc_blocksizeof(star) == 5 && upc_threadof(&star[5 * THREADS - 1]) == (size_t)THREADS - 1);

    locks[0] = upc_all_lock_alloc();
    if (MYTHREAD == 0) lock_in_shared = locks[0];
    upc_barrier;
    upc_lock(lock_in_shared);
    gate += 1;
    gate++;
    upc_unlock(locks[0]);
    upc_barrier 1 + 1;
    CHECK(gate == 2 * THREADS && lock_in_shared == locks[0] && locks[1] == NULL);

    int caught = setjmp(jump);
    if (!caught) raise_it(&a[1]);
    CHECK(caught == 5);
    int values[n], *sorted = values;
    for (i = 0; i < n; i++) values[i] = a[n - 1 - i];
    qsort(values, n, sizeof *values, compare);
    CHECK(sorted[0] == a[0] && sorted[n - 1] == a[4]);
    {
        struct local { shared int *p; int a; } l = {a + 3, 4}, *lp = &l, copy = *lp;
        shared int *(*get)(int, ...) = pick;
        CHECK(*lp->p == 3 && copy.p == l.p && lp->a == 4 && *get(1) == 1 && *(*get)(2) == 2);
        static shared [] struct local *kept;
        kept = upc_alloc(2 * sizeof(struct local));
        kept[1] = l;
        kept[1].p++;
        CHECK(kept[1].a == 4 && *kept[1].p == 4 && (kept[1].p -= 2)[0] == 2 && *++kept[1].p == 3 && --kept[1].a == 3);
        upc_free(kept);
    }
    label = upc_alloc(4);
    upc_memput((shared [] char *)label, "abc", 4);
    CHECK(label[1] == 'b' && label[3] == 0 && argv[0] != NULL);
    upc_barrier;
    if (!failed && MYTHREAD == 0) printf("pass\n");
    return failed;
}
