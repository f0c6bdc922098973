/* The Mandelbrot set: the twin of mandelbrot.upc. */
#include "../unseen.h"

#define WIDTH 320

short *image;

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

    image = malloc(height * WIDTH * sizeof(short));
    start = unseen_clock();
#pragma omp parallel for private(j) schedule(static, 1)
    for (i = 0; i < height; i++)
        for (j = 0; j < WIDTH; j++)
            image[i * WIDTH + j] = iterations(-2.2 + 3.2 * j / WIDTH, -1.2 + 2.4 * i / height, limit);
    end = unseen_clock();
    for (i = 0; i < height * WIDTH; i++)
        sum += image[i];
    unseen_print("mandelbrot", end - start, sum);
    return 0;
}
