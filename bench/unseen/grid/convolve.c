/* A 5 by 5 Gaussian filter over an image: the twin of convolve.upc. */
#include "../unseen.h"

#define WIDTH 640

unsigned char (*image)[WIDTH];
unsigned char (*result)[WIDTH];

int filter[5][5] = {
    {1, 4, 6, 4, 1}, {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6}, {4, 16, 24, 16, 4}, {1, 4, 6, 4, 1},
};

void convolve(int height)
{
    int i, j, k, l;

#pragma omp parallel for DEALT(1) private(j, k, l)
    for (i = 2; i < height - 2; i++) {
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

    image = malloc(height * WIDTH);
    result = malloc(height * WIDTH);
    for (i = 0; i < height; i++)
        for (j = 0; j < WIDTH; j++) {
            image[i][j] = i * j / 8 + i * 3;
            result[i][j] = 0;
        }
    start = unseen_clock();
    convolve(height);
    end = unseen_clock();
    for (i = 0; i < height; i++)
        for (j = 0; j < WIDTH; j++)
            sum += result[i][j] * (1 + (i + j) % 10);
    unseen_print("convolve", end - start, sum);
    return 0;
}
