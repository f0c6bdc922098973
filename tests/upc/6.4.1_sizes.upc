// 6.4.1: sizeof, upc_localsizeof, upc_blocksizeof, upc_elemsizeof of objects, types and
// expressions.
#include "check.h"

struct s {
    int a;
    char b;
    double c;
};
typedef int row[10];

shared int scalar;
shared int cyclic[7 * THREADS];
shared [5] short blocked[3 * THREADS][5];
shared [] double indefinite[12];
shared [*] char automatic[6 * THREADS];
shared [3] row rows[3 * THREADS];
shared struct s one;
shared [4] struct s records[8 * THREADS];
shared [UPC_MAX_BLOCK_SIZE] char *widest;
shared [2] float (*grid)[THREADS][6];
shared [7] int single;

static int evaluated;
static int touch(void) { return evaluated++; }

int main(void)
{
    CHECK_EQ(sizeof scalar, sizeof(int));
    CHECK_EQ(sizeof cyclic, 7 * THREADS * sizeof(int));
    CHECK_EQ(sizeof cyclic / sizeof cyclic[0], 7 * THREADS);
    CHECK_EQ(sizeof blocked, 15 * THREADS * sizeof(short));
    CHECK_EQ(sizeof blocked[0], 5 * sizeof(short));
    CHECK_EQ(sizeof indefinite, 12 * sizeof(double));
    CHECK_EQ(sizeof rows, 30 * THREADS * sizeof(int));
    CHECK_EQ(sizeof records, 8 * THREADS * sizeof(struct s));
    CHECK_EQ(sizeof(shared [5] int[5 * THREADS]), 5 * THREADS * sizeof(int));
    CHECK_EQ(sizeof *grid, 6 * THREADS * sizeof(float));

    CHECK_EQ(upc_blocksizeof(scalar), 1);
    CHECK_EQ(upc_blocksizeof(cyclic), 1);
    CHECK_EQ(upc_blocksizeof(cyclic[3]), 1);
    CHECK_EQ(upc_blocksizeof blocked, 5);
    CHECK_EQ(upc_blocksizeof blocked[1], 5);
    CHECK_EQ(upc_blocksizeof(indefinite), 0);
    CHECK_EQ(upc_blocksizeof(automatic), 6);
    CHECK_EQ(upc_blocksizeof(rows), 3);
    CHECK_EQ(upc_blocksizeof(single), 7);
    CHECK_EQ(upc_blocksizeof(*grid), 2);
    CHECK_EQ(upc_blocksizeof(*widest), UPC_MAX_BLOCK_SIZE);
    CHECK_EQ(upc_blocksizeof(shared [9] int), 9);
    CHECK_EQ(upc_blocksizeof(shared [] int), 0);
    CHECK_EQ(upc_blocksizeof(shared int[4 * THREADS]), 1);

    CHECK_EQ(upc_elemsizeof(scalar), sizeof(int));
    CHECK_EQ(upc_elemsizeof(cyclic), sizeof(int));
    CHECK_EQ(upc_elemsizeof(blocked), sizeof(short));
    CHECK_EQ(upc_elemsizeof(rows), sizeof(int));
    CHECK_EQ(upc_elemsizeof(one), sizeof(struct s));
    CHECK_EQ(upc_elemsizeof records, sizeof(struct s));
    CHECK_EQ(upc_elemsizeof(*grid), sizeof(float));
    CHECK_EQ(upc_elemsizeof(shared [3] long[3 * THREADS]), sizeof(long));

    // upc_localsizeof: an upper bound of what one thread holds; exact here, since every thread
    // holds the same.
    CHECK_EQ(upc_localsizeof(cyclic), 7 * sizeof(int));
    CHECK_EQ(upc_localsizeof(blocked), 15 * sizeof(short));
    CHECK_EQ(upc_localsizeof(records), 8 * sizeof(struct s));
    CHECK_EQ(upc_localsizeof(indefinite), 12 * sizeof(double));
    CHECK_EQ(upc_localsizeof(automatic), 6);
    CHECK(upc_localsizeof(scalar) >= sizeof(int));
    CHECK_EQ(upc_localsizeof(shared [2] int[6 * THREADS]), 6 * sizeof(int));

    // Constant expressions, of type size_t, whose operand is not evaluated.
    static int as_dimension[upc_blocksizeof(blocked) + upc_elemsizeof(one)];
    CHECK_EQ(sizeof as_dimension / sizeof(int), 5 + sizeof(struct s));
    CHECK(_Generic(upc_elemsizeof(one), size_t: 1, default: 0));
    CHECK(_Generic(upc_blocksizeof(one), size_t: 1, default: 0));
    CHECK(_Generic(upc_localsizeof(one), size_t: 1, default: 0));
    CHECK_EQ(upc_elemsizeof(cyclic[touch()]), sizeof(int));
    CHECK_EQ(upc_blocksizeof(cyclic[touch()]), 1);
    CHECK_EQ(upc_localsizeof(cyclic[touch()]), sizeof(int));
    CHECK_EQ(evaluated, 0);
    PASS();
    return 0;
}
