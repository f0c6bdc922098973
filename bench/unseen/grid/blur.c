/* Box blur with a given radius: the twin of blur.upc. */
#include "../unseen.h"

int width, height;
unsigned char *image;
unsigned char *blurred;

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

#pragma omp parallel for
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
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
    image = malloc(width * height);
    blurred = malloc(width * height);
    srand(1);
    for (int i = 0; i < width * height; i++) {
        image[i] = rand() % 256;
        blurred[i] = 0;
    }
    double start = unseen_clock();
    blur(radius);
    double end = unseen_clock();
    double sum = 0;
    for (int i = 0; i < width * height; i++)
        sum += blurred[i] * (1 + i % 9);
    unseen_print("blur", end - start, sum);
    return 0;
}
