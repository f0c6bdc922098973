/* Reference for md.upc: molecules and cells divided among OpenMP threads. Prints the time of the steps. */
#include <omp.h>

#include "md.h"

static struct md_box box;
static struct md_molecule *molecule;
static int *head, *next; /* the first molecule of a cell, and the one behind a molecule, or -1 */
static omp_lock_t *lock;

/* A cell as a thread works on it. */
struct members {
    int count, *number;
    struct md_vector *at, *force;
};

static struct members members_create(void) {
    const size_t most = (size_t)box.molecules;
    return (struct members){0, program_memory(most * sizeof(int)), program_memory(most * sizeof(struct md_vector)),
                            program_memory(most * sizeof(struct md_vector))};
}

static void members_free(struct members *m) { free(m->number), free(m->at), free(m->force); }

static void members_read(struct members *m, int cell) {
    m->count = 0;
    for (int i = head[cell]; i >= 0; i = next[i]) {
        m->number[m->count] = i;
        m->at[m->count] = molecule[i].at;
        m->force[m->count++] = (struct md_vector){0, 0, 0};
    }
}

static void members_add(const struct members *m, int cell) {
    omp_set_lock(&lock[cell]);
    for (int i = 0; i < m->count; i++) md_add(&molecule[m->number[i]].force, m->force[i], 1);
    omp_unset_lock(&lock[cell]);
}

static void chain(void) {
#pragma omp for schedule(static)
    for (int c = 0; c < box.cells; c++) head[c] = -1;
#pragma omp for schedule(static)
    for (int m = 0; m < box.molecules; m++) {
        const int cell = md_cell(&box, molecule[m].at);
        molecule[m].force = (struct md_vector){0, 0, 0};
        omp_set_lock(&lock[cell]);
        next[m] = head[cell];
        head[cell] = m;
        omp_unset_lock(&lock[cell]);
    }
}

static void forces(struct members *own, struct members *other) {
    chain();
#pragma omp for schedule(static, 1)
    for (int c = 0; c < box.cells; c++) {
        members_read(own, c);
        md_pairs(&box, own->at, own->force, own->count, own->at, own->force, own->count);
        for (int pair = 1; pair < MD_PAIRS; pair++) {
            const int paired = md_cell_paired(&box, c, pair);
            members_read(other, paired);
            md_pairs(&box, own->at, own->force, own->count, other->at, other->force, other->count);
            members_add(other, paired);
        }
        members_add(own, c);
    }
}

static void steps(void) {
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
    {
        struct members own = members_create(), other = members_create();
        for (int s = 0; s < MD_STEPS; s++) {
            forces(&own, &other);
#pragma omp for schedule(static)
            for (int m = 0; m < box.molecules; m++) molecule[m] = md_moved(&box, molecule[m]);
        }
        forces(&own, &other);
        members_free(&own), members_free(&other);
    }
}

static int forces_right(void) {
    int right = 1;
    for (int m = 0; m < box.molecules; m += md_check_step(&box)) {
        struct md_vector sum = {0, 0, 0};
        for (int other = 0; other < box.molecules; other++)
            if (other != m) md_add(&sum, md_force(&box, molecule[m].at, molecule[other].at), 1);
        right &= md_same_force(molecule[m].force, sum);
    }
    return right;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    box = md_box_of(name);
    if (!box.molecules) return program_unknown_class("md", name);
    molecule = program_memory((size_t)box.molecules * sizeof *molecule);
    next = program_memory((size_t)box.molecules * sizeof *next);
    head = program_memory((size_t)box.cells * sizeof *head);
    lock = program_memory((size_t)box.cells * sizeof *lock);
    for (int c = 0; c < box.cells; c++) omp_init_lock(&lock[c]);
    for (int m = 0; m < box.molecules; m++) molecule[m] = md_molecule_at(&box, m);
    const double start = bench_now_ns();
    steps();
    bench_print("md", bench_now_ns() - start);
    return program_verdict("md", name, forces_right());
}
