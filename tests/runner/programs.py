"""UPC programs that several end-to-end tests run."""

from runner.e2e import upcc, write


def lines_make():
    """./lines LENGTH LINES [codes]: each thread prints so many lines of so many of its letter, in
    pieces. With a third word it ends with its number + 1."""
    write(
        "lines.upc",
        r"""
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int length = atoi(argv[1]), lines = atoi(argv[2]);
    for (int l = 0; l < lines; l++) {
        printf("<%d:", MYTHREAD);
        for (int i = 0; i < length; i++) putchar('a' + MYTHREAD);
        fputs(">", stdout);
        puts("");
    }
    return argc > 3 ? MYTHREAD + 1 : 0;
}
""",
    )
    upcc("lines.upc", "-o", "lines")
