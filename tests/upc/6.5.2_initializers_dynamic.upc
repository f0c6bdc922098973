// 6.5.2.1: initialisers of shared arrays of several dimensions, one of which contains THREADS:
// nested braces, designators, ranges, strings, structures, pointers; blocks that end in the middle
// of a row; rows whose length is known only at start.
#include "check.h"

struct item {
    int a[2];
    const char *name;
    unsigned low : 4;
};
shared int inner[2][3 * THREADS] = {{1, 2, 3}, {4}};
shared [2] int outer[THREADS][4] = {{1, 2}, [0][3] = 9};
shared [3] char names[4 * THREADS][5] = {"zero", "one", [3] = "seven"};
shared [*] int spread[][THREADS] = {{}, {}, {7}};
shared [2] struct item items[2][2 * THREADS] = {{{{1, 2}, "first", 5}}, {[1] = {.a[1] = 8, .low = 3}}};
shared [4] int *shared pointers[2][THREADS] = {{NULL}, {(shared [4] int *)0}};
static shared double ranges[THREADS][6] = {[0][1 ... 4] = 2.5};

int main(void)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3 * THREADS; j++) CHECK_EQ(inner[i][j], i == 0 ? (j < 3 ? j + 1 : 0) : j == 0 ? 4 : 0);
    for (int i = 0; i < THREADS; i++)
        for (int j = 0; j < 4; j++) CHECK_EQ(outer[i][j], i ? 0 : j < 2 ? j + 1 : j == 3 ? 9 : 0);
    static const char *const expected[4] = {"zero", "one", "", "seven"};
    for (int i = 0; i < 4 * THREADS; i++)
        for (int j = 0; j < 5; j++) CHECK_EQ(names[i][j], i > 3 || j > (int)__builtin_strlen(expected[i]) ? 0 : expected[i][j]);
    CHECK_EQ(sizeof spread, 3 * THREADS * sizeof(int));
    CHECK_EQ(upc_blocksizeof(spread), 3);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < THREADS; j++) CHECK_EQ(spread[i][j], i == 2 && j == 0 ? 7 : 0);
    CHECK_EQ(items[0][0].a[1], 2);
    CHECK_EQ(items[0][0].low, 5);
    CHECK_EQ(items[1][1].a[1], 8);
    CHECK_EQ(items[1][1].low, 3);
    CHECK_EQ(items[1][0].a[0], 0);
    CHECK(items[1][1].name == NULL && pointers[1][0] == NULL);
    for (int j = 0; j < 6; j++) CHECK(ranges[0][j] == (j >= 1 && j <= 4 ? 2.5 : 0));
    PASS();
    return 0;
}
