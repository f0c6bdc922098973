// files: own.upc
// args: -x
// A program that brings its own getopt and optarg uses those.
#include "../../check.h"
#include <string.h>

extern int getopt(int argc, char *const *argv, const char *letters);
extern char *optarg;
extern int optind;

int main(int argc, char **argv)
{
    CHECK_EQ(getopt(argc, argv, "x"), 1000 + MYTHREAD);
    CHECK(strcmp(optarg, "own") == 0);
    CHECK_EQ(optind, MYTHREAD);
    PASS();
}
