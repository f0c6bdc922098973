// args: -n 12 --verbose -- one "two words" three
// 5.1.2: every thread calls main with arguments of its own: it may change them, and getopt works in
// all threads at once.
#include "check.h"
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    CHECK_EQ(argc, 8);
    CHECK(argv[argc] == NULL);
    CHECK(strcmp(argv[6], "two words") == 0);

    int n = 0, verbose = 0, c;
    opterr = 0;
    while ((c = getopt(argc, argv, "+n:v-:")) != -1) {
        switch (c) {
        case 'n': n = atoi(optarg); break;
        case '-': verbose = strcmp(optarg, "verbose") == 0; break;
        default: CHECK(!"option");
        }
    }
    CHECK_EQ(n, 12);
    CHECK(verbose);
    CHECK_EQ(optind, 5);
    CHECK(strcmp(argv[optind], "one") == 0);
    upc_barrier;

    argv[5][0] = (char)('A' + MYTHREAD); // the strings are this thread's
    argv[7] = NULL;                      // and so is the array
    upc_barrier;
    CHECK_EQ(argv[5][0], 'A' + MYTHREAD);
    CHECK(strcmp(argv[5] + 1, "ne") == 0);
    PASS();
    return 0;
}
