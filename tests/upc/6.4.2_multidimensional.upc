// 6.4.2, 6.5.2.1: arrays of arrays: the block counts ultimate elements; pointers to rows step by
// whole rows; THREADS may be in any one dimension.
#include "check.h"

shared int first[THREADS][4][5];
shared int middle[4][THREADS][5];
shared int last[3][4][2 * THREADS];
shared [3] int three[6][3 * THREADS];
shared [10] double plane[2 * THREADS][5][2];
shared [4] short uneven[THREADS][7];

#define CHECK_PLACE(lvalue, index, block)                                                                                  \
    do {                                                                                                                   \
        CHECK_EQ(upc_threadof(&(lvalue)), (index) / (block) % THREADS);                                                    \
        CHECK_EQ(upc_phaseof(&(lvalue)), (index) % (block));                                                               \
    } while (0)

int main(void)
{
    for (int i = 0; i < THREADS; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 5; k++) {
                CHECK_PLACE(first[i][j][k], (i * 4 + j) * 5 + k, 1);
                CHECK_PLACE(middle[j][i][k], (j * THREADS + i) * 5 + k, 1);
                CHECK(&first[i][j][k] == &first[0][0][0] + ((i * 4 + j) * 5 + k));
            }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 2 * THREADS; k++) CHECK_PLACE(last[i][j][k], (i * 4 + j) * 2 * THREADS + k, 1);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 3 * THREADS; j++) CHECK_PLACE(three[i][j], i * 3 * THREADS + j, 3);
    for (int i = 0; i < 2 * THREADS; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 2; k++) CHECK_PLACE(plane[i][j][k], (i * 5 + j) * 2 + k, 10);
    for (int i = 0; i < THREADS; i++)
        for (int j = 0; j < 7; j++) CHECK_PLACE(uneven[i][j], i * 7 + j, 4);

    // Pointers to rows: elem_delta = i * (sizeof row / upc_elemsizeof row).
    shared [4] short(*row)[7] = uneven;
    for (int i = 0; i < THREADS; i++, row++) {
        CHECK_EQ(upc_threadof(row), i * 7 / 4 % THREADS);
        CHECK_EQ(upc_phaseof(row), i * 7 % 4);
        CHECK(row == &uneven[i]);
        CHECK_EQ(row - uneven, i);
        for (int j = 0; j < 7; j++) CHECK(&(*row)[j] == &uneven[i][j]);
    }
    shared int(*cell)[5] = first[0];
    CHECK(cell + 3 == &first[0][3] && *(cell + 3) == &first[0][3][0]);
    CHECK(&cell[4 * THREADS - 1][4] == &first[THREADS - 1][3][4]);
    CHECK_EQ(&first[THREADS - 1] - &first[0], THREADS - 1);
    CHECK(&first[0] + 1 == (shared int(*)[4][5])(&first[0][0][0] + 20));

    upc_forall (int i = 0; i < THREADS; i++; i)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 5; k++) {
                first[i][j][k] = 100 * i + 10 * j + k;
                middle[j][i][k] = -first[i][j][k];
            }
    upc_forall (int i = 0; i < 2 * THREADS; i++; &plane[i])
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 2; k++) plane[i][j][k] = i + j / 10. + k / 100.;
    upc_barrier;
    for (int i = 0; i < THREADS; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 5; k++) {
                CHECK_EQ(first[i][j][k], 100 * i + 10 * j + k);
                CHECK_EQ(middle[j][i][k], -(100 * i + 10 * j + k));
                CHECK_EQ((*(*(first + i) + j))[k], 100 * i + 10 * j + k);
            }
    for (int i = 0; i < 2 * THREADS; i++)
        for (int j = 0; j < 5; j++) CHECK(plane[i][j][1] == i + j / 10. + 1 / 100.);
    PASS();
    return 0;
}
