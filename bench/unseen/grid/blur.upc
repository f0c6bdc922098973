/* Box blur with a given radius: each pixel becomes the mean of those around it. Beyond the edge the
 * pixels of the edge count. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define BLOCK 1024

int width, height;
shared [BLOCK] unsigned char *image;
shared [BLOCK] unsigned char *blurred;

static inline int clamp(int x, int limit)
{
    return x < 0 ? 0 : x >= limit ? limit - 1 : x;
}

static inline int pixel(int row, int column)
{
    return image[clamp(row, height) * width + clamp(column, width)];
}

static void blur(int radius)
{
    int area = (2 * radius + 1) * (2 * radius + 1);

    for (int row = 0; row < height; row++)
        upc_forall (int column = 0; column < width; column++; &blurred[row * width + column]) {
            int sum = 0;
            for (int r = row - radius; r <= row + radius; r++)
                for (int c = column - radius; c <= column + radius; c++)
                    sum += pixel(r, c);
            blurred[row * width + column] = sum / area;
        }
}

int main(int argc, char **argv)
{
    width = unseen_size(argc, argv, 1, 400);
    height = unseen_size(argc, argv, 2, 300);
    int radius = unseen_size(argc, argv, 3, 3);
    int blocks = (width * height + BLOCK - 1) / BLOCK;
    image = upc_all_alloc(blocks, BLOCK);
    blurred = upc_all_alloc(blocks, BLOCK);
    if (MYTHREAD == 0) {
        srand(1);
        for (int i = 0; i < width * height; i++)
            image[i] = rand() % 256;
    }
    upc_barrier;
    double start = unseen_clock();
    blur(radius);
    upc_barrier;
    double end = unseen_clock();
    if (MYTHREAD == 0) {
        double sum = 0;
        for (int i = 0; i < width * height; i++)
            sum += blurred[i] * (1 + i % 9);
        unseen_print("blur", end - start, sum);
    }
    return 0;
}
