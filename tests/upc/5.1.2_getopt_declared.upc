// args: -n 7 -v rest
// 5.1.2: programs that declare getopt and its variables themselves, at file scope or in the
// function that uses them, get the library's, one state a thread.
#include "check.h"
#include <string.h>

extern int getopt(int argc, char *const argv[], const char *letters);
extern int optind;

static int parse(int argc, char **argv, int *number)
{
    extern char *optarg;
    extern int opterr;
    int c, flags = 0;
    opterr = 0;
    while ((c = getopt(argc, argv, "n:v")) != -1) {
        if (c == 'n') *number = atoi(optarg);
        if (c == 'v') flags++;
    }
    return flags;
}

int main(int argc, char **argv)
{
    int number = 0;
    CHECK_EQ(parse(argc, argv, &number), 1);
    CHECK_EQ(number, 7);
    CHECK_EQ(optind, 4);
    CHECK(strcmp(argv[optind], "rest") == 0);
    optind = 1;
    CHECK_EQ(parse(argc, argv, &number), 1);
    PASS();
}
