// golden: pass unroll-and-jam: rows of the outer loop at once.
// flags: -O3 -fno-upc-passes -fupc-strip-mine -fupc-strength-reduction -fupc-alias-versioning -fupc-unroll-and-jam -fupc-nodes=one -fupc-threads=4
#include <upc_relaxed.h>
shared [64] double a[64][64], b[64][64], c[64][64];
void f(int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < 64; j++) c[i][j] += a[i][k] * b[k][j];
}
