// args: --size=40 file --quiet
// 5.1.2: getopt_long with its tables in private data, whose initialisers hold addresses of private
// data, in all threads.
#include "check.h"
#include <getopt.h>
#include <string.h>

static int quiet;
static const struct option options[] = {
    {"size", required_argument, NULL, 's'},
    {"quiet", no_argument, &quiet, 7},
    {NULL, 0, NULL, 0},
};

int main(int argc, char *argv[])
{
    int size = 0, c;
    while ((c = getopt_long(argc, argv, "s:", options, NULL)) != -1) {
        if (c == 's') size = atoi(optarg);
        else CHECK_EQ(c, 0);
    }
    CHECK_EQ(size, 40);
    CHECK_EQ(quiet, 7);
    CHECK_EQ(optind, argc - 1); // GNU getopt moved "file" to the end of this thread's argv
    CHECK(strcmp(argv[optind], "file") == 0);
    PASS();
    return 0;
}
