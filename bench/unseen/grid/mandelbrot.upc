/* The Mandelbrot set: iterations of each pixel. Rows go round the threads. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define WIDTH 320

shared [WIDTH] short *image;

int iterations(double cx, double cy, int limit)
{
    double x = 0, y = 0, t;
    int count = 0;

    while (x * x + y * y < 4 && count < limit) {
        t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        count++;
    }
    return count;
}

int main(int argc, char **argv)
{
    int height = unseen_size(argc, argv, 1, 240);
    int limit = unseen_size(argc, argv, 2, 300);
    int i, j;
    double start, end, sum = 0;

    image = upc_all_alloc(height, WIDTH * sizeof(short));
    upc_barrier;
    start = unseen_clock();
    upc_forall (i = 0; i < height; i++; i)
        for (j = 0; j < WIDTH; j++)
            image[i * WIDTH + j] = iterations(-2.2 + 3.2 * j / WIDTH, -1.2 + 2.4 * i / height, limit);
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < height * WIDTH; i++)
            sum += image[i];
        unseen_print("mandelbrot", end - start, sum);
    }
    return 0;
}
