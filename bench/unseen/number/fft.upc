/* Fast Fourier transform of n numbers, a power of two, in place: bit reversal, then log n stages of
 * n / 2 butterflies. */
#include <math.h>
#include <upc_relaxed.h>

#include "../unseen.h"

#define PI 3.14159265358979323846

int n;
shared double *re, *im;
double *cosine, *sine; /* each thread has its own */

void reverse(void)
{
    int i, j, k;

    upc_forall (i = 0; i < n; i++; i) {
        j = 0;
        for (k = 1; k < n; k *= 2)
            j = 2 * j + i / k % 2;
        if (i < j) {
            double t = re[i];
            re[i] = re[j];
            re[j] = t;
            t = im[i];
            im[i] = im[j];
            im[j] = t;
        }
    }
    upc_barrier;
}

void stage(int half)
{
    int k;

    upc_forall (k = 0; k < n / 2; k++; k) {
        int a = k / half * 2 * half + k % half;
        int b = a + half;
        int w = k % half * (n / (2 * half));
        double tr = re[b] * cosine[w] - im[b] * sine[w];
        double ti = re[b] * sine[w] + im[b] * cosine[w];
        re[b] = re[a] - tr;
        im[b] = im[a] - ti;
        re[a] += tr;
        im[a] += ti;
    }
    upc_barrier;
}

int main(int argc, char **argv)
{
    int i, half;
    double start, end, sum = 0;

    n = 1 << unseen_size(argc, argv, 1, 18);
    re = upc_all_alloc(n, sizeof(double));
    im = upc_all_alloc(n, sizeof(double));
    cosine = malloc((n / 2 + 1) * sizeof(double));
    sine = malloc((n / 2 + 1) * sizeof(double));
    for (i = 0; i < n / 2; i++) {
        cosine[i] = cos(2 * PI * i / n);
        sine[i] = -sin(2 * PI * i / n);
    }
    upc_forall (i = 0; i < n; i++; &re[i]) {
        re[i] = i % 100;
        im[i] = 0;
    }
    upc_barrier;
    start = unseen_clock();
    reverse();
    for (half = 1; half < n; half *= 2)
        stage(half);
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            sum += fabs(re[i]) + fabs(im[i]);
        unseen_print("fft", end - start, sum);
    }
    return 0;
}
