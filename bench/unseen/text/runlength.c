/* Run-length coding of chunks: the twin of runlength.upc. */
#include "../unseen.h"

#define CHUNK 4096

int n, chunks;
unsigned char *from;
unsigned char *to;
int *size; /* of each chunk, how many bytes its code has */

void encode(int chunk)
{
    int i = chunk * CHUNK, k = chunk * 2 * CHUNK;
    int last = i + CHUNK < n ? i + CHUNK : n;

    while (i < last) {
        unsigned char c = from[i];
        int run = 0;
        while (i < last && from[i] == c && run < 255) {
            i++;
            run++;
        }
        to[k++] = c;
        to[k++] = run;
    }
    size[chunk] = k - chunk * 2 * CHUNK;
}

int main(int argc, char **argv)
{
    int i, k, c;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 2000000);
    chunks = (n + CHUNK - 1) / CHUNK;
    from = malloc(chunks * CHUNK);
    to = malloc(chunks * 2 * CHUNK);
    size = malloc(chunks * sizeof(int));
    srand(1);
    for (i = 0; i < n; i++)
        from[i] = i > 0 && rand() % 4 ? from[i - 1] : rand() % 256;
    start = unseen_clock();
#pragma omp parallel for DEALT(1)
    for (c = 0; c < chunks; c++)
        encode(c);
    end = unseen_clock();
    for (c = 0; c < chunks; c++)
        for (k = 0; k < size[c]; k++)
            sum += to[c * 2 * CHUNK + k] * (k % 8 + 1);
    unseen_print("runlength", end - start, sum);
    return 0;
}
