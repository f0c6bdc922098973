// flags: -Wall -Wextra -Werror -pedantic -std=c11
/* Nothing that upcc generates or passes on may warn in a program that is clean itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int table[4] = {1, 2, 3, 4};
static const char *const names[] = {"a", "b"};
static int sum(const int *p, size_t n) {
    int s = 0;
    for (size_t i = 0; i < n; i++) s += p[i];
    return s;
}
int main(int argc, char **argv) {
    char *copy = malloc(strlen(argv[0]) + 1);
    if (!copy) return EXIT_FAILURE;
    strcpy(copy, argv[0]);
    printf("%s %d %s\n", copy, sum(table, sizeof table / sizeof table[0]), names[argc & 1]);
    free(copy);
    return 0;
}
