/* Molecular dynamics (see md.h): molecules are dealt out in blocks, cells in turn, each cell with a lock. A thread computes the pairs its
 * cells are part of; molecules of other threads are read in place. Prints the time of the steps. */
#include <upc_relaxed.h>

#include "md.h"

enum { BLOCK = 64 };

static struct md_box box;
static shared [BLOCK] struct md_molecule *molecule;
static shared [BLOCK] int *next; /* the molecule behind one in its cell, or -1 */
static shared int *head;         /* the first molecule of a cell, or -1 */
static upc_lock_t *shared *lock; /* of a cell */
shared int right_of[THREADS];

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
    upc_lock(lock[cell]);
    for (int i = 0; i < m->count; i++) {
        struct md_vector sum = molecule[m->number[i]].force;
        md_add(&sum, m->force[i], 1);
        molecule[m->number[i]].force = sum;
    }
    upc_unlock(lock[cell]);
}

static void chain(void) {
    upc_forall (int c = 0; c < box.cells; c++; &head[c]) head[c] = -1;
    upc_barrier;
    upc_forall (int m = 0; m < box.molecules; m++; &molecule[m]) {
        const int cell = md_cell(&box, molecule[m].at);
        molecule[m].force = (struct md_vector){0, 0, 0};
        upc_lock(lock[cell]);
        next[m] = head[cell];
        head[cell] = m;
        upc_unlock(lock[cell]);
    }
    upc_barrier;
}

static void forces(struct members *own, struct members *other) {
    chain();
    upc_forall (int c = 0; c < box.cells; c++; &head[c]) {
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
    upc_barrier;
}

static void steps(struct members *own, struct members *other) {
    for (int s = 0; s < MD_STEPS; s++) {
        forces(own, other);
        upc_forall (int m = 0; m < box.molecules; m++; &molecule[m]) molecule[m] = md_moved(&box, molecule[m]);
        upc_barrier;
    }
    forces(own, other);
}

static int forces_right(void) {
    int right = 1;
    for (int m = MYTHREAD * md_check_step(&box); m < box.molecules; m += THREADS * md_check_step(&box)) {
        struct md_vector sum = {0, 0, 0};
        for (int other = 0; other < box.molecules; other++)
            if (other != m) md_add(&sum, md_force(&box, molecule[m].at, molecule[other].at), 1);
        right &= md_same_force(molecule[m].force, sum);
    }
    right_of[MYTHREAD] = right;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) right &= right_of[t];
    return right;
}

static void box_create(void) {
    const size_t blocks = (size_t)(box.molecules + BLOCK - 1) / BLOCK;
    molecule = upc_all_alloc(blocks, BLOCK * sizeof(struct md_molecule));
    next = upc_all_alloc(blocks, BLOCK * sizeof(int));
    head = upc_all_alloc((size_t)box.cells, sizeof(int));
    lock = upc_all_alloc((size_t)box.cells, sizeof(upc_lock_t *));
    upc_forall (int c = 0; c < box.cells; c++; &lock[c]) lock[c] = upc_global_lock_alloc();
    upc_forall (int m = 0; m < box.molecules; m++; &molecule[m]) molecule[m] = md_molecule_at(&box, m);
    upc_barrier;
}

static void box_free(void) {
    upc_barrier;
    upc_forall (int c = 0; c < box.cells; c++; &lock[c]) upc_lock_free(lock[c]);
    upc_all_free(lock);
    upc_all_free(head);
    upc_all_free(next);
    upc_all_free(molecule);
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    box = md_box_of(name);
    if (!box.molecules) return program_unknown_class("md", name);
    struct members own = members_create(), other = members_create();
    box_create();
    const double start = bench_now_ns();
    steps(&own, &other);
    if (MYTHREAD == 0) bench_print("md", bench_now_ns() - start);
    const int right = forces_right();
    members_free(&own), members_free(&other);
    box_free();
    return MYTHREAD == 0 ? program_verdict("md", name, right) : 0;
}
