/* Counts the words of a text by their lengths and finds the longest. A thread takes the words that
 * begin in its part of the text. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define LONG 32
#define BLOCK 4096

typedef struct {
    int n;
    shared [BLOCK] char *c;
} text_t;

shared [LONG] int lengths[THREADS][LONG];
shared int longest[THREADS]; /* where the first of the longest words begins */
shared int longest_length[THREADS];

static int letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void count_words(text_t *text, int from, int to)
{
    int i = from, start, best = 0, at = text->n;

    if (from > 0)
        while (i < to && letter(text->c[i - 1]) && letter(text->c[i]))
            i++;
    while (i < to) {
        while (i < to && !letter(text->c[i]))
            i++;
        if (i == to) break;
        start = i;
        while (i < text->n && letter(text->c[i]))
            i++;
        lengths[MYTHREAD][i - start < LONG ? i - start : LONG - 1]++;
        if (i - start > best) {
            best = i - start;
            at = start;
        }
    }
    longest[MYTHREAD] = at;
    longest_length[MYTHREAD] = best;
}

int main(int argc, char **argv)
{
    text_t text;
    int i, t, at = 0, best = 0;
    double start, end, sum = 0;

    text.n = unseen_size(argc, argv, 1, 1000000);
    text.c = upc_all_alloc((text.n + BLOCK - 1) / BLOCK, BLOCK);
    if (MYTHREAD == 0) {
        srand(1);
        for (i = 0; i < text.n; i++)
            text.c[i] = "etaoinshrdlu  .E"[rand() % 16];
    }
    upc_barrier;
    start = unseen_clock();
    count_words(&text, (int)((long)text.n * MYTHREAD / THREADS),
                (int)((long)text.n * (MYTHREAD + 1) / THREADS));
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (t = 0; t < THREADS; t++) {
            for (i = 0; i < LONG; i++)
                sum += (double)lengths[t][i] * i;
            if (longest_length[t] > best) {
                best = longest_length[t];
                at = longest[t];
            }
        }
        unseen_print("words", end - start, sum + at);
    }
    return 0;
}
