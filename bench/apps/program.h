/* What the self-verifying programs of bench/apps and bench/kernels share, in C and in UPC: the size
 * they run at and what they say.
 *
 *     program [CLASS] [FORM]      CLASS is one capital letter: S (smallest), W, A, B, as the NAS
 *                                 Parallel Benchmarks call their sizes
 *
 * Without a letter a program takes the size that shows its speed within seconds, or S if the driver
 * is asked to be quick. FORM is a word for another way to do the same, where the head of the source
 * names some. It prints "NAME class S verified" behind its figures; a wrong result is told on
 * stderr and the exit status is 1.
 *
 * Vocabulary: a part is what one thread owns of n items, adjoining ones; parts differ by one item
 * at most.
 */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

#include <stdint.h>
#include <string.h>

#include "../micro/bench.h"

/* Of the C side; the driver starts as many UPC threads. 1: compiled without OpenMP, the pragmas
 * mean nothing. */
#ifndef PROGRAM_REFERENCE_THREADS
enum { PROGRAM_REFERENCE_THREADS = 2 };
#endif

/* The class named on the command line (other words are the driver's), or `usual`. */
static inline char program_class(int words, char **word, char usual) {
    for (int w = 1; w < words; w++)
        if (word[w][0] >= 'A' && word[w][0] <= 'Z' && !word[w][1]) return word[w][0];
    return getenv("BENCH_QUICK") ? 'S' : usual;
}

/* Whether a form was named on the command line. */
static inline int program_form(int words, char **word, const char *form) {
    for (int w = 1; w < words; w++)
        if (strcmp(word[w], form) == 0) return 1;
    return 0;
}

/* Prints the verdict; gives the exit status. */
static inline int program_verdict(const char *name, char class, int right) {
    if (right)
        printf("%s class %c verified\n", name, class);
    else
        fprintf(stderr, "%s class %c: the result is wrong\n", name, class);
    fflush(stdout);
    return !right;
}

static inline int program_unknown_class(const char *name, char class) {
    fprintf(stderr, "%s: no class %c; S, W, A and so on, see the head of the source\n", name, class);
    return 1;
}

/* Whether x is the published value to the relative error given. */
static inline int program_close(double x, double published, double error) {
    const double distance = x > published ? x - published : published - x;
    const double size = published < 0 ? -published : published;
    return distance <= error * size;
}

/* First item of a part; that of part `parts` is n. */
static inline long part_first(long n, int parts, int part) {
    return (long)((__int128)n * part / parts);
}

/* The part item i lies in. */
static inline int part_of(long n, int parts, long i) {
    return (int)(((__int128)(i + 1) * parts - 1) / n);
}

/* Memory of a thread's own, or the end of the program. */
static inline void *program_memory(size_t bytes) {
    void *memory = calloc(1, bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return memory;
}

#endif
