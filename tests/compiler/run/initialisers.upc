// Initial values of shared objects and of static pointers-to-shared, in files and in blocks.
#include <stdio.h>
#include <string.h>
#include <upc.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
static int failed;

shared int scalar = 42;
static shared double half = 0.5;
shared [] int all[] = {1, 2, 3, [6] = 7, 8};
shared [] char text[] = "shared text";
shared [] struct { int a; char name[8]; struct { short x[2]; } in; } record = {3, "name", .in.x[1] = 4};
shared [] int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
shared int cyclic[5 * THREADS];
shared int *to_scalar = &scalar, *to_element = &cyclic[3], *nothing = NULL, *zero = 0;
shared [] int *const fixed = &all[1];
static shared [] int *const fixed_table[3] = {all, &all[2], 0};
shared void *generic = &half;
shared [2] int wide[4 * THREADS];
shared [2] int *blocked = &wide[3], *blocked_null = 0;
struct { int n; shared [] int *p; shared [2] int *q; } mixed[2] = {{1, all, 0}, {.q = wide + 1}};
int private_number = 5, *private_pointer = &private_number;
int private_array[3][2] = {{1, 2}, {3}};
static int *row = private_array[1], *deep[2] = {[1] = &private_array[2][1]};
static const char *const words[] = {"one", "two"};
static int (*operation)(const char *, const char *) = strcmp;
shared [] int *shared [] links[2];

static shared int *counted(void) {
    static shared int *next = &cyclic[1];
    static int calls;
    calls++;
    next += calls > 1;
    return next;
}

static int block_statics(void) {
    static shared int in_block = 11;
    static shared [] char block_text[4] = "abc";
    static int n = 3, *p = &n, rest[4] = {1, [3] = 4};
    static struct { int *where; } slot = {&rest[3]};
    n++;
    return in_block + block_text[1] + *p + *slot.where;
}

int main(void) {
    CHECK(scalar == 42 && half == 0.5);
    CHECK(sizeof(all) == 8 * sizeof(int) && all[0] == 1 && all[2] == 3 && all[3] == 0 && all[6] == 7 && all[7] == 8);
    CHECK(sizeof(text) == 12 && text[7] == 't' && text[11] == 0);
    CHECK(record.a == 3 && record.name[3] == 'e' && record.in.x[0] == 0 && record.in.x[1] == 4);
    CHECK(matrix[1][2] == 6 && matrix[0][1] == 2);
    CHECK(to_scalar == &scalar && *to_scalar == 42 && to_element == cyclic + 3 && !nothing && zero == NULL);
    CHECK(*fixed == 2 && fixed_table[1][0] == 3 && fixed_table[2] == NULL && generic == &half);
    CHECK(blocked == &wide[3] && upc_phaseof(blocked) == 1 && blocked_null == 0);
    CHECK(mixed[0].n == 1 && mixed[0].p[1] == 2 && mixed[0].q == NULL && mixed[1].q == &wide[1] && mixed[1].p == 0);
    CHECK(*private_pointer == 5 && row[0] == 3 && *deep[1] == 0 && deep[0] == NULL && strcmp(words[1], "two") == 0);
    CHECK(operation("a", "a") == 0);
    private_number = MYTHREAD;
    private_array[2][1] = MYTHREAD + 1;
    upc_barrier;
    CHECK(*private_pointer == MYTHREAD && *deep[1] == MYTHREAD + 1);
    CHECK(counted() == &cyclic[1] && counted() == &cyclic[2] && counted() == &cyclic[3]);
    CHECK(block_statics() == 11 + 'b' + 4 + 4 && block_statics() == 11 + 'b' + 5 + 4);
    upc_barrier;
    if (!failed) printf(MYTHREAD == 0 ? "pass\n" : "");
    return failed;
}
