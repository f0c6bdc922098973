/* Counts how often a word occurs in a text, letter by letter. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define BLOCK 1024

int length;
shared [BLOCK] char *text;
char word[] = "abacab";
shared int found_by[THREADS];

int search(void)
{
    int i, j, m, found = 0;

    for (m = 0; word[m] != '\0'; m++)
        ;
    upc_forall (i = 0; i <= length - m; i++; &text[i]) {
        j = 0;
        while (j < m && text[i + j] == word[j])
            j++;
        if (j == m) found++;
    }
    return found;
}

int main(int argc, char **argv)
{
    int i;
    double start, end, sum = 0;

    length = unseen_size(argc, argv, 1, 1000000);
    text = upc_all_alloc((length + BLOCK - 1) / BLOCK, BLOCK);
    if (MYTHREAD == 0) {
        srand(1);
        for (i = 0; i < length; i++)
            text[i] = "aaabbc"[rand() % 6];
    }
    upc_barrier;
    start = unseen_clock();
    found_by[MYTHREAD] = search();
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < THREADS; i++)
            sum += found_by[i];
        unseen_print("search", end - start, sum);
    }
    return 0;
}
