// 5.1.2: malloc, calloc, realloc and free are the C library's in all threads at once; automatic
// arrays of variable length too.
#include "check.h"
#include <string.h>

static char *kept[100];

int main(void)
{
    for (int round = 0; round < 20; round++)
        for (int i = 0; i < 100; i++) {
            const size_t size = (size_t)(i * 31 + round) % 3000 + 1;
            kept[i] = realloc(kept[i], size);
            CHECK(kept[i] != NULL);
            memset(kept[i], MYTHREAD + i, size);
        }
    upc_barrier;
    for (int i = 0; i < 100; i++) {
        CHECK_EQ(kept[i][0], (char)(MYTHREAD + i));
        free(kept[i]);
    }
    const int n = 10 + MYTHREAD;
    double square[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) square[i][j] = i * n + j;
    CHECK(square[n - 1][n - 1] == n * n - 1 && sizeof square == n * n * sizeof(double));
    int *zero = calloc(50, sizeof *zero);
    CHECK(zero != NULL && zero[49] == 0);
    free(zero);
    PASS();
    return 0;
}
