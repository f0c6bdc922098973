/* What the programs of bench/unseen share, in C and in UPC: sizes from the command line, a clock,
 * and what they print. Nothing here belongs to what they compute. */
#ifndef UNSEEN_H
#define UNSEEN_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* In a twin: how a parallel loop is divided. By itself OpenMP gives each thread one part. With
 * UNSEEN_DEALT iterations are dealt out in turn, `chunk` at a time, as the UPC program deals them.
 * This is said where a chunk writes whole cache lines. Elements dealt out in turn share lines in C
 * and do not in UPC. */
#ifdef UNSEEN_DEALT
#define DEALT(chunk) schedule(static, chunk)
#else
#define DEALT(chunk)
#endif

/* Word number `at` of the command line as a number, or `usual` where there are fewer words. */
static inline int unseen_size(int argc, char **argv, int at, int usual)
{
    return argc > at ? atoi(argv[at]) : usual;
}

/* The hot part of a program lies between its first two calls: the driver counts instructions
 * between these. */
static inline double unseen_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Two lines, for the driver: "NAME nanoseconds" and "checksum value". */
static inline void unseen_print(const char *name, double ns, double checksum)
{
    printf("%s %.0f\nchecksum %.12g\n", name, ns, checksum);
    fflush(stdout);
}

#endif
