/* Counts how often a word occurs in a text: the twin of search.upc. */
#include "../unseen.h"

int length;
char *text;
char word[] = "abacab";

int search(void)
{
    int i, j, m, found = 0;

    for (m = 0; word[m] != '\0'; m++)
        ;
#pragma omp parallel for DEALT(1024) private(j) reduction(+ : found)
    for (i = 0; i <= length - m; i++) {
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
    text = malloc(length);
    srand(1);
    for (i = 0; i < length; i++)
        text[i] = "aaabbc"[rand() % 6];
    start = unseen_clock();
    sum = search();
    end = unseen_clock();
    unseen_print("search", end - start, sum);
    return 0;
}
