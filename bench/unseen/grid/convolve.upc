/* A 5 by 5 Gaussian filter over an image. Each row is a block of its own. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define WIDTH 640

shared [WIDTH] unsigned char (*image)[WIDTH];
shared [WIDTH] unsigned char (*result)[WIDTH];

int filter[5][5] = {
    {1, 4, 6, 4, 1}, {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6}, {4, 16, 24, 16, 4}, {1, 4, 6, 4, 1},
};

void convolve(int height)
{
    int i, j, k, l;

    upc_forall (i = 2; i < height - 2; i++; i) {
        for (j = 2; j < WIDTH - 2; j++) {
            int sum = 0;
            for (k = 0; k < 5; k++)
                for (l = 0; l < 5; l++)
                    sum += filter[k][l] * image[i + k - 2][j + l - 2];
            result[i][j] = sum / 256;
        }
    }
}

int main(int argc, char **argv)
{
    int height = unseen_size(argc, argv, 1, 480), i, j;
    double start, end, sum = 0;

    image = upc_all_alloc(height, WIDTH);
    result = upc_all_alloc(height, WIDTH);
    upc_forall (i = 0; i < height; i++; &image[i][0])
        for (j = 0; j < WIDTH; j++) {
            image[i][j] = i * j / 8 + i * 3;
            result[i][j] = 0;
        }
    upc_barrier;
    start = unseen_clock();
    convolve(height);
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < height; i++)
            for (j = 0; j < WIDTH; j++)
                sum += result[i][j] * (1 + (i + j) % 10);
        unseen_print("convolve", end - start, sum);
    }
    return 0;
}
