// 7.2.5: the idioms of programs: rows by upc_memget, blocks by upc_memput, strings, copies between
// arrays of other layouts.
#include "check.h"
#include <string.h>

shared [20] double rows[2 * THREADS][20];
shared [6] int blocks[12 * THREADS];
shared [] char text[64];
shared [8] char names[8 * THREADS];

int main(void)
{
    double row[20];
    for (int k = 0; k < 2; k++) {
        for (int j = 0; j < 20; j++) row[j] = 100 * (MYTHREAD + k * THREADS) + j;
        upc_memput(rows[MYTHREAD + k * THREADS], row, sizeof row);
    }
    char name[8] = "thread0";
    name[6] = (char)('0' + MYTHREAD);
    upc_memput(&names[8 * MYTHREAD], name, sizeof name);
    if (MYTHREAD == 0) upc_memput(text, "pointer-to-shared", 18);
    upc_barrier;
    for (int i = 0; i < 2 * THREADS; i++) {
        upc_memget(row, &rows[i][0], 20 * sizeof(double));
        for (int j = 0; j < 20; j++) CHECK(row[j] == 100 * i + j);
        upc_memget(row, rows[i] + 10, 10 * sizeof(double));
        CHECK(row[9] == 100 * i + 19);
    }
    for (int t = 0; t < THREADS; t++) {
        upc_memget(name, &names[8 * t], 8);
        CHECK_EQ(name[6], '0' + t);
    }
    char copy[64];
    upc_memget(copy, text, sizeof copy);
    CHECK(strcmp(copy, "pointer-to-shared") == 0);
    upc_forall (int i = 0; i < 12 * THREADS; i += 6; &blocks[i]) {
        int values[6];
        for (int k = 0; k < 6; k++) values[k] = i + k;
        upc_memput(&blocks[i], values, sizeof values);
    }
    upc_barrier;
    for (int i = 0; i < 12 * THREADS; i++) CHECK_EQ(blocks[i], i);
    PASS();
    return 0;
}
