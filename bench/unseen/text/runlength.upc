/* Run-length coding of chunks: a letter and how often it follows, up to 255 times. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define CHUNK 4096

int n, chunks;
shared [CHUNK] unsigned char *from;
shared [2 * CHUNK] unsigned char *to;
shared int *size; /* of each chunk, how many bytes its code has */

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
    from = upc_all_alloc(chunks, CHUNK);
    to = upc_all_alloc(chunks, 2 * CHUNK);
    size = upc_all_alloc(chunks, sizeof(int));
    if (MYTHREAD == 0) {
        srand(1);
        for (i = 0; i < n; i++)
            from[i] = i > 0 && rand() % 4 ? from[i - 1] : rand() % 256;
    }
    upc_barrier;
    start = unseen_clock();
    upc_forall (c = 0; c < chunks; c++; c)
        encode(c);
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (c = 0; c < chunks; c++)
            for (k = 0; k < size[c]; k++)
                sum += to[c * 2 * CHUNK + k] * (k % 8 + 1);
        unseen_print("runlength", end - start, sum);
    }
    return 0;
}
