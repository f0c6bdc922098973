/* NAS CG, "conjugate gradient": an estimate of the smallest eigenvalue of a large sparse symmetric
 * matrix by inverse iteration. Each step of the iteration solves A z = x by 25 rounds of the
 * conjugate gradient method. Both sides share the sizes, the published values of zeta and the
 * making of the matrix.
 *
 * The matrix is a sum of outer products w_i x_i x_i^T of random sparse vectors, plus 0.1 - shift on
 * the diagonal. The weights w_i give the sum a condition of about 1 / 0.1. Each thread makes all
 * vectors, since they come from one sequence of random numbers, but only its own rows of the
 * matrix.
 *
 * Vocabulary: an entry is an element of a sparse vector. A term is one of the products that add
 * up to an element of the matrix. */
#ifndef BENCH_CG_H
#define BENCH_CG_H

#include <math.h>

#include "nas.h"

#define CG_SEED 314159265UL
#define CG_CONDITION 0.1
enum { CG_ROUNDS = 25, CG_ENTRIES_MAX = 16 };

struct cg_class {
    char name;
    int side;    /* order of the matrix */
    int entries; /* of a vector, beside the diagonal one */
    int steps;
    double shift;
    double zeta;
};

static const struct cg_class cg_classes[] = {
    {'S', 1400, 7, 15, 10, 8.5971775078648},
    {'W', 7000, 8, 15, 12, 10.362595087124},
    {'A', 14000, 11, 15, 20, 17.130235054029},
    {'B', 75000, 13, 75, 60, 22.712745482631},
};

static inline const struct cg_class *cg_class_find(char name) {
    for (unsigned c = 0; c < sizeof cg_classes / sizeof cg_classes[0]; c++)
        if (cg_classes[c].name == name) return &cg_classes[c];
    return NULL;
}

struct cg_vector {
    int length;
    int at[CG_ENTRIES_MAX];
    double value[CG_ENTRIES_MAX];
};

/* Rows first .. end - 1: the elements of row first + r are start[r] .. start[r + 1] - 1. */
struct cg_rows {
    int *start;
    int *column;
    double *value;
};

static inline int *cg_vector_find(struct cg_vector *vector, int at) {
    for (int e = 0; e < vector->length; e++)
        if (vector->at[e] == at) return &vector->at[e];
    return NULL;
}

/* Vector i: random values at random places below `side`, no place twice, and 1/2 at place i. */
static inline void cg_vector_make(struct cg_vector *vector, int i, const struct cg_class *class, uint64_t *state) {
    int power = 1;
    while (power < class->side)
        power *= 2;
    vector->length = 0;
    while (vector->length < class->entries) {
        const double value = nas_random(state);
        const int at = (int)(power * nas_random(state));
        if (at >= class->side || cg_vector_find(vector, at)) continue;
        vector->at[vector->length] = at;
        vector->value[vector->length++] = value;
    }
    int *own = cg_vector_find(vector, i);
    if (!own) vector->at[vector->length++] = i;
    vector->value[own ? own - vector->at : vector->length - 1] = 0.5;
}

static inline int cg_compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* Where entries lie in a row of the matrix: vectors[using[first_use[r]]] ... have an entry at
 * row first + r. */
static inline void cg_uses_find(const struct cg_vector *vectors, int side, int first, int end, int *first_use,
                                int **using) {
    for (int i = 0; i < side; i++)
        for (int e = 0; e < vectors[i].length; e++)
            if (vectors[i].at[e] >= first && vectors[i].at[e] < end) first_use[vectors[i].at[e] - first + 1]++;
    for (int r = 0; r < end - first; r++)
        first_use[r + 1] += first_use[r];
    int *next = (int *)program_memory((size_t)(end - first + 1) * sizeof *next);
    for (int r = 0; r < end - first; r++)
        next[r] = first_use[r];
    *using = (int *)program_memory((size_t)first_use[end - first] * sizeof **using);
    for (int i = 0; i < side; i++)
        for (int e = 0; e < vectors[i].length; e++)
            if (vectors[i].at[e] >= first && vectors[i].at[e] < end) (*using)[next[vectors[i].at[e] - first]++] = i;
    free(next);
}

/* Adds vector i's terms of one row to `sum`; places not seen before go to `seen`. Gives how many
 * are seen now. */
static inline int cg_terms_add(const struct cg_vector *vector, int row, double weight, double *sum, char *taken,
                               int *seen, int count) {
    double factor = 0;
    for (int e = 0; e < vector->length; e++)
        if (vector->at[e] == row) factor = weight * vector->value[e];
    for (int e = 0; e < vector->length; e++) {
        const int column = vector->at[e];
        if (!taken[column]) {
            taken[column] = 1;
            seen[count++] = column;
        }
        sum[column] += factor * vector->value[e];
    }
    return count;
}

/* Rows first .. end - 1 of the matrix. */
static inline struct cg_rows cg_rows_make(const struct cg_class *class, int first, int end) {
    const int side = class->side;
    struct cg_vector *vectors = (struct cg_vector *)program_memory((size_t)side * sizeof *vectors);
    double *sum = (double *)program_memory((size_t)side * sizeof *sum);
    char *taken = (char *)program_memory((size_t)side);
    int *seen = (int *)program_memory((size_t)side * sizeof *seen);
    int *using;
    int *first_use = (int *)program_memory((size_t)(end - first + 1) * sizeof *first_use);
    uint64_t state = nas_skip(CG_SEED, 1); /* the benchmark throws the first number away */
    for (int i = 0; i < side; i++)
        cg_vector_make(&vectors[i], i, class, &state);
    cg_uses_find(vectors, side, first, end, first_use, &using);

    const size_t terms = (size_t)first_use[end - first] * (size_t)(class->entries + 1);
    struct cg_rows rows = {(int *)program_memory((size_t)(end - first + 1) * sizeof(int)),
                           (int *)program_memory(terms * sizeof(int)),
                           (double *)program_memory(terms * sizeof(double))};
    int elements = 0;
    for (int row = first; row < end; row++) {
        int count = 0;
        for (int u = first_use[row - first]; u < first_use[row - first + 1]; u++)
            count = cg_terms_add(&vectors[using[u]], row, pow(CG_CONDITION, (double)using[u] / side), sum, taken, seen,
                                 count);
        sum[row] += CG_CONDITION - class->shift;
        qsort(seen, (size_t)count, sizeof *seen, cg_compare);
        for (int s = 0; s < count; s++) {
            rows.column[elements] = seen[s];
            rows.value[elements++] = sum[seen[s]];
            sum[seen[s]] = 0;
            taken[seen[s]] = 0;
        }
        rows.start[row - first + 1] = elements;
    }
    free(vectors);
    free(sum);
    free(taken);
    free(seen);
    free(using);
    free(first_use);
    return rows;
}

static inline void cg_rows_free(struct cg_rows *rows) {
    free(rows->start);
    free(rows->column);
    free(rows->value);
}

#endif
