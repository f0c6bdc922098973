/* Occurrences of a word in a text by Knuth, Morris and Pratt: the twin of kmp.upc. */
#include "../unseen.h"

#define WORD 16

int n, m;
char *text;
char *mark; /* 1 where an occurrence ends */
char *word;
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
    text = malloc(n);
    mark = malloc(n);
    word = malloc(WORD);
    for (i = 0; i < m; i++)
        word[i] = "abaabaab"[i];
    srand(1);
    for (i = 0; i < n; i++)
        text[i] = "aab"[rand() % 3];
    for (i = 0; i < n; i++)
        mark[i] = 0;
    start = unseen_clock();
    make_table();
    search(0, n);
    end = unseen_clock();
    for (i = 0; i < n; i++)
        sum += mark[i] * (i % 10 + 1);
    unseen_print("kmp", end - start, sum);
    return 0;
}
