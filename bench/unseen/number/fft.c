/* Fast Fourier transform of n numbers, a power of two, in place: the twin of fft.upc. */
#include <math.h>

#include "../unseen.h"

#define PI 3.14159265358979323846

int n;
double *re, *im;
double *cosine, *sine;

void reverse(void)
{
    int i, j, k;

#pragma omp parallel for private(j, k)
    for (i = 0; i < n; i++) {
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
}

void stage(int half)
{
    int k;

#pragma omp parallel for
    for (k = 0; k < n / 2; k++) {
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
}

int main(int argc, char **argv)
{
    int i, half;
    double start, end, sum = 0;

    n = 1 << unseen_size(argc, argv, 1, 18);
    re = malloc(n * sizeof(double));
    im = malloc(n * sizeof(double));
    cosine = malloc((n / 2 + 1) * sizeof(double));
    sine = malloc((n / 2 + 1) * sizeof(double));
    for (i = 0; i < n / 2; i++) {
        cosine[i] = cos(2 * PI * i / n);
        sine[i] = -sin(2 * PI * i / n);
    }
    for (i = 0; i < n; i++) {
        re[i] = i % 100;
        im[i] = 0;
    }
    start = unseen_clock();
    reverse();
    for (half = 1; half < n; half *= 2)
        stage(half);
    end = unseen_clock();
    for (i = 0; i < n; i++)
        sum += fabs(re[i]) + fabs(im[i]);
    unseen_print("fft", end - start, sum);
    return 0;
}
