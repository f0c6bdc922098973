/* Counts the words of a text by their lengths and finds the longest: the twin of words.upc. */
#include "../unseen.h"

#define LONG 32

typedef struct {
    int n;
    char *c;
} text_t;

int lengths[LONG];
int longest; /* where the first of the longest words begins */

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
        lengths[i - start < LONG ? i - start : LONG - 1]++;
        if (i - start > best) {
            best = i - start;
            at = start;
        }
    }
    longest = at;
}

int main(int argc, char **argv)
{
    text_t text;
    int i;
    double start, end, sum = 0;

    text.n = unseen_size(argc, argv, 1, 1000000);
    text.c = malloc(text.n);
    srand(1);
    for (i = 0; i < text.n; i++)
        text.c[i] = "etaoinshrdlu  .E"[rand() % 16];
    start = unseen_clock();
    count_words(&text, 0, text.n);
    end = unseen_clock();
    for (i = 0; i < LONG; i++)
        sum += (double)lengths[i] * i;
    unseen_print("words", end - start, sum + longest);
    return 0;
}
