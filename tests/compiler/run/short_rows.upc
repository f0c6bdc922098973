// Short loops over rows and windows: a span for each row of a window, and rows that lie in one
// block. Each beside the same loop over private memory. Blocks end inside windows, pointers begin
// inside blocks, loops go downwards and are left early.
// flags: -O2
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>

enum { W = 40, H = 24, N = W * H, D = 3, POINTS = 50, ODD = 100 };
static shared [W] int (*image)[W];
static shared [W] int *flat;
static shared [ODD] int *odd;
static shared [D] double *point;
static shared [4 * D] double *packed;
static shared [4] double *two;
static int m[N];
static double mp[POINTS * D];
static const int filter[5][5] = {{1, 4, 6, 4, 1}, {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6}, {4, 16, 24, 16, 4}, {1, 4, 6, 4, 1}};
static long wrong;

static void same(const char *what, long long is, long long should) {
    if (is != should && ++wrong < 20) printf("%s: %lld, not %lld\n", what, is, should);
}

static void windows(void) {
    for (int i = 2; i < H - 2; i++)
        for (int j = 2; j < W - 2; j++) {
            int a = 0, b = 0, c = 0, d = 0, e = 0;
            for (int k = 0; k < 5; k++)
                for (int l = 0; l < 5; l++) {
                    a += filter[k][l] * image[i + k - 2][j + l - 2];
                    b += filter[k][l] * flat[(i + k - 2) * W + j + l - 2];
                    c += filter[k][l] * odd[(i + k - 2) * W + j + l - 2];
                    d += filter[k][l] * m[(i + k - 2) * W + j + l - 2];
                }
            for (int k = 2; k >= -2; k -= 2)
                for (int l = -1; l <= 1; l++) e += flat[(i + k) * W + j + l] - m[(i + k) * W + j + l];
            same("window of rows", a, d);
            same("window of a flat image", b, d);
            same("window whose rows are no blocks", c, d);
            same("window downwards", e, 0);
        }
}

static void stores(void) {
    for (int i = 1; i < H - 1; i++)
        for (long j = 0; j < W; j += 3)
            for (signed char k = -1; k <= 1; k += 2) {
                odd[(i + k) * W + j] += image[i][j] + k;
                m[(i + k) * W + j] += image[i][j] + k;
            }
    for (int i = 0; i < H; i++)
        for (int j = W - 1; j >= 0; j--) {
            for (unsigned k = 0; k < 3; k++) {
                if (k == 2 && j % 5 == 0) continue;
                if (k == 1 && j % 7 == 0) break;
                odd[((i + k * 5) % H) * W + j] ^= 1;
                m[((i + k * 5) % H) * W + j] ^= 1;
            }
            if (i + 10 < H)
                for (int k = 0; k < 10; k += 5) {
                    odd[(i + k) * W + j] += k;
                    m[(i + k) * W + j] += k;
                }
        }
    for (int i = 0; i < N; i++) same("element", odd[i], m[i]);
    for (int i = 0; i < N; i++) flat[i] = m[i], image[i / W][i % W] = m[i];
}

static double norm(int i) {
    double sum = 0;
    for (int d = 0; d < D; d++) sum += point[i * D + d] * point[i * D + d];
    return sum;
}
static double shifted(int i) {
    double sum = 0;
    for (int d = 1; d <= D; d++) sum += point[i * D + d];
    return sum;
}
static double backwards(int i) {
    double sum = 0;
    for (int d = D - 1; d >= 0; d--) sum = sum * 2 + point[i * D + d];
    return sum;
}
static double quads(long i, int at) {
    double sum = 0;
    for (long d = at - 1; d <= at + 1; d++) sum += packed[i * 2 * D + 1 + d - at];
    return sum;
}
static double pairs(int i) {
    double sum = 0;
    for (int d = 0; d < 4; d += 2) {
        sum += two[4 * i + d] - two[4 * i + d + 1];
        if (sum > 500) break;
    }
    return sum;
}
static double narrow(int i, long from) {
    double sum = 0;
    for (unsigned char d = from; d < from + 4; d++) sum += two[4 * i + d];
    return sum;
}

static void rows(void) {
    for (int i = 0; i < POINTS - 2; i++) {
        const double *p = mp + i * D;
        same("norm", norm(i), p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        same("shifted", shifted(i), p[1] + p[2] + p[3]);
        same("backwards", backwards(i), p[2] * 4 + p[1] * 2 + p[0]);
        if (i * 2 + 2 < POINTS) same("quads", quads(i, i), mp[i * 6] + mp[i * 6 + 1] + mp[i * 6 + 2]);
        const double first = mp[4 * i % 100] - mp[4 * i % 100 + 1];
        if (i < 25) same("pairs", pairs(i), first > 500 ? first : first + mp[4 * i + 2] - mp[4 * i + 3]);
        if (i < 25) same("narrow", narrow(i, 0), mp[4 * i] + mp[4 * i + 1] + mp[4 * i + 2] + mp[4 * i + 3]);
    }
}

int main(void) {
    image = upc_all_alloc(H, W * sizeof(int));
    flat = upc_all_alloc(H + 1, W * sizeof(int));
    odd = upc_all_alloc((N + ODD) / ODD + 1, ODD * sizeof(int));
    point = upc_all_alloc(POINTS + 1, D * sizeof(double));
    packed = upc_all_alloc(POINTS, 4 * D * sizeof(double));
    two = upc_all_alloc(POINTS, 4 * sizeof(double));
    for (int phase = 0; phase < 3; phase++) { // of where the pointers begin
        if (MYTHREAD == 0) {
            srand(1);
            for (int i = 0; i < N; i++) flat[i] = image[i / W][i % W] = odd[i] = m[i] = rand() % 1000;
            for (int i = 0; i < POINTS * D; i++) point[i] = packed[i] = two[i] = mp[i] = rand() % 1000;
            windows();
            stores();
            windows();
            rows();
        }
        upc_barrier;
        flat += 7, odd += 13, point++, packed += 5, two++;
    }
    if (MYTHREAD == 0) printf(wrong ? "fail\n" : "pass\n");
    upc_barrier;
    return wrong != 0;
}
