// Pointers-to-shared as values that live everywhere: in shared scalars and arrays, in structures
// and unions in shared memory, in private arrays, on the heap, strict and relaxed, of one and of
// two words; stepped, subtracted, compared and dereferenced where they lie. Each step is compared
// with the index it stands for.
#include "check.h"
#include <string.h>

#define N (12 * THREADS)

shared int cyclic[12 * THREADS];
shared [5] int blocked[12 * THREADS];
shared [] int single[40];

struct cell {
    shared int *to_cyclic;
    int number : 7;
    shared [5] int *to_blocked;
    union {
        shared [] int *to_single;
        shared void *anything;
    } either;
    shared int *list[3];
};

shared struct cell cells[2 * THREADS];
shared [3] struct cell blocked_cells[4 * THREADS];
shared int *shared where_cyclic[3 * THREADS];
shared [5] int *shared [2] where_blocked[4 * THREADS];
shared [5] int *strict shared strict_blocked[THREADS];
shared int *strict shared strict_cyclic[THREADS];
shared void *shared anything[THREADS];
shared [5] int *shared *shared chain[THREADS];
shared [5] int *own_list[4], *(*pointer_to_list)[4] = &own_list;

static int index_of(shared [5] int *p) { return (int)(p - blocked); }

static void check_blocked(shared [5] int *p, int i)
{
    CHECK_EQ(p - blocked, i);
    CHECK_EQ(upc_phaseof(p), i % 5);
    CHECK_EQ(upc_threadof(p), i / 5 % THREADS);
    if (i < N) CHECK_EQ(*p, 1000 + i);
}

static void in_shared_arrays(void)
{
    const int mine = MYTHREAD, other = (MYTHREAD + 1) % THREADS;
    where_cyclic[mine] = &cyclic[mine + 3];
    where_cyclic[mine] += THREADS;
    CHECK(where_cyclic[mine]++ == cyclic + mine + 3 + THREADS);
    CHECK(--where_cyclic[mine] == &cyclic[mine + 3 + THREADS]);
    CHECK_EQ(*where_cyclic[mine], mine + 3 + THREADS);
    CHECK_EQ(where_cyclic[mine][-2], mine + 1 + THREADS);
    CHECK_EQ((where_cyclic[mine] -= THREADS)[1], mine + 4);

    where_blocked[mine] = blocked + 7;
    check_blocked(where_blocked[mine]++, 7);
    check_blocked(++where_blocked[mine], 9);
    check_blocked(where_blocked[mine] -= 6, 3);
    check_blocked(where_blocked[mine] + 4, 7);
    check_blocked(&where_blocked[mine][N - 4], N - 1);
    check_blocked(where_blocked[mine] = &blocked[N], N);
    CHECK_EQ(where_blocked[mine]--[-1], 1000 + N - 1);
    CHECK_EQ(*where_blocked[mine]--, 1000 + N - 1);
    CHECK_EQ(index_of(where_blocked[mine]), N - 2);

    strict_blocked[mine] = &blocked[4];
    check_blocked(strict_blocked[mine]++, 4);
    check_blocked(strict_blocked[mine] += 5, 10);
    check_blocked(--strict_blocked[mine], 9);
    strict_cyclic[mine] = cyclic;
    CHECK(++strict_cyclic[mine] == cyclic + 1 && *strict_cyclic[mine]++ == 1 && strict_cyclic[mine] - cyclic == 2);
    upc_barrier;
    CHECK(where_cyclic[other] == &cyclic[other + 3] && *where_cyclic[other] == other + 3);
    check_blocked(strict_blocked[other], 9);
}

static void in_structures(void)
{
    shared struct cell *c = &cells[MYTHREAD + THREADS];
    memset((struct cell *)c, 0, sizeof *c);
    CHECK(c->to_cyclic == NULL && c->to_blocked == 0 && !c->either.anything && c->list[2] == NULL);
    c->to_cyclic = cyclic + 5;
    c->number = 33;
    c->to_blocked = &blocked[6];
    c->either.anything = c->to_blocked;
    check_blocked((shared [5] int *)c->either.anything, 6); // through shared void * the phase stays
    for (int k = 0; k < 3; k++) c->list[k] = c->to_cyclic + k;
    CHECK_EQ(*c->list[1], 6);
    CHECK_EQ((*c).list[2] - cyclic, 7);
    check_blocked(c->to_blocked += 3, 9);
    check_blocked((*c).to_blocked--, 9);
    c->number++;
    CHECK_EQ(c->number, 34);
    c->either.to_single = &single[3];
    CHECK_EQ(c->either.to_single[2], 5);
    struct cell copy = *c;
    check_blocked(copy.to_blocked, 8);
    copy.to_blocked++;
    blocked_cells[MYTHREAD] = copy;
    check_blocked(blocked_cells[MYTHREAD].to_blocked, 9);
    blocked_cells[MYTHREAD].to_blocked = blocked_cells[MYTHREAD].to_blocked - 9;
    check_blocked(blocked_cells[MYTHREAD].to_blocked, 0);
    shared [5] int *shared [] *pp = &blocked_cells[MYTHREAD].to_blocked;
    check_blocked(++*pp, 1);
    check_blocked((*pp)++, 1);
    CHECK_EQ(**pp, 1002);
    chain[MYTHREAD] = (shared [5] int *shared *)pp;
    CHECK_EQ(**chain[MYTHREAD], 1002);
    check_blocked(*chain[MYTHREAD] += 2, 4);
    check_blocked(blocked_cells[MYTHREAD].to_blocked, 4);
}

static void in_private_memory(void)
{
    for (int k = 0; k < 4; k++) own_list[k] = &blocked[3 * k];
    for (int k = 0; k < 4; k++) check_blocked((*pointer_to_list)[k], 3 * k);
    shared [5] int **heap = malloc(N * sizeof *heap);
    for (int k = 0; k < N; k++) heap[k] = k ? heap[k - 1] + 1 : blocked;
    for (int k = 0; k < N; k++) check_blocked(heap[k], k);
    for (int k = 0; k < N; k++)
        for (int j = 0; j < N; j++) {
            CHECK_EQ(heap[k] - heap[j], k - j);
            CHECK((heap[k] < heap[j]) == (k < j) && (heap[k] <= heap[j]) == (k <= j) && (heap[k] > heap[j]) == (k > j));
            CHECK((heap[k] == heap[j]) == (k == j) && (heap[k] != heap[j]) == (k != j));
            check_blocked(heap[k] + (j - k), j);
            check_blocked(heap[k] - (k - j), j);
            const shared int *a = cyclic + k, *b = cyclic + j;
            CHECK(a - b == k - j && (a < b) == (k < j) && (a >= b) == (k >= j) && (a == b) == (k == j));
        }
    free(heap);
    shared int *c = &cyclic[N - 1];
    for (int k = N - 1; k >= 0; k--) CHECK_EQ(*c--, k);
    CHECK_EQ(c - cyclic, -1);
    for (shared [5] int *p = blocked; p < &blocked[N]; p += 1) CHECK_EQ(*p, 1000 + (p - blocked));
    for (shared [] int *p = single; p != single + 40; ++p) CHECK_EQ(*p, p - single);
}

static void phases(void)
{
    shared [5] int *p = &blocked[7];
    CHECK_EQ(upc_phaseof(p), 2);
    CHECK_EQ(upc_phaseof(upc_resetphase(p)), 0);
    CHECK(upc_resetphase(p) == p && upc_threadof(upc_resetphase(p)) == upc_threadof(p));
    shared [5] int *reset = upc_resetphase(p);
    CHECK(reset == p && *reset == *p); // equal, whatever the phases
    CHECK_EQ(upc_phaseof(reset + 4), 4);
    CHECK_EQ(upc_threadof(reset + 4), upc_threadof(p));
    CHECK_EQ(upc_phaseof((shared [3] int *)p), 0); // a cast to another block size resets it
    CHECK_EQ(upc_phaseof((shared [5] int *)(shared void *)p), 2);
    CHECK_EQ(upc_phaseof(cyclic + 3), 0);
    CHECK_EQ(upc_phaseof(single + 3), 0);
    CHECK_EQ(upc_phaseof((shared int *)0), 0);
    CHECK_EQ(upc_threadof((shared void *)0), 0);
    anything[MYTHREAD] = p;
    CHECK_EQ(upc_phaseof(anything[MYTHREAD]), 2);
    CHECK(anything[MYTHREAD] == p && anything[MYTHREAD] != NULL);
    CHECK_EQ(upc_addrfield(&blocked[1]) - upc_addrfield(&blocked[0]), sizeof(int));
}

int main(void)
{
    upc_forall (int i = 0; i < N; i++; &cyclic[i]) cyclic[i] = i;
    upc_forall (int i = 0; i < N; i++; &blocked[i]) blocked[i] = 1000 + i;
    if (MYTHREAD == 0)
        for (int i = 0; i < 40; i++) single[i] = i;
    upc_barrier;
    in_shared_arrays();
    upc_barrier;
    in_structures();
    in_private_memory();
    phases();
    PASS();
}
