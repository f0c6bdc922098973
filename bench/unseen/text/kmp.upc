/* Occurrences of a word in a text by Knuth, Morris and Pratt. Each thread takes a part of the text
 * and notes where the word ends. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define WORD 16

int n, m;
shared char *text;
shared char *mark; /* 1 where an occurrence ends */
shared [] char *word;
shared [] char *shared word_of_all;
int fail[WORD];

/* fail[i]: how many letters of the word match again if letter i does not. */
void make_table(void)
{
    int i, k = 0;

    fail[0] = 0;
    for (i = 1; i < m; i++) {
        while (k > 0 && word[i] != word[k])
            k = fail[k - 1];
        if (word[i] == word[k]) k++;
        fail[i] = k;
    }
}

void search(int from, int to)
{
    int i = from > m - 1 ? from - (m - 1) : 0;
    int k = 0;

    while (i < to) {
        while (k > 0 && text[i] != word[k])
            k = fail[k - 1];
        if (text[i] == word[k]) k++;
        if (k == m) {
            if (i >= from) mark[i] = 1;
            k = fail[k - 1];
        }
        i++;
    }
}

int main(int argc, char **argv)
{
    int i;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 500000);
    m = 8;
    text = upc_all_alloc(n, 1);
    mark = upc_all_alloc(n, 1);
    if (MYTHREAD == 0) {
        word_of_all = upc_alloc(WORD);
        for (i = 0; i < m; i++)
            word_of_all[i] = "abaabaab"[i];
        srand(1);
        for (i = 0; i < n; i++)
            text[i] = "aab"[rand() % 3];
    }
    upc_forall (i = 0; i < n; i++; i)
        mark[i] = 0;
    upc_barrier;
    word = word_of_all;
    start = unseen_clock();
    make_table();
    search((int)((long)n * MYTHREAD / THREADS), (int)((long)n * (MYTHREAD + 1) / THREADS));
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            sum += mark[i] * (i % 10 + 1);
        unseen_print("kmp", end - start, sum);
    }
    return 0;
}
