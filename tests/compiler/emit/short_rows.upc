// golden: Short loops. A window of rows has a span for each row, found in front of the loop along them. A row that lies in one block has a
// loop of constant length, which the C compiler unrolls. The other way round: tests/compiler/report/short_rows.upc.
// flags: -O2 -fupc-nodes=one
#include <upc_relaxed.h>
shared [64] int *image;
shared [3] double *point;
int window(int i, int n) {
    int sum = 0;
    for (int j = 1; j < n; j++)
        for (int k = -1; k <= 1; k++) sum += image[(i + k) * 64 + j];
    return sum;
}
double row(int i) {
    double sum = 0;
    for (int d = 0; d < 3; d++) sum += point[i * 3 + d];
    return sum;
}
